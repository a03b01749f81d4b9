//! `charlie`: three phases, by the number of discs on the board.
//!
//! The report gives the phases, 4 to 33, 34 to 51 and 52 to 64 discs, and exact play in the last.
//! Chosen here: in the first phase moves and possible moves count, in the second stable discs and
//! edges as well, in both corners and X-squares next to empty ones, with the weights below; four
//! plies; of equal moves the first from a1. On a small board the phases end where as much of the
//! game is over.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::Kind;
use super::features::{
    corners, edges, empty_corners, lead, mobility, potential_mobility, stability, stage, x_squares,
};
use super::look_ahead::{Plan, Planner};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind =
    Kind::new("charlie", "three phases: mobility, stability, exact play from 52 discs on", &[]);

const DEPTH: u8 = 4;

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    match stage(board) {
        ..=33 => Plan::Ahead(DEPTH, Box::new(first)),
        34..=51 => Plan::Ahead(DEPTH, Box::new(second)),
        _ => Plan::Exact,
    }
}

fn first<S: Size>(board: &Board<S>) -> i32 {
    10 * mobility(board) + 5 * potential_mobility(board) + 100 * corners(board)
        - 50 * lead(board, x_squares::<S>(empty_corners(board)))
}

fn second<S: Size>(board: &Board<S>) -> i32 {
    first(board) + 20 * stability(board) + 5 * lead(board, edges::<S>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    /// Black: the stable discs a1, b1, c1. White: b7, next to an empty corner.
    #[test]
    fn the_second_phase_adds_to_the_first() {
        let text = format!("XXX{}O{} X", "-".repeat(46), "-".repeat(14));
        let board = board(&text);
        // Around white's disc are eight empty squares, around black's five; nobody has a move.
        assert_eq!(first(&board), 5 * (8 - 5) + 100 + 50);
        assert_eq!(second(&board), first(&board) + 20 * 3 + 5 * 3);
    }

    #[test]
    fn the_end_is_played_exactly() {
        assert_eq!(answer("charlie", CORNER_LOSES), "e8");
    }

    #[test]
    fn the_phases_end_after_33_and_51_discs() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        for (discs, phase) in [(4, 1), (33, 1), (34, 2), (51, 2), (52, 3), (63, 3)] {
            let probe = board(&format!("XXX{}O{} X", "-".repeat(46), "-".repeat(14)));
            let found = match plan(&with(discs)) {
                Plan::Ahead(DEPTH, judge) if judge(&probe) == first(&probe) => 1,
                Plan::Ahead(DEPTH, judge) if judge(&probe) == second(&probe) => 2,
                Plan::Exact => 3,
                _ => 0,
            };
            assert_eq!(found, phase, "{discs} discs");
        }
    }
}
