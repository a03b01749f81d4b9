//! What the games of a cell add up to.

use anyhow::{Context, Result};
use wedge_engine::{Color, Game};

use crate::arena::{GameRow, Record};

/// The sums over the games of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Black's wins, draws and losses.
    pub record: Record,
    /// Black's discs as they lie at the end.
    pub black_discs: u32,
    /// White's discs.
    pub white_discs: u32,
    /// The squares of black's disc leads.
    pub squared_leads: u64,
    /// Games in which black had no disc left.
    pub black_wiped_out: u32,
    /// Games in which white had no disc left.
    pub white_wiped_out: u32,
    /// Time that black took.
    pub black_seconds: f64,
    /// Time that white took.
    pub white_seconds: f64,
}

impl Tally {
    /// Adds up games.
    ///
    /// # Errors
    /// If the moves of a row are not a game.
    pub fn of(rows: &[GameRow]) -> Result<Self> {
        let mut tally = Self::default();
        for row in rows {
            // The rows of a match give empty squares to the winner: the contest did not.
            let game: Game =
                row.moves.parse().with_context(|| format!("the moves of game {}", row.game))?;
            let discs = |color| game.position().discs(color).len();
            tally.add(discs(Color::Black), discs(Color::White), row.half_points(Color::Black));
            tally.black_seconds += row.black_seconds.0;
            tally.white_seconds += row.white_seconds.0;
        }
        Ok(tally)
    }

    /// Adds a game by its discs and black's half points.
    pub fn add(&mut self, black: u32, white: u32, half_points: u32) {
        self.record.add(half_points);
        self.black_discs += black;
        self.white_discs += white;
        self.squared_leads += u64::from(black.abs_diff(white)).pow(2);
        self.black_wiped_out += u32::from(black == 0);
        self.white_wiped_out += u32::from(white == 0);
    }

    /// The mean of black's disc leads.
    #[must_use]
    pub fn mean_lead(&self) -> f64 {
        let sum = f64::from(self.black_discs) - f64::from(self.white_discs);
        sum / f64::from(self.record.games().max(1))
    }

    /// The variance of black's disc leads.
    #[must_use]
    pub fn lead_variance(&self) -> f64 {
        let games = f64::from(self.record.games());
        let spread = self.squared_leads as f64 - games * self.mean_lead().powi(2);
        if games < 2.0 { 0.0 } else { spread.max(0.0) / (games - 1.0) }
    }
}
