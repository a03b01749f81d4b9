//! Whether a published cell and ours are games of the same programs.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cell::Cell;
use super::tally::Tally;
use crate::words::{Word, parse, word};

/// A difference that chance alone makes less often than this is one.
pub const LEVEL: f64 = 0.01;

/// Cells with a smaller expected count are merged before the chi-squared test, by its usual rule.
const LEAST_EXPECTED: f64 = 5.0;

/// What the comparison of a cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The one game of both is the same, by its discs.
    Equal,
    /// No test finds a difference.
    Agrees,
    /// There is a difference.
    Differs,
    /// There is no player for the cell.
    NotPlayed,
}

impl Word for Verdict {
    const WHAT: &'static str = "verdict";
    const ALL: &'static [(&'static str, Self)] = &[
        ("equal", Self::Equal),
        ("agrees", Self::Agrees),
        ("differs", Self::Differs),
        ("not-played", Self::NotPlayed),
    ];
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(word(*self))
    }
}

impl<'de> Deserialize<'de> for Verdict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse(&text).map_err(serde::de::Error::custom)
    }
}

/// The outcome of the tests: how often chance alone makes such a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// Of wins, draws and losses.
    pub p_results: Option<f64>,
    /// Of the mean disc lead.
    pub p_discs: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
}

impl Test {
    /// Compares a cell with our games of it.
    #[must_use]
    pub fn of(cell: &Cell, tally: &Tally, by_chance: bool) -> Self {
        if !by_chance {
            let verdict = if is_equal(cell, tally) { Verdict::Equal } else { Verdict::Differs };
            return Self { p_results: None, p_discs: None, verdict };
        }
        let record = tally.record;
        let p_results = match (cell.wins, cell.draws, cell.losses) {
            (Some(wins), Some(draws), Some(losses)) => {
                Some(homogeneity([wins, draws, losses], [record.wins, record.draws, record.losses]))
            }
            _ => None,
        };
        let p_discs = cell.black_discs.zip(cell.white_discs).map(|(black, white)| {
            let lead = (f64::from(black) - f64::from(white)) / f64::from(cell.games);
            let counts = [cell.games, record.games()].map(|games| 1.0 / f64::from(games.max(1)));
            let error = (tally.lead_variance() * (counts[0] + counts[1])).sqrt();
            two_sided((lead - tally.mean_lead()).abs(), error)
        });
        let differs = [p_results, p_discs].iter().flatten().any(|&p| p < LEVEL);
        let verdict = if differs { Verdict::Differs } else { Verdict::Agrees };
        Self { p_results, p_discs, verdict }
    }
}

/// Whether every game of the cell is the one that was played here, by its discs and its winner.
fn is_equal(cell: &Cell, tally: &Tally) -> bool {
    let all = |ours: u32| Some(ours * cell.games);
    let record = tally.record;
    let discs = (cell.black_discs, cell.white_discs);
    let results = [
        (cell.wins, all(record.wins)),
        (cell.draws, all(record.draws)),
        (cell.losses, all(record.losses)),
    ];
    discs == (all(tally.black_discs), all(tally.white_discs))
        && results.iter().all(|(theirs, ours)| theirs.is_none() || theirs == ours)
}

/// Pearson's chi-squared test of homogeneity of two rows of wins, draws and losses. While fewer than
/// five games are expected in a field, its category joins the next smaller one.
fn homogeneity(one: [u32; 3], other: [u32; 3]) -> f64 {
    let rows = [one, other].map(|row| row.map(f64::from).to_vec());
    let sum = |row: &[f64]| row.iter().sum::<f64>();
    let smaller_row = sum(&rows[0]).min(sum(&rows[1]));
    let all = sum(&rows[0]) + sum(&rows[1]);
    let [mut one, mut other] = rows;
    let least = |one: &[f64], other: &[f64]| {
        let pooled = one.iter().zip(other).map(|(a, b)| a + b);
        pooled.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    };
    while one.len() > 1 {
        let (at, count) = least(&one, &other);
        if count * smaller_row / all >= LEAST_EXPECTED {
            break;
        }
        let (a, b) = (one.remove(at), other.remove(at));
        let (into, _) = least(&one, &other);
        one[into] += a;
        other[into] += b;
    }
    let totals = [sum(&one), sum(&other)];
    let chi_squared: f64 = one
        .iter()
        .zip(&other)
        .flat_map(|(&a, &b)| {
            [(a, totals[0]), (b, totals[1])].map(|(found, total)| {
                let expected = (a + b) * total / all;
                (found - expected).powi(2) / expected
            })
        })
        .sum();
    match one.len() {
        3 => (-chi_squared / 2.0).exp(),
        2 => erfc((chi_squared / 2.0).sqrt()),
        _ => 1.0,
    }
}

/// How often a normal variable with this standard error is as far from 0.
fn two_sided(distance: f64, error: f64) -> f64 {
    if error == 0.0 {
        return if distance == 0.0 { 1.0 } else { 0.0 };
    }
    erfc(distance / error / std::f64::consts::SQRT_2)
}

/// The complementary error function for positive values: the series 7.1.6 of Abramowitz and Stegun
/// below 2, where it converges fast, and their continued fraction 7.1.14 above.
fn erfc(x: f64) -> f64 {
    let two_over_root_pi = std::f64::consts::FRAC_2_SQRT_PI;
    if x < 2.0 {
        // 7.1.6: erf x = 2/sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (1 3 5 ... (2n+1)).
        let (mut term, mut sum) = (x, x);
        for n in 1..60 {
            term *= 2.0 * x * x / f64::from(2 * n + 1);
            sum += term;
        }
        return 1.0 - two_over_root_pi * (-x * x).exp() * sum;
    }
    // 7.1.14: sqrt(pi) exp(x^2) erfc x = 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + ...)))).
    let fraction = (1..60).rev().fold(x, |below, n| x + f64::from(n) / 2.0 / below);
    two_over_root_pi / 2.0 * (-x * x).exp() / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from the tables of Abramowitz and Stegun.
    #[test]
    fn erfc_has_its_tabulated_values() {
        for (x, wanted) in
            [(0.0, 1.0), (0.5, 0.479_500_122), (1.0, 0.157_299_207), (2.0, 0.004_677_735)]
        {
            assert!((erfc(x) - wanted).abs() < 1e-8, "{x}: {}", erfc(x));
        }
        assert!((erfc(1.999_999) - erfc(2.000_001)).abs() < 1e-6);
    }

    #[test]
    fn equal_rows_have_no_difference_and_far_ones_have() {
        assert!((homogeneity([526, 48, 426], [526, 48, 426]) - 1.0).abs() < 1e-12);
        assert!(homogeneity([526, 48, 426], [672, 3, 325]) < 1e-6);
        assert!(homogeneity([526, 48, 426], [528, 36, 436]) > 0.1);
        // Without a loss on either side nothing is left to compare.
        assert!((homogeneity([100, 0, 0], [100, 0, 0]) - 1.0).abs() < 1e-12);
        // 2x2 by hand: 60:40 and 50:50, chi-squared 200 * (60*50 - 40*50)^2 / (100 100 110 90).
        let chi_squared: f64 = 200.0 * 1000.0_f64.powi(2) / (100.0 * 100.0 * 110.0 * 90.0);
        let wanted = erfc((chi_squared / 2.0).sqrt());
        assert!((homogeneity([60, 0, 40], [50, 0, 50]) - wanted).abs() < 1e-12);
    }

    #[test]
    fn two_standard_errors_are_about_five_percent() {
        assert!((two_sided(1.96, 1.0) - 0.05).abs() < 1e-4);
        assert!((two_sided(0.0, 0.0) - 1.0).abs() < 1e-12);
        assert!(two_sided(1.0, 0.0).abs() < 1e-12);
    }
}
