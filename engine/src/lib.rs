//! Othello for a microcontroller and a PC.
#![no_std]

mod board;
mod game;
pub mod moves;
mod perft;
mod position;
mod random;
pub mod reference;
mod size;
mod square;

pub use board::Board;
pub use game::{Game, IllegalMove, TranscriptError};
pub use perft::perft;
pub use position::{ParseError, Picture, Position};
pub use random::SplitMix64;
pub use size::{Eight, Six, Size};
pub use square::{Bitboard, Color, Move, NotASquare, Square, Squares};
