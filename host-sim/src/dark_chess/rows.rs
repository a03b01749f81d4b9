//! The rows of dark chess's CSV files.

use serde::{Deserialize, Serialize};

use crate::io::csv_file::{Row, Seconds};

/// A game as a row of CSV.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameRow {
    pub(crate) game: u64,
    pub(crate) deal: u64,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) winner: String,
    pub(crate) ending: String,
    pub(crate) plies: usize,
    pub(crate) first_nodes: u64,
    pub(crate) second_nodes: u64,
    pub(crate) first_seconds: Seconds,
    pub(crate) second_seconds: Seconds,
    pub(crate) note: String,
}

impl Row for GameRow {
    const HEADER: &'static [&'static str] = &[
        "game",
        "deal",
        "first",
        "second",
        "winner",
        "ending",
        "plies",
        "first_nodes",
        "second_nodes",
        "first_seconds",
        "second_seconds",
        "note",
    ];
}

/// A ply as a row of CSV.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PlyRow {
    pub(crate) ply: u32,
    pub(crate) player: String,
    pub(crate) color: String,
    pub(crate) played: String,
    pub(crate) score: i32,
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
    pub(crate) seconds: Seconds,
}

impl Row for PlyRow {
    const HEADER: &'static [&'static str] =
        &["ply", "player", "color", "played", "score", "depth", "nodes", "seconds"];
}

/// A ply with its score.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AnalysisRow {
    pub(crate) game: u64,
    pub(crate) ply: u32,
    pub(crate) played: String,
    pub(crate) score: i32,
    pub(crate) best: String,
    pub(crate) best_score: i32,
    pub(crate) loss: i32,
}

impl Row for AnalysisRow {
    const HEADER: &'static [&'static str] =
        &["game", "ply", "played", "score", "best", "best_score", "loss"];
}
