//! The vocabulary of everything else: squares, sets of squares, colours, moves, board sizes, scores
//! and random numbers.

mod bitboard;
mod color;
mod r#move;
mod random;
mod score;
mod size;
mod square;

pub use bitboard::{Bitboard, SetIter};
pub use color::{Color, ParseColorError};
pub use r#move::{Move, ParseMoveError};
pub use random::SplitMix64;
pub use score::Score;
pub use size::{Eight, Rectangle, Six, Size};
pub use square::{ParseSquareError, Square};
