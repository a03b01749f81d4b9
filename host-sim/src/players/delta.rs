//! `delta`: DELTA's alpha-beta, DELTA4 and DELTALAST.
//!
//! The report gives the search (minimax with alpha-beta) and depths from four to six plies, not what
//! a position is worth. Chosen here: DELTA4 looks four plies ahead throughout; DELTALAST four until
//! 40 discs are on the board, five until 52, then six, on a small board where as much of the game is
//! over; both judge the difference in discs and play the first of equal moves from a1.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::features::{discs, stage};
use super::look_ahead::{Plan, Planner};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "delta",
    "plain alpha-beta over discs, 4 plies, in the last version later 5 and 6",
    &[PlayerOption {
        name: "version",
        default: "last",
        kind: OptionKind::OneOf(&["4", "last"]),
        about: "DELTA4, which stays with 4 plies, or DELTALAST",
    }],
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let fixed = spec.value("version") == "4";
    Ok(Box::new(Planner(move |board: &Board<S>| {
        Plan::Ahead(if fixed { LEAST } else { plies(board) }, Box::new(discs))
    })))
}

const LEAST: u8 = 4;

fn plies<S: Size>(board: &Board<S>) -> u8 {
    match stage(board) {
        ..40 => LEAST,
        40..52 => 5,
        _ => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    #[test]
    fn the_last_version_looks_farther_later() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        assert_eq!([4, 39, 40, 51, 52, 63].map(|discs| plies(&with(discs))), [4, 4, 5, 5, 6, 6]);
    }

    /// The four first moves are one and the same, but for the side they are seen from: c4 comes first
    /// in the contest's list.
    #[test]
    fn the_first_of_equal_moves_is_played() {
        assert_eq!(answer("delta", &wedge_engine::Position::default().to_string()), "c4");
    }

    #[test]
    fn both_versions_see_the_end_of_the_game() {
        assert_eq!(answer("delta", CORNER_LOSES), "e8");
        assert_eq!(answer("delta:version=4", CORNER_LOSES), "e8");
    }
}
