//! `november`: the two programs of NOVEMBER, `november` and `us`.
//!
//! The report gives their functions. NOVEMBER has an alpha-beta search over a list of positions and
//! a value for a board; `us` builds a tree of maxima and minima (`MaxMinTree`), fills in its values
//! and reads the best move off it. The square values and depths are not printed. Chosen here: two
//! plies for `november` and three for `us`, which is what their times allow (0.4 s and 7 s a game,
//! where a list of moves takes 0.3 ms); both judge the squares, `us` also moves, 4 points each; of
//! equal moves the first of the contest's list.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::features::{SquareValues, UNPUBLISHED, mobility};
use super::look_ahead::{Plan, Planner};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "november",
    "square values two plies ahead, or `us`: with moves, three plies",
    &[PlayerOption {
        name: "version",
        default: "november",
        kind: OptionKind::OneOf(&["november", "us"]),
        about: "which of the team's two programs",
    }],
);

const MOVE: i32 = 4;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let us = spec.value("version") == "us";
    Ok(Box::new(Planner(move |_: &Board<S>| {
        let values = SquareValues::new::<S>(UNPUBLISHED);
        if us {
            Plan::Ahead(3, Box::new(move |board| values.lead(board) + MOVE * mobility(board)))
        } else {
            Plan::Ahead(2, Box::new(move |board| values.lead(board)))
        }
    })))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{answer, discs_of_game};

    #[test]
    fn the_two_programs_differ() {
        let games = ["november", "november:version=us"].map(|name| discs_of_game(name, "idiot"));
        assert_ne!(games[0], games[1]);
    }

    /// Black may take the corner a1, or turn three discs with e4.
    #[test]
    fn both_take_a_corner() {
        let text = "-OX-----\
                    --------\
                    --------\
                    XOOO----\
                    --------\
                    --------\
                    --------\
                    -------- X";
        for name in ["november", "november:version=us"] {
            assert_eq!(answer(name, text), "a1");
        }
    }
}
