//! Endgame tables: every ending with few pieces and nothing face down, with its distance.
//!
//! An ending's result depends on which piece takes which, and not on what the pieces are called. So
//! all materials with the same relations share a table: a [`Class`]. With the colours swapped and
//! the board turned, 2 pieces have 5 classes, 3 have 20, 4 have 75 and 5 have 233, by [`classes`].
//!
//! The distance of a won or lost position is the number of plies to the next capture, or to the end
//! of the game, with best play. A winner who follows it makes progress with every ply: no position
//! comes back, and the capture comes before the draw by quiet plies. A position that needs more plies
//! than the rules allow is a draw in the tables, as it is in play. Every capture leads into another
//! won ending, until nothing is left to take.

mod class;
mod packed;
mod solve;
mod tables;

pub use class::{Class, classes};
pub use packed::PackedEndings;
pub use solve::{MAX_DISTANCE, SizeError, solve, solve_class};
pub use tables::{Endings, Layout, Tablebase, Verdict, class_len, table_len};
