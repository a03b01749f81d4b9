//! `montecarlo`: games by chance, as many as the budget allows, and the move that wins most.
//!
//! Flat, every move gets as many games as the others. With `uct` a tree grows where it is worth
//! it (Kocsis and Szepesvári, 2006). `each=5` is DELTA's program: five games between two gamblers
//! after each legal move. Its report does not say how they are judged; counting wins gives its
//! discs against the gambler (40:24), counting discs gives many more. Chosen here: 1000 games a move
//! without `each`, the square root of two for how curious the tree is. Draws count half. Of equal
//! moves the first in the order of the contest's board is played.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wedge_engine::{Board, Move, Observer, Position, Size, SplitMix64, Square};

use super::playout::{playout, points};
use super::uct::Tree;
use super::walk::{played, walk};
use super::wedge::normalize_time;
use super::{Kind, OptionKind, PlayerOption};
use crate::engine::limit;
use crate::players::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "montecarlo",
    "random games, the most wins; flat or as a tree",
    &[
        PlayerOption {
            name: "playouts",
            default: "1000",
            kind: OptionKind::Integer(1, 1_000_000_000),
            about: "random games for each of its moves",
        },
        PlayerOption {
            name: "each",
            default: "",
            kind: OptionKind::Integer(1, 10_000),
            about: "random games after each legal move, whatever their number",
        },
        PlayerOption {
            name: "time",
            default: "",
            kind: OptionKind::Custom(normalize_time),
            about: "as many as can be played in so many seconds",
        },
        PlayerOption {
            name: "uct",
            default: "",
            kind: OptionKind::Flag,
            about: "grow a tree of the moves that do well",
        },
        PlayerOption::SEED,
    ],
)
.with_validation(|spec| {
    let mut limits =
        ["playouts", "each", "time"].into_iter().filter_map(|name| spec.option_text(name));
    match (limits.next(), limits.next()) {
        (Some(one), Some(two)) => bail!("both {one} and {two}: expected one limit"),
        _ => Ok(()),
    }
});

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let budget = match spec.value("time") {
        "" if spec.is_set("each") => Budget::Each(spec.number("each")),
        "" => Budget::Playouts(spec.number("playouts")),
        time => Budget::Time(Duration::from_millis(limit::parse_time(time)?)),
    };
    let random = SplitMix64::new(spec.number("seed"));
    Ok(Box::new(MonteCarlo { budget, uct: spec.is_set("uct"), random }))
}

#[derive(Clone, Copy)]
enum Budget {
    Playouts(u64),
    /// So many for each legal move.
    Each(u64),
    Time(Duration),
}

/// Games between two looks at the clock.
const CHECK_INTERVAL: u64 = 16;

impl Budget {
    /// Plays until it is spent, or until the observer wants no more.
    fn spend(self, moves: u32, observer: &mut dyn Observer, mut game: impl FnMut(u64)) {
        let started = Instant::now();
        for number in 0.. {
            let spent = match self {
                Self::Playouts(most) => number >= most,
                Self::Each(most) => number >= most * u64::from(moves),
                // One look at least has to be behind every move.
                Self::Time(time) => {
                    number > 0 && number % CHECK_INTERVAL == 0 && started.elapsed() >= time
                }
            };
            if spent || (number % CHECK_INTERVAL == 0 && observer.stop()) {
                break;
            }
            game(number);
        }
    }
}

struct MonteCarlo {
    budget: Budget,
    uct: bool,
    random: SplitMix64,
}

impl<S: Size> Player<S> for MonteCarlo {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        let board = position.board();
        let best = if self.uct {
            let mut tree = Tree::new(&board);
            let moves = board.legal_moves().len();
            self.budget.spend(moves, observer, |_| tree.grow(&mut self.random));
            tree.best()
        } else {
            self.flat(&board, observer)
        };
        let square = best.or(board.legal_moves().first());
        let square = square.context("asked for a move where there is none")?;
        Ok(Choice { mv: Move::Play(square), report: None })
    }
}

impl MonteCarlo {
    /// Every move in turn.
    fn flat<S: Size>(&mut self, board: &Board<S>, observer: &mut dyn Observer) -> Option<Square> {
        let moves: Vec<Square> = walk(board).iter().collect();
        let mut scores = vec![Score::default(); moves.len()];
        self.budget.spend(moves.len() as u32, observer, |number| {
            let at = (number % moves.len() as u64) as usize;
            let after = played(board, moves[at]);
            scores[at].add(points(-playout(&after, &mut self.random)));
        });
        // Later moves may have had a game less.
        let best = (0..moves.len())
            .reduce(|best, at| if scores[at].is_better_than(&scores[best]) { at } else { best });
        best.map(|at| moves[at])
    }
}

/// Points out of games, two for a win.
#[derive(Clone, Copy, Default)]
struct Score {
    points: u64,
    games: u64,
}

impl Score {
    fn add(&mut self, points: u32) {
        self.points += u64::from(points);
        self.games += 1;
    }

    fn is_better_than(&self, other: &Self) -> bool {
        self.points * other.games > other.points * self.games
    }
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{CORNER_LOSES, answer};

    /// Flat or in a tree, whatever the budget.
    #[test]
    fn the_move_that_wins_is_found() {
        for budget in ["playouts=200", "playouts=200,uct", "each=50", "time=0.02", "time=0.02,uct"]
        {
            for seed in 0..3 {
                let name = format!("montecarlo:{budget},seed={seed}");
                assert_eq!(answer(&name, CORNER_LOSES), "e8", "{name}");
            }
        }
    }

    /// Five games after each move, however many moves there are.
    #[test]
    fn games_after_each_move_are_counted() {
        for moves in [1, 7] {
            let mut played = 0;
            super::Budget::Each(5).spend(moves, &mut (), |_| played += 1);
            assert_eq!(played, 5 * moves);
        }
    }
}
