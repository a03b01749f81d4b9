//! Proving near the end of the game, where most of the time of a solution goes: what is found while
//! moves are ordered is kept, so that nothing is computed twice.

use heapless::Vec;

use super::prove::STABLE_ALPHA;
use super::run::{INFINITY, Node, Run, Stopped};
use crate::endgame::{self, Quarters};
use crate::eval::Evaluator;
use crate::order::weighted_mobility;
use crate::score::Score;
use crate::size::Size;
use crate::square::{Bitboard, Square};
use crate::stable::stable_discs;
use crate::table::{Bound, Known};
use crate::zobrist::KEYS;

/// Positions with up to this many empty squares are near the end.
pub(super) const NEAR: u32 = 9;
/// Nodes with fewer empty squares than this neither probe nor fill the table: they are many, and
/// memory is slow.
const TABLE_EMPTIES: u32 = 9;
/// Up to this many empty squares need no table and no ordering but parity.
pub(super) const SMALL: u32 = 6;

/// A move with what was found of it.
struct Candidate {
    promise: i32,
    square: Square,
    flips: Bitboard,
    replies: Bitboard,
}

/// What a reply of the opponent, and the first move in an odd quarter, weigh.
const MOBILITY_WEIGHT: i32 = 2;
const PARITY_WEIGHT: i32 = 1;

impl<E: Evaluator<S>, S: Size> Run<'_, '_, E, S> {
    /// Whether the result with best play is above `alpha` discs: a bound on that side. `moves` are
    /// the legal ones, `odd` the quarters with an odd number of empty squares.
    pub(super) fn prove_near(
        &mut self,
        node: &Node<S>,
        moves: Bitboard,
        alpha: i32,
        odd: u8,
    ) -> Result<i32, Stopped> {
        let board = node.board;
        let empties = board.empties();

        // 1. What the opponent can never lose bounds the result.
        if alpha >= STABLE_ALPHA - 2 * empties as i32 {
            let theirs = stable_discs(&board) & board.opponent();
            let most = S::MASK.count_ones() as i32 - 2 * theirs.len() as i32;
            if most <= alpha {
                return Ok(most);
            }
        }

        // 2. Without a move: pass, or the game is over.
        if moves.is_empty() {
            let passed = node.pass();
            let moves = passed.board.legal_moves();
            if moves.is_empty() {
                return Ok(board.result());
            }
            return Ok(-self.prove_near(&passed, moves, -alpha - 1, odd)?);
        }

        // 3. The table may know enough, or at least a good move.
        let table = self.search.table.filter(|_| empties >= TABLE_EMPTIES);
        let known = table.and_then(|table| table.probe(node.hash, node.side));
        if let Some(value) = known.and_then(|known| self.decided(known, empties, alpha)) {
            return Ok(value);
        }

        // 4. Order the moves.
        let first = known.and_then(|known| known.best);
        let mut candidates = Vec::<Candidate, { NEAR as usize }>::new();
        for square in moves {
            let flips = board.flips_on_empty(square);
            if flips == board.opponent() {
                return Ok(S::MASK.count_ones() as i32);
            }
            let replies = board.after(square, flips).legal_moves();
            let promise = if Some(square) == first {
                i32::MAX
            } else {
                let parity = (Quarters::<S>::squares(odd) >> square.index() & 1) as i32;
                PARITY_WEIGHT * parity - MOBILITY_WEIGHT * weighted_mobility::<S>(replies) as i32
            };
            // No more moves than empty squares.
            let _ = candidates.push(Candidate { promise, square, flips, replies });
        }

        // 5. Try them.
        let (mut best, mut best_move) = (-INFINITY, None);
        while let Some(Candidate { square, flips, replies, .. }) = take_best(&mut candidates) {
            self.visit()?;
            let after = board.after(square, flips);
            let odd = Quarters::<S>::after(odd, square.index());
            let value = if empties - 1 <= SMALL {
                -endgame::solve(&after, replies, -alpha - 1, odd, &mut self.nodes)
            } else {
                // Below the reach of the table nobody asks for the hash.
                let hash = match table {
                    Some(_) => KEYS.after(node.hash, node.side, square, flips),
                    None => 0,
                };
                let child = Node { board: after, hash, side: node.side.other() };
                -self.prove_near(&child, replies, -alpha - 1, odd)?
            };
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(square);
                    break;
                }
            }
        }

        // 6. Remember.
        if let Some(table) = table {
            let bound = if best > alpha { Bound::Lower } else { Bound::Upper };
            let value = (best * Score::UNIT) as i16;
            let (depth, certainty) = (empties as u8, self.certainty);
            let known = Known { depth, bound, value, best: best_move, certainty };
            table.store(node.hash, node.side, self.search.age, known);
        }
        Ok(best)
    }
}

/// The most promising move that is left. Most nodes need one or two, so nothing is sorted.
#[inline]
fn take_best(candidates: &mut Vec<Candidate, { NEAR as usize }>) -> Option<Candidate> {
    let mut best = candidates.first()?.promise;
    let mut at = 0;
    for (i, candidate) in candidates.iter().enumerate() {
        if candidate.promise > best {
            (best, at) = (candidate.promise, i);
        }
    }
    Some(candidates.swap_remove(at))
}
