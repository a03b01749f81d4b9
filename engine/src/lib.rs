//! Othello for a microcontroller and a PC.
#![no_std]

mod board;
mod eval;
mod game;
mod limits;
pub mod moves;
mod observer;
mod order;
mod perft;
mod position;
mod random;
mod report;
mod score;
mod search;
mod size;
mod square;
mod stable;
mod table;
mod word;
pub mod zobrist;

pub use board::Board;
pub use eval::{Discs, Evaluator, Squares, Stability};
pub use game::{Game, IllegalMove, TranscriptError};
pub use limits::{GameClock, Limits};
pub use observer::Observer;
pub use order::{History, Ordering, class};
pub use perft::perft;
pub use position::{ParseError, Picture, Position};
pub use random::SplitMix64;
pub use report::{Line, Report};
pub use score::Score;
pub use search::{Algorithm, Options, Search};
pub use size::{Eight, Six, Size};
pub use square::{Bitboard, Color, Move, NotASquare, Square};
pub use stable::stable_discs;
pub use table::{Bound, Entry, Known, Table, TableView};
