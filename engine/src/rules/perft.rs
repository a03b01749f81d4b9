//! Perft: counting the leaves of the game tree, the standard test of a move generator.

use crate::rules::Board;
use crate::rules::moves;
use crate::types::{Bitboard, Size};

/// The number of leaves `depth` plies below a board. A pass is a ply; a finished game is one leaf.
///
/// The moves of the last ply are counted but not made.
///
/// ```
/// use wedge_engine::{Board, perft};
///
/// assert_eq!(perft(&Board::default(), 5), 1396);
/// ```
#[must_use]
pub fn perft<S: Size>(board: &Board<S>, depth: u32) -> u64 {
    let (mover, opponent) = (board.mover().0, board.opponent().0);
    match depth {
        0 => 1,
        1 => mobility(mover, opponent, S::MASK),
        _ => {
            let mut parents = Parents::new(S::MASK);
            parents.collect(mover, opponent, depth - 1);
            parents.leaves()
        }
    }
}

/// The number of leaves one ply below a board. A player without a move passes, or the game is over:
/// one leaf either way.
#[inline]
fn mobility(mover: u64, opponent: u64, mask: u64) -> u64 {
    u64::from((moves::legal_in_bulk(mover, opponent) & mask).count_ones().max(1))
}

/// The number of boards in a batch: enough to fill any vector several times, and only a kilobyte of
/// stack on a microcontroller.
const BATCH: usize = 64;

/// Boards one ply above the leaves. They are counted in batches, which the compiler vectorizes.
struct Parents {
    mover: [u64; BATCH],
    opponent: [u64; BATCH],
    len: usize,
    leaves: u64,
    mask: u64,
}

impl Parents {
    const fn new(mask: u64) -> Self {
        Self { mover: [0; BATCH], opponent: [0; BATCH], len: 0, leaves: 0, mask }
    }

    /// Collects the boards `depth` plies below this one. A game that ends earlier is one leaf.
    fn collect(&mut self, mover: u64, opponent: u64, depth: u32) {
        let legal = moves::legal(mover, opponent) & self.mask;
        if legal == 0 {
            if moves::legal(opponent, mover) & self.mask == 0 {
                self.leaves += 1;
            } else if depth == 1 {
                self.push(opponent, mover);
            } else {
                self.collect(opponent, mover, depth - 1);
            }
            return;
        }
        for square in Bitboard(legal) {
            let flips = moves::flips(square.index(), mover, opponent);
            let (next_mover, next_opponent) = (opponent ^ flips, mover ^ flips ^ square.bit().0);
            if depth == 1 {
                self.push(next_mover, next_opponent);
            } else {
                self.collect(next_mover, next_opponent, depth - 1);
            }
        }
    }

    #[inline]
    fn push(&mut self, mover: u64, opponent: u64) {
        self.mover[self.len % BATCH] = mover;
        self.opponent[self.len % BATCH] = opponent;
        self.len += 1;
        if self.len == BATCH {
            self.leaves += self.count();
            self.len = 0;
        }
    }

    /// The leaves below a full batch.
    fn count(&self) -> u64 {
        let boards = self.mover.iter().zip(&self.opponent);
        boards.map(|(&mover, &opponent)| mobility(mover, opponent, self.mask)).sum()
    }

    /// All leaves, including those of the last, incomplete batch.
    fn leaves(self) -> u64 {
        let rest = self.mover.iter().zip(&self.opponent).take(self.len);
        let rest = rest.map(|(&mover, &opponent)| mobility(mover, opponent, self.mask));
        self.leaves + rest.sum::<u64>()
    }
}
