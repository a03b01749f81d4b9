//! The rule by which a player spends the time for a whole game.

use super::{GameClock, Limits};
use crate::rules::Board;
use crate::types::Size;

/// The rule by which a player spends the time for a whole game.
///
/// ```
/// use wedge_engine::{Board, ClockRule, Eight, GameClock, Speed};
///
/// let (overhead_ms, speed) = (10, Speed::default());
/// let clock =
///     GameClock { left_ms: 90_000, increment_ms: 0, overhead_ms, stall_ms: 0, speed };
/// let limits = ClockRule::Steps.limits(&clock, &Board::<Eight>::start());
/// assert_eq!((limits.depth, limits.hard_ms), (6, 6000));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ClockRule {
    /// A plan for the rest of the game: [`GameClock::limits`].
    #[default]
    Plan,
    /// Steps, as a course's dark-chess program has them: 6 seconds a move with less than 100 seconds
    /// on the clock, 4 with less than 30; 6 plies with fewer than ten legal moves, else 11. A won
    /// game ends the search.
    ///
    /// Its report gives the time a move only below 100 seconds; above it, 10 seconds are chosen.
    /// The comments of that program speak of 3 seconds and 1 second, where its code stores 6 and 4;
    /// its code sets depths of 7 and 12, and its loop ends before them. Never more than the clock
    /// has left is spent, which that program does not see to.
    Steps,
}

/// Seconds on the clock below which a move has this many milliseconds.
const STEPS: [(u64, u64); 2] = [(30, 4_000), (100, 6_000)];
/// The time for a move before the first step.
const FULL_MS: u64 = 10_000;
/// Fewer legal moves than this are searched to the smaller depth.
const FEW_MOVES: u32 = 10;
const FEW_DEPTH: u8 = 6;
const MANY_DEPTH: u8 = 11;

impl ClockRule {
    /// Limits for the next move.
    #[must_use]
    pub fn limits<S: Size>(self, clock: &GameClock, board: &Board<S>) -> Limits {
        match self {
            Self::Plan => clock.limits(board),
            Self::Steps => {
                let step = STEPS.iter().find(|(below, _)| clock.left_ms < below * 1000);
                let ms = step.map_or(FULL_MS, |&(_, ms)| ms).min(clock.spendable_ms(board));
                let few = board.legal_moves().len() < FEW_MOVES;
                Limits {
                    soft_ms: ms,
                    steady_ms: ms,
                    hard_ms: ms,
                    stop_at_win: true,
                    ..Limits::depth(if few { FEW_DEPTH } else { MANY_DEPTH })
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Discs;
    use crate::rules::{Game, Position};
    use crate::search::{Options, Search, Speed};
    use crate::types::{Eight, Score};

    fn clock(left_ms: u64) -> GameClock {
        let speed = Speed::default();
        GameClock { left_ms, increment_ms: 0, overhead_ms: 10, stall_ms: 0, speed }
    }

    fn steps(left_ms: u64, board: &Board<Eight>) -> Limits {
        ClockRule::Steps.limits(&clock(left_ms), board)
    }

    #[test]
    fn time_shrinks_at_100_and_at_30_seconds() {
        let start = Board::<Eight>::start();
        for (left_ms, wanted) in [
            (900_000, 10_000),
            (100_000, 10_000),
            (99_999, 6_000),
            (30_000, 6_000),
            (29_999, 4_000),
            (5_000, 4_000),
        ] {
            let limits = steps(left_ms, &start);
            let times = [limits.soft_ms, limits.steady_ms, limits.hard_ms];
            assert_eq!(times, [wanted; 3], "{left_ms} ms left");
        }
    }

    #[test]
    fn depth_follows_the_number_of_moves() {
        let few = Board::<Eight>::start();
        let game: Game = "f5d6c3d3c4f4f6b4c2f3e3e2c6".parse().unwrap();
        let many = game.position().board();
        assert!(few.legal_moves().len() < 10 && many.legal_moves().len() >= 10);
        assert_eq!(steps(60_000, &few).depth, 6);
        assert_eq!(steps(60_000, &many).depth, 11);
    }

    /// A player that always takes all of its time, down to an empty clock.
    #[test]
    fn the_clock_never_runs_out() {
        let board = Board::<Eight>::start();
        let mut left_ms = 160_000;
        for made in 0..32 {
            let spent = steps(left_ms, &board).hard_ms + clock(left_ms).overhead_ms;
            assert!(spent <= left_ms, "move {made}: {spent} of {left_ms} ms");
            left_ms -= spent;
        }
    }

    #[test]
    fn a_won_game_ends_the_search() {
        // Black takes the last white disc with e1; the other squares stay empty.
        let text = "--XXO-----------------------------------------------------------";
        let position: Position = [text, " X"].concat().parse().unwrap();
        let think = |stop_at_win| {
            let limits = Limits { stop_at_win, ..Limits::depth(6) };
            Search::new(Discs, None, Options::default()).think(&position, &limits, &mut ())
        };
        let (stopped, whole) = (think(true), think(false));
        assert_eq!((stopped.score, stopped.depth), (Score::MAX, 1));
        assert_eq!((whole.score, whole.depth), (Score::MAX, 6));
    }
}
