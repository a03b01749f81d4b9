//! Dialogs: help, a new game, a file name to type.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use wedge_console::{Players, Settings};
use wedge_engine::Strength;

use super::start::{AnyGame, Start};

/// An open dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The help.
    Help,
    /// The settings of a new game.
    NewGame(NewGameForm),
    /// A line of text to type.
    Line {
        /// What it is for.
        purpose: Purpose,
        /// The text so far.
        text: String,
        /// Why the last text was refused.
        error: Option<String>,
    },
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The file to write the game log to.
    Save,
    /// The file or transcript to open.
    Open,
}

/// What a key does to a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogResult {
    /// It stays open.
    Stay,
    /// It closes.
    Close,
    /// Save the game log to this file.
    Save(String),
    /// Open this file or transcript.
    Open(String),
    /// Start a session.
    Begin(Box<Start>),
}

/// The form for a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGameForm {
    /// The selected row.
    pub row: usize,
    /// Strength and players.
    pub settings: Settings,
    /// Squares along one side.
    pub side: usize,
    /// The moves to begin with; empty for the standard start.
    pub transcript: String,
    /// Why the transcript was refused.
    pub error: Option<String>,
}

impl NewGameForm {
    /// The rows: players, level, board, transcript.
    pub const ROWS: usize = 4;
    const TRANSCRIPT: usize = 3;

    fn change(&mut self, up: bool) {
        match self.row {
            0 => {
                let at = Players::ALL.iter().position(|&players| players == self.settings.players);
                let step = if up { 1 } else { Players::ALL.len() - 1 };
                let next = (at.unwrap_or(0) + step) % Players::ALL.len();
                self.settings.players = Players::ALL[next];
            }
            1 if up => self.settings.strength = self.settings.strength.up(),
            1 => self.settings.strength = self.settings.strength.down(),
            2 => self.side = if self.side == 8 { 6 } else { 8 },
            _ => {}
        }
        self.error = None;
    }

    fn begin(&mut self) -> DialogResult {
        let game = if self.transcript.trim().is_empty() {
            Ok(AnyGame::new(self.side))
        } else {
            AnyGame::read(&self.transcript, self.side)
        };
        match game {
            Ok(game) => {
                let settings = self.settings;
                DialogResult::Begin(Box::new(Start { game, settings, message: None }))
            }
            Err(error) => {
                self.error = Some(format!("{error:#}"));
                self.row = Self::TRANSCRIPT;
                DialogResult::Stay
            }
        }
    }

    fn handle(&mut self, key: KeyEvent) -> DialogResult {
        match key.code {
            KeyCode::Esc => return DialogResult::Close,
            KeyCode::Enter => return self.begin(),
            KeyCode::Up | KeyCode::BackTab => self.row = (self.row + Self::ROWS - 1) % Self::ROWS,
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % Self::ROWS,
            KeyCode::Left => self.change(false),
            KeyCode::Right => self.change(true),
            _ if self.row == Self::TRANSCRIPT => {
                edit(&mut self.transcript, key);
                self.error = None;
            }
            KeyCode::Char(' ') => self.change(true),
            KeyCode::Char(digit @ '1'..='9') => {
                let number = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                self.settings.strength =
                    number.and_then(Strength::new).unwrap_or(self.settings.strength);
            }
            _ => {}
        }
        DialogResult::Stay
    }
}

impl Dialog {
    /// Whether it takes text.
    #[must_use]
    pub const fn takes_text(&self) -> bool {
        matches!(self, Self::Line { .. } | Self::NewGame(_))
    }

    /// Handles a key.
    pub fn handle(&mut self, key: KeyEvent) -> DialogResult {
        match self {
            // Any key closes it, so that nobody is stuck.
            Self::Help => DialogResult::Close,
            Self::NewGame(form) => form.handle(key),
            Self::Line { purpose, text, error } => match key.code {
                KeyCode::Esc => DialogResult::Close,
                KeyCode::Enter => match purpose {
                    Purpose::Save => DialogResult::Save(text.trim().to_owned()),
                    Purpose::Open => DialogResult::Open(text.trim().to_owned()),
                },
                _ => {
                    edit(text, key);
                    *error = None;
                    DialogResult::Stay
                }
            },
        }
    }

    /// Inserts pasted text.
    pub fn paste(&mut self, pasted: &str) {
        let pasted = pasted.trim().replace(['\r', '\n'], " ");
        match self {
            Self::Help => {}
            Self::NewGame(form) => {
                form.row = NewGameForm::TRANSCRIPT;
                form.transcript.push_str(&pasted);
            }
            Self::Line { text, .. } => text.push_str(&pasted),
        }
    }

    /// Shows why the text was refused.
    pub fn set_error(&mut self, complaint: String) {
        if let Self::Line { error, .. } = self {
            *error = Some(complaint);
        }
    }
}

fn edit(text: &mut String, key: KeyEvent) {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Backspace => {
            text.pop();
        }
        KeyCode::Char('u') if control => text.clear(),
        KeyCode::Char(c) if !control => text.push(c),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Dialog {
        let settings = Settings::default();
        let (row, side, transcript, error) = (0, 8, String::new(), None);
        Dialog::NewGame(NewGameForm { row, settings, side, transcript, error })
    }

    fn press(dialog: &mut Dialog, codes: &[KeyCode]) -> DialogResult {
        let press = |code: &KeyCode| dialog.handle(KeyEvent::from(*code));
        codes.iter().map(press).last().unwrap_or(DialogResult::Stay)
    }

    #[test]
    fn a_new_game_is_what_was_chosen() {
        use KeyCode::{Char, Down, Enter, Left, Right};
        let mut dialog = form();
        let answer = press(
            &mut dialog,
            &[Right, Down, Left, Left, Down, Right, Down, Char('c'), Char('2'), Enter],
        );
        let DialogResult::Begin(start) = answer else { panic!("{answer:?}") };
        assert_eq!(start.settings.players, Players::White);
        assert_eq!(start.settings.strength.number(), 3);
        assert_eq!(start.game, AnyGame::read("c2", 6).unwrap());
    }

    #[test]
    fn a_wrong_transcript_is_told_and_can_be_mended() {
        use KeyCode::{Backspace, Enter};
        let mut dialog = form();
        dialog.paste("f5d6\n");
        dialog.paste("a1");
        assert_eq!(press(&mut dialog, &[Enter]), DialogResult::Stay);
        let Dialog::NewGame(shown) = &dialog else { panic!("{dialog:?}") };
        assert!(shown.error.as_ref().unwrap().contains("a1 is not legal for black"));
        let answer = press(&mut dialog, &[Backspace, Backspace, Enter]);
        assert!(matches!(answer, DialogResult::Begin(_)), "{answer:?}");
    }

    #[test]
    fn escape_closes_everything() {
        let line = Dialog::Line { purpose: Purpose::Save, text: "a".into(), error: None };
        for mut dialog in [Dialog::Help, form(), line] {
            assert_eq!(press(&mut dialog, &[KeyCode::Esc]), DialogResult::Close);
        }
    }
}
