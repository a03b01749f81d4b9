//! Othello games as text and files, for the PC program and the browser.
//!
//! ```
//! let games = wedge_formats::read_text("f5d6c3\n# another\nd3c5\n")?;
//! assert_eq!(games.len(), 2);
//! assert_eq!(wedge_formats::openings::name(&games[0].game), Some("Perpendicular"));
//! let sgf = wedge_formats::sgf::write(&games[0]);
//! assert_eq!(wedge_formats::read_text(&sgf)?[0].game, games[0].game);
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! | module | what it reads and writes |
//! |---|---|
//! | [`ggf`] | GGF, the format of the Generic Game Server |
//! | [`sgf`] | SGF, the Smart Game Format |
//! | [`wthor`] | WTHOR, the format of the French federation |
//! | [`game_log`] | the program's own log: every move with its board |
//! | [`pasted`] | games as people paste them; only read |
//! | [`openings`] | the names of openings |
//! | [`perfect_game`] | the published perfect game |
//!
//! [`read`] and [`read_text`] recognise the format. Transcripts ([`Game`](wedge_engine::Game)) and OBF
//! ([`Obf`](wedge_engine::Obf)) are part of the engine, since a board reads them as well. Nothing here
//! touches a file: names are only for messages.

mod decimal;
pub mod game_log;
pub mod ggf;
pub mod openings;
pub mod pasted;
pub mod perfect_game;
mod properties;
#[cfg(test)]
mod random_games;
mod record;
pub mod sgf;
mod text;
pub mod wthor;

pub use decimal::Decimal;
pub use record::{GameRecord, read, read_text};
pub use text::plain;
