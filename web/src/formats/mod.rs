//! The readers and writers of `host-sim`, compiled for the browser.
#![allow(dead_code, unreachable_pub, reason = "the page uses a part of them")]

use wedge_engine::Game;

#[path = "../../../host-sim/src/formats/game_log.rs"]
pub mod game_log;
#[path = "../../../host-sim/src/formats/ggf.rs"]
pub mod ggf;
#[path = "../../../host-sim/src/formats/properties.rs"]
mod properties;
#[path = "../../../host-sim/src/formats/sgf.rs"]
pub mod sgf;
#[path = "../../../host-sim/src/formats/wthor.rs"]
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
