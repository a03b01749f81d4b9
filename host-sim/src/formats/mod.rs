//! The forms in which games are kept and exchanged: readers and writers.
//!
//! Transcripts ([`Game`]) and OBF ([`Obf`](wedge_engine::Obf)) are the engine's own, since a board
//! reads them too; the program's game log is [`game_log`](crate::formats::game_log).

use wedge_engine::Game;

pub mod game_file;
pub mod game_log;
pub mod ggf;
mod properties;
pub mod rows;
pub mod sgf;
pub mod suite;
pub mod wthor;

/// A game and who played it: what all formats can tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Who played black; empty if nobody wrote it down.
    pub black: String,
    /// Who played white.
    pub white: String,
    /// The moves.
    pub game: Game,
}
