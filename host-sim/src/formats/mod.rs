//! The files of games, positions and results. `wedge-formats` has the formats of games that the browser
//! reads as well.

pub mod game_file;
pub mod rows;
pub mod suite;

pub use wedge_formats::{GameRecord, game_log, ggf, sgf, wthor};
