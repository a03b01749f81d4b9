//! Positions, actions, games, records, perft and the hash of a position.

mod actions;
mod deal;
mod game;
mod parse;
mod perft;
mod position;
mod record;
pub mod zobrist;

pub use actions::Actions;
pub use deal::Deal;
pub use game::{DEFAULT_QUIET_LIMIT, Ending, Game, IllegalPlyError, ParseEndingError, Rules};
pub use parse::ParsePositionError;
pub use perft::perft;
pub use position::{Picture, Position};
pub use record::{ParseRecordError, Record, Replay, ReplayError};
