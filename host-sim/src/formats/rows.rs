//! The rows of the CSV files, one type for each table.

use serde::{Deserialize, Serialize};
use wedge_engine::Color;

use crate::io::csv_file::{Discs, Row, Seconds};
use crate::io::fingerprint::Fingerprint;

/// A searched position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionRow {
    /// The position's name.
    pub name: String,
    /// Who is to move.
    pub side: String,
    /// Empty squares.
    pub empties: u32,
    /// The limit of the search.
    pub limit: String,
    /// The last depth that the search finished.
    pub depth: u8,
    /// The score for the mover, in discs.
    pub score: Discs,
    /// What the score is: `exact` if it is proved, or else `estimate`, `lower` or `upper`, with
    /// `@68%` after a search with ProbCut at this certainty.
    pub bound: String,
    /// The best move.
    #[serde(rename = "move")]
    pub best: String,
    /// The principal variation, the best move first.
    pub line: String,
    /// Time taken.
    pub seconds: Seconds,
    /// Nodes of the search.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// The part of the table that is in use, 0 to 1.
    pub table_fill: f64,
    /// The position; files of earlier versions do not say.
    #[serde(default)]
    pub board: String,
    /// What the search depended on; files of earlier versions do not say.
    #[serde(default)]
    pub run: Fingerprint,
}

impl Row for PositionRow {
    const HEADER: &'static [&'static str] = &[
        "name",
        "side",
        "empties",
        "limit",
        "depth",
        "score",
        "bound",
        "move",
        "line",
        "seconds",
        "nodes",
        "nps",
        "table_fill",
        "board",
        "run",
    ];
    const ADDED: usize = 2;
}

/// A solved position with its best move or, with `--all`, one of its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolveRow {
    /// The position's name.
    pub name: String,
    /// Who is to move.
    pub side: String,
    /// Empty squares.
    pub empties: u32,
    /// The goal: `exact` or `wld`.
    pub goal: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The score for the mover: discs, or win, draw or loss.
    pub score: String,
    /// The known score, if the file has one.
    #[serde(rename = "true")]
    pub known: Option<i32>,
    /// The principal variation, the move first.
    pub line: String,
    /// Time taken.
    pub seconds: Seconds,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// The position; files of earlier versions do not say.
    #[serde(default)]
    pub board: String,
    /// What the solution depended on; files of earlier versions do not say.
    #[serde(default)]
    pub run: Fingerprint,
}

impl Row for SolveRow {
    const HEADER: &'static [&'static str] = &[
        "name", "side", "empties", "goal", "move", "score", "true", "line", "seconds", "nodes",
        "nps", "board", "run",
    ];
    const ADDED: usize = 2;
}

/// A move of a game, and the board after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRow {
    /// The number of the move, from 1, passes counted.
    pub ply: usize,
    /// Who made it.
    pub side: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The score for the mover, in discs; empty for players that do not search.
    pub score: Option<Discs>,
    /// The last depth that the search finished.
    pub depth: Option<u8>,
    /// Time taken.
    pub seconds: Seconds,
    /// Nodes of the search.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Black's discs after the move.
    pub black: u32,
    /// White's discs after the move.
    pub white: u32,
}

impl Row for MoveRow {
    const HEADER: &'static [&'static str] =
        &["ply", "side", "move", "score", "depth", "seconds", "nodes", "nps", "black", "white"];
}

/// A move of an analysed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisRow {
    /// The number of the move, from 1, passes counted.
    pub ply: usize,
    /// Who made it.
    pub side: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score for the mover, in discs.
    pub score: Discs,
    /// The best move.
    pub best: String,
    /// The score of the best move.
    pub best_score: Discs,
    /// The discs that the move lost.
    pub loss: Discs,
    /// The last depth that the search finished.
    pub depth: u8,
    /// Whether the scores are final margins with best play.
    pub exact: bool,
    /// Nodes of the search.
    pub nodes: u64,
    /// What the search depended on; files of earlier versions do not say.
    #[serde(default)]
    pub run: Fingerprint,
}

impl Row for AnalysisRow {
    const HEADER: &'static [&'static str] = &[
        "ply",
        "side",
        "move",
        "score",
        "best",
        "best_score",
        "loss",
        "depth",
        "exact",
        "nodes",
        "run",
    ];
    const ADDED: usize = 1;
}

impl AnalysisRow {
    /// Black's score after the move.
    pub(crate) fn for_black(&self) -> f64 {
        if self.side == Color::Black.to_string() { self.score.0 } else { -self.score.0 }
    }
}

/// A search of a whole suite, and its cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompareRow {
    /// The positions that were searched.
    pub suite: String,
    /// The depth of the search.
    pub depth: u8,
    /// The evaluation.
    pub eval: String,
    /// The size of the table.
    pub tt_bits: String,
    /// The search algorithm.
    pub search: String,
    /// The move ordering; empty where it does not matter.
    pub ordering: String,
    /// Nodes of the whole suite.
    pub nodes: u64,
    /// Time taken.
    pub seconds: Seconds,
}

impl Row for CompareRow {
    const HEADER: &'static [&'static str] =
        &["suite", "depth", "eval", "tt_bits", "search", "ordering", "nodes", "seconds"];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header that serde would write from the names of the fields.
    fn field_names(row: impl Serialize) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        text.lines().next().unwrap().to_owned()
    }

    #[test]
    fn headers_name_the_fields_in_order() {
        let row = PositionRow {
            name: "start".into(),
            side: "black".into(),
            empties: 60,
            limit: "depth=1".into(),
            depth: 1,
            score: Discs(-1.5),
            bound: "exact".into(),
            best: "d3".into(),
            line: "d3".into(),
            seconds: Seconds(0.25),
            nodes: 4,
            nps: 16,
            table_fill: 0.001,
            board: String::new(),
            run: Fingerprint::default(),
        };
        assert_eq!(field_names(row), PositionRow::HEADER.join(","));
        let row = MoveRow {
            ply: 1,
            side: "black".into(),
            mv: "d3".into(),
            score: None,
            depth: None,
            seconds: Seconds(0.0),
            nodes: None,
            nps: None,
            black: 4,
            white: 1,
        };
        assert_eq!(field_names(row), MoveRow::HEADER.join(","));
        let row = SolveRow {
            name: "start".into(),
            side: "black".into(),
            empties: 60,
            goal: "wld".into(),
            mv: "d3".into(),
            score: "draw".into(),
            known: None,
            line: "d3".into(),
            seconds: Seconds(0.25),
            nodes: 4,
            nps: 16,
            board: String::new(),
            run: Fingerprint::default(),
        };
        assert_eq!(field_names(row), SolveRow::HEADER.join(","));
    }
}
