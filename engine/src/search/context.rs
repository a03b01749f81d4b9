//! The state of one search: its limits, its counters, the path to the current node.

use super::budget::{Budget, Stopped};
use super::endgame::Thresholds;
use super::{Certainty, Limits, Observer, Report, Search};
use crate::evaluation::{Evaluator, Parent};
use crate::rules::zobrist::{Hash, KEYS};
use crate::rules::{Board, Position};
use crate::types::{Bitboard, Color, Move, Score, Size, Square};

/// After this many iterations with the same best move, a deeper one rarely finds a better move.
const STABLE_ITERATIONS: u8 = 3;
/// Beyond any score.
pub(super) const INFINITY: i32 = Score::MAX.units() + 1;

/// A board with its hash and its mover's colour.
pub(super) struct Node<S: Size> {
    pub(super) board: Board<S>,
    pub(super) hash: Hash,
    pub(super) side: Color,
}

impl<S: Size> Node<S> {
    pub(super) fn new(position: &Position<S>) -> Self {
        Self { board: position.board(), hash: KEYS.hash(position), side: position.side() }
    }

    /// The node after a move.
    #[inline]
    pub(super) fn play(&self, square: Square) -> Self {
        self.play_hashed(square, true)
    }

    /// The node after a move, without its hash if nothing will probe the table for it.
    #[inline]
    pub(super) fn play_hashed(&self, square: Square, hashed: bool) -> Self {
        let flips = self.board.flips_on_empty(square);
        let hash = if hashed { KEYS.after(self.hash, self.side, square, flips) } else { 0 };
        Self { board: self.board.after(square, flips), hash, side: self.side.other() }
    }

    pub(super) fn pass(&self) -> Self {
        Self { board: self.board.pass(), hash: KEYS.after_pass(self.hash), side: self.side.other() }
    }

    pub(super) fn pass_if_needed(self) -> Self {
        if self.board.legal_moves().is_empty() { self.pass() } else { self }
    }
}

/// One search under way.
pub(super) struct SearchContext<'r, 't, E, S: Size> {
    pub(super) search: &'r mut Search<'t, E, S>,
    pub(super) budget: Budget<'r>,
    pub(super) thresholds: Thresholds,
    /// The depth of the current iteration.
    pub(super) depth: u8,
    /// Whether the iteration reaches the end of the game, so that null windows are proved by the
    /// endgame solver.
    pub(super) solving: bool,
    /// The confidence that a ProbCut needs in this iteration.
    pub(super) certainty: Certainty,
    /// The root's move to try first: the best of the iteration before.
    pub(super) first: Option<Square>,
    /// The value of the root's best move so far in this iteration.
    pub(super) root_value: i32,
    /// The result of the last iteration, and how many before it found the same best move without a
    /// drop in score.
    last_best: Option<(Move, Score)>,
    stable_iterations: u8,
}

impl<'r, 't, E: Evaluator<S>, S: Size> SearchContext<'r, 't, E, S> {
    pub(super) fn new(
        search: &'r mut Search<'t, E, S>,
        observer: &'r mut dyn Observer,
        limits: Limits,
        first: Option<Square>,
    ) -> Self {
        let thresholds = Thresholds::new(search.table.map_or(0, |table| table.len()));
        Self {
            search,
            thresholds,
            budget: Budget::new(observer, limits),
            depth: 0,
            solving: false,
            certainty: Certainty::FULL,
            first,
            root_value: -INFINITY,
            last_best: None,
            stable_iterations: 0,
        }
    }

    /// Reports a finished iteration to the observer. Returns whether it is too late for another.
    pub(super) fn report_progress(&mut self, report: &Report) -> bool {
        self.budget.observer.progress(report);
        let no_drop = report.score.units() + Score::UNIT;
        let is_stable = self
            .last_best
            .is_some_and(|(best, score)| best == report.best && score.units() <= no_drop);
        self.last_best = Some((report.best, report.score));
        self.stable_iterations =
            if is_stable { self.stable_iterations.saturating_add(1) } else { 0 };
        let limits = *self.budget.limits();
        let is_steady = self.stable_iterations >= STABLE_ITERATIONS;
        let limit = if is_steady { limits.steady_ms.min(limits.soft_ms) } else { limits.soft_ms };
        let is_won = limits.stop_at_win && report.score == Score::MAX;
        is_won || self.budget.has_passed(limit)
    }

    /// Sets up the next iteration.
    pub(super) fn begin_iteration(&mut self, root: &Node<S>, depth: u8, certainty: Certainty) {
        self.depth = depth;
        self.certainty = certainty;
        self.solving = self.search.options.uses_solver_and_probcut()
            && u32::from(depth) == root.board.empties();
    }

    /// Counts a move tried, and checks the limits now and then.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.budget.visit()
    }

    /// Clears the principal variation of a node with this depth left, and returns its ply.
    #[inline]
    pub(super) fn clear_line(&mut self, depth: u8) -> usize {
        let ply = usize::from(self.depth - depth);
        if let Some(line) = self.search.lines.get_mut(ply) {
            line.clear();
        }
        ply
    }

    /// Makes a move, followed by the principal variation of its child, that of the node.
    pub(super) fn update_line(&mut self, ply: usize, square: Square) {
        let Some((upper, lower)) = self.search.lines.split_at_mut_checked(ply + 1) else { return };
        if let Some(line) = upper.last_mut() {
            line.set(square, lower.first());
        }
    }

    /// The best move of the root's principal variation.
    pub(super) fn best_at_root(&self) -> Option<Square> {
        self.search.lines[0].first().copied()
    }

    /// The value of a leaf: the result if the game is over, else the evaluation, after a pass if
    /// the mover has no move.
    #[inline]
    pub(super) fn evaluate_leaf(&self, board: &Board<S>) -> i32 {
        self.evaluate_with(board, board.legal_moves())
    }

    /// The evaluation of a position with legal moves, given what the evaluator keeps of it.
    #[inline]
    pub(super) fn evaluate_parent(
        &self,
        parent: Option<&Parent>,
        board: &Board<S>,
        moves: Bitboard,
    ) -> i32 {
        let evaluator = &self.search.evaluator;
        let score = match parent {
            Some(parent) => evaluator.evaluate_parent(parent, board, moves),
            None => evaluator.evaluate(board, moves),
        };
        score.units()
    }

    /// [`Self::evaluate_with`] for the child of a position, given what the evaluator keeps of it.
    #[inline]
    pub(super) fn evaluate_child(
        &self,
        parent: Option<&Parent>,
        square: Square,
        flips: Bitboard,
        board: &Board<S>,
        moves: Bitboard,
    ) -> i32 {
        match parent {
            Some(parent) if !moves.is_empty() => {
                let evaluator = &self.search.evaluator;
                evaluator.evaluate_child(parent, square, flips, board, moves).units()
            }
            _ => self.evaluate_with(board, moves),
        }
    }

    /// [`Self::evaluate_leaf`], given the legal moves.
    #[inline]
    pub(super) fn evaluate_with(&self, board: &Board<S>, moves: Bitboard) -> i32 {
        let (board, moves, sign) = if moves.is_empty() {
            let passed = board.pass();
            (passed, passed.legal_moves(), -1)
        } else {
            (*board, moves, 1)
        };
        sign * if moves.is_empty() {
            board.result() * Score::UNIT
        } else {
            self.search.evaluator.evaluate(&board, moves).units()
        }
    }
}
