//! A game: its position, and what the draw rules need to know of its past.

use core::fmt;
use core::str::FromStr;

use heapless::Vec;

use super::Position;
use crate::types::{Color, Ply};

/// Plies without capture or flip that make a draw, unless an event says otherwise.
pub const DEFAULT_QUIET_LIMIT: u8 = 60;
/// The lengths of a cycle, in plies, and how often it is played.
const CYCLES: [usize; 3] = [4, 8, 12];
const ROUNDS: usize = 3;

/// The parameters of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// Plies without capture or flip that make a draw: at least 1.
    pub quiet_limit: u8,
}

impl Rules {
    /// Rules with this many plies without capture or flip for a draw; 0 counts as 1.
    #[must_use]
    pub const fn quiet_limit(quiet_limit: u8) -> Self {
        Self { quiet_limit: if quiet_limit == 0 { 1 } else { quiet_limit } }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::quiet_limit(DEFAULT_QUIET_LIMIT)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move has no legal action, or no piece, and has lost: `no-move`.
    NoMove,
    /// So many plies without capture or flip: a draw, `draw-60-plies`.
    Quiet(u8),
    /// A cycle of 4, 8 or 12 plies was played three times in a row: a draw, `draw-cycle`.
    Cycle,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMove => f.pad("no-move"),
            Self::Quiet(plies) => write!(f, "draw-{plies}-plies"),
            Self::Cycle => f.pad("draw-cycle"),
        }
    }
}

/// The text is not an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseEndingError;

impl fmt::Display for ParseEndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected no-move, draw-cycle or draw-60-plies (any number from 1 to 255)")
    }
}

impl core::error::Error for ParseEndingError {}

impl FromStr for Ending {
    type Err = ParseEndingError;

    fn from_str(text: &str) -> Result<Self, ParseEndingError> {
        match text {
            "no-move" => Ok(Self::NoMove),
            "draw-cycle" => Ok(Self::Cycle),
            _ => {
                let plies = text.strip_prefix("draw-").and_then(|text| text.strip_suffix("-plies"));
                let plies = plies.and_then(|plies| plies.parse().ok()).filter(|&plies| plies > 0);
                // One form a number: `draw-060-plies` is none.
                plies
                    .map(Self::Quiet)
                    .filter(|_| !text.starts_with("draw-0") && !text.contains('+'))
                    .ok_or(ParseEndingError)
            }
        }
    }
}

/// A game under way.
///
/// ```
/// use wedge_dark_chess::Game;
///
/// let mut game = Game::default();
/// game.play("b5(G)".parse().unwrap()).unwrap();
/// assert!(game.play("b5-b6".parse().unwrap()).is_err(), "red's guard, and black to move");
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    position: Position,
    /// The low halves of the hashes since the last capture or flip, the current position's last.
    past: Vec<u64, 256>,
    plies: u32,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::START, Rules::default())
    }
}

/// The ply is not legal in this position, or the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPlyError {
    /// The ply.
    pub ply: Ply,
}

impl fmt::Display for IllegalPlyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected a legal flip or move", self.ply)
    }
}

impl core::error::Error for IllegalPlyError {}

impl Game {
    /// A game from this position on. Its past is unknown: cycles count from here.
    #[must_use]
    pub fn new(position: Position, rules: Rules) -> Self {
        let mut past = Vec::new();
        let _ = past.push(position.hash() as u64);
        Self { rules, position, past, plies: 0 }
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The plies played.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The low halves of the hashes since the last capture or flip, the current position's last.
    #[must_use]
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// Plays a ply.
    ///
    /// # Errors
    /// If it is not legal, or the game is over. The game is then unchanged.
    pub fn play(&mut self, ply: Ply) -> Result<(), IllegalPlyError> {
        let error = IllegalPlyError { ply };
        if self.ending().is_some() {
            return Err(error);
        }
        self.position = self.position.after(ply).ok_or(error)?;
        if self.position.quiet() == 0 {
            self.past.clear();
        }
        // A quiet limit of at most 255 plies ends the game before the 256 places are full.
        let _ = self.past.push(self.position.hash() as u64);
        self.plies = self.plies.saturating_add(1);
        Ok(())
    }

    /// How the game ended, or `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if self.position.is_lost() {
            Some(Ending::NoMove)
        } else if self.is_cycle() {
            Some(Ending::Cycle)
        } else if self.position.quiet() >= self.rules.quiet_limit {
            Some(Ending::Quiet(self.rules.quiet_limit))
        } else {
            None
        }
    }

    /// The winner of a game that is over and not drawn.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        if self.position.is_lost() { self.position.side().map(Color::other) } else { None }
    }

    /// Whether a cycle was just completed for the third time in a row.
    fn is_cycle(&self) -> bool {
        CYCLES.iter().any(|&length| {
            let Some(start) = self.past.len().checked_sub(ROUNDS * length + 1) else {
                return false;
            };
            let last = self.past.get(start..).unwrap_or_default();
            last.iter().zip(last.iter().skip(length)).all(|(one, later)| one == later)
        })
    }
}
