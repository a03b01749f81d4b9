//! NegaScout, the search of the middle game, and plain minimax.

use super::budget::Stopped;
use super::context::{INFINITY, Node, SearchContext};
use super::ordering::{MovePicker, weighted_mobility};
use super::{Algorithm, Bound, Certainty, Hit, Ordering, class};
use crate::evaluation::{Evaluator, Parent};
use crate::rules::zobrist::Hash;
use crate::types::{Bitboard, Score, Size, Square};

/// Nodes with less depth left neither probe nor fill the transposition table.
const TABLE_DEPTH: u8 = 2;
/// Nodes with less depth left order their moves before they probe the table: no ProbCut may cut
/// them in between, and no search orders their moves.
const ORDERED_LATER: u8 = 3;
/// `Ordering::Full` counts the opponent's mobility from this depth on. From `SEARCH_DEPTH` on it
/// also evaluates the moves if the table has no best move, by a search that is a ply deeper for
/// every `SEARCH_SHARE` plies more.
const MOBILITY_DEPTH: u8 = 2;
const SEARCH_DEPTH: u8 = 5;
const SEARCH_SHARE: u8 = 4;
/// Threads that search together defer each other's moves from this depth on.
const SHARED_DEPTH: u8 = 5;
/// The weights of a doubling of the history value and of a reply of the opponent, in units.
const HISTORY_WEIGHT: i32 = 16;
const MOBILITY_WEIGHT: i32 = 64;

/// What threads mark: a position that is searched to a depth. A shallow search, as ProbCut makes
/// it, does not make others wait for a deep one.
const fn mark(hash: Hash, depth: u8) -> Hash {
    hash ^ ((depth as Hash) << 64)
}

impl<E: Evaluator<S>, S: Size> SearchContext<'_, '_, E, S> {
    /// The value of a node for its mover, by NegaScout or, if the options say so, alpha-beta.
    ///
    /// Fail-soft: the value is exact if it lies between `alpha` and `beta`, otherwise a bound on
    /// the side where it lies.
    pub(super) fn negascout(
        &mut self,
        node: &Node<S>,
        depth: u8,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        debug_assert!(-INFINITY <= alpha && alpha < beta && beta <= INFINITY);

        // The line is empty whichever step returns: it must not be that of an earlier sibling.
        let ply = self.clear_line(depth);

        // 1. Endgame solver: a null window in a search to the end of the game is proved in whole
        //    discs, by functions made for it.
        if self.solving && beta - alpha == 1 {
            let value = self.prove(node, alpha.div_euclid(Score::UNIT))?;
            return Ok(value * Score::UNIT);
        }
        // 2. Leaf: the evaluation.
        if depth == 0 {
            return Ok(self.evaluate_leaf(&node.board));
        }

        // 3. No legal move: a pass, which costs no depth, or the end of the game, whose result is
        //    exact.
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            let passed = node.pass();
            if passed.board.legal_moves().is_empty() {
                return Ok(node.board.result() * Score::UNIT);
            }
            return Ok(-self.negascout(&passed, depth, -beta, -alpha)?);
        }

        // The frontier: the children are leaves. The root keeps to the steps below.
        if depth == 1 && ply > 0 {
            return self.frontier(node, moves, alpha, beta, None);
        }

        // 4. Transposition table probe: a hit that is deep and sure enough may decide the window.
        //    Otherwise its best move is tried first. The root needs a move, so no hit decides it.
        //    Where memory is slow, the moves of nodes near the leaves are ordered meanwhile, although
        //    a hit may make that needless: it took 60 positions to depth 18 from 1.10 s to 1.06 s.
        let table = self.search.table.filter(|_| depth >= TABLE_DEPTH);
        let mut picker = MovePicker::default();
        let is_ordered = self.thresholds.table_is_slow && depth < ORDERED_LATER && ply > 0;
        if is_ordered {
            self.order_moves(&mut picker, node, moves, depth, None)?;
        }
        let hit = table.and_then(|table| table.probe(node.hash, node.side));
        if let Some(hit) = hit
            && ply > 0
            && let Some(value) = self.decided(hit, depth, alpha, beta)
        {
            return Ok(value);
        }

        // 5. ProbCut: a shallow search may make it likely enough that the value is outside the null
        //    window.
        if self.is_selective(alpha, beta)
            && ply > 0
            && let Some(bound) = self.try_probcut(node, depth, alpha)?
        {
            return Ok(bound);
        }

        // 6. Move ordering: NegaScout pays only if the first move is usually the best.
        let table_move = hit.and_then(|hit| hit.best);
        if !is_ordered {
            self.order_moves(&mut picker, node, moves, depth, table_move)?;
        } else if let Some(first) = table_move
            && self.search.options.ordering == Ordering::Full
        {
            picker.promote(first);
        }

        // 7. Principal variation search: the first move has the full window. A null window then
        //    tests whether a later move is better, and only one that is gets the full window.
        let uses_null_windows = self.search.options.algorithm == Algorithm::NegaScout;
        let (mut best, mut best_move, first_alpha) = (-INFINITY, None, alpha);
        let shared_work = self.search.shared_work.filter(|_| depth >= SHARED_DEPTH);
        let mut deferred = Bitboard::EMPTY;
        let cuts_children = depth == 2 && ply > 0 && self.is_selective(alpha, beta);
        let parent = cuts_children.then(|| self.search.evaluator.parent(&node.board)).flatten();
        while let Some(square) = picker.next() {
            // 8. Shared work, as in the endgame solver: a move that another thread is searching is
            //    deferred, except the first. By the time it is due, the table may have its value, or
            //    decide this node.
            if let (Some(shared_work), true) = (shared_work, best > -INFINITY) {
                if !deferred.has(square) {
                    if shared_work.is_searched(mark(node.play(square).hash, depth)) {
                        deferred |= square.bit();
                        picker.add(square, MovePicker::LAST - deferred.len() as i32);
                        continue;
                    }
                } else if beta - first_alpha == 1
                    && ply > 0
                    && let Some(hit) = table.and_then(|table| table.probe(node.hash, node.side))
                    && let Some(value) = self.decided(hit, depth, alpha, beta)
                {
                    return Ok(value);
                }
            }
            self.visit()?;
            let child = node.play_hashed(square, depth > TABLE_DEPTH);
            if let (Some(table), true) = (table, depth > TABLE_DEPTH) {
                table.prefetch(child.hash);
            }
            if let Some(shared_work) = shared_work {
                shared_work.begin(mark(child.hash, depth));
            }
            let value = if depth == 1 {
                self.clear_line(0);
                -self.evaluate_leaf(&child.board)
            } else if let Some(parent) = &parent {
                -self.near_frontier(node, parent, square, &child, -beta)?
            } else if uses_null_windows && best_move.is_some() {
                let value = -self.negascout(&child, depth - 1, -alpha - 1, -alpha)?;
                if value > alpha && value < beta {
                    -self.negascout(&child, depth - 1, -beta, -alpha)?
                } else {
                    value
                }
            } else {
                -self.negascout(&child, depth - 1, -beta, -alpha)?
            };
            if let Some(shared_work) = shared_work {
                shared_work.end(mark(child.hash, depth));
            }
            if value > best {
                best = value;
                best_move = Some(square);
                if value > alpha {
                    alpha = value;
                    self.update_line(ply, square);
                    if ply == 0 {
                        self.root_value = value;
                    }
                    // 9. History heuristic: a move that raises alpha or cuts off here is likely to
                    //    do so in other positions.
                    self.search.history.reward(node.side, square, depth);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }

        // 10. Transposition table store.
        if let Some(table) = table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // On a fail low every move has only an upper bound, so none is the best.
            let best_move = best_move.filter(|_| best > first_alpha);
            let (value, certainty) = (best as i16, self.certainty);
            let entry = Hit { depth, bound, value, best: best_move, certainty };
            table.store(node.hash, node.side, self.search.age, entry);
        }
        Ok(best)
    }

    /// Whether ProbCut may decide a node with this window: a null window.
    fn is_selective(&self, alpha: i32, beta: i32) -> bool {
        self.certainty < Certainty::FULL && beta - alpha == 1
    }

    /// The value of a node of depth 1 with a null window, given what the evaluator keeps of its parent
    /// `node` and the move between them.
    fn near_frontier(
        &mut self,
        node: &Node<S>,
        parent: &Parent,
        square: Square,
        child: &Node<S>,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let moves = child.board.legal_moves();
        if moves.is_empty() {
            return self.negascout(child, 1, alpha, alpha + 1);
        }
        self.clear_line(1);
        let flips = child.board.opponent() ^ node.board.mover() ^ square.bit();
        let value = self.evaluate_child(Some(parent), square, flips, &child.board, moves);
        self.frontier(child, moves, alpha, alpha + 1, Some(value))
    }

    /// The value of a node of depth 1, whose children are leaves. `known` is its evaluation, if the
    /// caller has it: that alone may make it likely enough that the value is outside a null window.
    /// At 10,000 nodes a move such cuts won +70 [+55, +86] Elo in 1,400 games; nodes then take longer.
    pub(super) fn frontier(
        &mut self,
        node: &Node<S>,
        moves: Bitboard,
        mut alpha: i32,
        beta: i32,
        known: Option<i32>,
    ) -> Result<i32, Stopped> {
        let mut parent = None;
        let empties = node.board.empties();
        if self.is_selective(alpha, beta)
            && let Some(fit) = self.parameters(|of| of.frontier(empties))
        {
            let value = known.unwrap_or_else(|| {
                parent = self.search.evaluator.parent(&node.board);
                self.evaluate_parent(parent.as_ref(), &node.board, moves)
            });
            if let Some(bound) = self.cut(fit, value, alpha) {
                return Ok(bound);
            }
        }
        let parent = parent.or_else(|| self.search.evaluator.parent(&node.board));
        let mut picker = MovePicker::default();
        self.order_moves(&mut picker, node, moves, 1, None)?;
        let ply = usize::from(self.depth - 1);
        self.clear_line(0);
        let mut best = -INFINITY;
        while let Some(square) = picker.next() {
            self.visit()?;
            let flips = node.board.flips_on_empty(square);
            let child = node.board.after(square, flips);
            let replies = child.legal_moves();
            let value = -self.evaluate_child(parent.as_ref(), square, flips, &child, replies);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.update_line(ply, square);
                    self.search.history.reward(node.side, square, 1);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }

    /// The value of a table hit that is deep and sure enough, if it decides the window.
    #[inline]
    fn decided(&self, hit: Hit, depth: u8, alpha: i32, beta: i32) -> Option<i32> {
        let value = i32::from(hit.value);
        let decides = hit.reaches(depth, self.certainty) && hit.bound.decides(value, alpha, beta);
        decides.then_some(value)
    }

    /// The value of a node by a shallow search with the full window, for move ordering. It does not
    /// use the endgame solver.
    pub(super) fn ordering_search(&mut self, node: &Node<S>, depth: u8) -> Result<i32, Stopped> {
        let solving = core::mem::replace(&mut self.solving, false);
        let value = self.negascout(node, depth, -INFINITY, INFINITY);
        self.solving = solving;
        value
    }

    /// Fills a picker with the moves of a node and their ordering scores.
    ///
    /// Mobility from depth 2 on brought 30 midgame positions at depth 8 from 8.75 to 1.73 million
    /// nodes, together with the table's move in front.
    fn order_moves(
        &mut self,
        picker: &mut MovePicker,
        node: &Node<S>,
        moves: Bitboard,
        depth: u8,
        table_move: Option<Square>,
    ) -> Result<(), Stopped> {
        let ordering = self.search.options.ordering;
        let first = if depth == self.depth {
            self.first
        } else {
            table_move.filter(|_| ordering == Ordering::Full)
        };
        for square in moves {
            let history = self.search.history.value(node.side, square) as i32;
            let score = if Some(square) == first {
                MovePicker::FIRST
            } else {
                match ordering {
                    Ordering::Static => -i32::from(class::<S>(square)),
                    Ordering::History => history,
                    Ordering::Full if depth < MOBILITY_DEPTH => history,
                    Ordering::Full => {
                        let searches = first.is_none() && depth >= SEARCH_DEPTH;
                        let child = node.play_hashed(square, searches);
                        let replies = child.board.legal_moves();
                        let mobility = weighted_mobility::<S>(replies);
                        let mut score = history.max(1).ilog2() as i32 * HISTORY_WEIGHT
                            - mobility as i32 * MOBILITY_WEIGHT;
                        if searches {
                            let depth = (depth - SEARCH_DEPTH) / SEARCH_SHARE;
                            score -= self.ordering_search(&child, depth)?;
                        }
                        score
                    }
                }
            };
            picker.add(square, score);
        }
        Ok(())
    }

    /// The value of a node for its mover, by plain minimax.
    pub(super) fn minimax(&mut self, node: &Node<S>, depth: u8) -> Result<i32, Stopped> {
        let ply = self.clear_line(depth);
        if depth == 0 {
            return Ok(self.evaluate_leaf(&node.board));
        }
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            let passed = node.pass();
            if passed.board.legal_moves().is_empty() {
                return Ok(node.board.result() * Score::UNIT);
            }
            return Ok(-self.minimax(&passed, depth)?);
        }
        let mut best = -INFINITY;
        for square in moves {
            self.visit()?;
            let value = -self.minimax(&node.play_hashed(square, false), depth - 1)?;
            if value > best {
                best = value;
                self.update_line(ply, square);
            }
        }
        Ok(best)
    }
}
