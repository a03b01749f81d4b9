//! `delta`: plain alpha-beta, four to six plies.
//!
//! The report gives the search and the depths. Chosen here: the difference in discs as what is
//! judged, four plies until 40 discs are on the board, five until 52, then six; on a small board
//! where as much of the game is over. Moves of equal worth are told apart by their squares, the
//! first from a1.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::Kind;
use super::features::{discs, stage};
use super::look_ahead::{Plan, Planner};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind =
    Kind::new("delta", "plain alpha-beta over discs, 4 plies, later 5 and 6", &[]);

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(|board: &Board<S>| Plan::Ahead(plies(board), Box::new(discs)))))
}

fn plies<S: Size>(board: &Board<S>) -> u8 {
    match stage(board) {
        ..40 => 4,
        40..52 => 5,
        _ => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::{answer, board};

    #[test]
    fn it_looks_farther_later() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        assert_eq!([4, 39, 40, 51, 52, 63].map(|discs| plies(&with(discs))), [4, 4, 5, 5, 6, 6]);
    }

    /// The four first moves are one and the same, but for the side they are seen from.
    #[test]
    fn the_first_of_equal_moves_is_played() {
        assert_eq!(answer("delta", &wedge_engine::Position::default().to_string()), "d3");
    }
}
