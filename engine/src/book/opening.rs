//! The lookup of a position in a book.

use heapless::Vec;

use super::walk::{Reach, after};
use super::{Book, Value};
use crate::rules::{Board, Symmetry};
use crate::types::{Eight, Score, SplitMix64, Square};

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

/// A move that might lead to a position in the book.
struct Candidate {
    square: Square,
    /// The position after it, in its canonical image.
    canonical: Board,
    /// Whether the other player is to move there, as opposed to a pass.
    turn_changes: bool,
    value: Option<Value>,
}

impl Opening {
    /// The moves that lead to other positions in the book, the best first.
    #[must_use]
    pub fn moves(&self) -> &[BookMove] {
        &self.moves
    }

    /// Finds a position and the positions after its moves, in one walk through the book.
    ///
    /// The walk skips branches that cannot lead there: no ancestor of a position has a disc on a
    /// square that is empty in it, under any symmetry.
    pub(super) fn find(book: &Book<'_>, board: &Board) -> Option<Self> {
        let legal = board.legal_moves();
        let discs = board.occupied().len();
        // Most positions of a game are beyond the depth of the book.
        if discs as usize > 4 + book.deepest() {
            return None;
        }
        let canonical = board.canonical();
        let mut candidates: Vec<Candidate, 40> = legal
            .into_iter()
            .filter_map(|square| {
                let next = after(board, square)?;
                let turn_changes = board.play(square) == Some(next);
                Some(Candidate { square, canonical: next.canonical(), turn_changes, value: None })
            })
            .take(40)
            .collect();
        let mut reach: Reach = [0; 64];
        for (bit, symmetry) in Symmetry::ALL.iter().enumerate() {
            for square in symmetry.set::<Eight>(board.occupied() | legal) {
                if let Some(symmetries) = reach.get_mut(square.index()) {
                    *symmetries |= 1 << bit;
                }
            }
        }
        let mut own = None;
        book.walk_within(&reach, |step| {
            let more = step.board.occupied().len();
            if more > discs + 1 {
                return false;
            }
            if more >= discs {
                let image = step.board.canonical();
                if image == canonical {
                    own = Some(step.value);
                }
                for candidate in candidates.iter_mut().filter(|known| known.canonical == image) {
                    candidate.value = Some(step.value);
                }
            }
            more <= discs
        });
        let value = own?;
        let mut moves: Vec<BookMove, 40> = candidates
            .iter()
            .filter_map(|&Candidate { square, turn_changes, value, .. }| {
                let value = if turn_changes { value?.reversed() } else { value? };
                Some(BookMove { square, value })
            })
            .collect();
        moves.sort_unstable_by_key(|book_move| (-book_move.value.score(), book_move.square));
        (!moves.is_empty()).then_some(Self { value, moves })
    }

    /// Chooses at random a move within the margin: see [`Book::choose`].
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
