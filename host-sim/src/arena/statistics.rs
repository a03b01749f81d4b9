//! Statistics of the games between two players: score, Elo and error bars.
//!
//! Openings favour a colour, so the two games of an opening are not independent. The unit is
//! therefore the pair: 0, 1/2, 1, 3/2 or 2 points, five cases ("pentanomial"). With the fraction `p[i]` of
//! pairs in case `i`, worth `x[i] = i/4` of the points of a pair:
//!
//! - score `s = sum p[i] x[i]`, variance `v = sum p[i] (x[i] - s)^2`, standard error `sqrt(v / n)`;
//! - Elo `= 400 log10(s / (1 - s))`, and its error bar from `s -+ 1.96` standard errors.

use std::fmt;

use serde::Serialize;

/// The normal distribution has 95 % of its weight within this many standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Record {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Record {
    /// Counts a game by half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub const fn add(&mut self, half_points: u32) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Games played.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points: one for a win, half of one for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The fraction of the points won, 0 to 1; a half without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }
}

/// How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pentanomial(pub [u32; 5]);

impl Pentanomial {
    /// The score of each of the five cases.
    pub const WORTH: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair by its half points, 0 to 4.
    pub fn add(&mut self, half_points: u32) {
        self.0[half_points.min(4) as usize] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The fraction of the pairs in each case.
    #[must_use]
    pub fn parts(&self) -> [f64; 5] {
        let pairs = f64::from(self.pairs().max(1));
        self.0.map(|count| f64::from(count) / pairs)
    }

    /// The fraction of the points won, 0 to 1; a half without pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { mean(&self.parts()) }
    }

    /// The standard error of the score.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let parts = self.parts();
        (variance(&parts, mean(&parts)) / f64::from(self.pairs().max(1))).sqrt()
    }

    /// How much stronger the player is, with 95 % error bars; `None` for fewer than two pairs, which
    /// have no variance.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let (pairs, score) = (self.pairs(), self.score());
        if pairs < 2 {
            return None;
        }
        // If every pair was won, the variance is zero. With 95 % confidence the true fraction of won
        // pairs is above the one that gives such a streak once in twenty.
        let streak = 0.05_f64.powf(1.0 / f64::from(pairs));
        let (low, high) = match score {
            0.0 => (0.0, 1.0 - streak),
            1.0 => (streak, 1.0),
            _ => {
                let error = Z95 * self.standard_error();
                ((score - error).max(0.0), (score + error).min(1.0))
            }
        };
        Some(Elo { value: elo(score), low: elo(low), high: elo(high) })
    }
}

/// `[12, 30, 50, 33, 10]`, from lost to won pairs.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// The mean score of the five cases with these fractions.
pub(crate) fn mean(parts: &[f64; 5]) -> f64 {
    parts.iter().zip(Pentanomial::WORTH).map(|(part, worth)| part * worth).sum()
}

/// The variance of the five cases with these fractions around a value.
pub(crate) fn variance(parts: &[f64; 5], around: f64) -> f64 {
    let squares = Pentanomial::WORTH.map(|worth| (worth - around).powi(2));
    parts.iter().zip(squares).map(|(part, square)| part * square).sum()
}

/// A difference in strength with its error bars.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The most likely value; infinite if every game was won.
    pub value: f64,
    /// The lower end of the 95 % confidence interval.
    pub low: f64,
    /// The upper end of the 95 % confidence interval.
    pub high: f64,
}

/// `+35 [+12, +58]`; only the finite end where the other is infinite, as after nothing but wins.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { value, low, high } = self;
        match value {
            f64::INFINITY => write!(f, "above {low:+.0}"),
            f64::NEG_INFINITY => write!(f, "below {high:+.0}"),
            _ if high == f64::INFINITY => write!(f, "{value:+.0} [above {low:+.0}]"),
            _ if low == f64::NEG_INFINITY => write!(f, "{value:+.0} [below {high:+.0}]"),
            _ => write!(f, "{value:+.0} [{low:+.0}, {high:+.0}]"),
        }
    }
}

/// The difference in Elo that gives an expected score.
#[must_use]
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score for a difference in Elo.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found}, expected {wanted}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // The well-known points of the scale: 64 %, 76 % and 10 to 1.
        near(elo(0.64), 100.0, 0.1);
        near(elo(0.76), 200.0, 0.3);
        near(expected_score(400.0), 10.0 / 11.0, 1e-12);
        for difference in [-350.0, -3.5, 0.0, 12.0, 800.0] {
            near(elo(expected_score(difference)), difference, 1e-6);
        }
    }

    /// By hand: 8 pairs, parts 1/8 2/8 2/8 2/8 1/8, mean 1/2, variance
    /// (2 * 1/8 * 1/4) + (2 * 2/8 * 1/16) = 3/32, standard error sqrt(3/256) = 0.10825.
    #[test]
    fn the_error_bar_of_a_small_match() {
        let few = Pentanomial([1, 2, 2, 2, 1]);
        near(few.score(), 0.5, 1e-12);
        near(few.standard_error(), 3_f64.sqrt() / 16.0, 1e-12);
        let bar = few.elo().unwrap();
        near(bar.value, 0.0, 1e-9);
        // 0.5 + 1.96 * 0.108253 = 0.712172: 400 log10(0.712172 / 0.287828) = 157.4
        near(bar.high, 157.4, 0.1);
        near(bar.low, -bar.high, 1e-9);
    }

    /// Pairs whose two games always cancel out have no spread at all, whatever single games look
    /// like: the reason for counting pairs.
    #[test]
    fn cancelling_pairs_have_no_error() {
        let even = Pentanomial([0, 0, 50, 0, 0]);
        near(even.standard_error(), 0.0, 1e-12);
        assert_eq!(even.elo().unwrap().to_string(), "+0 [+0, +0]");
    }

    #[test]
    fn a_row_of_wins_bounds_the_elo_from_one_side() {
        let won = Pentanomial([0, 0, 0, 0, 50]);
        let bar = won.elo().unwrap();
        // 0.05^(1/50) = 0.94184
        near(bar.low, 483.8, 0.5);
        assert_eq!(bar.to_string(), "above +484");
        let lost = Pentanomial([50, 0, 0, 0, 0]);
        assert_eq!(lost.elo().unwrap().to_string(), "below -484");
        // Hardly a loss: the error bar reaches beyond what there is to win.
        let most = Pentanomial([0, 0, 1, 0, 3]);
        assert_eq!(most.elo().unwrap().to_string(), "+338 [above +117]");
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial([0, 0, 0, 0, 1]).elo(), None);
    }

    #[test]
    fn records_count_points() {
        let mut record = Record::default();
        for half_points in [2, 2, 1, 0] {
            record.add(half_points);
        }
        assert_eq!(record, Record { wins: 2, draws: 1, losses: 1 });
        near(record.score(), 0.625, 1e-12);
        assert_eq!(Record::default().score(), 0.5);
    }
}
