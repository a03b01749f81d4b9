//! The rules of Othello: boards, moves, games, their text formats and their hash.

mod board;
mod game;
pub mod moves;
mod obf;
mod perft;
mod position;
pub mod reference;
mod stable;
mod symmetry;
pub mod zobrist;

pub use board::Board;
pub use game::{Game, IllegalMove, TranscriptError};
pub use obf::{Obf, ObfError};
pub use perft::perft;
pub use position::{ParseError, Picture, Position};
pub use stable::stable_discs;
pub use symmetry::Symmetry;
pub(crate) use symmetry::transpose;
