//! Squares, sets of squares, colours and moves: the words everything else is said in.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
use core::str::FromStr;

/// One of the 64 squares, `a1` = 0, `b1` = 1, `a2` = 8, `h8` = 63.
///
/// ```
/// use wedge_engine::Square;
///
/// let square: Square = "f5".parse().unwrap();
/// assert_eq!(square, Square::new(5, 4).unwrap());
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

    /// The square of the low six bits of a number: for callers that know it is below 64.
    #[inline]
    pub(crate) const fn masked(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// Its number, 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // Telling the compiler the range spares the bounds checks of 64-entry tables.
        (self.0 & 63) as usize
    }

    /// Its column, 0 for a.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() & 7
    }

    /// Its row, 0 for the first.
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
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square such as f5")
    }
}

impl core::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let &[column, row] = text.as_bytes() else { return Err(NotASquare) };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        Self::new(column.into(), row.into()).ok_or(NotASquare)
    }
}

/// A set of squares, one bit each.
///
/// Iterating goes from a1 to h8. `Debug` draws it:
///
/// ```
/// use wedge_engine::Board;
///
/// let moves = Board::start().legal_moves();
/// assert_eq!(moves.len(), 4);
/// assert_eq!(format!("{moves:?}").trim_end(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . # . . . .
/// . . # . . . . .
/// . . . . . # . .
/// . . . . # . . .
/// . . . . . . . .
/// . . . . . . . .");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// How many squares are in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no square.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The first square of the set, in the order a1, b1, ..., h8.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.trailing_zeros())) }
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..8 {
            for column in 0..8 {
                let mark = if self.0 >> (row * 8 + column) & 1 != 0 { "#" } else { "." };
                write!(f, "{}{mark}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct SetIter(Bitboard);

impl Iterator for SetIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SetIter {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = SetIter;

    #[inline]
    fn into_iter(self) -> SetIter {
        SetIter(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bit())
    }
}

macro_rules! set_operator {
    ($operator:ident $method:ident, $assign:ident $assign_method:ident, $token:tt) => {
        impl $operator for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $token other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $token other;
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign, &);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The two players. Black moves first.
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

    /// Its letter in board texts: `X` or `O`.
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

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Move {
    /// A disc on a square.
    Play(Square),
    /// Nothing: only when there is no legal square.
    Pass,
}

impl Move {
    /// The square played, none for a pass.
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

#[cfg(feature = "defmt")]
impl defmt::Format for Square {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1);
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Bitboard {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{:#018x}", self.0);
    }
}
