//! The evaluation, chosen by name when the program starts.

use wedge_engine::{Bitboard, Board, Discs, Evaluator, Score, Size, Squares, Stability};

use crate::words::Word;

/// Any of the engine's evaluators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eval {
    /// Disc difference.
    Discs,
    /// Square weights, mobility and corners.
    Squares,
    /// Stable discs, corners, X-squares and mobility: the strongest of the three.
    #[default]
    Stability,
}

impl Word for Eval {
    const WHAT: &'static str = "evaluation";
    const ALL: &'static [(&'static str, Self)] =
        &[("discs", Self::Discs), ("squares", Self::Squares), ("stability", Self::Stability)];
}

impl<S: Size> Evaluator<S> for Eval {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        match self {
            Self::Discs => Discs.evaluate(board, moves),
            Self::Squares => Squares.evaluate(board, moves),
            Self::Stability => Stability.evaluate(board, moves),
        }
    }
}
