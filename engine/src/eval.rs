//! Evaluators: what a position is worth without looking further.
//!
//! The ones here were written by hand, after programs that played each other in a university's
//! Othello contest. Their authors counted in points of their own; each says how many points make
//! a disc, so that scores of all evaluators and of finished games can be compared.

mod discs;
mod squares;
mod stability;

pub use discs::Discs;
pub use squares::Squares;
pub(crate) use squares::mirrored;
pub use stability::Stability;

use crate::board::Board;
use crate::score::Score;
use crate::size::{Eight, Size};
use crate::square::Bitboard;

/// Tells what a position is worth to the mover.
pub trait Evaluator<S: Size = Eight> {
    /// The value of a position; `moves` are the mover's legal moves, which the caller has at hand.
    ///
    /// The search asks only for positions in which the mover has a move.
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score;
}

impl<S: Size, E: Evaluator<S> + ?Sized> Evaluator<S> for &E {
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        (**self).evaluate(board, moves)
    }
}

/// A score from an author's points.
const fn from_points(points: i32, points_per_disc: i32) -> Score {
    Score::from_units(points * Score::UNIT / points_per_disc)
}

/// How many more squares of a set the mover holds than the opponent.
const fn lead<S: Size>(board: &Board<S>, set: u64) -> i32 {
    (board.mover().0 & set).count_ones() as i32 - (board.opponent().0 & set).count_ones() as i32
}
