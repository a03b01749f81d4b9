//! Moves: a square or a pass.

use core::fmt;
use core::str::FromStr;

use super::Square;

/// What a player does in a turn.
///
/// ```
/// use wedge_engine::{Move, Square};
///
/// assert_eq!("F5".parse(), Ok(Move::Play(Square::F5)));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// assert_eq!(Move::Play(Square::F5).to_string(), "f5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Move {
    /// A disc on a square.
    Play(Square),
    /// Nothing: only when there is no legal square.
    Pass,
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Play(square)
    }
}

impl Move {
    /// The texts that stand for a pass, in upper or lower case.
    pub(crate) const PASS_TEXTS: [&str; 4] = ["pass", "--", "ps", "pa"];

    /// The square played, `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Play(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(square) => square.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

/// The text is neither a square such as `f5` nor a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a move: a square such as f5, or pass")
    }
}

impl core::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square, or a pass as `pass`, `ps`, `pa` or `--`, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if Self::PASS_TEXTS.iter().any(|pass| pass.eq_ignore_ascii_case(text)) {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Play).map_err(|_| ParseMoveError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_passes_are_read() {
        for text in ["pass", "Pass", "PA", "ps", "--"] {
            assert_eq!(text.parse(), Ok(Move::Pass), "{text}");
        }
        assert_eq!("h8".parse(), Ok(Move::Play(Square::H8)));
        for text in ["", "-", "i1", "a9", "passs", "f5 "] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text:?}");
        }
    }
}
