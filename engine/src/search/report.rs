//! The result of a search.

use heapless::Vec;

use crate::search::{Bound, Certainty};
use crate::types::{Move, Score, Square};

/// A line of play: its squares, without passes as in transcripts.
pub type Line = Vec<Square, 60>;

/// The result of a search, or of its last finished depth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Report {
    /// The best move: a pass only if there is no other.
    pub best: Move,
    /// The score of the position for the mover.
    pub score: Score,
    /// How the score bounds the true one. It is exact unless the search was stopped in the middle
    /// of a depth or reached the [score cap](crate::Options::enough).
    pub bound: Bound,
    /// The last finished depth.
    pub depth: u8,
    /// The certainty of that depth.
    pub certainty: Certainty,
    /// Whether the score is the final result with best play.
    pub solved: bool,
    /// The number of nodes: moves tried.
    pub nodes: u64,
    /// The principal variation, the best move first.
    pub line: Line,
}
