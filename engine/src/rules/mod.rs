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
pub use game::{Game, IllegalMoveError, ParseGameError};
pub use obf::{Obf, ParseObfError};
pub use perft::perft;
pub use position::{ParsePositionError, Picture, Position};
pub use stable::stable_discs;
pub(crate) use stable::stable_discs_of;
pub use symmetry::Symmetry;
pub(crate) use symmetry::transpose;
