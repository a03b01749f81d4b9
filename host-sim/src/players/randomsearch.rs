//! `randomsearch`: some games to the end by chance after each move, and the best sum of them.
//!
//! The report gives the method. Chosen here: 20 games a move, judged by their discs; of moves of
//! equal worth the first from a1.

use anyhow::Result;
use wedge_engine::{Board, Size, SplitMix64};

use super::look_ahead::{Plan, Planner, first_largest};
use super::playout::playout;
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "randomsearch",
    "k random games after each move, the most discs",
    &[
        PlayerOption {
            name: "k",
            default: "20",
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
            let after = board.after(square, board.flips(square));
            let sum: i64 = (0..games).map(|_| i64::from(-playout(&after, &mut random))).sum();
            discs[square.index()] = sum;
        }
        Plan::Play(first_largest(board.legal_moves(), |square| discs[square.index()]))
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
