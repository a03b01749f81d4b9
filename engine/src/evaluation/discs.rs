//! The disc count: what beginners maximize, and what counts at the end of the game.

use super::Evaluator;
use crate::rules::Board;
use crate::types::{Bitboard, Score, Size};

/// The mover's discs less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

impl<S: Size> Evaluator<S> for Discs {
    #[inline]
    fn evaluate(&self, board: &Board<S>, _moves: Bitboard) -> Score {
        Score::from_discs(super::lead(board, S::MASK))
    }
}
