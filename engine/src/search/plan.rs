//! Which depths a search goes through, and how sure it is at each.

use super::{Certainty, Options};
use crate::search::Limits;

/// The depths of a search and the certainty of each, one after the other.
///
/// Ply by ply at first. Close to the end of the game the next depth is the end itself, since the
/// depths between cost about as much as the solution; it is searched with growing certainty, each
/// time with a better idea of the score and of good moves, until the last time proves it.
pub(super) struct Plan {
    next: Option<(u8, Certainty)>,
    /// The last depth.
    deepest: u8,
    /// Whether that is the end of the game.
    to_the_end: bool,
    /// After this depth the next is the last.
    leap_from: u8,
    /// How sure a search to the end of the game is at first.
    before_proof: Certainty,
}

impl Plan {
    pub(super) fn new(limits: &Limits, options: &Options, empties: u8, foreseeable: bool) -> Self {
        let depth = if empties <= limits.solve_from { empties } else { limits.depth };
        let deepest = depth.min(options.deepest).min(empties).max(1);
        let to_the_end = deepest == empties;
        // With all the time there is, solving is only a question of how to begin.
        let unlimited = limits.nodes == u64::MAX && limits.hard_ms == u64::MAX;
        let believes = foreseeable && options.all_means();
        let mut certainty = if believes { options.certainty } else { Certainty::FULL };
        let from = if unlimited { SELECTIVE_EMPTIES } else { LIMITED_EMPTIES };
        let selective = certainty < Certainty::FULL && empties >= from;
        let (step, most) = match (unlimited, selective) {
            (true, true) => (SELECTIVE_STEP, SELECTIVE_DEPTH),
            (true, false) => (SOLVE_STEP, SOLVE_DEPTH),
            (false, _) => (LIMITED_STEP, u8::MAX),
        };
        if to_the_end && unlimited {
            certainty = if selective { Certainty::LEAST } else { Certainty::FULL };
        }
        let leap_from = if to_the_end { empties.saturating_sub(step).min(most) } else { u8::MAX };
        let before_proof = if selective { AT_END[0] } else { Certainty::FULL };
        Self { next: Some((1, certainty)), deepest, to_the_end, leap_from, before_proof }
    }
}

impl Iterator for Plan {
    type Item = (u8, Certainty);

    fn next(&mut self) -> Option<Self::Item> {
        let (depth, certainty) = self.next?;
        self.next = if depth < self.deepest && depth < self.leap_from {
            let at_end = self.to_the_end && depth + 1 == self.deepest;
            Some((depth + 1, if at_end { self.before_proof } else { certainty }))
        } else if depth < self.deepest {
            Some((self.deepest, self.before_proof))
        } else if self.to_the_end {
            AT_END.into_iter().find(|&surer| surer > certainty).map(|surer| (depth, surer))
        } else {
            None
        };
        Some((depth, certainty))
    }
}

/// A search to the end of the game goes straight there when it is this close, or this deep with
/// nothing but a solution asked for.
const SOLVE_STEP: u8 = 10;
const SOLVE_DEPTH: u8 = 13;
/// The same for a selective search, which is worth its time from this many empty squares on.
const SELECTIVE_STEP: u8 = 5;
const SELECTIVE_DEPTH: u8 = 18;
const SELECTIVE_EMPTIES: u8 = 18;
/// The same where nodes or time are limited: what was found before a proof that is not finished
/// should be worth something.
const LIMITED_STEP: u8 = 6;
const LIMITED_EMPTIES: u8 = 12;
/// How sure searches to the end of the game are, one after the other.
const AT_END: [Certainty; 3] = [Certainty::P80, Certainty::P95, Certainty::FULL];
