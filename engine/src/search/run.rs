//! One search under way: the recursive part.

use super::{Algorithm, Certainty, Search};
use crate::board::Board;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::order::{Candidates, Ordering, class, weighted_mobility};
use crate::position::Position;
use crate::report::{Line, Report};
use crate::score::Score;
use crate::size::Size;
use crate::square::{Bitboard, Color, Move, Square};
use crate::table::{Bound, Known};
use crate::zobrist::{Hash, KEYS};

/// Nodes nearer to the leaves than this neither probe nor fill the table.
const TABLE_DEPTH: u8 = 2;
/// How far from the last score a new depth's is expected, in units.
const ASPIRATION: i32 = 3 * Score::UNIT;
/// After this many depths with the same best move, another is not expected to find a better one.
const STEADY: u8 = 3;
/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u64 = 256;
/// `Ordering::Full` looks at mobility from this depth on. Farther from the leaves it also searches
/// shallowly where the table knows no move, one ply more for every four of the node's.
const MOBILITY_DEPTH: u8 = 2;
const SHALLOW_DEPTH: u8 = 5;
const SHALLOW_SHARE: u8 = 4;
/// What a doubling of the history value and a reply of the opponent weigh, in units of score.
const HISTORY_WEIGHT: i32 = 16;
const MOBILITY_WEIGHT: i32 = 64;
/// Beyond any score.
pub(super) const INFINITY: i32 = Score::MAX.units() + 1;

/// The search was stopped; what it had in hand is void.
pub(super) struct Stopped;

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

    /// The node after a move; without its hash where nobody will ask for it.
    #[inline]
    fn play_hashed(&self, square: Square, hashed: bool) -> Self {
        let flips = self.board.flips_on_empty(square);
        let hash = if hashed { KEYS.after(self.hash, self.side, square, flips) } else { 0 };
        Self { board: self.board.after(square, flips), hash, side: self.side.other() }
    }

    pub(super) fn pass(&self) -> Self {
        Self { board: self.board.pass(), hash: KEYS.after_pass(self.hash), side: self.side.other() }
    }

    fn pass_if_needed(self) -> Self {
        if self.board.legal_moves().is_empty() { self.pass() } else { self }
    }
}

impl<E, S: Size> Search<'_, E, S> {
    /// A table cut-off ends a line early: goes on with the table's best moves, up to the depth.
    pub(super) fn extend_line(&self, node: &Node<S>, line: &mut Line, depth: u8) {
        let Some(table) = self.table else { return };
        let mut node = Node { board: node.board, hash: node.hash, side: node.side };
        for &square in line.iter() {
            node = node.pass_if_needed().play(square);
        }
        while line.len() < usize::from(depth) {
            node = node.pass_if_needed();
            let Some(best) = table.probe(node.hash, node.side).and_then(|known| known.best) else {
                return;
            };
            if node.board.flips(best).is_empty() || line.push(best).is_err() {
                return;
            }
            node = node.play(best);
        }
    }
}

/// One search under way.
pub(super) struct Run<'r, 't, E, S: Size> {
    pub(super) search: &'r mut Search<'t, E, S>,
    observer: &'r mut dyn Observer,
    limits: Limits,
    started: u64,
    pub(super) nodes: u64,
    /// The node count at which limits are looked at again.
    next_check: u64,
    /// The depth of the current iteration.
    depth: u8,
    /// Whether it reaches the end of the game, so that bounds on the result are proved.
    pub(super) exact: bool,
    /// How sure it has to be before it believes a shallower search.
    pub(super) certainty: Certainty,
    /// The root's move to try first: the best of the iteration before.
    first: Option<Square>,
    /// The value of the root's best move so far in this iteration.
    root_value: i32,
    /// What was told last, and how many depths before it found the same move and no better score.
    told: Option<(Move, Score)>,
    steady: u8,
}

impl<'r, 't, E: Evaluator<S>, S: Size> Run<'r, 't, E, S> {
    pub(super) fn new(
        search: &'r mut Search<'t, E, S>,
        observer: &'r mut dyn Observer,
        limits: Limits,
        first: Option<Square>,
    ) -> Self {
        let started = if limits.hard_ms == u64::MAX { 0 } else { observer.now_ms() };
        let (nodes, next_check, depth, exact, root_value) = (0, 0, 0, false, -INFINITY);
        let certainty = Certainty::FULL;
        Self {
            search,
            observer,
            limits,
            started,
            nodes,
            next_check,
            depth,
            exact,
            certainty,
            first,
            root_value,
            told: None,
            steady: 0,
        }
    }

    /// Tells what is known after a depth; whether it is too late for another.
    pub(super) fn tell(&mut self, report: &Report) -> bool {
        self.observer.progress(report);
        let worse = report.score.units() + Score::UNIT;
        let same =
            self.told.is_some_and(|(best, score)| best == report.best && score.units() <= worse);
        self.told = Some((report.best, report.score));
        self.steady = if same { self.steady.saturating_add(1) } else { 0 };
        let limits = &self.limits;
        let late = if self.steady >= STEADY { limits.steady_ms } else { limits.soft_ms };
        late != u64::MAX && self.elapsed() >= late
    }

    /// A new iteration begins.
    pub(super) fn begin(&mut self, root: &Node<S>, depth: u8, certainty: Certainty) {
        self.depth = depth;
        self.certainty = certainty;
        self.exact = self.search.options.all_means() && u32::from(depth) == root.board.empties();
    }

    /// Searches the root to a depth and updates the report, also when stopped midway.
    pub(super) fn deepen(
        &mut self,
        node: &Node<S>,
        depth: u8,
        certainty: Certainty,
        report: &mut Report,
    ) -> Result<(), Stopped> {
        self.begin(node, depth, certainty);
        if self.search.options.algorithm == Algorithm::Minimax {
            let value = self.minimax(node, depth)?;
            self.accept(report, value, Bound::Exact, depth);
            return Ok(());
        }
        // Expect about the same score as before; each time that was wrong, widen twice as far on
        // that side, up to where it is enough to know that the value lies beyond.
        let narrow = self.search.options.aspiration && depth > 2;
        let mut margin = if narrow { ASPIRATION } else { 2 * INFINITY };
        let enough = self.enough();
        let mut alpha = (report.score.units() - margin).clamp(-enough, enough - Score::UNIT);
        let mut beta = (report.score.units() + margin).max(alpha + Score::UNIT).min(enough);
        loop {
            margin *= 2;
            match self.node(node, depth, alpha, beta) {
                Ok(value) if value <= alpha && alpha > -enough => {
                    alpha = (value - margin).max(-enough);
                }
                Ok(value) if value >= beta && beta < enough => {
                    self.first = self.best_at_root().or(self.first);
                    beta = (value + margin).min(enough);
                }
                Ok(value) => {
                    let bound = if value <= alpha {
                        Bound::Upper
                    } else if value >= beta {
                        Bound::Lower
                    } else {
                        Bound::Exact
                    };
                    self.accept(report, value, bound, depth);
                    return Ok(());
                }
                Err(Stopped) => {
                    // The first move comes first, so whatever was best so far is no worse.
                    if self.best_at_root().is_some() {
                        self.accept(report, self.root_value, Bound::Lower, report.depth);
                    }
                    return Err(Stopped);
                }
            }
        }
    }

    /// Values this far from zero need not be told apart from those farther.
    fn enough(&self) -> i32 {
        match self.search.options.enough {
            discs @ 1..64 if self.exact => i32::from(discs) * Score::UNIT,
            _ => INFINITY,
        }
    }

    fn best_at_root(&self) -> Option<Square> {
        self.search.lines[0].first().copied()
    }

    /// Takes over what the root's line says.
    fn accept(&mut self, report: &mut Report, value: i32, bound: Bound, depth: u8) {
        if let Some(best) = self.best_at_root() {
            report.best = Move::Play(best);
            report.line.clone_from(&self.search.lines[0]);
            self.first = Some(best);
        }
        report.score = Score::from_units(value);
        report.bound = bound;
        report.depth = depth;
        report.certainty = self.certainty;
    }

    /// Counts a move tried; now and then looks whether to stop.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        let late = self.limits.hard_ms != u64::MAX && self.elapsed() >= self.limits.hard_ms;
        self.observer.visited(self.nodes);
        if self.nodes >= self.limits.nodes || late || self.observer.stop() {
            return Err(Stopped);
        }
        self.next_check = (self.nodes + CHECK_INTERVAL).min(self.limits.nodes);
        Ok(())
    }

    fn elapsed(&mut self) -> u64 {
        self.observer.now_ms().saturating_sub(self.started)
    }

    /// Starts the line of a node with this depth left; returns its ply.
    #[inline]
    fn open_line(&mut self, depth: u8) -> usize {
        let ply = usize::from(self.depth - depth);
        if let Some(line) = self.search.lines.get_mut(ply) {
            line.clear();
        }
        ply
    }

    /// The line of a node is now this move and the line of the node behind it.
    fn keep_line(&mut self, ply: usize, square: Square) {
        let Some((upper, lower)) = self.search.lines.split_at_mut_checked(ply + 1) else { return };
        if let (Some(line), rest) = (upper.last_mut(), lower.first()) {
            line.clear();
            // Sixty squares fit, and no game has more moves.
            let _ = line.push(square);
            let _ = line.extend_from_slice(rest.map_or(&[], |rest| rest.as_slice()));
        }
    }

    /// The value of a node for its mover, by plain minimax.
    fn minimax(&mut self, node: &Node<S>, depth: u8) -> Result<i32, Stopped> {
        let ply = self.open_line(depth);
        if depth == 0 {
            return Ok(self.leaf(&node.board));
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
                self.keep_line(ply, square);
            }
        }
        Ok(best)
    }

    /// The value of a board beyond which the search does not look: its result if the game is
    /// over, else what the evaluator says, after a pass where there is no move.
    #[inline]
    pub(super) fn leaf(&self, board: &Board<S>) -> i32 {
        let moves = board.legal_moves();
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

    /// The value of a node for its mover, by alpha-beta or NegaScout.
    ///
    /// Exact if it lies between `alpha` and `beta`; otherwise a bound on the side where it lies.
    pub(super) fn node(
        &mut self,
        node: &Node<S>,
        depth: u8,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        debug_assert!(-INFINITY <= alpha && alpha < beta && beta <= INFINITY);

        // 1. To the end of the game, with an empty window: a matter of its own.
        if self.exact && beta - alpha == 1 {
            let value = self.prove(node, alpha.div_euclid(Score::UNIT))?;
            return Ok(value * Score::UNIT);
        }
        // 2. A leaf.
        let ply = self.open_line(depth);
        if depth == 0 {
            return Ok(self.leaf(&node.board));
        }

        // 3. Without a move: pass, or the game is over and its result is exact.
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            let passed = node.pass();
            if passed.board.legal_moves().is_empty() {
                return Ok(node.board.result() * Score::UNIT);
            }
            return Ok(-self.node(&passed, depth, -beta, -alpha)?);
        }

        // 4. The table may know enough, or at least a good move.
        let table = self.search.table.filter(|_| depth >= TABLE_DEPTH);
        let known = table.and_then(|table| table.probe(node.hash, node.side));
        if let Some(known) = known
            && known.reaches(depth, self.certainty)
            && ply > 0
        {
            let value = i32::from(known.value);
            if known.bound.decides(value, alpha, beta) {
                return Ok(value);
            }
        }

        // 5. A shallower search may leave hardly a doubt.
        if self.certainty < Certainty::FULL
            && beta - alpha == 1
            && ply > 0
            && let Some(bound) = self.believe(node, depth, alpha)?
        {
            return Ok(bound);
        }

        // 6. Moves, the most promising first.
        let mut candidates = Candidates::default();
        self.order(&mut candidates, node, moves, depth, known.and_then(|known| known.best))?;

        // 7. Try them. NegaScout expects the first to be best: the others only have to be shown
        // not to be better, and are searched again where they are.
        let scout = self.search.options.algorithm == Algorithm::NegaScout;
        let (mut best, mut best_move, floor) = (-INFINITY, None, alpha);
        while let Some(square) = candidates.next() {
            self.visit()?;
            let child = node.play_hashed(square, depth > TABLE_DEPTH);
            if let (Some(table), true) = (table, depth > TABLE_DEPTH) {
                table.prefetch(child.hash);
            }
            let value = if depth == 1 {
                self.open_line(0);
                -self.leaf(&child.board)
            } else if scout && best_move.is_some() {
                let value = -self.node(&child, depth - 1, -alpha - 1, -alpha)?;
                if value > alpha && value < beta {
                    -self.node(&child, depth - 1, -beta, -alpha)?
                } else {
                    value
                }
            } else {
                -self.node(&child, depth - 1, -beta, -alpha)?
            };
            if value > best {
                best = value;
                best_move = Some(square);
                if value > alpha {
                    alpha = value;
                    self.keep_line(ply, square);
                    if ply == 0 {
                        self.root_value = value;
                    }
                    self.search.history.reward(node.side, square, depth);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }

        // 8. Remember.
        if let Some(table) = table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > floor {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // Where no move was good enough, none is known to be better than the others.
            let best_move = best_move.filter(|_| best > floor);
            let (value, certainty) = (best as i16, self.certainty);
            let known = Known { depth, bound, value, best: best_move, certainty };
            table.store(node.hash, node.side, self.search.age, known);
        }
        Ok(best)
    }

    /// The value of a node by a search that does not reach the end of the game, for ordering.
    pub(super) fn shallow(&mut self, node: &Node<S>, depth: u8) -> Result<i32, Stopped> {
        let exact = core::mem::replace(&mut self.exact, false);
        let value = self.node(node, depth, -INFINITY, INFINITY);
        self.exact = exact;
        value
    }

    /// Fills in the moves of a node with what each promises.
    fn order(
        &mut self,
        candidates: &mut Candidates,
        node: &Node<S>,
        moves: Bitboard,
        depth: u8,
        known: Option<Square>,
    ) -> Result<(), Stopped> {
        let ordering = self.search.options.ordering;
        let first = if depth == self.depth {
            self.first
        } else {
            known.filter(|_| ordering == Ordering::Full)
        };
        for square in moves {
            let history = self.search.history.value(node.side, square) as i32;
            let promise = if Some(square) == first {
                Candidates::FIRST
            } else {
                match ordering {
                    Ordering::Static => -i32::from(class::<S>(square)),
                    Ordering::History => history,
                    Ordering::Full if depth < MOBILITY_DEPTH => history,
                    Ordering::Full => {
                        let shallow = first.is_none() && depth >= SHALLOW_DEPTH;
                        let child = node.play_hashed(square, shallow);
                        let replies = child.board.legal_moves();
                        let mobility = weighted_mobility::<S>(replies);
                        let mut promise = history.max(1).ilog2() as i32 * HISTORY_WEIGHT
                            - mobility as i32 * MOBILITY_WEIGHT;
                        if shallow {
                            promise -=
                                self.shallow(&child, (depth - SHALLOW_DEPTH) / SHALLOW_SHARE)?;
                        }
                        promise
                    }
                }
            };
            candidates.add(square, promise);
        }
        Ok(())
    }
}
