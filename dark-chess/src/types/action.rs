//! What a side does in a turn, and what comes of it.

use core::fmt;
use core::str::FromStr;

use super::{Piece, Square};

/// What a side does in a turn: it flips a face-down piece or moves one of its own. Ten bits.
///
/// Written `b5` for a flip and `b2-b3` for a move, as a player enters it: what a flip reveals is not
/// his to say. [`Ply`] has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(u16);

impl Action {
    /// Flips the piece on a square.
    #[inline]
    #[must_use]
    pub const fn flip(square: Square) -> Self {
        Self::step(square, square)
    }

    /// Moves a piece. From a square to itself it is a flip.
    #[inline]
    #[must_use]
    pub const fn step(from: Square, to: Square) -> Self {
        Self((from.index() << 5 | to.index()) as u16)
    }

    /// The square of the piece, face down or not.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0 as u32 >> 5)
    }

    /// The square that the piece goes to; for a flip the same as [`Action::from`].
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::wrapping(self.0 as u32)
    }

    /// Whether it is a flip.
    #[inline]
    #[must_use]
    pub const fn is_flip(self) -> bool {
        self.from().index() == self.to().index()
    }

    /// Ten bits.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0 & 1023
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits & 1023)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_flip() {
            write!(f, "{}", self.from())
        } else {
            write!(f, "{}-{}", self.from(), self.to())
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseActionError;

impl fmt::Display for ParseActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a flip such as b5 or a move such as b2-b3")
    }
}

impl core::error::Error for ParseActionError {}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let square = |text: &str| text.parse::<Square>().map_err(|_| ParseActionError);
        match text.split_once('-') {
            None => square(text).map(Self::flip),
            Some((from, to)) => {
                let (from, to) = (square(from)?, square(to)?);
                if from == to { Err(ParseActionError) } else { Ok(Self::step(from, to)) }
            }
        }
    }
}

/// A turn as it was played: `b5(N)` flips b5 and finds a red knight, `b2-b3` moves or captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A flip and the piece that it revealed.
    Flip(Square, Piece),
    /// A move or a capture, from one square to another.
    Step(Square, Square),
}

impl Ply {
    /// What the side did.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Flip(square, _) => Action::flip(square),
            Self::Step(from, to) => Action::step(from, to),
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flip(square, piece) => write!(f, "{square}({piece})"),
            Self::Step(from, to) => write!(f, "{from}-{to}"),
        }
    }
}

impl fmt::Debug for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePlyError;

impl fmt::Display for ParsePlyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a flip such as b5(N) or a move such as b2-b3")
    }
}

impl core::error::Error for ParsePlyError {}

impl FromStr for Ply {
    type Err = ParsePlyError;

    fn from_str(text: &str) -> Result<Self, ParsePlyError> {
        if let Some((square, piece)) = text.strip_suffix(')').and_then(|text| text.split_once('('))
        {
            let square = square.parse().map_err(|_| ParsePlyError)?;
            return Ok(Self::Flip(square, piece.parse().map_err(|_| ParsePlyError)?));
        }
        let action: Action = text.parse().map_err(|_| ParsePlyError)?;
        if action.is_flip() {
            Err(ParsePlyError)
        } else {
            Ok(Self::Step(action.from(), action.to()))
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn actions_and_plies_survive_their_text() {
        for from in Square::all() {
            for to in Square::all() {
                let action = Action::step(from, to);
                assert_eq!((action.from(), action.to()), (from, to));
                assert_eq!(action.to_string().parse(), Ok(action));
                assert_eq!(Action::from_bits(action.bits()), action);
            }
            for piece in Piece::all() {
                let ply = Ply::Flip(from, piece);
                assert_eq!(ply.to_string().parse(), Ok(ply));
            }
        }
        for text in ["", "b5()", "b5(x)", "b5(N", "b5N", "b5", "b2-b2", "b2-", "b2b3", "b2-b3-b4"] {
            assert_eq!(text.parse::<Ply>(), Err(ParsePlyError), "{text}");
        }
    }
}
