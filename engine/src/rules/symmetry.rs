//! The eight symmetries of the board.

use crate::rules::Board;
use crate::types::{Bitboard, Size, Square};

/// One of the eight symmetries of the board: rotations and reflections.
///
/// ```
/// use wedge_engine::{Board, Symmetry};
///
/// let board = Board::default();
/// let same = Symmetry::ALL.iter().filter(|symmetry| symmetry.board(&board) == board).count();
/// assert_eq!(same, 4, "the start is symmetric under a half turn and two reflections");
/// let moves = ["f5", "d3", "c4", "e6"].map(|mv| board.play(mv.parse().unwrap()).unwrap());
/// assert!(moves.iter().all(|after| after.canonical() == moves[0].canonical()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

/// Bit: reflect the columns.
const COLUMNS: u8 = 1;
/// Bit: reflect the rows.
const ROWS: u8 = 2;
/// Bit: then swap columns and rows.
const DIAGONAL: u8 = 4;

impl Symmetry {
    /// All eight; the first is the identity.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The image of a set on a board of this size. A board that is not square has four symmetries: the
    /// last four of [`Symmetry::ALL`] are then the same as the first.
    #[inline]
    #[must_use]
    pub const fn set<S: Size>(self, set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        // A small board lies in the a1 corner of the 8x8 board, so a reflection of the 8x8 board
        // moves it away and a shift brings it back.
        let (right, down) = (8 - S::WIDTH, 8 - S::HEIGHT);
        if self.0 & COLUMNS != 0 {
            // Both reversals together keep the rows in place.
            bits = bits.reverse_bits().swap_bytes() >> right;
        }
        if self.0 & ROWS != 0 {
            bits = bits.swap_bytes() >> (8 * down);
        }
        if self.0 & DIAGONAL != 0 && S::IS_SQUARE {
            bits = transpose(bits);
        }
        Bitboard(bits)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // The axes are swapped last, so what was done to the columns is then undone on the rows.
        if self.0 & DIAGONAL == 0 {
            self
        } else {
            Self(DIAGONAL | (self.0 & COLUMNS) << 1 | (self.0 & ROWS) >> 1)
        }
    }

    /// The image of a square on a board of this size.
    #[must_use]
    pub const fn square<S: Size>(self, square: Square) -> Square {
        Square::masked(self.set::<S>(square.bit()).0.trailing_zeros())
    }

    /// The image of a board.
    #[must_use]
    pub fn board<S: Size>(self, board: &Board<S>) -> Board<S> {
        board.map(|set| self.set::<S>(set))
    }
}

/// Swaps columns and rows, by exchanging ever larger blocks across the diagonal. Only the last
/// exchange crosses the middle of the board, so 32-bit processors need no shift of 64 bits.
#[inline]
pub(crate) const fn transpose(bits: u64) -> u64 {
    let [low, high] = [transpose_blocks(bits as u32), transpose_blocks((bits >> 32) as u32)];
    let change = (low >> 4 ^ high) & 0x0F0F_0F0F;
    (low ^ change << 4) as u64 | ((high ^ change) as u64) << 32
}

/// Transposes each of the two blocks of 4x4 squares of half a board.
#[inline]
const fn transpose_blocks(mut half: u32) -> u32 {
    let change = (half ^ half >> 7) & 0x00AA_00AA;
    half ^= change ^ change << 7;
    let change = (half ^ half >> 14) & 0x0000_CCCC;
    half ^ change ^ change << 14
}

impl<S: Size> Board<S> {
    /// The representative of the eight images of a board: the smallest.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let images = Symmetry::ALL.iter().map(|symmetry| symmetry.board(self));
        images.fold(*self, |least, image| {
            let key = |board: &Self| (board.mover().0, board.opponent().0);
            if key(&image) < key(&least) { image } else { least }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Eight, Rectangle, Six, SplitMix64};

    /// The definition, square by square.
    fn by_square<S: Size>(symmetry: Symmetry, set: Bitboard) -> Bitboard {
        set.into_iter()
            .filter_map(|square| {
                let (mut column, mut row) = (square.column(), square.row());
                if symmetry.0 & COLUMNS != 0 {
                    column = S::WIDTH - 1 - column;
                }
                if symmetry.0 & ROWS != 0 {
                    row = S::HEIGHT - 1 - row;
                }
                if symmetry.0 & DIAGONAL != 0 && S::IS_SQUARE {
                    (column, row) = (row, column);
                }
                Square::new(column, row)
            })
            .collect()
    }

    fn check<S: Size>() {
        let mut random = SplitMix64::new(5);
        for _ in 0..1000 {
            let set = Bitboard(random.next() & S::MASK);
            for symmetry in Symmetry::ALL {
                assert_eq!(symmetry.set::<S>(set), by_square::<S>(symmetry, set), "{symmetry:?}");
                if let Some(square) = set.first() {
                    let there = by_square::<S>(symmetry, square.bit()).first();
                    assert_eq!(Some(symmetry.square::<S>(square)), there);
                }
                if S::IS_SQUARE {
                    assert_eq!(symmetry.inverse().set::<S>(symmetry.set::<S>(set)), set);
                }
            }
        }
    }

    #[test]
    fn sets_are_mapped_as_their_squares_are() {
        check::<Eight>();
        check::<Six>();
        check::<Rectangle<5, 5>>();
        check::<Rectangle<4, 7>>();
        check::<Rectangle<8, 3>>();
    }

    #[test]
    fn the_eight_symmetries_differ() {
        let set = Bitboard(0x0000_0000_0302_8001);
        let images = Symmetry::ALL.map(|symmetry| symmetry.set::<Eight>(set));
        for (at, image) in images.iter().enumerate() {
            assert!(!images[..at].contains(image), "{at}");
        }
        assert_eq!(images[0], set);
    }

    /// Playing and mapping commute, and all images of a board have the same representative.
    #[test]
    fn the_rules_are_symmetric() {
        let mut random = SplitMix64::new(1);
        let mut board = Board::default();
        while !board.is_over() {
            let moves = board.legal_moves();
            let Some(square) = moves.into_iter().nth(random.below(moves.len()) as usize) else {
                board = board.pass();
                continue;
            };
            let after = board.play(square).unwrap();
            for symmetry in Symmetry::ALL {
                let image = symmetry.board(&board);
                assert_eq!(image.canonical(), board.canonical());
                let there = image.play(symmetry.square::<Eight>(square)).unwrap();
                assert_eq!(there, symmetry.board(&after));
            }
            board = after;
        }
    }
}
