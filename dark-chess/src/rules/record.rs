//! Records: a game a line, how it ended and then its plies.

use core::fmt;

use super::game::ParseEndingError;
use super::{Ending, Game, Position, Rules};
use crate::types::{ParsePlyError, Ply};

/// A game in a line of text: `draw-cycle b5(G) b3(g) b1(N) ...`. It borrows the line; the plies are
/// read one by one.
#[derive(Clone, Copy, Debug)]
pub struct Record<'t> {
    /// How it ended, as recorded.
    pub ending: Ending,
    plies: &'t str,
}

/// The line is not a record: its word with this number, from 1, is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRecordError {
    /// The number of the word.
    pub word: usize,
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {}: ", self.word)?;
        if self.word == 1 { ParseEndingError.fmt(f) } else { ParsePlyError.fmt(f) }
    }
}

impl core::error::Error for ParseRecordError {}

impl<'t> Record<'t> {
    /// Reads a line.
    ///
    /// # Errors
    /// If a word is no ending or no ply: names its number.
    pub fn parse(line: &'t str) -> Result<Self, ParseRecordError> {
        let line = line.trim();
        let (ending, plies) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let ending = ending.parse().map_err(|_| ParseRecordError { word: 1 })?;
        for (index, ply) in plies.split_whitespace().enumerate() {
            ply.parse::<Ply>().map_err(|_| ParseRecordError { word: index + 2 })?;
        }
        Ok(Self { ending, plies })
    }

    /// Its plies.
    pub fn plies(&self) -> impl Iterator<Item = Ply> + use<'t> {
        self.plies.split_whitespace().filter_map(|ply| ply.parse().ok())
    }

    /// Plays the record from the start by the rules that its ending names.
    ///
    /// # Errors
    /// If a ply is illegal, or the game ends otherwise or elsewhere than recorded.
    pub fn replay(&self) -> Result<Replay, ReplayError> {
        let rules = match self.ending {
            Ending::Quiet(limit) => Rules::quiet_limit(limit),
            Ending::NoMove | Ending::Cycle => Rules::default(),
        };
        let mut game = Game::new(Position::START, rules);
        for ply in self.plies() {
            if let Some(ending) = game.ending() {
                return Err(ReplayError::Ending { plies: game.plies(), ending: Some(ending) });
            }
            let illegal = |_| ReplayError::Illegal { plies: game.plies(), ply };
            let mut next = game.clone();
            next.play(ply).map_err(illegal)?;
            game = next;
        }
        let ending = game.ending();
        if ending == Some(self.ending) {
            Ok(Replay { game })
        } else {
            Err(ReplayError::Ending { plies: game.plies(), ending })
        }
    }
}

/// A record that was played to its end.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game, over.
    pub game: Game,
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// A ply is illegal.
    Illegal {
        /// The plies before it.
        plies: u32,
        /// The ply.
        ply: Ply,
    },
    /// The game is over before its last ply, or ends otherwise than recorded.
    Ending {
        /// The plies played until then.
        plies: u32,
        /// How the game ended; `None` if it goes on after the last ply.
        ending: Option<Ending>,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { plies, ply } => write!(f, "ply {}: {ply} is illegal", plies + 1),
            Self::Ending { plies, ending: Some(ending) } => {
                write!(f, "after {plies} plies the rules say {ending}")
            }
            Self::Ending { plies, ending: None } => {
                write!(f, "after {plies} plies the game is not over")
            }
        }
    }
}

impl core::error::Error for ReplayError {}
