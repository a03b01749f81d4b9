//! Squares, sets of squares, colours, moves, board sizes, scores and random numbers.

mod random;
mod score;
mod size;
mod square;

pub use random::SplitMix64;
pub use score::Score;
pub use size::{Eight, Six, Size};
pub use square::{Bitboard, Color, Move, NotASquare, SetIter, Square};
