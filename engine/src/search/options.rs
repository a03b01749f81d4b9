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
///
/// ```
/// use wedge_engine::{Algorithm, Options};
///
/// let options = Options::default().with_algorithm(Algorithm::AlphaBeta).with_max_depth(12);
/// assert_eq!(options.max_depth, 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
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
    pub max_depth: u8,
    /// The score cap of a search to the end of the game, in discs: it does not distinguish wins by
    /// this margin or more, nor such losses. 64 solves exactly; 1 finds win, draw or loss only: 111
    /// million nodes instead of 351 million for FFO 40 to 44 when it was added.
    pub score_cap: u8,
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
            max_depth: 64,
            score_cap: 64,
            certainty: Certainty::default(),
        }
    }
}

impl Options {
    /// The same options with another [`Options::algorithm`].
    #[must_use]
    pub const fn with_algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// The same options with another [`Options::ordering`].
    #[must_use]
    pub const fn with_ordering(self, ordering: Ordering) -> Self {
        Self { ordering, ..self }
    }

    /// The same options with another [`Options::max_num`].
    #[must_use]
    pub const fn with_max_num(self, max_num: u8) -> Self {
        Self { max_num, ..self }
    }

    /// The same options with or without [`Options::aspiration`].
    #[must_use]
    pub const fn with_aspiration(self, aspiration: bool) -> Self {
        Self { aspiration, ..self }
    }

    /// The same options with another [`Options::max_depth`].
    #[must_use]
    pub const fn with_max_depth(self, max_depth: u8) -> Self {
        Self { max_depth, ..self }
    }

    /// The same options with another [`Options::score_cap`].
    #[must_use]
    pub const fn with_score_cap(self, score_cap: u8) -> Self {
        Self { score_cap, ..self }
    }

    /// The same options with another [`Options::certainty`].
    #[must_use]
    pub const fn with_certainty(self, certainty: Certainty) -> Self {
        Self { certainty, ..self }
    }

    /// Whether the search uses the endgame solver and ProbCut.
    pub(super) fn uses_solver_and_probcut(&self) -> bool {
        self.ordering == Ordering::Full && self.algorithm == Algorithm::NegaScout
    }
}
