//! The search: NegaScout with iterative deepening, flips as chance nodes.
//!
//! | part | what it does |
//! |---|---|
//! | [`Search::think`] | iterative deepening and the root |
//! | `negascout` | the recursive search, with table, repetition, reductions |
//! | `chance` | flips: the mean over what may be revealed, with Star1 bounds |
//! | `quiescence` | captures only, at the leaves |
//! | `ordering` | which action first |
//! | `entry` | what a slot of the transposition table keeps |
//! | [`OriginalSearch`] | the search of the original program |

pub mod bench;
mod chance;
mod entry;
mod level;
mod negascout;
mod ordering;
mod original;
mod quiescence;
mod root;

pub use entry::Entry;
pub use level::limits_of;
pub use original::OriginalSearch;
pub use root::{Options, Report, Search};

/// A won game, before the plies to the win are taken off.
pub const WIN: i32 = 30_000;
/// Scores from here on are wins that the rules or the endgame tables prove.
pub const PROVED: i32 = 20_000;
