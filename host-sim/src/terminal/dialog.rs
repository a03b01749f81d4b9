//! Dialogs: help, a new game, a file name to type.

use crossterm::event::{KeyCode, KeyEvent};
use wedge_console::{Players, Settings};
use wedge_engine::Strength;

use super::scale::Opponent;
use super::session::PlayOptions;
use super::start::{AnyGame, Start};
use super::text_input::TextInput;

/// An open dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The help, scrolled down by some lines.
    Help(u16),
    /// Why a move is worse than another.
    Why {
        /// The verdict.
        title: String,
        /// The reasons.
        lines: Vec<String>,
        /// How many lines are scrolled away.
        scroll: u16,
    },
    /// The settings of a new game.
    NewGame(NewGameForm),
    /// A line of text to type.
    Line {
        /// What it is for.
        purpose: Purpose,
        /// The text so far.
        text: TextInput,
        /// Why the last text was refused.
        error: Option<String>,
    },
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The file to write the game to.
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
    /// Save the game to this file.
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
    /// Players, and the strength unless there is a level.
    pub settings: Settings,
    /// Level and coach.
    pub options: PlayOptions,
    /// Squares along one side.
    pub side: usize,
    /// The moves to begin with, or a position; empty for the standard start.
    pub transcript: TextInput,
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
            1 => {
                let now = self.opponent();
                let next = if up { now.stronger() } else { now.weaker() };
                match next.unwrap_or(now) {
                    Opponent::Strength(strength) => {
                        (self.settings.strength, self.options.level) = (strength, None);
                    }
                    Opponent::Level(level) => self.options.level = Some(level),
                }
            }
            2 => self.side = if self.side == 8 { 6 } else { 8 },
            _ => {}
        }
        self.error = None;
    }

    /// How strong the engine plays.
    #[must_use]
    pub fn opponent(&self) -> Opponent {
        Opponent::new(self.settings.strength, self.options.level)
    }

    fn begin(&mut self) -> DialogResult {
        let text = self.transcript.text().trim();
        let game = if text.is_empty() {
            Ok(AnyGame::new(self.side))
        } else {
            AnyGame::read(text, self.side)
        };
        match game {
            Ok(game) => {
                let (settings, options) = (self.settings, self.options.clone());
                DialogResult::Begin(Box::new(Start { game, settings, options, message: None }))
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
            _ if self.row == Self::TRANSCRIPT => {
                self.transcript.handle(key);
                self.error = None;
            }
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Char(digit @ '1'..='9') => {
                let number = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                self.settings.strength =
                    number.and_then(Strength::new).unwrap_or(self.settings.strength);
                self.options.level = None;
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
            Self::Help(scroll) | Self::Why { scroll, .. } => match key.code {
                KeyCode::Up => {
                    *scroll = scroll.saturating_sub(1);
                    DialogResult::Stay
                }
                // Drawing stops at the last line.
                KeyCode::Down => {
                    *scroll = (*scroll + 1).min(99);
                    DialogResult::Stay
                }
                // Any other key closes it, so that nobody is stuck.
                _ => DialogResult::Close,
            },
            Self::NewGame(form) => form.handle(key),
            Self::Line { purpose, text, error } => match key.code {
                KeyCode::Esc => DialogResult::Close,
                KeyCode::Enter => match purpose {
                    Purpose::Save => DialogResult::Save(text.text().trim().to_owned()),
                    Purpose::Open => DialogResult::Open(text.text().trim().to_owned()),
                },
                _ => {
                    text.handle(key);
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
            Self::Help(_) | Self::Why { .. } => {}
            Self::NewGame(form) => {
                form.row = NewGameForm::TRANSCRIPT;
                form.transcript.insert(&pasted);
            }
            Self::Line { text, .. } => text.insert(&pasted),
        }
    }

    /// Shows why the text was refused.
    pub fn set_error(&mut self, complaint: String) {
        if let Self::Line { error, .. } = self {
            *error = Some(complaint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Dialog {
        let settings = Settings::default();
        let (row, side, transcript, error) = (0, 8, TextInput::default(), None);
        let options = PlayOptions::default();
        Dialog::NewGame(NewGameForm { row, settings, options, side, transcript, error })
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

    /// Beyond the board's highest strength are the levels of the full engine.
    #[test]
    fn a_new_game_reaches_the_full_engine() {
        use KeyCode::{Char, Down, Enter, Right};
        let mut dialog = form();
        let answer = press(&mut dialog, &[Down, Char('9'), Right, Right, Enter]);
        let DialogResult::Begin(start) = answer else { panic!("{answer:?}") };
        assert_eq!(start.options.level.unwrap().number(), 19);
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
        let text = TextInput::suggestion("a".into());
        let line = Dialog::Line { purpose: Purpose::Save, text, error: None };
        let why = Dialog::Why { title: String::new(), lines: Vec::new(), scroll: 0 };
        for mut dialog in [Dialog::Help(0), form(), line, why] {
            assert_eq!(press(&mut dialog, &[KeyCode::Esc]), DialogResult::Close);
        }
    }
}
