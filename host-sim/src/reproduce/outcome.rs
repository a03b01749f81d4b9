//! A cell played again, as a row of the CSV file.

use serde::{Deserialize, Serialize};

use super::cell::{Cause, Cell};
use super::compare::{Test, Verdict};
use super::tally::Tally;
use crate::io::csv_file::{Row, Seconds};
use crate::io::value_enum::value_name;

/// The report's figures of a cell beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The team whose report has the table.
    pub team: String,
    /// Which of its tables.
    pub table: String,
    /// Who has black, by the report's name.
    pub black: String,
    /// Who has white.
    pub white: String,
    /// The player for black here.
    pub black_player: String,
    /// The player for white here.
    pub white_player: String,
    /// The report's games, black's wins, draws and losses, and discs.
    pub report_games: u32,
    /// Games that black won.
    pub report_wins: Option<u32>,
    /// Draws.
    pub report_draws: Option<u32>,
    /// Games that white won.
    pub report_losses: Option<u32>,
    /// Black's discs in all games.
    pub report_black_discs: Option<u32>,
    /// White's discs in all games.
    pub report_white_discs: Option<u32>,
    /// Games played here.
    pub games: u32,
    /// Games that black won.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Games that white won.
    pub losses: u32,
    /// Black's discs in all games.
    pub black_discs: u32,
    /// White's discs in all games.
    pub white_discs: u32,
    /// Games in which black was wiped out.
    pub black_wiped_out: u32,
    /// Games in which white was wiped out.
    pub white_wiped_out: u32,
    /// Time that black took.
    pub black_seconds: Seconds,
    /// Time that white took.
    pub white_seconds: Seconds,
    /// How often chance alone makes such a difference in wins, draws and losses.
    pub p_results: Option<f64>,
    /// The same of the mean disc lead.
    pub p_discs: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
    /// Why the cell cannot be expected to agree.
    pub cause: Option<Cause>,
}

impl Row for Outcome {
    const HEADER: &'static [&'static str] = &[
        "team",
        "table",
        "black",
        "white",
        "black_player",
        "white_player",
        "report_games",
        "report_wins",
        "report_draws",
        "report_losses",
        "report_black_discs",
        "report_white_discs",
        "games",
        "wins",
        "draws",
        "losses",
        "black_discs",
        "white_discs",
        "black_wiped_out",
        "white_wiped_out",
        "black_seconds",
        "white_seconds",
        "p_results",
        "p_discs",
        "verdict",
        "cause",
    ];
}

impl Outcome {
    /// A cell and our games of it.
    #[must_use]
    pub fn new(cell: &Cell, tally: &Tally, by_chance: bool) -> Self {
        let Test { p_results, p_discs, verdict } = Test::of(cell, tally, by_chance);
        let rounded = |p: f64| (p * 1e6).round() / 1e6;
        Self {
            games: tally.record.games(),
            wins: tally.record.wins,
            draws: tally.record.draws,
            losses: tally.record.losses,
            black_discs: tally.black_discs,
            white_discs: tally.white_discs,
            black_wiped_out: tally.black_wiped_out,
            white_wiped_out: tally.white_wiped_out,
            black_seconds: Seconds(tally.black_seconds),
            white_seconds: Seconds(tally.white_seconds),
            p_results: p_results.map(rounded),
            p_discs: p_discs.map(rounded),
            verdict,
            ..Self::unplayed(cell)
        }
    }

    /// A cell without players.
    #[must_use]
    pub fn unplayed(cell: &Cell) -> Self {
        Self {
            team: cell.team.clone(),
            table: cell.table.clone(),
            black: cell.black.clone(),
            white: cell.white.clone(),
            black_player: cell.black_player.clone(),
            white_player: cell.white_player.clone(),
            report_games: cell.games,
            report_wins: cell.wins,
            report_draws: cell.draws,
            report_losses: cell.losses,
            report_black_discs: cell.black_discs,
            report_white_discs: cell.white_discs,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            black_discs: 0,
            white_discs: 0,
            black_wiped_out: 0,
            white_wiped_out: 0,
            black_seconds: Seconds(0.0),
            white_seconds: Seconds(0.0),
            p_results: None,
            p_discs: None,
            verdict: Verdict::NotPlayed,
            cause: cell.cause,
        }
    }

    /// Whether this is the outcome of a cell with so many games.
    #[must_use]
    pub fn is_of(&self, cell: &Cell, games: u32) -> bool {
        let theirs = (&cell.team, &cell.table, &cell.black, &cell.white);
        let players = (&cell.black_player, &cell.white_player);
        (&self.team, &self.table, &self.black, &self.white) == theirs
            && (&self.black_player, &self.white_player) == players
            && self.games == games
    }

    /// The columns of the printed table.
    #[must_use]
    pub fn in_columns(&self) -> [String; 10] {
        let record = |figures: [Option<u32>; 3]| {
            let figure = |n: Option<u32>| n.map_or_else(|| "?".to_owned(), |n| n.to_string());
            if figures == [None; 3] { String::new() } else { figures.map(figure).join(" ") }
        };
        let means = |games: u32, discs: Option<[u32; 2]>| {
            let mean = |sum: u32| format!("{:.1}", f64::from(sum) / f64::from(games));
            discs.filter(|_| games > 0).map_or_else(String::new, |discs| discs.map(mean).join(":"))
        };
        let p = |p: Option<f64>| p.map_or_else(String::new, |p| format!("{p:.3}"));
        let theirs = self.report_black_discs.zip(self.report_white_discs).map(|(b, w)| [b, w]);
        let ours = if self.games == 0 {
            String::new()
        } else {
            record([Some(self.wins), Some(self.draws), Some(self.losses)])
        };
        let verdict = value_name(&self.verdict);
        let verdict = match self.cause {
            Some(cause) => format!("{verdict} ({})", value_name(&cause)),
            None => verdict,
        };
        [
            self.table.clone(),
            self.black.clone(),
            self.white.clone(),
            record([self.report_wins, self.report_draws, self.report_losses]),
            means(self.report_games, theirs),
            ours,
            means(self.games, Some([self.black_discs, self.white_discs])),
            p(self.p_results),
            p(self.p_discs),
            verdict,
        ]
    }
}
