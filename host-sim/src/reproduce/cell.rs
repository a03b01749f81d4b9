//! The published tables: who played whom, how often, and how it ended.

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::io::csv_file::{Row, parse_rows};
use crate::io::value_enum::{parse_value, value_name};
use crate::players::player::PlayerSpec;

/// The tables of the report, one line a cell, in its order.
const TABLES: &str = include_str!("../../data/contest-2015.csv");

/// A cell of a table of the report: black against white, all games of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The team whose report has the table.
    pub team: String,
    /// Which of its tables.
    pub table: String,
    /// Who has black, by the report's name.
    pub black: String,
    /// Who has white.
    pub white: String,
    /// How many games the figures are of.
    pub games: u32,
    /// Games that black won, where it is given.
    pub wins: Option<u32>,
    /// Draws.
    pub draws: Option<u32>,
    /// Games that white won.
    pub losses: Option<u32>,
    /// Black's discs in all games; empty squares count for nobody.
    pub black_discs: Option<u32>,
    /// White's discs.
    pub white_discs: Option<u32>,
    /// Time that black took for all games.
    pub black_seconds: Option<f64>,
    /// Time that white took.
    pub white_seconds: Option<f64>,
    /// Knock-outs as printed, black's figure.
    pub black_kos: Option<u32>,
    /// White's figure.
    pub white_kos: Option<u32>,
    /// The player that stands for black here; empty if there is none.
    pub black_player: String,
    /// The player that stands for white.
    pub white_player: String,
    /// Why the cell cannot be expected to agree.
    pub cause: Option<Cause>,
    /// The same in a sentence.
    pub note: String,
}

impl Row for Cell {
    const HEADER: &'static [&'static str] = &[
        "team",
        "table",
        "black",
        "white",
        "games",
        "wins",
        "draws",
        "losses",
        "black_discs",
        "white_discs",
        "black_seconds",
        "white_seconds",
        "black_kos",
        "white_kos",
        "black_player",
        "white_player",
        "cause",
        "note",
    ];
}

/// Why a cell cannot be expected to agree.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The clock of 160 s ended games.
    Clock,
    /// The program failed.
    Crash,
    /// Figures of the cell contradict each other or those of all other teams.
    Misprint,
    /// The figures are those of another cell.
    Copied,
    /// A part of the program is not published.
    Unknown,
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&value_name(self))
    }
}

impl<'de> Deserialize<'de> for Cause {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse_value("cause", &text).map_err(serde::de::Error::custom)
    }
}

impl Cell {
    /// The players that stand for black and white here; none if a program cannot be built from
    /// what is published.
    ///
    /// # Errors
    /// If a player is not one that the program has.
    pub fn players(&self) -> Result<Option<[PlayerSpec; 2]>> {
        let read = |name: &str| -> Result<PlayerSpec> {
            name.parse().with_context(|| format!("{}, {}", self.team, self.table))
        };
        match (self.black_player.as_str(), self.white_player.as_str()) {
            ("", "") => Ok(None),
            ("", _) | (_, "") => bail!(
                "{}, {}: {} against {}: expected two players or none",
                self.team,
                self.table,
                self.black,
                self.white
            ),
            (black, white) => Ok(Some([read(black)?, read(white)?])),
        }
    }
}

/// All cells of the report.
///
/// # Errors
/// If the data are damaged.
pub fn cells() -> Result<Vec<Cell>> {
    parse_rows(TABLES, "contest-2015.csv")
}
