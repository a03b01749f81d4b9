//! What a search found.

use heapless::Vec;

use crate::search::{Bound, Certainty};
use crate::types::{Move, Score, Square};

/// Squares of a line of play, passes left out as in transcripts.
pub type Line = Vec<Square, 60>;

/// What a search found, or knows so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Report {
    /// The move to make: a pass only where there is no other.
    pub best: Move,
    /// What the position is worth to the mover.
    pub score: Score,
    /// How the score bounds the true one; not exact only where the search was stopped midway, or
    /// where that was [`enough`](crate::Options::enough).
    pub bound: Bound,
    /// The depth that was finished.
    pub depth: u8,
    /// How sure it is of that depth.
    pub certainty: Certainty,
    /// Whether the score is the final result with best play.
    pub solved: bool,
    /// Moves tried.
    pub nodes: u64,
    /// How play goes on, the best move first.
    pub line: Line,
}
