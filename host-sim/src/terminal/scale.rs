//! One scale of opponents: the nine strengths of the board, then the levels of the full engine that
//! are above them.

use std::fmt;

use wedge_engine::{Level, Strength};

use super::words::effort;

/// How strong the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// As the board plays.
    Strength(Strength),
    /// With the full engine of a PC.
    Level(Level),
}

/// The first level after the board's highest strength, which searches to a similar depth.
const FIRST_LEVEL: u8 = 18;

impl Opponent {
    /// The strength of the board, or the level instead of it.
    #[must_use]
    pub fn new(strength: Strength, level: Option<Level>) -> Self {
        level.map_or(Self::Strength(strength), Self::Level)
    }

    /// The next one up, unless this is the strongest.
    #[must_use]
    pub fn stronger(self) -> Option<Self> {
        match self {
            Self::Strength(strength) if strength.number() < Strength::MAX => {
                Some(Self::Strength(strength.up()))
            }
            Self::Strength(_) => Level::new(FIRST_LEVEL).map(Self::Level),
            Self::Level(level) => Level::new(level.number() + 1).map(Self::Level),
        }
    }

    /// The next one down, unless this is the weakest.
    #[must_use]
    pub fn weaker(self) -> Option<Self> {
        match self {
            Self::Strength(strength) => Strength::new(strength.number() - 1).map(Self::Strength),
            Self::Level(level) if level.number() <= FIRST_LEVEL => {
                Strength::new(Strength::MAX).map(Self::Strength)
            }
            Self::Level(level) => Level::new(level.number() - 1).map(Self::Level),
        }
    }

    /// What it does.
    #[must_use]
    pub fn effort(self) -> String {
        match self {
            Self::Strength(strength) => effort(strength),
            Self::Level(level) => {
                let limits = level.limits();
                format!("full engine, {} ahead, exact from {}", limits.depth, limits.solve_from)
            }
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strength(strength) => write!(f, "strength {strength}"),
            Self::Level(level) => write!(f, "level {level}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_goes_up_and_down_the_same_way() {
        let mut all = vec![Opponent::Strength(Strength::new(1).unwrap())];
        while let Some(next) = all.last().and_then(|it| it.stronger()) {
            assert_eq!(next.weaker().as_ref(), all.last());
            all.push(next);
        }
        assert_eq!(all.len(), 9 + 13);
        assert_eq!(all[0].weaker(), None);
        assert_eq!(
            (all[8].to_string(), all[9].to_string()),
            ("strength 9".into(), "level 18".into())
        );
        let low = Opponent::Level(Level::new(3).unwrap());
        assert_eq!(low.weaker(), Some(all[8]), "a low level steps onto the scale");
    }
}
