//! `host-sim dark-chess play` on a screen: the console's panel with letters, and the keys of Othello's
//! screen.
//!
//! The board lies on its side, as on the lights: a column is a rank.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use wedge_console::dark_chess::{Panel, Showing, owner_hue, rank_hue};
use wedge_console::{Action, LEGAL, MenuEntry, Players, Task};
use wedge_dark_chess::{
    Action as Play, Color, Ending, Game, Piece, Ply, Square, Squares, limits_of,
};
use wedge_engine::{Limits, Square as Led, Strength};

use super::player::PlayerSpec;
use crate::terminal::event_loop::EventSource;
use crate::terminal::palette::Palette;
use crate::terminal::space_bar::SpaceBar;

/// The time between two frames; an event brings the next one forward.
const FRAME: Duration = Duration::from_millis(40);
/// Where the board starts, and how far apart its squares are, in characters.
const LEFT: u16 = 4;
const TOP: u16 = 3;
const WIDTH: u16 = 5;
const HEIGHT: u16 = 2;

/// A search for the panel.
struct Job {
    ticket: u32,
    game: Game,
    limits: Option<Limits>,
    stop: Arc<AtomicBool>,
}

/// The engine in its own thread.
struct Worker {
    jobs: Sender<Job>,
    answers: Receiver<(u32, Option<Play>)>,
    /// The request that is searched, and its stop flag.
    current: Option<(u32, Arc<AtomicBool>)>,
}

impl Worker {
    fn start(spec: PlayerSpec) -> Result<Self> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (outbox, answers) = mpsc::channel();
        // Bad options are found here, not in the thread.
        let memory = spec.memory()?;
        thread::Builder::new().name("engine".into()).spawn(move || {
            let Ok(mut player) = spec.player(&memory, 0) else { return };
            for job in inbox {
                let limits = job.limits.unwrap_or_else(|| player.limits());
                let choice = player.choose_until(&job.game, &limits, Some(&job.stop));
                if outbox.send((job.ticket, choice.ok().map(|choice| choice.action))).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { jobs, answers, current: None })
    }

    /// Starts the pending search, stops a void one, and passes answers on.
    fn serve(&mut self, panel: &mut Panel, own_limits: bool, now: u64) {
        while let Ok((ticket, action)) = self.answers.try_recv() {
            self.current = None;
            panel.answer(ticket, action, now);
        }
        if let Some((ticket, stop)) = &self.current
            && panel.should_stop(*ticket)
        {
            stop.store(true, Ordering::Relaxed);
        }
        let Some(request) = panel.request().filter(|_| self.current.is_none()) else { return };
        let strength = match request.task {
            Task::Move => request.strength,
            Task::Hint => request.strength.advising(),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let limits = (!own_limits).then(|| limits_of(strength));
        let game = panel.dealt().game().clone();
        let job = Job { ticket: request.ticket, game, limits, stop: Arc::clone(&stop) };
        if self.jobs.send(job).is_ok() {
            self.current = Some((request.ticket, stop));
        }
    }
}

/// The screen: the panel, its engine and the state of the keys.
pub(super) struct Screen {
    panel: Panel,
    worker: Worker,
    /// Whether the player has limits of its own instead of the strength's.
    own_limits: bool,
    opponent: String,
    space: SpaceBar,
    palette: Palette,
    reports_release: bool,
    help: bool,
}

impl Screen {
    pub(super) fn new(
        panel: Panel,
        spec: PlayerSpec,
        palette: Palette,
        reports_release: bool,
    ) -> Result<Self> {
        let (own_limits, opponent) = (spec.has_limits(), spec.to_string());
        let worker = Worker::start(spec)?;
        let (space, help) = (SpaceBar::default(), false);
        Ok(Self { panel, worker, own_limits, opponent, space, palette, reports_release, help })
    }

    pub(super) const fn panel(&self) -> &Panel {
        &self.panel
    }

    pub(super) fn tick(&mut self, now: u64) {
        for (at, action) in self.space.advance(now) {
            self.panel.handle(action, at);
        }
        self.worker.serve(&mut self.panel, self.own_limits, now);
        self.panel.tick(now);
    }

    /// Runs until the player quits. Returns whether a signal ended it.
    pub(super) fn run<B: Backend>(
        &mut self,
        terminal: &mut Terminal<B>,
        events: &mut dyn EventSource,
    ) -> Result<bool>
    where
        B::Error: std::error::Error + Send + Sync + 'static,
    {
        let clock = Instant::now();
        let now = || clock.elapsed().as_millis() as u64;
        loop {
            self.tick(now());
            let lines = self.lines(now());
            terminal.draw(|frame| frame.render_widget(Paragraph::new(lines), frame.area()))?;
            events.drawn();
            events.typing(false);
            if events.interrupted() {
                return Ok(true);
            }
            let mut wait = if self.space.is_busy() { FRAME / 8 } else { FRAME };
            while let Some(event) = events.next(wait)? {
                if let Some(interrupted) = self.event(&event, now()) {
                    return Ok(interrupted);
                }
                wait = Duration::ZERO;
            }
        }
    }

    /// Handles an event; `Some` if it ends the program, with whether that is an interrupt.
    pub(super) fn event(&mut self, event: &Event, now: u64) -> Option<bool> {
        match event {
            Event::Key(key) => return self.key(*key, now),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let (column, row) = (mouse.column.checked_sub(LEFT)?, mouse.row.checked_sub(TOP)?);
                let led = Led::new((column / WIDTH).into(), (row / HEIGHT * 2).into())?;
                if !matches!(self.panel.showing(), Showing::Menu { .. }) {
                    self.panel.handle(Action::Point(led), now);
                }
            }
            _ => {}
        }
        None
    }

    fn key(&mut self, key: KeyEvent, now: u64) -> Option<bool> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.kind == KeyEventKind::Release {
            if key.code == KeyCode::Char(' ') {
                self.space.release(now);
            }
            return None;
        }
        if key.code == KeyCode::Char('c') && control {
            return Some(true);
        }
        if key.code == KeyCode::Char(' ') {
            if key.kind == KeyEventKind::Press {
                self.space.press(now, self.reports_release);
            }
            return None;
        }
        if control || key.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        for action in self.space.finish_tap(now) {
            self.panel.handle(action, now);
        }
        let in_menu = matches!(self.panel.showing(), Showing::Menu { .. });
        let action = match key.code {
            KeyCode::Char('q' | 'Q') => return Some(false),
            KeyCode::Char('?') | KeyCode::F(1) => {
                self.help = !self.help;
                return None;
            }
            KeyCode::Char('n' | 'N') => {
                self.panel.new_game(now);
                return None;
            }
            KeyCode::Char('h' | 'H') => {
                self.panel.request_hint(now);
                return None;
            }
            KeyCode::Char('x' | 'X') => {
                let players = match self.panel.settings().players {
                    Players::Black => Players::White,
                    Players::White => Players::Black,
                    players => players,
                };
                self.set(|settings| settings.players = players, now);
                return None;
            }
            KeyCode::Char('w' | 'W') => {
                let players = match self.panel.settings().players {
                    Players::Nobody => Players::Black,
                    _ => Players::Nobody,
                };
                self.set(|settings| settings.players = players, now);
                return None;
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let strength = Strength::new(digit as u8 - b'0')?;
                self.set(|settings| settings.strength = strength, now);
                return None;
            }
            KeyCode::Up => Action::Up,
            KeyCode::Down => Action::Down,
            KeyCode::Left => Action::Left,
            KeyCode::Right => Action::Right,
            KeyCode::Enter => Action::Select,
            KeyCode::Tab => Action::Next,
            KeyCode::Char('m' | 'M') => Action::Menu,
            KeyCode::Esc if in_menu => Action::Menu,
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('u' | 'U') => Action::TakeBack,
            _ => return None,
        };
        self.panel.handle(action, now);
        None
    }

    fn set(&mut self, change: impl FnOnce(&mut wedge_console::Settings), now: u64) {
        let mut settings = self.panel.settings();
        change(&mut settings);
        self.panel.set_game(self.panel.dealt().clone(), settings, now);
    }

    /// The screen as lines.
    fn lines(&self, now: u64) -> Vec<Line<'static>> {
        let mut lines = vec![
            Line::from(format!(" Dark chess against {}, {}", self.opponent, self.strength())),
            Line::default(),
            Line::from(format!(
                "    {}",
                (1..=8).map(|rank| format!("  {rank}  ")).collect::<String>()
            )),
        ];
        for file in 0..4 {
            let mut spans = vec![Span::raw(format!("  {} ", (b'a' + file) as char))];
            let squares =
                (0..8).filter_map(|rank| Square::from_index(4 * rank + usize::from(file)));
            spans.extend(squares.map(|square| self.square(square, now)));
            lines.push(Line::from(spans));
            lines.push(Line::default());
        }
        for color in Color::BOTH {
            lines.push(self.army(color));
        }
        lines.push(Line::default());
        lines.push(Line::from(format!(" {}", self.status())));
        let keys = " arrows move, Enter picks up, plays or flips, Tab next, u back, h hint, n new, ? keys, q quit";
        lines.push(Line::from(keys));
        if self.help {
            lines.push(Line::default());
            for text in [
                "space     the board's one button: tap next, hold select, two taps back, long hold menu",
                "m         the menu; Esc leaves it, or puts a piece down",
                "1 to 9    the strength          x  change seats          w  let the engine play itself",
                "[K]       the cursor            (K)  the held piece      <K>  where it can go",
                "Red has capitals. A square of dots is face down. A click is the cursor and Enter.",
            ] {
                lines.push(Line::from(format!(" {text}")));
            }
        }
        lines
    }

    fn strength(&self) -> String {
        if self.own_limits {
            String::from("with its own limits")
        } else {
            format!("strength {}", self.panel.settings().strength.number())
        }
    }

    /// A square: its letter between marks that also say without colour what it is.
    fn square(&self, square: Square, now: u64) -> Span<'static> {
        let position = self.panel.dealt().position();
        let held = match self.panel.showing() {
            Showing::Choosing { held } => held,
            _ => None,
        };
        let choosing = matches!(self.panel.showing(), Showing::Choosing { .. });
        let targets = held.map_or(Squares::EMPTY, |from| self.panel.targets(from));
        let last = self.panel.dealt().last().map(Ply::action);
        let letter = match position.letter_at(square) {
            '?' => ':',
            '.' => '\u{b7}',
            letter => letter,
        };
        let (open, close) = if choosing && self.panel.cursor() == square {
            ('[', ']')
        } else if held == Some(square) {
            ('(', ')')
        } else if targets.has(square) {
            ('<', '>')
        } else if self.panel.hint().is_some_and(|hint| [hint.from(), hint.to()].contains(&square)) {
            ('*', '*')
        } else if last.is_some_and(|action| action.to() == square) {
            ('-', '-')
        } else {
            (' ', ' ')
        };
        let mut style = Style::default();
        if let Some(piece) = position.piece_at(square) {
            style = self.piece_style(piece);
        }
        if targets.has(square)
            && let Some(colour) = self.palette.light(LEGAL)
        {
            style = style.bg(colour);
        }
        if choosing && self.panel.cursor() == square && (now / 300).is_multiple_of(2) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        Span::styled(format!(" {open}{letter}{close} "), style)
    }

    fn piece_style(&self, piece: Piece) -> Style {
        let style = Style::default().add_modifier(Modifier::BOLD);
        self.palette.light(owner_hue(piece.color())).map_or(style, |colour| style.fg(colour))
    }

    /// What a side has left, the face-down ones in brackets.
    fn army(&self, color: Color) -> Line<'static> {
        let position = self.panel.dealt().position();
        let mut spans = vec![Span::raw(format!(" {:<6}", color.to_string()))];
        for piece in Piece::all().filter(|piece| piece.color() == color) {
            let (up, down) = (position.pieces(piece).len(), position.unseen(piece));
            let letters = |count: u32| piece.letter().to_string().repeat(count as usize);
            let hidden =
                if down > 0 { format!("({})", letters(down.into())) } else { String::new() };
            let style = self.palette.light(rank_hue(piece.kind())).map(|c| Style::default().fg(c));
            let text = format!(" {}{hidden}", letters(up));
            spans.push(Span::styled(text, style.unwrap_or_default()));
        }
        Line::from(spans)
    }

    fn status(&self) -> String {
        let dealt = self.panel.dealt();
        let last = dealt.last().map_or(String::new(), |ply| format!("Last: {ply}. "));
        let side = dealt.position().side().map_or("no colour yet".to_owned(), |s| s.to_string());
        let text = match self.panel.showing() {
            Showing::Choosing { held: None } => format!("Your turn ({side})."),
            Showing::Choosing { held: Some(square) } => {
                format!("{} on {square}: choose where it goes.", dealt.position().letter_at(square))
            }
            Showing::Thinking(Task::Move) => format!("The engine thinks ({side})."),
            Showing::Thinking(Task::Hint) => "Looking for a hint.".to_owned(),
            Showing::Over => {
                result(self.panel.dealt().game(), self.panel.settings().players, dealt.plies())
            }
            Showing::Menu { entry, .. } => self.menu(entry),
        };
        format!("{last}{text}")
    }

    fn menu(&self, entry: MenuEntry) -> String {
        let settings = self.panel.settings();
        let page = match entry {
            MenuEntry::Strength => {
                format!("strength {} (up and down change it)", settings.strength.number())
            }
            MenuEntry::Players => {
                format!("you play {} (up and down change it)", seats(settings.players))
            }
            MenuEntry::Hint => "a hint".to_owned(),
            MenuEntry::TakeBack => "take back".to_owned(),
            MenuEntry::NewGame => "new game".to_owned(),
            MenuEntry::OtherGame => "the other game".to_owned(),
            MenuEntry::Brightness => format!("brightness {}", settings.brightness.step()),
            MenuEntry::Play => "back to the game".to_owned(),
        };
        format!("Menu: {page}. Left and right turn the pages, Enter chooses.")
    }
}

const fn seats(players: Players) -> &'static str {
    match players {
        Players::Black => "first",
        Players::White => "second",
        Players::Both => "both sides",
        Players::Nobody => "neither side",
    }
}

/// The result in words.
pub(super) fn result(game: &Game, players: Players, plies: usize) -> String {
    let text = match (game.ending(), game.winner(), players) {
        (Some(Ending::NoMove), _, Players::Black) if plies % 2 == 1 => "You win".to_owned(),
        (Some(Ending::NoMove), _, Players::White) if plies.is_multiple_of(2) => {
            "You win".to_owned()
        }
        (Some(Ending::NoMove), _, Players::Black | Players::White) => "You lose".to_owned(),
        (_, Some(winner), _) => format!("{winner} wins"),
        (Some(draw), None, _) => draw.to_string(),
        (None, None, _) => "not over".to_owned(),
    };
    format!("{text} after {plies} plies.")
}

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;

    use super::*;

    fn screen() -> Screen {
        let spec: PlayerSpec = "best:nodes=200,tt=10".parse().unwrap();
        Screen::new(Panel::new(), spec, Palette::Letters, false).unwrap()
    }

    fn text(screen: &Screen, now: u64) -> String {
        let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
        let lines = screen.lines(now);
        terminal.draw(|frame| frame.render_widget(Paragraph::new(lines), frame.area())).unwrap();
        terminal.backend().to_string()
    }

    fn press(screen: &mut Screen, code: KeyCode, now: u64) -> Option<bool> {
        screen.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), now)
    }

    #[test]
    fn a_flip_by_keys_is_answered() {
        let mut screen = screen();
        assert!(text(&screen, 0).contains(" [:] "), "{}", text(&screen, 0));
        assert_eq!(press(&mut screen, KeyCode::Right, 10), None);
        press(&mut screen, KeyCode::Down, 20);
        assert_eq!(screen.panel().cursor().to_string(), "b2");
        press(&mut screen, KeyCode::Enter, 30);
        assert!(text(&screen, 40).contains("The engine thinks"), "{}", text(&screen, 40));
        let started = Instant::now();
        let mut now = 40;
        while screen.panel().dealt().plies() < 2 {
            assert!(started.elapsed() < Duration::from_secs(60), "no answer");
            now += 20;
            screen.tick(now);
            thread::sleep(Duration::from_millis(1));
        }
        assert!(text(&screen, now).contains("Your turn"), "{}", text(&screen, now));
        press(&mut screen, KeyCode::Char('u'), now);
        assert_eq!(screen.panel().dealt().plies(), 0);
        press(&mut screen, KeyCode::Char('7'), now);
        assert_eq!(screen.panel().settings().strength.number(), 7);
        press(&mut screen, KeyCode::Char('m'), now);
        assert!(text(&screen, now).contains("Menu: strength 7"));
        assert_eq!(press(&mut screen, KeyCode::Char('q'), now), Some(false));
    }

    #[test]
    fn a_click_is_a_square() {
        let mut screen = screen();
        let click = crossterm::event::MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: LEFT + 4 * WIDTH + 2,
            row: TOP + 2 * HEIGHT,
            modifiers: KeyModifiers::NONE,
        };
        screen.event(&Event::Mouse(click), 5);
        assert!(screen.panel().dealt().last().unwrap().to_string().starts_with("c5("));
        // Where the screen draws c5 there is a letter now.
        let screen_text = text(&screen, 2000);
        let row = screen_text.lines().nth((TOP + 2 * HEIGHT).into()).unwrap();
        assert!(row.contains(|c: char| "KGMRNCPkgmrncp".contains(c)), "{screen_text}");
    }
}
