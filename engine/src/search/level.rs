//! Levels: how deep a search goes, on the scale of the field.

use core::fmt;
use core::str::FromStr;

use super::Limits;

/// The depth of a search on a scale from 1 to 30, as other Othello engines count it.
///
/// Level N looks N plies ahead. Up to level 10 it solves positions with at most 2N empty squares,
/// from there on one more for every two levels. It has no limit of time or nodes. How strong an
/// opponent should play is a matter of [`Strength`](crate::Strength).
///
/// ```
/// use wedge_engine::Level;
///
/// let limits = "8".parse::<Level>().unwrap().limits();
/// assert_eq!((limits.depth, limits.solve_from), (8, 16));
/// let limits = Level::new(24).unwrap().limits();
/// assert_eq!((limits.depth, limits.solve_from), (24, 27));
/// assert!(Level::new(31).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Level(u8);

impl Level {
    /// The highest level.
    pub const MAX: u8 = 30;

    /// The level with this number, if it is 1 to 30.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The number, 1 to 30.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The limits of a search at this level.
    #[must_use]
    pub const fn limits(self) -> Limits {
        let solve_from = if self.0 <= 10 { 2 * self.0 } else { 15 + self.0 / 2 };
        Limits { solve_from, ..Limits::depth(self.0) }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a level from 1 to 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected 1 to {}", Level::MAX)
    }
}

impl core::error::Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        text.parse().ok().and_then(Self::new).ok_or(ParseLevelError)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn only_one_to_thirty_are_levels() {
        let levels = (0..=255).filter_map(Level::new);
        assert!(levels.clone().map(Level::number).eq(1..=30));
        assert!(levels.clone().all(|level| level.to_string().parse() == Ok(level)));
        for text in ["", "0", "31", "-1", "1.5", "five", "300"] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError), "{text:?}");
        }
    }

    #[test]
    fn every_level_looks_further_than_the_one_before() {
        for (low, high) in
            (1..30).map(|number| (Level(number).limits(), Level(number + 1).limits()))
        {
            assert!(low.depth < high.depth && low.solve_from <= high.solve_from);
        }
    }
}
