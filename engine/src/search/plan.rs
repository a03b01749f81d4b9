//! The depths of an iterative deepening, and the certainty of each.

use super::{Certainty, Limits, Options};

/// The depths of a search and the certainty of each, in order.
///
/// The depth grows by two plies at a time: the score swings from one depth to the next, so that of
/// two plies before is the better guess, and half of the searches are saved. At 10,000 nodes a move
/// this won +40 [+14, +65] Elo against steps of one ply, in 600 games. Close to the end of the game
/// the depth jumps to the end itself, since the depths between cost about as much as the solution.
/// The end is then searched with growing certainty, each time with a better guess of the score and
/// better table moves, until the last time, without ProbCut, proves the result.
pub(super) struct Plan {
    next: Option<(u8, Certainty)>,
    max_depth: u8,
    /// Whether `max_depth` is the end of the game.
    reaches_end: bool,
    /// After this depth the next is `max_depth`.
    jump_after: u8,
    /// The certainties of the searches to the end of the game.
    at_end: &'static [Certainty],
}

impl Plan {
    pub(super) fn new(limits: &Limits, options: &Options, empties: u8, has_probcut: bool) -> Self {
        let depth = if empties <= limits.solve_from { empties } else { limits.depth };
        let max_depth = depth.min(options.max_depth).min(empties).max(1);
        let reaches_end = max_depth == empties;
        // Without a limit only the cost of the whole solution counts: the searches before the
        // proof need not give good moves.
        let unlimited = limits.nodes == u64::MAX && !limits.has_time();
        let uses_probcut = has_probcut && options.uses_solver_and_probcut();
        let mut certainty = if uses_probcut { options.certainty } else { Certainty::FULL };
        let from = if unlimited { SELECTIVE_EMPTIES } else { LIMITED_EMPTIES };
        let selective = certainty < Certainty::FULL && empties >= from;
        let (step, most) = match (unlimited, selective) {
            (true, true) => (SELECTIVE_STEP, SELECTIVE_DEPTH),
            (true, false) => (SOLVE_STEP, SOLVE_DEPTH),
            (false, _) => (LIMITED_STEP, u8::MAX),
        };
        if reaches_end && unlimited {
            certainty = if selective { Certainty::LEAST } else { Certainty::FULL };
        }
        let jump_after = if reaches_end { empties.saturating_sub(step).min(most) } else { u8::MAX };
        let at_end = match selective {
            false => PROOF,
            true if !unlimited => LIMITED,
            true if options.score_cap >= 64 && empties < SURER_EMPTIES => SHORT,
            true => LONG,
        };
        Self { next: Some((1, certainty)), max_depth, reaches_end, jump_after, at_end }
    }

    /// The first certainty at the end of the game above this one, or of all.
    fn surer_at_end(&self, certainty: Option<Certainty>) -> Option<(u8, Certainty)> {
        let surer = self.at_end.iter().find(|&&surer| Some(surer) > certainty);
        surer.map(|&surer| (self.max_depth, surer))
    }
}

impl Iterator for Plan {
    type Item = (u8, Certainty);

    fn next(&mut self) -> Option<Self::Item> {
        let (depth, certainty) = self.next?;
        self.next = if depth < self.max_depth && depth < self.jump_after {
            let next = (depth + if depth < 2 { 1 } else { 2 }).min(self.max_depth);
            let at_end = self.reaches_end && next == self.max_depth;
            if at_end { self.surer_at_end(None) } else { Some((next, certainty)) }
        } else if depth < self.max_depth {
            self.surer_at_end(None)
        } else if self.reaches_end {
            self.surer_at_end(Some(certainty))
        } else {
            None
        };
        Some((depth, certainty))
    }
}

/// Without limits and without ProbCut, the plan jumps to the end of the game when it is this many
/// plies away, or at this depth at the latest.
const SOLVE_STEP: u8 = 10;
const SOLVE_DEPTH: u8 = 13;
/// The same with ProbCut, which pays from this many empty squares on.
const SELECTIVE_STEP: u8 = 5;
const SELECTIVE_DEPTH: u8 = 14;
const SELECTIVE_EMPTIES: u8 = 18;
/// The same with a limit of nodes or time: the result before an unfinished proof should be good. At
/// 10,000 nodes a move it won +23 [+7, +38] Elo against a jump of 6 plies, in 1,400 games.
const LIMITED_STEP: u8 = 2;
const LIMITED_EMPTIES: u8 = 12;
/// The certainties of the searches to the end of the game, in order. The selective ones took the
/// proofs of FFO 40 to 44 from 111 to 90 million nodes. The last of them guards against the worst
/// cases: 24 positions with 23 empty squares took 746 million nodes with it and 876 without, in the
/// same time.
const LONG: &[Certainty] = &[Certainty::P80, Certainty::P95, Certainty::P99, Certainty::FULL];
/// Without a limit and with fewer than [`SURER_EMPTIES`] empty squares, a proof takes less time with
/// one selective search alone: 40 positions with 22 empty squares 11.6 s instead of 12.3 s. A
/// solution with a score cap does need more.
const SHORT: &[Certainty] = &[Certainty::P80, Certainty::FULL];
const SURER_EMPTIES: u8 = 23;
/// The same under a limit.
const LIMITED: &[Certainty] = &[Certainty::P80, Certainty::P95, Certainty::FULL];
const PROOF: &[Certainty] = &[Certainty::FULL];
