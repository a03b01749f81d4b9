//! The search of the original program.
//!
//! NegaScout over moves and captures; flips are not searched. A position without a move is a leaf.
//! The table keeps exact values and lower bounds and replaces shallower results. The depth goes up
//! to 6 with fewer than ten legal moves, else to 11, and stops at a win.
//!
//! The document does not say how a flip is weighed against a move. Here the square of the flip scan
//! is flipped if passing, searched to the same depth, is as good as the best move.

use wedge_engine::{Bound, Budget, Color as TableSide, Limits, Observer, Stopped, TableView};

use super::WIN;
use super::entry::Entry;
use super::negascout::INFINITY;
use super::root::Report;
use crate::evaluation::{Evaluator, Original, best_flip};
use crate::rules::{Actions, Game, Position, Rules, zobrist};
use crate::types::Action;

/// The document: the loop over depths ends before 7 with fewer than ten legal moves, else before 12.
const FEW_MOVES: usize = 10;
const DEPTH_WITH_FEW: u8 = 6;
const DEPTH: u8 = 11;

/// The searcher of the original program.
#[derive(Debug)]
pub struct OriginalSearch<'t> {
    table: Option<TableView<'t, Entry>>,
    keys: zobrist::Original,
    age: u8,
}

/// Moves and captures, no flips.
fn moves(position: &Position) -> Actions {
    let mut actions = Actions::new();
    position.add_captures(&mut actions);
    position.add_steps(&mut actions);
    actions
}

impl<'t> OriginalSearch<'t> {
    /// A searcher with the hash numbers of a seed.
    #[must_use]
    pub const fn new(table: Option<TableView<'t, Entry>>, seed: u64) -> Self {
        Self { table, keys: zobrist::Original::new(seed), age: 0 }
    }

    /// Its choice within the limits: legal, if there is a legal action.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &mut dyn Observer<Report>,
    ) -> Report {
        let position = game.position();
        let flip = best_flip(position).map(Action::flip);
        let moves = moves(position);
        let mut report = Report::new(flip.or(moves.first().copied()));
        if moves.is_empty() || position.is_wiped_out() {
            return report;
        }
        self.age = self.age.wrapping_add(1);
        let most = if moves.len() < FEW_MOVES { DEPTH_WITH_FEW } else { DEPTH };
        let budget = Budget::new(observer, *limits);
        let mut thinking = Thinking { search: self, budget, rules: game.rules() };
        for depth in 1..=most.min(limits.depth) {
            let done = thinking.iterate(position, &moves, flip, i32::from(depth), &mut report);
            report.nodes = thinking.budget.nodes;
            if done.is_err() {
                break;
            }
            report.depth = depth;
            thinking.budget.observer.progress(&report);
            if report.score >= WIN || thinking.budget.is_late() {
                break;
            }
        }
        report
    }

    /// The steps of its clock: how long it thinks about a move, in seconds, by what is left in
    /// milliseconds. The document's code stores 4 and 6 as `DEFAULTTIME` (its comments say 1 s and
    /// 3 s); the step above is chosen.
    #[must_use]
    pub const fn seconds_a_move(remaining_ms: u64) -> u64 {
        match remaining_ms {
            0..30_000 => 4,
            30_000..100_000 => 6,
            _ => 10,
        }
    }
}

struct Thinking<'r, 't> {
    search: &'r mut OriginalSearch<'t>,
    budget: Budget<'r, Report>,
    rules: Rules,
}

impl Thinking<'_, '_> {
    fn iterate(
        &mut self,
        position: &Position,
        moves: &Actions,
        flip: Option<Action>,
        depth: i32,
        report: &mut Report,
    ) -> Result<(), Stopped> {
        let mut best: Option<(i32, Action)> = None;
        for &action in moves {
            self.budget.visit()?;
            let alpha = best.map_or(-INFINITY, |(value, _)| value);
            let next = position.after_step(action.from(), action.to());
            let value = -self.negascout(&next, depth - 1, -INFINITY, -alpha)?;
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, action));
            }
        }
        let Some((value, action)) = best else { return Ok(()) };
        let choice = match flip {
            Some(flip) => {
                self.budget.visit()?;
                let pass =
                    -self.negascout(&position.after_pass(), depth - 1, -INFINITY, INFINITY)?;
                if pass >= value { (pass, flip) } else { (value, action) }
            }
            None => (value, action),
        };
        (report.score, report.best) = (choice.0, Some(choice.1));
        Ok(())
    }

    fn negascout(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        // 1. A lost position; the document returns -WIN whatever the ply.
        if position.is_lost() {
            return Ok(-WIN);
        }
        // 2. A leaf: depth or moves are used up.
        let moves = moves(position);
        if depth <= 0 || moves.is_empty() {
            return Ok(Original.evaluate(position, self.rules));
        }
        // 3. and 4. The table: an exact value is the answer, a bound raises alpha.
        let hash = u128::from(self.search.keys.hash(position));
        let hash = hash << 64 | hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) & u128::from(u64::MAX);
        let side = TableSide::Black;
        let hit = self.search.table.and_then(|table| table.probe(hash, side));
        if let Some(hit) = hit.filter(|hit| i32::from(hit.depth) >= depth) {
            let value = i32::from(hit.value);
            alpha = alpha.max(value);
            if hit.bound == Bound::Exact || alpha >= beta {
                return Ok(value);
            }
        }
        // 5. The moves.
        let (mut best, mut best_action, mut window) = (-INFINITY, None, beta);
        for &action in &moves {
            self.budget.visit()?;
            let next = position.after_step(action.from(), action.to());
            let low = alpha.max(best);
            let mut value = -self.negascout(&next, depth - 1, -window, -low)?;
            if value > low && value < beta && window != beta && depth >= 3 {
                value = -self.negascout(&next, depth - 1, -beta, -value)?;
            }
            if value > best {
                (best, best_action) = (value, Some(action));
            }
            if best >= beta {
                break;
            }
            window = alpha.max(best) + 1;
        }
        // 6. and 7. The table.
        let bound = if best >= beta {
            Some(Bound::Lower)
        } else if best > alpha {
            Some(Bound::Exact)
        } else {
            None
        };
        if let (Some(table), Some(bound)) = (self.search.table, bound) {
            let value = best.clamp(-WIN, WIN) as i16;
            let entry = Entry { depth: depth as u8 & 63, bound, value, best: best_action };
            table.store(hash, side, self.search.age, entry);
        }
        Ok(best)
    }
}
