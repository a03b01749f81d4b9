//! Stable discs, corners, X-squares and mobility.

use super::{Evaluator, from_points, lead};
use crate::rules::Board;
use crate::rules::stable_discs;
use crate::types::{Bitboard, Score, Size};

const CORNER: i32 = 64;
const X_SQUARE: i32 = -32;
/// Chosen relative to the points of a corner, which makes its neighbours stable and costs a few
/// moves.
const STABLE: i32 = 16;
const MOBILITY: i32 = 8;
/// Points per disc, by regression on exactly solved tournament positions.
const POINTS_PER_DISC: i32 = 6;

/// Stability + corner 64 + X-square -32 + mobility.
///
/// Corner and X-square have the points of a program for the 6x6 board. Unlike there, an X-square
/// counts only while its corner is empty, because next to a taken corner it is a square like any
/// other, and moves count for the side that has them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stability;

impl Stability {
    /// The value in the evaluator's own points.
    #[inline]
    #[must_use]
    pub fn points<S: Size>(board: &Board<S>, moves: Bitboard) -> i32 {
        let mobility = moves.len() as i32 - board.pass().legal_moves().len() as i32;
        let mut points = MOBILITY * mobility;
        // Most midgame positions have no disc on these squares, and counting bits is slow on
        // processors without a population count.
        let exposed = exposed_x_squares::<S>(board.empty().0);
        if board.occupied().0 & exposed != 0 {
            points += X_SQUARE * lead(board, exposed);
        }
        if board.occupied().0 & S::CORNERS != 0 {
            points += CORNER * lead(board, S::CORNERS);
            points += STABLE * lead(board, stable_discs(board).0);
        }
        points
    }
}

/// The X-squares next to empty corners.
#[inline]
const fn exposed_x_squares<S: Size>(empty: u64) -> u64 {
    let corners = empty & S::CORNERS;
    (corners << 9 | corners >> 9 | corners << 7 | corners >> 7) & S::X_SQUARES
}

impl<S: Size> Evaluator<S> for Stability {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        from_points(Self::points(board, moves), POINTS_PER_DISC)
    }
}
