//! Static evaluation of a position, for the side to move.

mod original;
mod relations;

pub use original::{Original, best_flip};
pub use relations::Relations;

use crate::rules::{Position, Rules};

/// Judges a position without a search.
pub trait Evaluator {
    /// The score for the side to move, within [`MAX_EVALUATION`] on either side.
    fn evaluate(&self, position: &Position, rules: Rules) -> i32;
}

/// The highest score of an evaluation. Higher ones are proved wins.
pub const MAX_EVALUATION: i32 = 15_000;
