//! `host-sim dark-chess play` on a screen: the console's panel with letters, and the keys of Othello's
//! screen.
//!
//! The board lies on its side, as on the lights: a column is a rank.

mod draw;
mod worker;

use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::widgets::Paragraph;
use wedge_console::dark_chess::{Panel, Showing};
use wedge_console::{Action, Players};
use wedge_engine::{Square as Led, Strength};

pub(super) use draw::result;
use worker::Worker;

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
}

#[cfg(test)]
mod tests {
    use std::thread;

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
