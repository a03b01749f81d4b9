//! The full-screen app: maps keys and clicks to commands and dialogs.

use std::path::Path;

use anyhow::Result;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::Frame;
use ratatui::layout::Position;
use wedge_console::{Action, Showing};
use wedge_engine::{Size, Strength};

use super::board_editor::{BoardEditor, EditorResult};
use super::dialog::{Dialog, DialogResult, NewGameForm, Purpose};
use super::dialog_view::draw_dialog;
use super::layout;
use super::matrix::Matrix;
use super::palette::Palette;
use super::review::ReviewStep;
use super::session::{Command, PlayOptions, Session, View};
use super::space_bar::SpaceBar;
use super::start::{AnyGame, Start, free_name, save};
use super::text_input::TextInput;

/// What the event loop's caller has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Exit.
    Quit,
    /// Exit as after an interrupt.
    Interrupt,
    /// Start another session.
    Restart(Box<Start>),
    /// Copy this to the clipboard and continue.
    Copy(String),
    /// Suspend until the shell resumes the program.
    Suspend,
    /// The problem was played to its end: the next one, or the same again.
    ProblemDone,
    /// Another problem, this one unsolved.
    SkipProblem,
}

/// What the terminal supports, and how the board is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The colours it shows.
    pub palette: Palette,
    /// Whether it reports key releases.
    pub reports_release: bool,
    /// Whether to draw discs on green instead of the board's lights.
    pub discs: bool,
}

/// A session with its screen.
pub struct App<S: Size> {
    session: Session<S>,
    space: SpaceBar,
    dialog: Option<Dialog>,
    /// The board that is being set up.
    editor: Option<BoardEditor<S>>,
    capabilities: Capabilities,
    /// Where the matrix was last drawn; clicks refer to it.
    matrix: Option<Matrix>,
}

impl<S: Size> App<S> {
    /// A screen for a session.
    #[must_use]
    pub fn new(session: Session<S>, capabilities: Capabilities) -> Self {
        let space = SpaceBar::default();
        Self { session, space, dialog: None, editor: None, capabilities, matrix: None }
    }

    /// How the board looks now.
    #[must_use]
    pub const fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    /// The session behind the screen.
    pub const fn session(&mut self) -> &mut Session<S> {
        &mut self.session
    }

    /// Whether the user types text: terminals report text better without key releases.
    #[must_use]
    pub fn takes_text(&self) -> bool {
        self.dialog.as_ref().is_some_and(Dialog::takes_text)
    }

    /// Whether the next tick should come soon.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.space.is_busy()
    }

    /// Where the matrix was last drawn.
    #[must_use]
    pub const fn matrix(&self) -> Option<Matrix> {
        self.matrix
    }

    /// Lets time pass.
    ///
    /// # Errors
    /// If the engine's thread has died.
    pub fn tick(&mut self, now: u64) -> Result<()> {
        for (at, action) in self.space.advance(now) {
            self.session.execute(Command::Button(action), at);
        }
        self.session.tick(now)
    }

    /// Handles an event of the terminal.
    pub fn event(&mut self, event: &Event, now: u64) -> Option<Outcome> {
        match event {
            Event::Key(key) => self.key(*key, now),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                self.click(Position::new(mouse.column, mouse.row), now);
                None
            }
            Event::Paste(text) => {
                if let Some(dialog) = &mut self.dialog {
                    dialog.paste(text);
                }
                None
            }
            _ => None,
        }
    }

    fn click(&mut self, at: Position, now: u64) {
        let closes = |dialog: &mut Dialog| matches!(dialog, Dialog::Help(_) | Dialog::Why { .. });
        if self.dialog.take_if(closes).is_some() || self.dialog.is_some() {
            return;
        }
        let Some(square) = self.matrix.and_then(|matrix| matrix.square_at(at.x, at.y)) else {
            return;
        };
        if let Some(editor) = &mut self.editor {
            return editor.cycle(square);
        }
        let view = self.session.view(now);
        if view.review.is_some() {
            // Another move than the one under review.
            if view.legal.has(square) {
                self.session.execute(Command::PlayOn, now);
                self.session.execute(Command::Button(Action::Point(square)), now);
            }
            return;
        }
        // A click selects a square; only keys turn the pages of the menu.
        if !matches!(view.showing, Showing::Menu { .. }) {
            self.session.execute(Command::Button(Action::Point(square)), now);
        }
    }

    fn key(&mut self, key: KeyEvent, now: u64) -> Option<Outcome> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.kind == KeyEventKind::Release {
            if key.code == KeyCode::Char(' ') {
                self.space.release(now);
            }
            return None;
        }
        match key.code {
            KeyCode::Char('c') if control => return Some(Outcome::Interrupt),
            KeyCode::Char('z') if control => return Some(Outcome::Suspend),
            _ => {}
        }
        if self.dialog.is_some() {
            return self.dialog_key(key);
        }
        if self.editor.is_some() && !control {
            return self.editor_key(key.code);
        }
        if key.code == KeyCode::Char(' ') && self.session.is_reviewing() {
            return None;
        }
        if key.code == KeyCode::Char(' ') {
            if key.kind == KeyEventKind::Press {
                self.space.press(now, self.capabilities.reports_release);
            }
            return None;
        }
        if control || key.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        // A tap that began before this key takes effect before it.
        for action in self.space.finish_tap(now) {
            self.session.execute(Command::Button(action), now);
        }
        match key.code {
            KeyCode::Char('q' | 'Q') => return Some(Outcome::Quit),
            KeyCode::Char('c' | 'C') => {
                let transcript = self.session.panel().game().to_string();
                if transcript.is_empty() {
                    self.session.set_message("There is nothing to copy yet.");
                    return None;
                }
                self.session
                    .set_message("Copied the moves, if this terminal lets programs do that.");
                return Some(Outcome::Copy(transcript));
            }
            KeyCode::Char('?') | KeyCode::F(1) => self.dialog = Some(Dialog::Help(0)),
            KeyCode::Char('n' | 'N') if self.session.options().puzzle.is_some() => {
                return Some(Outcome::SkipProblem);
            }
            KeyCode::Char('n' | 'N') => self.dialog = Some(self.new_game()),
            KeyCode::Char('s' | 'S') => {
                let text = free_name(Path::new(".")).display().to_string();
                let text = TextInput::suggestion(text);
                self.dialog = Some(Dialog::Line { purpose: Purpose::Save, text, error: None });
            }
            KeyCode::Char('o' | 'O') => {
                let text = TextInput::default();
                self.dialog = Some(Dialog::Line { purpose: Purpose::Open, text, error: None });
            }
            KeyCode::Char('d' | 'D') => self.capabilities.discs = !self.capabilities.discs,
            KeyCode::Char('y' | 'Y') => self.ask_why(now),
            KeyCode::Char('e' | 'E') => {
                self.session.execute(Command::LeaveReview, now);
                let panel = self.session.panel();
                self.editor = Some(BoardEditor::new(panel.game().position(), panel.cursor()));
            }
            code => return self.game_key(code, now),
        }
        None
    }

    /// Handles a key that acts on the game or on its review.
    fn game_key(&mut self, code: KeyCode, now: u64) -> Option<Outcome> {
        let view = self.session.view(now);
        let at_end = view.showing == Showing::Over && view.review.is_none();
        if code == KeyCode::Enter && at_end && view.puzzle.is_some() {
            return Some(Outcome::ProblemDone);
        }
        let command = match (code, view.review) {
            (code, Some(_)) => review_command(code),
            // Enter is no new game: the game that was just played would be gone.
            (KeyCode::Enter, None) if at_end => Some(Command::Review),
            (code, None) => self.command(code),
        };
        if let Some(command) = command {
            self.session.execute(command, now);
        }
        None
    }

    /// Explains the move under review, or the one that the coach spoke about.
    fn ask_why(&mut self, now: u64) {
        let view = self.session.view(now);
        let reviewed = view.review.as_ref().and_then(|review| review.moves.get(review.at));
        let judgement = match &view.review {
            Some(_) => reviewed.and_then(|reviewed| reviewed.judgement.as_ref()),
            None => view.verdict.as_ref().map(|verdict| &verdict.judgement),
        };
        match judgement {
            Some(judgement) => {
                let (title, lines) = (judgement.sentence(), judgement.why());
                let title = title.trim_end_matches('.').to_owned();
                self.dialog = Some(Dialog::Why { title, lines, scroll: 0 });
            }
            None if view.review.is_some() || view.coached => {
                self.session.set_message("There is no verdict on a move here yet.");
            }
            None => self.session.set_message("The coach is off. k: turn it on."),
        }
    }

    fn editor_key(&mut self, code: KeyCode) -> Option<Outcome> {
        match self.editor.as_mut()?.handle(code) {
            EditorResult::Stay => None,
            EditorResult::Cancel => {
                self.editor = None;
                None
            }
            EditorResult::Begin(position) => {
                self.editor = None;
                let settings = self.session.settings();
                let options = PlayOptions { puzzle: None, ..self.session.options() };
                let (game, message) = (AnyGame::from(position), None);
                Some(Outcome::Restart(Box::new(Start { game, settings, options, message })))
            }
        }
    }

    /// The command of a key.
    fn command(&self, code: KeyCode) -> Option<Command> {
        let in_menu = matches!(self.session.panel().showing(), Showing::Menu { .. });
        Some(match code {
            KeyCode::Up => Command::Button(Action::Up),
            KeyCode::Down => Command::Button(Action::Down),
            KeyCode::Left => Command::Button(Action::Left),
            KeyCode::Right => Command::Button(Action::Right),
            KeyCode::Enter => Command::Button(Action::Select),
            KeyCode::Tab => Command::Button(Action::Next),
            KeyCode::Char('m' | 'M') => Command::Button(Action::Menu),
            KeyCode::Esc if in_menu => Command::Button(Action::Menu),
            KeyCode::Char('u' | 'U') | KeyCode::Backspace => Command::Undo,
            KeyCode::Char('r' | 'R') => Command::Redo,
            KeyCode::Char('h' | 'H') => Command::Hint,
            KeyCode::Char('x' | 'X') => Command::SwapSides,
            KeyCode::Char('a' | 'A') => Command::ToggleAnalysis,
            KeyCode::Char('w' | 'W') => Command::ToggleSelfPlay,
            KeyCode::Char('k' | 'K') => Command::ToggleCoach,
            KeyCode::Char('v' | 'V') => Command::Review,
            KeyCode::Char('+' | '=') => Command::StrengthStep(true),
            KeyCode::Char('-') => Command::StrengthStep(false),
            KeyCode::Char(digit) => {
                let number = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                Command::Strength(number.and_then(Strength::new)?)
            }
            _ => return None,
        })
    }

    fn new_game(&self) -> Dialog {
        let (row, transcript, error) = (0, TextInput::default(), None);
        let (settings, options) = (self.session.settings(), self.session.options());
        Dialog::NewGame(NewGameForm { row, settings, options, side: S::SIDE, transcript, error })
    }

    fn dialog_key(&mut self, key: KeyEvent) -> Option<Outcome> {
        let dialog = self.dialog.as_mut()?;
        let done = match dialog.handle(key) {
            DialogResult::Stay => return None,
            DialogResult::Close => Ok(None),
            DialogResult::Begin(start) => Ok(Some(Outcome::Restart(start))),
            DialogResult::Save(name) => {
                let (settings, level) = (self.session.settings(), self.session.options().level);
                save(Path::new(&name), self.session.panel().game(), &settings, level).map(|()| {
                    self.session.set_message(format!("Saved as {name}."));
                    None
                })
            }
            DialogResult::Open(what) => AnyGame::read(&what, S::SIDE).map(|game| {
                let message = Some(format!("Opened {what}. u: back, r: forward."));
                let settings = self.session.settings();
                let options = PlayOptions { puzzle: None, ..self.session.options() };
                Some(Outcome::Restart(Box::new(Start { game, settings, options, message })))
            }),
        };
        match done {
            Ok(outcome) => {
                self.dialog = None;
                outcome
            }
            Err(error) => {
                dialog.set_error(format!("{error:#}"));
                None
            }
        }
    }

    /// What is visible at a time.
    #[must_use]
    pub fn view(&self, now: u64) -> View {
        self.session.view(now)
    }

    /// Draws the screen and the open dialog.
    pub fn draw(&mut self, frame: &mut Frame<'_>, now: u64) {
        let mut view = self.session.view(now);
        if let Some(editor) = &self.editor {
            editor.show(&mut view);
        }
        self.matrix = layout::draw(frame, &view, self.capabilities);
        if let Some(dialog) = &self.dialog {
            draw_dialog(frame, dialog, self.capabilities);
        }
    }
}

/// The command of a key in the review.
fn review_command(code: KeyCode) -> Option<Command> {
    Some(match code {
        KeyCode::Left => Command::ReviewStep(ReviewStep::Back),
        KeyCode::Right => Command::ReviewStep(ReviewStep::Forward),
        KeyCode::Up => Command::ReviewStep(ReviewStep::NextCostliest(false)),
        KeyCode::Down | KeyCode::Tab => Command::ReviewStep(ReviewStep::NextCostliest(true)),
        KeyCode::Home => Command::ReviewStep(ReviewStep::First),
        KeyCode::End => Command::ReviewStep(ReviewStep::Last),
        KeyCode::Char(digit @ '1'..='3') => {
            let rank = digit.to_digit(10)? as usize - 1;
            Command::ReviewStep(ReviewStep::Costliest(rank))
        }
        KeyCode::Enter => Command::PlayOn,
        KeyCode::Esc | KeyCode::Char('v' | 'V') => Command::LeaveReview,
        _ => return None,
    })
}
