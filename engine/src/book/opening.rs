//! What a book knows about a position.

use heapless::Vec;

use super::walk::after;
use super::{Book, Value};
use crate::rules::{Board, Symmetry};
use crate::types::{Eight, Score, SplitMix64, Square};

/// A move that leads to a position in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The square.
    pub square: Square,
    /// What it is worth to the mover.
    pub value: Value,
}

/// What a book knows about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// What the position is worth to the mover. No move of the book is worth more; those that are
    /// worth as much may not be in it.
    pub value: Value,
    /// Moves that lead to other positions in the book, the best first.
    pub moves: Vec<BookMove, 40>,
}

/// A move that might lead to a position in the book.
struct Candidate {
    square: Square,
    /// The position that it leads to, in the image that all share.
    canonical: Board,
    /// The other player is to move there, as usual.
    turn_changes: bool,
    value: Option<Value>,
}

impl Opening {
    /// Looks for a position and those behind its moves, all in one walk through the book.
    ///
    /// The walk leaves out what cannot lead there: on the way to a position there is no disc where
    /// it has none, however it is turned.
    pub(super) fn find(book: &Book<'_>, board: &Board) -> Option<Self> {
        let legal = board.legal_moves();
        let discs = board.occupied().len();
        // Most of a game is played long after its opening.
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
        let reach = Symmetry::ALL.map(|symmetry| symmetry.set::<Eight>(board.occupied() | legal));
        let mut own = None;
        book.walk(|step| {
            let there = step.board.occupied();
            let (more, leads_on) = (there.len(), |reach| there & reach == there);
            if more > discs + 1 || !reach.into_iter().any(leads_on) {
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
        moves.sort_unstable_by_key(|known| (-known.value.score(), known.square));
        (!moves.is_empty()).then_some(Self { value, moves })
    }

    /// Chooses by chance a move that is hardly worse than the best: see [`Book::choose`].
    pub(super) fn choose(
        &self,
        fair: Score,
        margin: Score,
        random: &mut SplitMix64,
    ) -> Option<BookMove> {
        let (best, margin) = (self.value.score().units(), margin.units());
        let least = (best - margin).max(best.min(fair.units() - margin));
        let good = self.moves.iter().take_while(|known| known.value.score().units() >= least);
        let pick = random.below(good.count() as u32) as usize;
        // With no good move at hand the first one is none either.
        self.moves.get(pick).copied().filter(|known| known.value.score().units() >= least)
    }
}
