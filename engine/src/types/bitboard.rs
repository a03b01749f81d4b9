//! Sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares, one bit each.
///
/// Iteration goes from a1 to h8, row by row. `Debug` draws the set:
///
/// ```
/// use wedge_engine::Board;
///
/// let moves = Board::default().legal_moves();
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
        if cfg!(all(target_arch = "arm", target_os = "none")) {
            count_halves(self.0)
        } else {
            self.0.count_ones()
        }
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

#[cfg(feature = "defmt")]
impl defmt::Format for Bitboard {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{:#018x}", self.0);
    }
}

/// The number of bits, counted in both halves at once as soon as a count of both fits in four bits:
/// 16 instructions on the chip instead of 22.
const fn count_halves(bits: u64) -> u32 {
    const fn by_fours(bits: u32) -> u32 {
        let by_twos = bits - (bits >> 1 & 0x5555_5555);
        (by_twos & 0x3333_3333) + (by_twos >> 2 & 0x3333_3333)
    }
    let by_fours = by_fours(bits as u32) + by_fours((bits >> 32) as u32);
    let by_eights = (by_fours & 0x0F0F_0F0F) + (by_fours >> 4 & 0x0F0F_0F0F);
    by_eights.wrapping_mul(0x0101_0101) >> 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn halves_are_counted_together() {
        let mut random = SplitMix64::new(4);
        let check = |bits: u64| assert_eq!(count_halves(bits), bits.count_ones(), "{bits:#x}");
        [0, !0, 1, 1 << 63].into_iter().for_each(check);
        for _ in 0..100_000 {
            let bits = random.next();
            check(bits);
            check(bits & random.next() & random.next());
            check(bits | random.next() | random.next());
        }
    }
}
