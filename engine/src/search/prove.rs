//! The exact part of a search: proving bounds on the final result with empty windows.
//!
//! Values are whole discs here, and the only question is whether the result lies above `alpha`.

use super::Certainty;
use super::near::{NEAR, SMALL};
use super::run::{INFINITY, Node, Run, Stopped};
use crate::board::Board;
use crate::endgame::{self, Quarters};
use crate::eval::Evaluator;
use crate::order::{Candidates, weighted_mobility};
use crate::position::Position;
use crate::score::Score;
use crate::size::Size;
use crate::square::{Bitboard, Color, Square};
use crate::stable::stable_discs;
use crate::table::{Bound, Known};
use crate::zobrist::{Hash, KEYS};

/// How many replies the table is asked about at the most.
const MOST_REPLIES: usize = 24;
/// From this many empty squares on, threads that solve together look what the others are busy with:
/// below, finding out would cost more than doing a little work twice.
const SHARE_EMPTIES: u32 = 11;
/// Stable discs are counted where the opponent would not need unusually many of them to matter.
pub(super) const STABLE_ALPHA: i32 = 40;
/// From this many empty squares on, moves are also searched shallowly to order them.
const SHALLOW_EMPTIES: u32 = 14;
/// One more ply of the shallow search for this many more empty squares, up to a limit.
const SHALLOW_SHARE: u32 = 6;
const SHALLOW_MOST: u32 = 4;
/// What a reply, a square next to our discs, and the first move in an odd quarter weigh, in units
/// of score.
const MOBILITY_WEIGHT: i32 = 96;
const POTENTIAL_WEIGHT: i32 = 24;
const PARITY_WEIGHT: i32 = 48;

impl<E: Evaluator<S>, S: Size> Run<'_, '_, E, S> {
    /// Whether the result with best play is above `alpha` discs: a bound on that side.
    pub(super) fn prove(&mut self, node: &Node<S>, alpha: i32) -> Result<i32, Stopped> {
        self.prove_node(node, alpha, Quarters::<S>::odd(node.board.empty().0))
    }

    /// [`Run::prove`] where it is known which quarters have an odd number of empty squares.
    fn prove_node(&mut self, node: &Node<S>, alpha: i32, odd: u8) -> Result<i32, Stopped> {
        let board = node.board;
        let empties = board.empties();

        // 1. Near the end it goes another way.
        if empties <= NEAR {
            let moves = board.legal_moves();
            if empties <= SMALL {
                return Ok(endgame::solve(&board, moves, alpha, odd, &mut self.nodes));
            }
            return self.prove_near(node, moves, alpha, odd);
        }

        // 2. What the opponent can never lose bounds the result.
        if alpha >= STABLE_ALPHA - 2 * empties as i32 {
            let theirs = stable_discs(&board) & board.opponent();
            let most = S::MASK.count_ones() as i32 - 2 * theirs.len() as i32;
            if most <= alpha {
                return Ok(most);
            }
        }

        // 3. Without a move: pass, or the game is over.
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = node.pass();
            if passed.board.legal_moves().is_empty() {
                return Ok(board.result());
            }
            return Ok(-self.prove_node(&passed, -alpha - 1, odd)?);
        }

        // 4. The table may know enough, or at least a good move.
        let table = self.search.table;
        let known = table.and_then(|table| table.probe(node.hash, node.side));
        if let Some(value) = known.and_then(|known| self.decided(known, empties, alpha)) {
            return Ok(value);
        }

        // 5. A shallow search may leave hardly a doubt.
        if self.certainty < Certainty::FULL
            && let Some(bound) = self.believe_end(node, empties, alpha * Score::UNIT)?
        {
            return Ok(if bound > alpha * Score::UNIT { alpha + 1 } else { alpha });
        }

        // 6. Order the moves, and meanwhile fetch what the table knows of the replies: one of
        // them may decide.
        let first = known.and_then(|known| known.best);
        let mut replies = heapless::Vec::<Hash, MOST_REPLIES>::new();
        let mut candidates = Candidates::default();
        for square in moves {
            let flips = board.flips_on_empty(square);
            if flips == board.opponent() {
                return Ok(S::MASK.count_ones() as i32);
            }
            if let Some(table) = table {
                let hash = KEYS.after(node.hash, node.side, square, flips);
                table.prefetch(hash);
                // A position with more replies than that has time to search them.
                let _ = replies.push(hash);
            }
            let promise = if Some(square) == first {
                Candidates::FIRST
            } else {
                self.promise(&board.after(square, flips), node.side.other(), square, odd)?
            };
            candidates.add(square, promise);
        }
        if let Some(table) = table {
            let them = node.side.other();
            let mut known = replies.iter().filter_map(|&hash| table.probe(hash, them));
            let decides =
                |known| self.decided(known, empties - 1, -alpha - 1).filter(|&v| -v > alpha);
            if let Some(value) = known.find_map(decides) {
                return Ok(-value);
            }
        }

        // 7. Try them.
        let busy = self.search.busy.filter(|_| empties >= SHARE_EMPTIES);
        let mut deferred = Bitboard::EMPTY;
        let (mut best, mut best_move) = (-INFINITY, None);
        while let Some(square) = candidates.next() {
            let flips = board.flips_on_empty(square);
            // 8. What another thread is busy with comes last: by then the table may know it, or
            // even the answer. Only the first move is for all, since it often decides.
            if let (Some(busy), Some(table)) = (busy, table)
                && best > -INFINITY
            {
                let known = table.probe(node.hash, node.side);
                if let Some(value) = known.and_then(|known| self.decided(known, empties, alpha)) {
                    return Ok(value);
                }
                let hash = KEYS.after(node.hash, node.side, square, flips);
                if !deferred.has(square) && busy.has(hash) {
                    deferred |= square.bit();
                    candidates.add(square, Candidates::LAST - deferred.len() as i32);
                    continue;
                }
            }
            self.visit()?;
            let after = board.after(square, flips);
            let odd = Quarters::<S>::after(odd, square.index());
            let hash = KEYS.after(node.hash, node.side, square, flips);
            let child = Node { board: after, hash, side: node.side.other() };
            if let Some(busy) = busy {
                busy.begin(hash);
            }
            let value = self.prove_node(&child, -alpha - 1, odd);
            if let Some(busy) = busy {
                busy.end(hash);
            }
            let value = -value?;
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(square);
                    break;
                }
            }
        }

        // 9. Remember.
        if let Some(table) = table {
            let bound = if best > alpha { Bound::Lower } else { Bound::Upper };
            let value = (best * Score::UNIT) as i16;
            let (depth, certainty) = (empties as u8, self.certainty);
            let known = Known { depth, bound, value, best: best_move, certainty };
            table.store(node.hash, node.side, self.search.age, known);
        }
        Ok(best)
    }

    /// The value that decides whether the result is above `alpha`, if the table knows one.
    #[inline]
    pub(super) fn decided(&self, known: Known, empties: u32, alpha: i32) -> Option<i32> {
        let value = i32::from(known.value) / Score::UNIT;
        let decides = known.reaches(empties as u8, self.certainty)
            && known.bound.decides(value, alpha, alpha + 1);
        decides.then_some(value)
    }

    /// What a move to `board` promises: few replies, few empty squares next to our discs, the
    /// last move in its quarter and, far from the end, a good score.
    #[inline]
    fn promise(
        &mut self,
        board: &Board<S>,
        side: Color,
        square: Square,
        odd: u8,
    ) -> Result<i32, Stopped> {
        let replies = board.legal_moves();
        let mobility = weighted_mobility::<S>(replies);
        let potential = (neighbours(board.opponent().0) & board.empty().0).count_ones();
        let parity = (Quarters::<S>::squares(odd) >> square.index() & 1) as i32;
        let mut promise = PARITY_WEIGHT * parity
            - MOBILITY_WEIGHT * mobility as i32
            - POTENTIAL_WEIGHT * potential as i32;
        let empties = board.empties() + 1;
        if empties >= SHALLOW_EMPTIES {
            let depth = ((empties - SHALLOW_EMPTIES) / SHALLOW_SHARE).min(SHALLOW_MOST);
            let child = Node::new(&Position::new(*board, side));
            promise -= self.shallow(&child, depth as u8)?;
        }
        Ok(promise)
    }
}

/// A set and the squares next to it.
#[inline]
const fn neighbours(set: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let sides = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    sides | sides << 8 | sides >> 8
}
