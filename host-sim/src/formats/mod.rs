//! File formats of games: readers and writers.
//!
//! Transcripts ([`Game`]) and OBF ([`Obf`](wedge_engine::Obf)) are part of the engine, since a board
//! reads them as well; the program's game log is [`game_log`].

use wedge_engine::Game;

pub mod game_file;
pub mod game_log;
pub mod ggf;
mod properties;
pub mod rows;
pub mod sgf;
pub mod suite;
pub mod wthor;

/// A game and its players: what all formats can store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The black player; empty if unknown.
    pub black: String,
    /// The white player; empty if unknown.
    pub white: String,
    /// The moves.
    pub game: Game,
}
