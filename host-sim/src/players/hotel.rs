//! `hotel`: minimax, three plies.
//!
//! The report gives the search and its depth, not what is judged at the end of it. Chosen here:
//! the difference in discs, a corner counting as ten more. Moves of equal worth are told apart by
//! their squares, the first from a1.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::features::{corners, discs};
use super::look_ahead::{Plan, Planner};
use super::{Choosable, Kind};
use crate::player::{Player, PlayerSpec};

pub(super) const KIND: Kind =
    Kind::new("hotel", "minimax, 3 plies, over discs and corners", &[Choosable::depth("3")]);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = spec.plies();
    Ok(Box::new(Planner(move |_: &Board<S>| Plan::Ahead(depth, Box::new(judge)))))
}

const CORNER: i32 = 10;

fn judge<S: Size>(board: &Board<S>) -> i32 {
    discs(board) + CORNER * corners(board)
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{answer, board};

    /// Black has six discs and a corner, white three.
    #[test]
    fn a_corner_counts_as_ten_discs() {
        let text = "XXX-----OOO-----XXX---------------------------------------------";
        assert_eq!(super::judge(&board(&format!("{text} X"))), 6 - 3 + 10);
        assert_eq!(super::judge(&board(&format!("{text} O"))), 3 - 6 - 10);
    }

    /// g2 turns five discs, and white has h1 by way of f3. d6 and b8 turn one disc each: after b8
    /// white has no move at all, so d6 and g2 follow, and h1 comes too late for three plies.
    #[test]
    fn what_comes_after_the_discs_is_seen() {
        let text = "--------\
                    XOOOOO--\
                    -----O--\
                    ----O---\
                    --------\
                    -X--OX--\
                    -O------\
                    -------- X";
        assert_eq!(answer("hotel:depth=1", text), "g2");
        assert_eq!(answer("hotel", text), "b8");
    }
}
