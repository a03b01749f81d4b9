//! Scores in fixed point.

use core::fmt;
use core::ops::Neg;

/// A score for the player to move, in 32nds of a disc.
///
/// `Display` writes discs, with decimals only if there are any:
///
/// ```
/// use wedge_engine::Score;
///
/// assert_eq!(Score::from_discs(-6).to_string(), "-6");
/// assert_eq!(Score::from_units(52).to_string(), "+1.62");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Score(i16);

impl Score {
    /// Units per disc.
    pub const UNIT: i32 = 32;
    /// The best score: all 64 squares.
    pub const MAX: Self = Self(64 * Self::UNIT as i16);

    /// A score of whole discs, clamped to what a board allows.
    #[must_use]
    pub const fn from_discs(discs: i32) -> Self {
        Self::from_units(discs.saturating_mul(Self::UNIT))
    }

    /// A score in units, clamped to what a board allows.
    #[inline]
    #[must_use]
    pub const fn from_units(units: i32) -> Self {
        let max = Self::MAX.0 as i32;
        Self(if units > max {
            Self::MAX.0
        } else if units < -max {
            -Self::MAX.0
        } else {
            units as i16
        })
    }

    /// The score in units.
    #[inline]
    #[must_use]
    pub const fn units(self) -> i32 {
        self.0 as i32
    }

    /// The score in discs, rounded towards zero.
    #[must_use]
    pub const fn discs(self) -> i32 {
        self.0 as i32 / Self::UNIT
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = self.units().unsigned_abs();
        let (discs, part) = (units / Self::UNIT as u32, units % Self::UNIT as u32);
        let sign = match self.0 {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        write!(f, "{sign}{discs}")?;
        if part != 0 {
            write!(f, ".{:02}", part * 100 / Self::UNIT as u32)?;
        }
        Ok(())
    }
}
