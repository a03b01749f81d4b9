//! Null-window proof with few empty squares, where a solution spends most of its time. The flips
//! and replies found while ordering are kept, so that nothing is computed twice.

use heapless::Vec;

use super::last_four::solve;
use super::{Quadrants, SHALLOW_EMPTIES, stability_cutoff};
use crate::evaluation::Evaluator;
use crate::rules::zobrist::KEYS;
use crate::search::budget::Stopped;
use crate::search::context::{INFINITY, Node, SearchContext};
use crate::search::ordering::weighted_mobility;
use crate::search::{Bound, Hit};
use crate::types::{Bitboard, Score, Size, Square};

/// Nodes with fewer empty squares neither probe nor fill the table: they are many, and even the
/// close part of the table takes time.
const TABLE_EMPTIES: u32 = 8;

/// A move with its ordering score, its flips and the opponent's replies to it.
struct ScoredMove {
    score: i32,
    square: Square,
    flips: Bitboard,
    replies: Bitboard,
}

/// The weights of a reply of the opponent and of a move in an odd quadrant.
const MOBILITY_WEIGHT: i32 = 2;
const PARITY_WEIGHT: i32 = 1;

impl<E: Evaluator<S>, S: Size> SearchContext<'_, '_, E, S> {
    /// Proves whether the result with best play is above `alpha` discs: a bound on that side.
    /// `moves` are the legal moves, `odd` the quadrants with an odd number of empty squares.
    pub(super) fn prove_shallow(
        &mut self,
        node: &Node<S>,
        moves: Bitboard,
        alpha: i32,
        odd: u8,
    ) -> Result<i32, Stopped> {
        let board = node.board;
        let empties = board.empties();

        // 1. Stability cutoff.
        if let Some(most) = stability_cutoff(&board, empties, alpha) {
            return Ok(most);
        }

        // 2. No legal move: a pass or the end of the game.
        if moves.is_empty() {
            let passed = node.pass();
            let moves = passed.board.legal_moves();
            if moves.is_empty() {
                return Ok(board.result());
            }
            return Ok(-self.prove_shallow(&passed, moves, -alpha - 1, odd)?);
        }

        // 3. Transposition table probe: a cutoff, or a move to try first.
        //    Only the close part of the table is used: memory is slow.
        let thread = self.search.thread;
        let table = self.search.table.filter(|_| empties >= TABLE_EMPTIES);
        let table = table.map(|table| table.close(thread));
        let hit = table.and_then(|table| table.probe(node.hash, node.side));
        if let Some(value) = hit.and_then(|hit| self.table_cutoff(hit, empties, alpha)) {
            return Ok(value);
        }

        // 4. Move ordering: table move, then mobility, then parity.
        let first = hit.and_then(|hit| hit.best);
        let mut scored = Vec::<ScoredMove, { SHALLOW_EMPTIES as usize }>::new();
        for square in moves {
            let flips = board.flips_on_empty(square);
            if flips == board.opponent() {
                // Wipe-out: the best result there is.
                return Ok(S::MASK.count_ones() as i32);
            }
            let replies = board.after(square, flips).legal_moves();
            let score = if Some(square) == first {
                i32::MAX
            } else {
                let parity = (Quadrants::<S>::squares(odd) >> square.index() & 1) as i32;
                PARITY_WEIGHT * parity - MOBILITY_WEIGHT * weighted_mobility::<S>(replies) as i32
            };
            // There are no more moves than empty squares.
            let _ = scored.push(ScoredMove { score, square, flips, replies });
        }

        // 5. Try the moves.
        let (mut best, mut best_move) = (-INFINITY, None);
        while let Some(ScoredMove { square, flips, replies, .. }) = take_best(&mut scored) {
            self.visit()?;
            let after = board.after(square, flips);
            let odd = Quadrants::<S>::after(odd, square.index());
            let value = if empties - 1 <= self.thresholds.parity {
                -solve(&after, replies, -alpha - 1, odd, &mut self.budget.nodes)
            } else {
                // Nodes without the table need no hash.
                let hash = if empties > TABLE_EMPTIES {
                    KEYS.after(node.hash, node.side, square, flips)
                } else {
                    0
                };
                let child = Node { board: after, hash, side: node.side.other() };
                -self.prove_shallow(&child, replies, -alpha - 1, odd)?
            };
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(square);
                    break;
                }
            }
        }

        // 6. Transposition table store.
        if let Some(table) = table {
            let bound = if best > alpha { Bound::Lower } else { Bound::Upper };
            let value = (best * Score::UNIT) as i16;
            let (depth, certainty) = (empties as u8, self.certainty);
            let entry = Hit { depth, bound, value, best: best_move, certainty };
            table.store(node.hash, node.side, self.search.age, entry);
        }
        Ok(best)
    }
}

/// Takes out the move with the highest score. Most nodes try one or two, so nothing is sorted.
#[inline]
fn take_best(moves: &mut Vec<ScoredMove, { SHALLOW_EMPTIES as usize }>) -> Option<ScoredMove> {
    let mut best = moves.first()?.score;
    let mut at = 0;
    for (i, candidate) in moves.iter().enumerate() {
        if candidate.score > best {
            (best, at) = (candidate.score, i);
        }
    }
    Some(moves.swap_remove(at))
}
