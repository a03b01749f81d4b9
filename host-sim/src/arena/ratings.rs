//! Ratings of a field of players: the maximum-likelihood strengths.
//!
//! The model is Elo's own: `expected_score(a - b)` is the expected score of `a` against `b`
//! (Bradley and Terry; a draw is half a win and half a loss). Each pairing gets one extra draw, so
//! that ratings stay finite after nothing but wins or losses. The mean of the ratings is zero.

use serde::Serialize;

use super::statistics::{Record, expected_score};

/// A player's rating with the half-width of its 95 % error bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rating {
    /// Elo above the mean of the field.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// Elo points of one logit.
const ELO_OF_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Ratings from results: two players by index, and the first one's record.
#[must_use]
pub fn ratings(players: usize, met: &[(usize, usize, Record)]) -> Vec<Rating> {
    let mut elo = vec![0.0; players];
    if players < 2 {
        return vec![Rating::default(); players];
    }
    // Newton's method on the log-likelihood, which is concave. Steps are limited, since far from the
    // maximum the curvature says little.
    for _ in 0..1000 {
        let (gradient, curvature) = slopes(&elo, met);
        let step = solve(curvature, gradient);
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let scale = ELO_OF_LOGIT * (1.0 / longest.max(1.0));
        for (elo, part) in elo.iter_mut().zip(&step) {
            *elo += part * scale;
        }
        if longest < 1e-9 {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / players as f64;
    let (_, curvature) = slopes(&elo, met);
    let errors = (0..players).map(|player| {
        let unit = (0..players).map(|at| f64::from(u8::from(at == player))).collect();
        // The constant that fixes the mean adds 1 / players to the inverse: subtract it again.
        let spread = solve(curvature.clone(), unit)[player] - 1.0 / players as f64;
        1.96 * spread.max(0.0).sqrt() * ELO_OF_LOGIT
    });
    elo.iter().zip(errors).map(|(elo, error)| Rating { elo: elo - mean, error }).collect()
}

/// The gradient of the log-likelihood and its negative curvature, in logits. Only differences
/// between players matter, so the matrix would be singular: a constant added to every cell fixes the
/// mean.
fn slopes(elo: &[f64], met: &[(usize, usize, Record)]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = elo.len();
    let mut gradient = vec![0.0; players];
    let mut curvature = vec![vec![1.0 / players as f64; players]; players];
    for &(one, other, record) in met.iter().filter(|(.., record)| record.games() > 0) {
        let games = f64::from(record.games()) + 1.0;
        let won = record.points() + 0.5;
        let expected = expected_score(elo[one] - elo[other]);
        gradient[one] += won - games * expected;
        gradient[other] -= won - games * expected;
        let weight = games * expected * (1.0 - expected);
        curvature[one][one] += weight;
        curvature[other][other] += weight;
        curvature[one][other] -= weight;
        curvature[other][one] -= weight;
    }
    (gradient, curvature)
}

/// Solves a system of linear equations by Gaussian elimination with pivoting.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        if matrix[column][column].abs() < 1e-300 {
            continue;
        }
        for row in column + 1..n {
            let factor = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            for (cell, upper) in below[0].iter_mut().zip(&above[column]).skip(column) {
                *cell -= factor * upper;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|at| matrix[row][at] * right[at]).sum();
        let pivot = matrix[row][row];
        right[row] = if pivot.abs() < 1e-300 { 0.0 } else { (right[row] - known) / pivot };
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(wins: u32, draws: u32, losses: u32) -> Record {
        Record { wins, draws, losses }
    }

    /// By hand: 74 wins and 25 losses, and the drawn game on top, are 74.5 of 100 points:
    /// 400 log10(74.5 / 25.5) = 186.24 apart. The error of the difference is
    /// 1.96 * 173.72 / sqrt(100 * 0.745 * 0.255) = 78.12; that of each from the mean half of it.
    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let found = ratings(2, &[(0, 1, record(74, 0, 25))]);
        assert!((found[0].elo - found[1].elo - 186.24).abs() < 0.01, "{found:?}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-6);
        assert!((found[0].error - 39.06).abs() < 0.01, "{found:?}");
    }

    /// Scores that the model itself would give are explained by the ratings they came from.
    #[test]
    fn ratings_are_found_again() {
        let truth = [300.0, 50.0, -100.0, -250.0];
        let mut met = Vec::new();
        for one in 0..4 {
            for other in one + 1..4 {
                let wins = (1e6 * expected_score(truth[one] - truth[other])).round() as u32;
                met.push((one, other, record(wins, 0, 1_000_000 - wins)));
            }
        }
        for (found, truth) in ratings(4, &met).iter().zip(truth) {
            assert!((found.elo - truth).abs() < 0.1, "{found:?}, expected {truth}");
        }
    }

    #[test]
    fn whoever_wins_everything_stays_finite() {
        let met = [(0, 1, record(1000, 0, 0)), (0, 2, record(1000, 0, 0)), (1, 2, record(0, 2, 0))];
        let found = ratings(3, &met);
        assert!(found[0].elo > 800.0 && found[0].elo < 2000.0, "{found:?}");
        assert!((found[1].elo - found[2].elo).abs() < 1.0, "{found:?}");
        assert!(found.iter().all(|rating| rating.error.is_finite()));
    }

    #[test]
    fn no_games_no_ratings() {
        let found = ratings(3, &[(0, 1, Record::default())]);
        assert!(found.iter().all(|rating| rating.elo == 0.0), "{found:?}");
        assert_eq!(ratings(1, &[]), [Rating::default()]);
    }
}
