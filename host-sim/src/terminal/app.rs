//! The console on a screen: what keys and clicks mean, and what they open.

use std::path::Path;

use anyhow::Result;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::Frame;
use ratatui::layout::Position;
use wedge_console::{Action, Showing};
use wedge_engine::{Size, Strength};

use super::button::SpaceBar;
use super::console::{Console, View, Wish};
use super::dialog::{Answer, Dialog, Form, Purpose};
use super::matrix::Matrix;
use super::palette::Palette;
use super::screen;
use super::sheet::draw_dialog;
use super::start::{AnyGame, Start, free_name, save};

/// What the program around it has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// End.
    Quit,
    /// End as if interrupted.
    Interrupt,
    /// Begin anew.
    Restart(Box<Start>),
    /// Put this into the clipboard and go on.
    Copy(String),
    /// Stop until the shell says to go on.
    Suspend,
}

/// How the screen is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What the terminal can show.
    pub palette: Palette,
    /// Whether it tells when a key comes up.
    pub tells_release: bool,
}

/// A console with its screen.
pub struct App<S: Size> {
    console: Console<S>,
    space: SpaceBar,
    dialog: Option<Dialog>,
    look: Look,
    /// Where the matrix was drawn last: clicks are about that.
    matrix: Option<Matrix>,
}

impl<S: Size> App<S> {
    /// A screen for a console.
    #[must_use]
    pub fn new(console: Console<S>, look: Look) -> Self {
        Self { console, space: SpaceBar::default(), dialog: None, look, matrix: None }
    }

    /// The console behind the screen.
    pub const fn console(&mut self) -> &mut Console<S> {
        &mut self.console
    }

    /// Whether text is being typed, which a terminal tells better without key releases.
    #[must_use]
    pub fn takes_text(&self) -> bool {
        self.dialog.as_ref().is_some_and(Dialog::takes_text)
    }

    /// Whether it pays to look again soon.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.space.is_busy()
    }

    /// Where the matrix was drawn last.
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
            self.console.wish(Wish::Button(action), at);
        }
        self.console.tick(now)
    }

    /// Takes what the terminal says.
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
        // On a screen one points at a square; pages of the menu are turned by keys.
        if !matches!(self.console.panel().showing(), Showing::Menu { .. }) {
            self.console.wish(Wish::Button(Action::Point(square)), now);
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
                self.space.press(now, self.look.tells_release);
            }
            return None;
        }
        if control || key.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        // A tap that came before this key counts before it.
        for action in self.space.finish_tap(now) {
            self.console.wish(Wish::Button(action), now);
        }
        match key.code {
            KeyCode::Char('q' | 'Q') => return Some(Outcome::Quit),
            KeyCode::Char('c' | 'C') => {
                let transcript = self.console.panel().game().to_string();
                if transcript.is_empty() {
                    self.console.say("There is nothing to copy yet.");
                    return None;
                }
                self.console.say("Copied the moves, if this terminal lets programs do that.");
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
                if let Some(wish) = self.wish(code) {
                    self.console.wish(wish, now);
                }
            }
        }
        None
    }

    /// What a key wants of the console.
    fn wish(&self, code: KeyCode) -> Option<Wish> {
        let in_menu = matches!(self.console.panel().showing(), Showing::Menu { .. });
        Some(match code {
            KeyCode::Up => Wish::Button(Action::Up),
            KeyCode::Down => Wish::Button(Action::Down),
            KeyCode::Left => Wish::Button(Action::Left),
            KeyCode::Right => Wish::Button(Action::Right),
            KeyCode::Enter => Wish::Button(Action::Select),
            KeyCode::Tab => Wish::Button(Action::Next),
            KeyCode::Char('m' | 'M') => Wish::Button(Action::Menu),
            KeyCode::Esc if in_menu => Wish::Button(Action::Menu),
            KeyCode::Char('u' | 'U') | KeyCode::Backspace => Wish::Undo,
            KeyCode::Char('r' | 'R') => Wish::Redo,
            KeyCode::Char('h' | 'H') => Wish::Hint,
            KeyCode::Char('x' | 'X') => Wish::Swap,
            KeyCode::Char('a' | 'A') => Wish::Analyse,
            KeyCode::Char('w' | 'W') => Wish::Watch,
            KeyCode::Char(digit) => {
                let number = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                Wish::Strength(number.and_then(Strength::new)?)
            }
            _ => return None,
        })
    }

    fn new_game(&self) -> Dialog {
        let (row, transcript, error) = (0, String::new(), None);
        let settings = self.console.settings();
        Dialog::NewGame(Form { row, settings, side: S::SIDE, transcript, error })
    }

    fn dialog_key(&mut self, key: KeyEvent) -> Option<Outcome> {
        let dialog = self.dialog.as_mut()?;
        let done = match dialog.handle(key) {
            Answer::Stay => return None,
            Answer::Close => Ok(None),
            Answer::Begin(start) => Ok(Some(Outcome::Restart(start))),
            Answer::Save(name) => {
                let settings = self.console.settings();
                save(Path::new(&name), self.console.panel().game(), &settings).map(|()| {
                    self.console.say(format!("Saved as {name}."));
                    None
                })
            }
            Answer::Open(what) => AnyGame::read(&what, S::SIDE).map(|game| {
                let message = Some(format!("Opened {what}. u and r go back and forth."));
                let settings = self.console.settings();
                Some(Outcome::Restart(Box::new(Start { game, settings, message })))
            }),
        };
        match done {
            Ok(outcome) => {
                self.dialog = None;
                outcome
            }
            Err(error) => {
                dialog.complain(format!("{error:#}"));
                None
            }
        }
    }

    /// What can be seen at a time.
    #[must_use]
    pub fn view(&self, now: u64) -> View {
        self.console.view(now)
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>, now: u64) {
        let view = self.console.view(now);
        self.matrix = screen::draw(frame, &view, self.look);
        if let Some(dialog) = &self.dialog {
            draw_dialog(frame, dialog, self.look);
        }
    }
}
