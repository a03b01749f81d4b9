//! The 32 squares, and sets of them in 32 bits.

use core::fmt;
use core::str::FromStr;

/// A square: files a to d, ranks 1 to 8. Its index is `4 * rank + file`, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 32;

    /// The square with this index, or `None` from 32 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square with the low five bits of this index.
    pub(crate) const fn wrapping(index: u32) -> Self {
        Self((index & 31) as u8)
    }

    /// The index, below 32.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The file: 0 for a, 3 for d.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 3
    }

    /// The rank: 0 for 1, 7 for 8.
    #[must_use]
    pub const fn rank(self) -> u8 {
        (self.0 & 31) >> 2
    }

    /// The set of this square only.
    #[inline]
    #[must_use]
    pub const fn set(self) -> Squares {
        Squares(1 << (self.0 & 31))
    }

    /// The steps between two squares: files apart plus ranks apart.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        (self.file().abs_diff(other.file()) + self.rank().abs_diff(other.rank())) as u32
    }

    /// All squares: a1, b1, c1, d1, a2 and so on.
    pub fn all() -> SquareIter {
        Squares::ALL.into_iter()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square from a1 to d8")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'd', rank @ b'1'..=b'8'] => Ok(Self((rank - b'1') * 4 + file - b'a')),
            _ => Err(ParseSquareError),
        }
    }
}

/// A set of squares: bit `i` is the square with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(pub u32);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(u32::MAX);
    const FILE_A: u32 = 0x1111_1111;
    const FILE_D: u32 = 0x8888_8888;

    /// Whether there is no square in it.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in it.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in it.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> (square.0 & 31) & 1 == 1
    }

    /// The squares that are in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The squares that are in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The squares that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The orthogonal neighbours of its squares.
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> Self {
        let sides = (self.0 & !Self::FILE_D) << 1 | (self.0 & !Self::FILE_A) >> 1;
        Self(self.0 << 4 | self.0 >> 4 | sides)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquareIter;

    fn into_iter(self) -> SquareIter {
        SquareIter(self.0)
    }
}

/// The squares of a set, by index.
#[derive(Clone, Debug)]
pub struct SquareIter(u32);

impl Iterator for SquareIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::wrapping(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SquareIter {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn squares_survive_their_text() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for text in ["", "a", "a0", "a9", "e1", "A1", "a1 ", "a1b"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for square in Square::all() {
            for other in Square::all() {
                let near = square.set().neighbours().has(other);
                assert_eq!(near, square.distance(other) == 1, "{square} {other}");
            }
        }
    }
}
