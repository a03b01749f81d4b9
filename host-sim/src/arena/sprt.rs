//! The sequential probability ratio test: stops a match once it is clear which of two differences in
//! strength is likelier.
//!
//! The log-likelihood ratio compares the likeliest distribution over the five cases of a pair whose
//! mean is the score of `elo1` with the likeliest one whose mean is that of `elo0` (the generalised
//! test; Michel Van den Bergh's notes for chess engine testing derive it). The likeliest
//! distribution with a given mean `s` is `p[i] / (1 + t (x[i] - s))`, where `t` makes the mean
//! right.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};

use super::statistics::{Pentanomial, expected_score};

/// The probability of an error of either kind.
const ERROR: f64 = 0.05;
/// The count of cases that have not occurred, so that they stay possible.
const UNSEEN: f64 = 1e-3;

/// The two hypotheses, as differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The verdict of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not enough games yet.
    Open,
    /// `elo0` is likelier.
    Rejected,
    /// `elo1` is likelier.
    Accepted,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Rejected => "elo0",
            Self::Accepted => "elo1",
        })
    }
}

impl Sprt {
    /// The log-likelihood ratio at which the test ends, on either side: `ln(0.95 / 0.05)`.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The log-likelihood ratio of `elo1` to `elo0`.
    #[must_use]
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { f64::from(count) });
        let all: f64 = counts.iter().sum();
        let parts = counts.map(|count| count / all);
        let [t0, t1] = [self.elo0, self.elo1]
            .map(|elo| (expected_score(elo), tilt(&parts, expected_score(elo))));
        let log = |(mean, t): (f64, f64), worth: f64| (1.0 + t * (worth - mean)).ln();
        let terms = counts.iter().zip(Pentanomial::WORTH);
        terms.map(|(count, worth)| count * (log(t0, worth) - log(t1, worth))).sum()
    }

    /// The verdict after these pairs.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        let ratio = if pairs.pairs() == 0 { 0.0 } else { self.ratio(pairs) };
        if ratio >= Self::bound() {
            Verdict::Accepted
        } else if ratio <= -Self::bound() {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The `t` for which `sum p[i] (x[i] - s) / (1 + t (x[i] - s))` is zero, for `0 < s < 1`. The sum
/// falls in `t` between its poles `-1 / (1 - s)` and `1 / s`, so bisection finds it.
fn tilt(parts: &[f64; 5], s: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..200 {
        let t = f64::midpoint(low, high);
        let sum: f64 = (parts.iter().zip(Pentanomial::WORTH))
            .map(|(part, worth)| part * (worth - s) / (1.0 + t * (worth - s)))
            .sum();
        if sum > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    f64::midpoint(low, high)
}

impl FromStr for Sprt {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let wanted = || format!("sprt `{text}`: expected two Elo differences such as 0,10");
        let (elo0, elo1) = text.split_once(',').with_context(wanted)?;
        let read = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
        let (elo0, elo1) = read(elo0).zip(read(elo1)).with_context(wanted)?;
        ensure!(elo0 < elo1, "sprt `{text}`: expected the smaller difference first");
        Ok(Self { elo0, elo1 })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::statistics::{mean, variance};

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    /// Finished tests that the developers of Stockfish published in their commit messages in 2021:
    /// bounds in Elo, the five counts, and the ratio as it was printed.
    const PUBLISHED: [(&str, [u32; 5], f64); 6] = [
        ("-0.2,1.1", [406, 8728, 41933, 8848, 493], 2.94),
        ("0.2,0.9", [23, 1079, 15473, 1255, 14], 2.94),
        ("-0.7,0.2", [2, 245, 4962, 291, 4], 2.95),
        ("-1,0.2", [577, 11681, 56451, 11586, 605], 2.94),
        ("-0.7,0.2", [87, 6272, 81610, 6175, 108], 2.98),
        ("0.2,0.9", [7, 9004, 61085, 9425, 7], 2.93),
    ];

    #[test]
    fn published_tests_give_the_published_ratio() {
        for (bounds, counts, wanted) in PUBLISHED {
            let found = sprt(bounds).ratio(&Pentanomial(counts));
            assert!((found - wanted).abs() < 0.01, "{bounds} {counts:?}: {found}");
        }
    }

    /// The plain form: for small differences the ratio is `n (s1 - s0) (2 s - s0 - s1) / (2 v)`.
    #[test]
    fn the_normal_approximation_is_near_for_small_differences() {
        for (bounds, counts, _) in PUBLISHED {
            let (sprt, pairs) = (sprt(bounds), Pentanomial(counts));
            let [s0, s1] = [sprt.elo0, sprt.elo1].map(expected_score);
            let s = pairs.score();
            let plain = f64::from(pairs.pairs()) * (s1 - s0) * (2.0 * s - s0 - s1)
                / (2.0 * variance(&pairs.parts(), s));
            assert!((sprt.ratio(&pairs) - plain).abs() < 0.05, "{bounds}: {plain}");
        }
    }

    #[test]
    fn the_tilted_distribution_has_the_mean_that_was_asked_for() {
        let parts = Pentanomial([3, 10, 20, 9, 6]).parts();
        for s in [0.2, 0.45, 0.5, 0.61, 0.9] {
            let t = tilt(&parts, s);
            let mut tilted = parts;
            for (part, worth) in tilted.iter_mut().zip(Pentanomial::WORTH) {
                *part /= 1.0 + t * (worth - s);
            }
            assert!((tilted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((mean(&tilted) - s).abs() < 1e-9, "{s}: {tilted:?}");
        }
    }

    #[test]
    fn the_test_ends_on_either_side() {
        let test = sprt("0,20");
        assert_eq!(test.verdict(&Pentanomial::default()), Verdict::Open);
        assert_eq!(test.verdict(&Pentanomial([0, 0, 3, 0, 0])), Verdict::Open);
        assert_eq!(test.verdict(&Pentanomial([0, 0, 0, 0, 60])), Verdict::Accepted);
        assert_eq!(test.verdict(&Pentanomial([60, 0, 0, 0, 0])), Verdict::Rejected);
        assert_eq!(test.verdict(&Pentanomial([4, 10, 30, 10, 4])), Verdict::Open);
        assert_eq!(test.verdict(&Pentanomial([400, 1000, 3000, 1000, 400])), Verdict::Rejected);
    }

    #[test]
    fn bounds_are_read_and_others_refused() {
        assert_eq!(sprt("-5, 5"), Sprt { elo0: -5.0, elo1: 5.0 });
        for text in ["", "5", "a,b", "0,10,20", "0,9999"] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.ends_with("expected two Elo differences such as 0,10"), "{error}");
        }
        let error = "10,0".parse::<Sprt>().unwrap_err().to_string();
        assert_eq!(error, "sprt `10,0`: expected the smaller difference first");
    }
}
