//! The two players.

use core::fmt;
use core::str::FromStr;

/// The two players. Black moves first.
///
/// ```
/// use wedge_engine::Color;
///
/// assert_eq!("White".parse(), Ok(Color::White));
/// assert_eq!("b".parse(), Ok(Color::Black));
/// assert_eq!(Color::White.to_string(), "white");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Color {
    /// The first to move, `X` in board texts.
    Black,
    /// The second, `O` in board texts.
    White,
}

impl Color {
    /// The other player.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The letter in board texts: `X` or `O`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// The text is not a colour such as `black`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseColorError;

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a colour: black or white, b or w")
    }
}

impl core::error::Error for ParseColorError {}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `black`, `white` or their first letters, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        let is = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(text));
        if is(["b", "black"]) {
            Ok(Self::Black)
        } else if is(["w", "white"]) {
            Ok(Self::White)
        } else {
            Err(ParseColorError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_full_or_by_their_letter() {
        for (text, color) in [("b", Color::Black), ("BLACK", Color::Black), ("W", Color::White)] {
            assert_eq!(text.parse(), Ok(color));
        }
        for text in ["", "X", "blac", "whitee", "green"] {
            assert_eq!(text.parse::<Color>(), Err(ParseColorError), "{text:?}");
        }
    }
}
