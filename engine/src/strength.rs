//! Playing strength in nine steps, the same on the board and on a PC.

use core::fmt;
use core::str::FromStr;

use crate::book::{Book, BookMove};
use crate::rules::Position;
use crate::search::{Limits, Report, ScoredMove, score_moves};
use crate::types::{Move, Score, Size, SplitMix64, Square};

/// How strong the engine plays against a person, 1 to 9.
///
/// Each strength has a depth, a number of nodes and a number of discs that it may give away, so
/// that a move takes a known time and the low ones can be beaten. How deep an analysis goes is a
/// matter of [`Level`](crate::Level).
///
/// ```
/// use wedge_engine::Strength;
///
/// let strength = Strength::new(9).unwrap();
/// assert!(strength.nodes() > Strength::default().nodes());
/// assert_eq!(strength.up(), Strength::new(1).unwrap());
/// assert!(Strength::new(10).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Strength(u8);

/// What a strength spends on a move.
struct Effort {
    depth: u8,
    exact: u8,
    nodes: u32,
    slack: u8,
}

const fn effort(depth: u8, exact: u8, nodes: u32, slack: u8) -> Effort {
    Effort { depth, exact, nodes, slack }
}

/// The low strengths look few plies ahead and may play a move that is a few discs worse than the
/// best; from 5 on they play the best move. At the rate that
/// docs/measurements/benchmarks.md gives, the chip searches 45,000 nodes in a second: a move takes
/// at most that long up to strength 7, and at most half a minute at strength 9.
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

impl Default for Strength {
    /// The middle one.
    fn default() -> Self {
        Self(5)
    }
}

impl Strength {
    /// The highest strength.
    pub const MAX: u8 = EFFORTS.len() as u8;

    /// The strength with this number, if it is 1 to 9.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The number, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The next strength; after the highest comes the first.
    #[must_use]
    pub const fn up(self) -> Self {
        Self(self.0 % Self::MAX + 1)
    }

    /// The strength before; before the first comes the highest.
    #[must_use]
    pub const fn down(self) -> Self {
        Self((self.0 + Self::MAX - 2) % Self::MAX + 1)
    }

    /// The depth in plies.
    #[must_use]
    pub const fn depth(self) -> u8 {
        self.effort().depth
    }

    /// The number of empty squares from which on it solves the position.
    #[must_use]
    pub const fn exact(self) -> u8 {
        self.effort().exact
    }

    /// The number of nodes for a move.
    #[must_use]
    pub const fn nodes(self) -> u32 {
        self.effort().nodes
    }

    /// The number of discs by which a move may be worse than the best.
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

    /// The strength of hints to a player at this one: at least the middle one.
    #[must_use]
    pub fn advising(self) -> Self {
        self.max(Self::default())
    }

    /// The margin of [`Book::choose`], or `None` for the two lowest strengths: they play without a
    /// book, since well-known openings do not fit their play.
    #[must_use]
    pub const fn book_margin(self) -> Option<Score> {
        match self.0 {
            1 | 2 => None,
            3 => Some(Score::from_discs(2)),
            8.. => Some(Score::from_units(Score::UNIT / 2)),
            _ => Some(Book::MARGIN),
        }
    }

    /// Chooses a move from a book, or returns `None` if this strength plays without a book or the
    /// book does not have the position.
    #[must_use]
    pub fn choose_from_book<S: Size>(
        self,
        book: &Book<'_>,
        position: &Position<S>,
        random: &mut SplitMix64,
    ) -> Option<BookMove> {
        book.choose(position, self.book_margin()?, random)
    }

    /// Chooses a move: the best or, with slack, one of the good enough ones at random. Returns `None`
    /// if there is no legal square.
    ///
    /// `think` searches a position within limits. If it is not the given position but one a move
    /// later, `think` also gets that move.
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
        let moves = score_moves(position, &limits, |square, child, limits| {
            think(Some(square), child, limits)
        });
        let least = moves.first()?.score.units() - i32::from(self.slack()) * Score::UNIT;
        let good = moves.iter().take_while(|mv| mv.score.units() >= least).count();
        let &ScoredMove { square, score, .. } = moves.get(random.below(good as u32) as usize)?;
        Some((square, score))
    }

    const fn effort(self) -> &'static Effort {
        // The number is 1 to 9 by construction.
        &EFFORTS[(self.0 as usize + EFFORTS.len() - 1) % EFFORTS.len()]
    }
}

/// The text is not a strength from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseStrengthError;

impl fmt::Display for ParseStrengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected 1 to {}", Strength::MAX)
    }
}

impl core::error::Error for ParseStrengthError {}

impl FromStr for Strength {
    type Err = ParseStrengthError;

    fn from_str(text: &str) -> Result<Self, ParseStrengthError> {
        text.parse().ok().and_then(Self::new).ok_or(ParseStrengthError)
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Standard;
    use crate::search::{Options, Search};

    fn choose(strength: u8, position: &Position, seed: u64) -> (Square, Score) {
        let mut search = Search::new(Standard, None, Options::default());
        Strength(strength)
            .choose(position, &mut SplitMix64::new(seed), |_, position, limits| {
                search.think(position, limits, &mut ())
            })
            .unwrap()
    }

    #[test]
    fn low_strengths_stay_within_their_slack_and_vary() {
        let game: crate::Game = "f5d6c3d3c4f4f6".parse().unwrap();
        let position = game.position();
        for strength in 1..=4 {
            let limits = Strength(strength).limits();
            let mut search = Search::new(Standard, None, Options::default());
            let moves = score_moves(&position, &limits, |_, child, limits| {
                search.think(child, limits, &mut ())
            });
            let least =
                moves[0].score.units() - i32::from(Strength(strength).slack()) * Score::UNIT;
            for seed in 0..20 {
                let choice = choose(strength, &position, seed);
                let is_choice = |mv: &ScoredMove| (mv.square, mv.score) == choice;
                assert!(moves.iter().any(is_choice) && choice.1.units() >= least);
            }
        }
        let first = choose(1, &position, 0).0;
        assert!((1..20).any(|seed| choose(1, &position, seed).0 != first));
        assert_eq!(choose(5, &position, 0), choose(5, &position, 1));
    }

    #[test]
    fn every_strength_does_more_than_the_one_before() {
        for number in 1..Strength::MAX {
            let (low, high) = (Strength(number), Strength(number + 1));
            assert!(low.depth() < high.depth() && low.exact() < high.exact());
            assert!(low.nodes() < high.nodes() && low.slack() >= high.slack());
            assert_eq!((low.up(), high.down()), (high, low));
        }
        assert_eq!((Strength(9).up(), Strength(1).down()), (Strength(1), Strength(9)));
    }

    #[test]
    fn only_one_to_nine_are_strengths() {
        let strengths = (0..=255).filter_map(Strength::new).map(Strength::number);
        assert!(strengths.eq(1..=9));
        assert_eq!("9".parse(), Ok(Strength(9)));
        assert_eq!("10".parse::<Strength>(), Err(ParseStrengthError));
    }
}
