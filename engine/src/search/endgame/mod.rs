//! The endgame solver.

mod last_flip;
mod last_four;
mod proof;
mod shallow;

use last_four::{Quarters, solve};
