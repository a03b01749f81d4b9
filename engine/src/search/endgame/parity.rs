//! Quadrant parity, the cheapest move ordering of the endgame.

use core::marker::PhantomData;

use crate::types::Size;

/// The four quadrants of the board, as a set of four bits.
///
/// In a quadrant with an odd number of empty squares the player who moves there first usually also
/// has the last move there. So moves in odd quadrants are tried first.
pub(super) struct Quadrants<S>(PhantomData<S>);

impl<S: Size> Quadrants<S> {
    /// The quadrant of each square, as one bit.
    const OF: [u8; 64] = {
        let mut of = [0; 64];
        let mut square = 0;
        while square < 64 {
            let (column, row) = (square % 8, square / 8);
            let right = (column >= S::WIDTH / 2) as u8;
            let lower = (row >= S::HEIGHT / 2) as u8;
            of[square] = 1 << (right + 2 * lower);
            square += 1;
        }
        of
    };

    /// The squares of each union of quadrants.
    const SQUARES: [u64; 16] = {
        let mut squares = [0; 16];
        let mut union = 0;
        while union < 16 {
            let mut square = 0;
            while square < 64 {
                if union & Self::OF[square] as usize != 0 {
                    squares[union] |= 1 << square;
                }
                square += 1;
            }
            union += 1;
        }
        squares
    };

    /// The quadrants with an odd number of these squares.
    #[inline]
    pub(super) fn odd(squares: u64) -> u8 {
        let mut odd = 0;
        for quadrant in 0..4 {
            let count = (squares & Self::SQUARES[1 << quadrant]).count_ones() as u8;
            odd |= (count & 1) << quadrant;
        }
        odd
    }

    /// The quadrant of a square.
    #[inline]
    pub(super) const fn of(square: usize) -> u8 {
        Self::OF[square % 64]
    }

    /// The odd quadrants after a move on this square.
    #[inline]
    pub(super) const fn after(odd: u8, square: usize) -> u8 {
        odd ^ Self::OF[square % 64]
    }

    /// The squares of these quadrants.
    #[inline]
    pub(super) const fn squares(quadrants: u8) -> u64 {
        Self::SQUARES[(quadrants & 15) as usize]
    }
}
