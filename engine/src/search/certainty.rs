//! The confidence that a ProbCut needs.

use core::fmt;

/// The confidence that a ProbCut needs. At 100 % there are no cuts.
///
/// The percentage is the share of positions in which the deep search stays within the margin around
/// the prediction of the shallow one. It holds for a single cut; a search makes many.
///
/// ```
/// use wedge_engine::Certainty;
///
/// assert_eq!(Certainty::from_percent(100), Some(Certainty::FULL));
/// assert!(Certainty::ALL.is_sorted());
/// assert_eq!(Certainty::default().to_string(), "68 %");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Certainty(u8);

/// The percentages, and the margin of each in sixty-fourths of the standard deviation, for normally
/// distributed errors.
const STEPS: [(u8, i32); 7] =
    [(50, 43), (68, 64), (80, 82), (90, 105), (95, 125), (99, 165), (100, i32::MAX)];

impl Certainty {
    /// No cuts: 100 %.
    pub const FULL: Self = Self(6);
    /// The lowest confidence: 50 %.
    pub const LEAST: Self = Self(0);
    const P68: Self = Self(1);
    pub(super) const P80: Self = Self(2);
    pub(super) const P95: Self = Self(4);
    pub(super) const P99: Self = Self(5);
    /// All values, from 50 % to 100 %.
    pub const ALL: [Self; 7] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The value with this percentage: 50, 68, 80, 90, 95, 99 or 100.
    #[must_use]
    pub fn from_percent(percent: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|certainty| certainty.percent() == percent)
    }

    /// The percentage.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.step().0
    }

    /// The margin for a standard deviation, or `None` at 100 %.
    pub(super) const fn margin(self, sigma: i32) -> Option<i32> {
        match self.step().1 {
            i32::MAX => None,
            share => Some(sigma * share / 64),
        }
    }

    /// The value as three bits.
    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// The value of three bits.
    pub(crate) const fn from_bits(bits: u64) -> Self {
        let bits = (bits & 7) as u8;
        if bits < Self::FULL.0 { Self(bits) } else { Self::FULL }
    }

    const fn step(self) -> (u8, i32) {
        // At most six by construction.
        STEPS[self.0 as usize % STEPS.len()]
    }
}

impl Default for Certainty {
    /// 68 %, the value for games: see `docs/measurements/strength.md`.
    fn default() -> Self {
        Self::P68
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.percent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_percentages_come_back() {
        for certainty in Certainty::ALL {
            assert_eq!(Certainty::from_bits(certainty.bits()), certainty);
            assert_eq!(Certainty::from_percent(certainty.percent()), Some(certainty));
        }
        assert_eq!(Certainty::from_bits(7), Certainty::FULL);
        assert_eq!(Certainty::from_percent(70), None);
    }

    #[test]
    fn more_certainty_needs_a_wider_margin() {
        let margins = Certainty::ALL.map(|certainty| certainty.margin(1000).unwrap_or(i32::MAX));
        assert!(margins.is_sorted_by(|a, b| a < b));
        assert_eq!(Certainty::FULL.margin(1), None);
    }
}
