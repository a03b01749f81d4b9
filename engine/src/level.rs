//! Playing strength in nine steps, the same on the board and on a PC.

use core::fmt;

/// How strong the engine plays, 1 to 9.
///
/// ```
/// use wedge_engine::Level;
///
/// let level = Level::new(9).unwrap();
/// assert!(level.nodes() > Level::default().nodes());
/// assert_eq!(level.up(), Level::new(1).unwrap());
/// assert!(Level::new(10).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Level(u8);

/// What a level may spend on a move.
struct Effort {
    depth: u8,
    exact: u8,
    nodes: u32,
    slack: u8,
}

const fn effort(depth: u8, exact: u8, nodes: u32, slack: u8) -> Effort {
    Effort { depth, exact, nodes, slack }
}

/// The low levels see little and are content with a move that costs a few discs; from 5 on only
/// time is short. The node budgets are round figures, about a doubling a level.
const EFFORTS: [Effort; 9] = [
    effort(1, 2, 500, 6),
    effort(2, 4, 2_000, 4),
    effort(3, 6, 8_000, 3),
    effort(4, 8, 30_000, 1),
    effort(6, 10, 80_000, 0),
    effort(8, 11, 160_000, 0),
    effort(10, 12, 400_000, 0),
    effort(12, 13, 1_000_000, 0),
    effort(60, 14, 3_000_000, 0),
];

impl Default for Level {
    /// The middle one.
    fn default() -> Self {
        Self(5)
    }
}

impl Level {
    /// The number of levels.
    pub const MOST: u8 = EFFORTS.len() as u8;

    /// The level with this number, if it is 1 to 9.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MOST { Some(Self(number)) } else { None }
    }

    /// Its number, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The next level; after the highest comes the first.
    #[must_use]
    pub const fn up(self) -> Self {
        Self(self.0 % Self::MOST + 1)
    }

    /// The level before; before the first comes the highest.
    #[must_use]
    pub const fn down(self) -> Self {
        Self((self.0 + Self::MOST - 2) % Self::MOST + 1)
    }

    /// How many moves it looks ahead.
    #[must_use]
    pub const fn depth(self) -> u8 {
        self.effort().depth
    }

    /// From how many empty squares on it plays the end exactly.
    #[must_use]
    pub const fn exact(self) -> u8 {
        self.effort().exact
    }

    /// How many nodes it may visit for a move.
    #[must_use]
    pub const fn nodes(self) -> u32 {
        self.effort().nodes
    }

    /// How many discs worse than the best a move may be and still be played.
    #[must_use]
    pub const fn slack(self) -> u8 {
        self.effort().slack
    }

    const fn effort(self) -> &'static Effort {
        // The number is 1 to 9 by construction.
        &EFFORTS[(self.0 as usize + EFFORTS.len() - 1) % EFFORTS.len()]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_does_more_than_the_one_before() {
        for number in 1..Level::MOST {
            let (low, high) = (Level(number), Level(number + 1));
            assert!(low.depth() < high.depth() && low.exact() < high.exact());
            assert!(low.nodes() < high.nodes() && low.slack() >= high.slack());
            assert_eq!((low.up(), high.down()), (high, low));
        }
        assert_eq!((Level(9).up(), Level(1).down()), (Level(1), Level(9)));
    }

    #[test]
    fn only_one_to_nine_are_levels() {
        let levels = (0..=255).filter_map(Level::new).map(Level::number);
        assert!(levels.eq(1..=9));
    }
}
