//! The entry of a position in a book, and the choice of a move.

use heapless::Vec;

use super::Value;
use crate::types::{Score, SplitMix64, Square};

/// A move that leads to a position in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The square.
    pub square: Square,
    /// The value for the mover.
    pub value: Value,
}

/// The entry of a position in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The value of the position for the mover. No book move has a higher value, but the best move
    /// itself may be missing from the book.
    pub value: Value,
    pub(super) moves: Vec<BookMove, 40>,
}

impl Opening {
    /// The moves that lead to other positions in the book, the best first.
    #[must_use]
    pub fn moves(&self) -> &[BookMove] {
        &self.moves
    }

    /// Chooses at random a move within the margin: see [`Book::choose`](super::Book::choose).
    pub(super) fn choose(
        &self,
        fair: Score,
        margin: Score,
        random: &mut SplitMix64,
    ) -> Option<BookMove> {
        let (best, margin) = (self.value.score().units(), margin.units());
        let least = (best - margin).max(best.min(fair.units() - margin));
        let good =
            self.moves.iter().take_while(|book_move| book_move.value.score().units() >= least);
        let pick = random.below(good.count() as u32) as usize;
        // If no move is good enough, the pick is the first one, which is not either.
        self.moves.get(pick).copied().filter(|book_move| book_move.value.score().units() >= least)
    }
}
