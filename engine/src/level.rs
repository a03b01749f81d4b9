//! Playing strength in nine steps, the same on the board and on a PC.

use core::fmt;

use crate::book::{Book, BookMove};
use crate::rules::Position;
use crate::search::rank;
use crate::search::{Limits, Report};
use crate::types::{Move, Score, Size, SplitMix64, Square};

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

/// The low levels see little and are content with a move that costs a few discs; from 5 on they
/// want the best move. At the rate that docs/benchmarks.md gives, 45,000 nodes are a second on the
/// chip: up to level 7 a move takes no longer, at level 9 half a minute at the most.
const EFFORTS: [Effort; 9] = [
    effort(1, 2, 1_000, 10),
    effort(2, 4, 2_000, 5),
    effort(3, 6, 5_000, 3),
    effort(4, 8, 12_000, 1),
    effort(6, 12, 20_000, 0),
    effort(9, 15, 30_000, 0),
    effort(12, 18, 45_000, 0),
    effort(15, 20, 240_000, 0),
    effort(60, 24, 1_400_000, 0),
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

    /// Limits for a move.
    #[must_use]
    pub const fn limits(self) -> Limits {
        let Effort { depth, exact, nodes, .. } = *self.effort();
        Limits { solve_from: exact, nodes: nodes as u64, ..Limits::depth(depth) }
    }

    /// The level that gives hints to a player at this one: advice is never weaker than the middle
    /// level's.
    #[must_use]
    pub fn advising(self) -> Self {
        self.max(Self::default())
    }

    /// How much worse than the best a move from a book may be. None for the two lowest levels,
    /// which play without one: well-known openings do not go with their play. The next two are as
    /// easily content as with moves of their own, as far as books go, and the highest hardly ever.
    #[must_use]
    pub const fn book_margin(self) -> Option<Score> {
        match self.0 {
            1 | 2 => None,
            3 => Some(Score::from_discs(2)),
            8.. => Some(Score::from_units(Score::UNIT / 2)),
            _ => Some(Book::MARGIN),
        }
    }

    /// Chooses a move from a book the way this level does; none if it plays without books or the
    /// book does not know the position.
    #[must_use]
    pub fn open<S: Size>(
        self,
        book: &Book<'_>,
        position: &Position<S>,
        random: &mut SplitMix64,
    ) -> Option<BookMove> {
        book.choose(position, self.book_margin()?, random)
    }

    /// Chooses a move the way this level does: the best it finds or, with slack, any that is not
    /// much worse, by chance. None where there is no legal square.
    ///
    /// `think` searches a position within limits. It is also told which move leads there, if the
    /// position is not the given one but one move further.
    pub fn choose<S: Size, F>(
        self,
        position: &Position<S>,
        random: &mut SplitMix64,
        mut think: F,
    ) -> Option<(Square, Score)>
    where
        F: FnMut(Option<Square>, &Position<S>, &Limits) -> Report,
    {
        let limits = self.limits();
        if self.slack() == 0 {
            let report = think(None, position, &limits);
            return match report.best {
                Move::Play(square) => Some((square, report.score)),
                Move::Pass => None,
            };
        }
        let ranking =
            rank(position, &limits, |square, child, limits| think(Some(square), child, limits));
        let (_, best) = *ranking.first()?;
        let least = best.units() - i32::from(self.slack()) * Score::UNIT;
        let good = ranking.iter().take_while(|(_, score)| score.units() >= least).count();
        ranking.get(random.below(good as u32) as usize).copied()
    }

    const fn effort(self) -> &'static Effort {
        // The number is 1 to 9 by construction.
        &EFFORTS[(self.0 as usize + EFFORTS.len() - 1) % EFFORTS.len()]
    }
}

impl Limits {
    /// The number of levels of a PC.
    pub const LEVELS: u8 = 30;

    /// What a level of a PC may do, as the engines of the field count them: level N looks N plies
    /// ahead and, up to level 10, solves positions with up to 2N empty squares; from there on one
    /// more for every two levels. It takes what time it takes.
    ///
    /// ```
    /// use wedge_engine::Limits;
    ///
    /// assert_eq!((Limits::level(8).depth, Limits::level(8).solve_from), (8, 16));
    /// assert_eq!((Limits::level(24).depth, Limits::level(24).solve_from), (24, 27));
    /// ```
    #[must_use]
    pub const fn level(number: u8) -> Self {
        let solve_from = if number <= 10 { 2 * number } else { 15 + number / 2 };
        Self { solve_from, ..Self::depth(number) }
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
    use crate::evaluation::Standard;
    use crate::search::{Options, Search};

    fn choose(level: u8, position: &Position, seed: u64) -> (Square, Score) {
        let mut search = Search::new(Standard, None, Options::default());
        Level(level)
            .choose(position, &mut SplitMix64::new(seed), |_, position, limits| {
                search.think(position, limits, &mut ())
            })
            .unwrap()
    }

    #[test]
    fn low_levels_stay_within_their_slack_and_vary() {
        let game: crate::Game = "f5d6c3d3c4f4f6".parse().unwrap();
        let position = game.position();
        for level in 1..=4 {
            let limits = Level(level).limits();
            let mut search = Search::new(Standard, None, Options::default());
            let ranking =
                rank(&position, &limits, |_, child, limits| search.think(child, limits, &mut ()));
            let least = ranking[0].1.units() - i32::from(Level(level).slack()) * Score::UNIT;
            for seed in 0..20 {
                let choice = choose(level, &position, seed);
                assert!(ranking.contains(&choice) && choice.1.units() >= least);
            }
        }
        let first = choose(1, &position, 0).0;
        assert!((1..20).any(|seed| choose(1, &position, seed).0 != first));
        assert_eq!(choose(5, &position, 0), choose(5, &position, 1));
    }

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
