//! `alpha`: ALPHA, alpha-beta on moves and stable discs, and an and-or tree at the end.
//!
//! The report gives the parts: `alpha_beta` with a depth and an end, `evaluation` made of `activity`
//! (moves) and `find_stable` (stable discs, with full rows and columns), and a tree of all moves for
//! the end in which one's own nodes are "or" and the opponent's "and". Chosen here: four plies, 1
//! point for a move and 3 for a stable disc, the tree for the last eight squares; of equal moves the
//! first of the contest's list, in the end the one that the engine's solver finds.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::features::{mobility, stability};
use super::look_ahead::{Plan, Planner};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "alpha",
    "moves and stable discs, 4 plies; the last 8 squares for a win",
    &[PlayerOption::depth("4")],
);

const STABLE: i32 = 3;
const LAST: u32 = 8;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = spec.plies();
    Ok(Box::new(Planner(move |board: &Board<S>| {
        if board.empties() <= LAST {
            Plan::WinDrawLoss
        } else {
            Plan::Ahead(depth, Box::new(judge))
        }
    })))
}

fn judge<S: Size>(board: &Board<S>) -> i32 {
    mobility(board) + STABLE * stability(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    /// Black has three stable discs and a move, e1; white, to move, has neither.
    #[test]
    fn moves_and_stable_discs_count() {
        let picture = board(&format!("XXXO----{} O", "-".repeat(56)));
        assert_eq!(judge(&picture), -1 - 3 * STABLE);
    }

    #[test]
    fn the_end_is_played_for_a_win() {
        assert_eq!(answer("alpha", CORNER_LOSES), "e8");
    }
}
