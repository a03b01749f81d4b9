//! The tables of the contest of 2015: the published cells, ours, and how they compare.

mod cell;
mod compare;
mod outcome;
mod tally;

pub use cell::{Cause, Cell, cells};
pub use compare::{LEVEL, Test, Verdict};
pub use outcome::Outcome;
pub use tally::Tally;
