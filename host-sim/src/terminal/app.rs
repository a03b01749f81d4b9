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

use super::dialog::{Dialog, DialogResult, NewGameForm, Purpose};
use super::dialog_view::draw_dialog;
use super::layout;
use super::matrix::Matrix;
use super::palette::Palette;
use super::session::{Command, Session, View};
use super::space_bar::SpaceBar;
use super::start::{AnyGame, Start, free_name, save};

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
}

/// What the terminal supports.
#[derive(Clone, Copy, Debug)]
pub struct Capabilities {
    /// The colours it shows.
    pub palette: Palette,
    /// Whether it reports key releases.
    pub reports_release: bool,
}

/// A session with its screen.
pub struct App<S: Size> {
    session: Session<S>,
    space: SpaceBar,
    dialog: Option<Dialog>,
    capabilities: Capabilities,
    /// Where the matrix was last drawn; clicks refer to it.
    matrix: Option<Matrix>,
}

impl<S: Size> App<S> {
    /// A screen for a session.
    #[must_use]
    pub fn new(session: Session<S>, capabilities: Capabilities) -> Self {
        Self { session, space: SpaceBar::default(), dialog: None, capabilities, matrix: None }
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
        if self.dialog.take_if(|dialog| *dialog == Dialog::Help).is_some() || self.dialog.is_some()
        {
            return;
        }
        let Some(square) = self.matrix.and_then(|matrix| matrix.square_at(at.x, at.y)) else {
            return;
        };
        // A click selects a square; only keys turn the pages of the menu.
        if !matches!(self.session.panel().showing(), Showing::Menu { .. }) {
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
            KeyCode::Char('?') | KeyCode::F(1) => self.dialog = Some(Dialog::Help),
            KeyCode::Char('n' | 'N') => self.dialog = Some(self.new_game()),
            KeyCode::Char('s' | 'S') => {
                let text = free_name(Path::new(".")).display().to_string();
                self.dialog = Some(Dialog::Line { purpose: Purpose::Save, text, error: None });
            }
            KeyCode::Char('o' | 'O') => {
                let text = String::new();
                self.dialog = Some(Dialog::Line { purpose: Purpose::Open, text, error: None });
            }
            code => {
                if let Some(command) = self.command(code) {
                    self.session.execute(command, now);
                }
            }
        }
        None
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
            KeyCode::Char(digit) => {
                let number = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                Command::Strength(number.and_then(Strength::new)?)
            }
            _ => return None,
        })
    }

    fn new_game(&self) -> Dialog {
        let (row, transcript, error) = (0, String::new(), None);
        let settings = self.session.settings();
        Dialog::NewGame(NewGameForm { row, settings, side: S::SIDE, transcript, error })
    }

    fn dialog_key(&mut self, key: KeyEvent) -> Option<Outcome> {
        let dialog = self.dialog.as_mut()?;
        let done = match dialog.handle(key) {
            DialogResult::Stay => return None,
            DialogResult::Close => Ok(None),
            DialogResult::Begin(start) => Ok(Some(Outcome::Restart(start))),
            DialogResult::Save(name) => {
                let settings = self.session.settings();
                save(Path::new(&name), self.session.panel().game(), &settings).map(|()| {
                    self.session.set_message(format!("Saved as {name}."));
                    None
                })
            }
            DialogResult::Open(what) => AnyGame::read(&what, S::SIDE).map(|game| {
                let message = Some(format!("Opened {what}. u: back, r: forward."));
                let settings = self.session.settings();
                Some(Outcome::Restart(Box::new(Start { game, settings, message })))
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
        let view = self.session.view(now);
        self.matrix = layout::draw(frame, &view, self.capabilities);
        if let Some(dialog) = &self.dialog {
            draw_dialog(frame, dialog, self.capabilities);
        }
    }
}
