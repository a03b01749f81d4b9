//! How to search.

use super::certainty::Certainty;
use super::ordering::Ordering;

/// How the tree is walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Algorithm {
    /// Every line to the full depth, without table or ordering: for teaching and for tests.
    Minimax,
    /// Alpha-beta with the full window everywhere.
    AlphaBeta,
    /// Alpha-beta that expects the first move to be best and tests the others with null windows.
    #[default]
    NegaScout,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Options {
    /// How the tree is walked.
    pub algorithm: Algorithm,
    /// Which moves are tried first.
    pub ordering: Ordering,
    /// The N of the history table's start values 2^(N-k): `MaxNum` in the original program.
    pub max_num: u8,
    /// Whether each depth starts with an aspiration window around the score of the depth before.
    pub aspiration: bool,
    /// No search goes deeper, whatever its limits are: a bound for the stack where it is small.
    pub deepest: u8,
    /// The score cap of a search to the end of the game, in discs: it does not distinguish wins by
    /// this margin or more, nor such losses. 64 solves exactly; 1 finds win, draw or loss only: 111
    /// million nodes instead of 351 million for FFO 40 to 44 when it was added.
    pub enough: u8,
    /// The confidence that a ProbCut needs. Only NegaScout with full ordering uses ProbCut. A
    /// search to the end of the game proves its result with ProbCut off, whatever this is.
    pub certainty: Certainty,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            ordering: Ordering::default(),
            max_num: 10,
            aspiration: true,
            deepest: 64,
            enough: 64,
            certainty: Certainty::default(),
        }
    }
}

impl Options {
    /// Whether the search uses the endgame solver and ProbCut.
    pub(super) fn uses_solver_and_probcut(&self) -> bool {
        self.ordering == Ordering::Full && self.algorithm == Algorithm::NegaScout
    }
}
