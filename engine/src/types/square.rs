//! The squares of the board.

use core::fmt;
use core::str::FromStr;

use super::Bitboard;

/// One of the 64 squares, `a1` = 0, `b1` = 1, `a2` = 8, `h8` = 63.
///
/// ```
/// use wedge_engine::Square;
///
/// let square: Square = "f5".parse().unwrap();
/// assert_eq!(square, Square::F5);
/// assert_eq!(Some(square), Square::new(5, 4));
/// assert_eq!(square.to_string(), "f5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at a column (0 for a) and a row (0 for the first), if it is on the board.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < 8 && row < 8 { Some(Self((row * 8 + column) as u8)) } else { None }
    }

    /// The square with this number, if it is below 64.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The square with this number, for callers that know that it is below 64.
    #[inline]
    pub(crate) const fn masked(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// The number of the square, 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask tells the compiler the range: tables of 64 entries need no bounds check.
        (self.0 & 63) as usize
    }

    /// The column, 0 for a.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() & 7
    }

    /// The row, 0 for the first.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() >> 3
    }

    /// The set that holds only this square.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

macro_rules! name_squares {
    ($($name:ident)*) => {
        name_squares!(@ (0_u8) $($name)*);
    };
    (@ ($index:expr) $name:ident $($rest:ident)*) => {
        impl Square {
            #[doc = concat!("The square ", stringify!($name), ".")]
            pub const $name: Self = Self($index);
        }
        name_squares!(@ ($index + 1) $($rest)*);
    };
    (@ ($index:expr)) => {};
}

name_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column() as u8, b'1' + self.row() as u8];
        f.pad(core::str::from_utf8(&name).unwrap_or("??"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square name such as `f5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square such as f5")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[column, row] = text.as_bytes() else { return Err(ParseSquareError) };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        Self::new(column.into(), row.into()).ok_or(ParseSquareError)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Square {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn constants_have_the_names_of_their_squares() {
        assert_eq!((Square::A1.index(), Square::H8.index()), (0, 63));
        assert_eq!((Square::B1.index(), Square::A2.index()), (1, 8));
        for (constant, name) in [(Square::A1, "a1"), (Square::F5, "f5"), (Square::H8, "h8")] {
            assert_eq!(constant.to_string(), name);
            assert_eq!(name.parse(), Ok(constant));
        }
    }
}
