//! `randomsearch`: some games to the end by chance after each move, and the best sum of them.
//!
//! DELTA's report gives the method and k = 100. How the games are judged is not in it. Its program
//! is about as strong as the gambler (47 to 50 of 100 games), which no judgement of 100 games is:
//! part of it is unknown. Chosen here: the games' discs are added up; of moves of equal worth the
//! first in the order of the contest's board is played.

use anyhow::Result;
use wedge_engine::{Board, Size, SplitMix64};

use super::look_ahead::{Plan, Planner};
use super::playout::playout;
use super::walk::{played, walk};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "randomsearch",
    "k random games after each move, the most discs",
    &[
        PlayerOption {
            name: "k",
            default: "100",
            kind: OptionKind::Integer(1, 10_000),
            about: "random games after each move",
        },
        PlayerOption::SEED,
    ],
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let (games, mut random) = (spec.number("k"), SplitMix64::new(spec.number("seed")));
    Ok(Box::new(Planner(move |board: &Board<S>| {
        let mut discs = [0; 64];
        for square in board.legal_moves() {
            let after = played(board, square);
            let sum: i64 = (0..games).map(|_| i64::from(-playout(&after, &mut random))).sum();
            discs[square.index()] = sum;
        }
        Plan::Play(walk(board).first_largest(|square| discs[square.index()]))
    })))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{CORNER_LOSES, answer};

    #[test]
    fn the_move_that_wins_is_found() {
        for seed in 0..5 {
            let name = format!("randomsearch:k=10,seed={seed}");
            assert_eq!(answer(&name, CORNER_LOSES), "e8");
        }
    }
}
