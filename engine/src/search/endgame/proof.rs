//! Null-window proof of the final result, for positions with many empty squares.

use super::last_four::solve;
use super::{Quadrants, SHALLOW_EMPTIES, stability_cutoff};
use crate::evaluation::{Evaluator, Parent};
use crate::rules::zobrist::{Hash, KEYS};
use crate::rules::{Board, Position};
use crate::search::budget::Stopped;
use crate::search::context::{INFINITY, Node, SearchContext};
use crate::search::ordering::{MovePicker, weighted_mobility};
use crate::search::{Bound, Certainty, Hit, TableView};
use crate::types::{Bitboard, Color, Score, Size, Square};

/// The enhanced transposition cutoff is tried from this many empty squares on. With fewer, cutoffs
/// are cheap without it.
const REPLIES_EMPTIES: u32 = 12;
/// The enhanced transposition cutoff probes at most this many replies.
const MAX_REPLIES: usize = 24;
/// Threads share work at nodes with at least this many empty squares. Below, the bookkeeping costs
/// more than a little work done twice.
const SHARED_EMPTIES: u32 = 11;
/// The shallow search is one ply deeper for every so many empty squares more, up to a limit.
const SEARCH_SHARE: u32 = 6;
const SEARCH_MAX_DEPTH: u32 = 4;
/// The weights of a reply, of an empty square next to the mover's discs, and of a move in an odd
/// quadrant, in units of score.
const MOBILITY_WEIGHT: i32 = 96;
const POTENTIAL_WEIGHT: i32 = 24;
const PARITY_WEIGHT: i32 = 48;

impl<'t, E: Evaluator<S>, S: Size> SearchContext<'_, 't, E, S> {
    /// Proves whether the result with best play is above `alpha` discs: a bound on that side.
    pub(in crate::search) fn prove(&mut self, node: &Node<S>, alpha: i32) -> Result<i32, Stopped> {
        self.prove_node(node, alpha, Quadrants::<S>::odd(node.board.empty().0))
    }

    /// [`Self::prove`], given the quadrants with an odd number of empty squares.
    fn prove_node(&mut self, node: &Node<S>, alpha: i32, odd: u8) -> Result<i32, Stopped> {
        let board = node.board;
        let empties = board.empties();

        // 1. Few empty squares: the specialised functions.
        if empties <= SHALLOW_EMPTIES {
            let moves = board.legal_moves();
            if empties <= self.thresholds.parity {
                return Ok(solve(&board, moves, alpha, odd, &mut self.budget.nodes));
            }
            return self.prove_shallow(node, moves, alpha, odd);
        }

        // 2. Stability cutoff.
        if let Some(most) = stability_cutoff(&board, empties, alpha) {
            return Ok(most);
        }

        // 3. No legal move: a pass or the end of the game.
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = node.pass();
            if passed.board.legal_moves().is_empty() {
                return Ok(board.result());
            }
            return Ok(-self.prove_node(&passed, -alpha - 1, odd)?);
        }

        // 4. Transposition table probe: a cutoff, or a move to try first.
        let (table, below) = (self.table_for(empties), self.table_for(empties - 1));
        let hit = table.and_then(|table| table.probe(node.hash, node.side));
        if let Some(value) = hit.and_then(|hit| self.table_cutoff(hit, empties, alpha)) {
            return Ok(value);
        }

        // 5. ProbCut, in the searches before the proof. They find good moves and a likely score:
        //    preparing proofs so took FFO 40 to 44 from 205.2 to 111.0 million nodes.
        if self.certainty < Certainty::FULL
            && let Some(bound) = self.try_endgame_probcut(node, empties, alpha * Score::UNIT)?
        {
            return Ok(if bound > alpha * Score::UNIT { alpha + 1 } else { alpha });
        }

        // 6. Move ordering. The table's buckets of the replies are fetched meanwhile: waiting for
        //    them one by one took FFO 40 to 44 8.8 s instead of 8.1 s.
        let first = hit.and_then(|hit| hit.best);
        let mut replies = heapless::Vec::<Hash, MAX_REPLIES>::new();
        let mut picker = MovePicker::default();
        let parent =
            self.evaluates(empties).then(|| self.search.evaluator.parent(&board)).flatten();
        for square in moves {
            let flips = board.flips_on_empty(square);
            if flips == board.opponent() {
                // Wipe-out: the best result there is.
                return Ok(S::MASK.count_ones() as i32);
            }
            if let Some(table) = below.filter(|_| empties >= REPLIES_EMPTIES) {
                let hash = KEYS.after(node.hash, node.side, square, flips);
                table.prefetch(hash);
                // The few positions with more replies do without the rest.
                let _ = replies.push(hash);
            }
            let score = if Some(square) == first {
                MovePicker::FIRST
            } else {
                let child = board.after(square, flips);
                self.proof_score(&child, node.side.other(), square, flips, odd, parent.as_ref())?
            };
            picker.add(square, score);
        }

        // 7. Enhanced transposition cutoff: the table may already show that one of the replies
        //    refutes, so that nothing needs a search.
        if let Some(table) = below {
            let them = node.side.other();
            let mut hits = replies.iter().filter_map(|&hash| table.probe(hash, them));
            let refutes =
                |hit| self.table_cutoff(hit, empties - 1, -alpha - 1).filter(|&v| -v > alpha);
            if let Some(value) = hits.find_map(refutes) {
                return Ok(-value);
            }
        }

        // 8. Try the moves.
        let shared_work = self.search.shared_work.filter(|_| empties >= SHARED_EMPTIES);
        let mut deferred = Bitboard::EMPTY;
        let (mut best, mut best_move) = (-INFINITY, None);
        while let Some(square) = picker.next() {
            let flips = board.flips_on_empty(square);
            // 9. Shared work: a move that another thread is searching is deferred. By the time it
            //    is due, the table may have its value or even this node's. All threads start with
            //    the first move, since it often cuts off (young brothers wait).
            if let (Some(shared_work), Some(table)) = (shared_work, table)
                && best > -INFINITY
            {
                let hit = table.probe(node.hash, node.side);
                if let Some(value) = hit.and_then(|hit| self.table_cutoff(hit, empties, alpha)) {
                    return Ok(value);
                }
                let hash = KEYS.after(node.hash, node.side, square, flips);
                if !deferred.has(square) && shared_work.is_searched(hash) {
                    deferred |= square.bit();
                    picker.add(square, MovePicker::LAST - deferred.len() as i32);
                    continue;
                }
            }
            self.visit()?;
            let after = board.after(square, flips);
            let odd = Quadrants::<S>::after(odd, square.index());
            let hash = KEYS.after(node.hash, node.side, square, flips);
            let child = Node { board: after, hash, side: node.side.other() };
            if let Some(table) = below.filter(|_| empties > self.thresholds.close + 1) {
                table.prefetch(hash);
            }
            if let Some(shared_work) = shared_work {
                shared_work.begin(hash);
            }
            let value = self.prove_node(&child, -alpha - 1, odd);
            if let Some(shared_work) = shared_work {
                shared_work.end(hash);
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

        // 10. Transposition table store.
        if let Some(table) = table {
            let bound = if best > alpha { Bound::Lower } else { Bound::Upper };
            let value = (best * Score::UNIT) as i16;
            let (depth, certainty) = (empties as u8, self.certainty);
            let entry = Hit { depth, bound, value, best: best_move, certainty };
            table.store(node.hash, node.side, self.search.age, entry);
        }
        Ok(best)
    }

    /// The part of the table that holds positions with this many empty squares.
    #[inline]
    fn table_for(&self, empties: u32) -> Option<TableView<'t>> {
        let table = self.search.table;
        if empties > self.thresholds.close {
            return table;
        }
        table.map(|table| table.close(self.search.thread))
    }

    /// The value of a table hit in discs, if it decides whether the result is above `alpha`.
    #[inline]
    pub(super) fn table_cutoff(&self, hit: Hit, empties: u32, alpha: i32) -> Option<i32> {
        let value = i32::from(hit.value) / Score::UNIT;
        let decides = hit.reaches(empties as u8, self.certainty)
            && hit.bound.decides(value, alpha, alpha + 1);
        decides.then_some(value)
    }

    /// The depth of the shallow search that orders the moves of a node with this many empty
    /// squares; 0 is the evaluation alone. With few there is none.
    #[inline]
    fn ordering_depth(&self, empties: u32) -> Option<u32> {
        let beyond = empties.checked_sub(self.thresholds.search)?;
        Some((beyond / SEARCH_SHARE).min(SEARCH_MAX_DEPTH))
    }

    /// Whether the evaluation alone orders the moves of a node with this many empty squares.
    #[inline]
    fn evaluates(&self, empties: u32) -> bool {
        self.ordering_depth(empties) == Some(0)
    }

    /// The ordering score of a move that leads to `board`. Few replies, few empty squares next to
    /// the mover's discs (potential mobility) and an odd quadrant raise it; with many empty
    /// squares, so does a good score of a shallow search. `parent` is what the evaluator keeps of the
    /// position before the move.
    #[inline]
    fn proof_score(
        &mut self,
        board: &Board<S>,
        side: Color,
        square: Square,
        flips: Bitboard,
        odd: u8,
        parent: Option<&Parent>,
    ) -> Result<i32, Stopped> {
        let replies = board.legal_moves();
        let mobility = weighted_mobility::<S>(replies);
        let potential = (neighbours(board.opponent().0) & board.empty().0).count_ones();
        let parity = (Quadrants::<S>::squares(odd) >> square.index() & 1) as i32;
        let score = PARITY_WEIGHT * parity
            - MOBILITY_WEIGHT * mobility as i32
            - POTENTIAL_WEIGHT * potential as i32;
        Ok(match self.ordering_depth(board.empties() + 1) {
            None => score,
            Some(0) => score - self.evaluate_child(parent, square, flips, board, replies),
            Some(depth) => {
                let child = Node::new(&Position::new(*board, side));
                score - self.ordering_search(&child, depth as u8)?
            }
        })
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
