//! `charlie`: CHARLIE, three phases by the number of discs on the board.
//!
//! - **Given**: the phases, 4 to 33, 34 to 51 and 52 to 64; the functions by name, of which the first
//!   two phases use `posvalue_and_potential_and_frontpoint`, `validpoint` and `stablepoint`; "4" at
//!   `perfect4_33`, "52" and "0" at `perfect52_64`, "56" at `perfect52_64_1`.
//! - **Read**: 4 is the number of plies; what counts is the square's value, potential mobility,
//!   frontier discs, moves and stable discs; the last twelve squares are played out for a win from 52
//!   discs on, and for discs from 56 on.
//! - **Chosen**: the weights below, stable discs in the second phase only, four plies there too, the
//!   square values; of equal moves the first of the contest's list, and at the end the one that the
//!   engine's solver finds. On a small board the phases end where as much of the game is over.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::Kind;
use super::features::{
    SquareValues, UNPUBLISHED, frontier, mobility, potential_mobility, stability, stage,
};
use super::look_ahead::{Plan, Planner};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind =
    Kind::new("charlie", "three phases: mobility, stability, from 52 discs on to the end", &[]);

const DEPTH: u8 = 4;
const MOVE: i32 = 10;
const POSSIBLE: i32 = 3;
const FRONTIER: i32 = 3;
const STABLE: i32 = 20;

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    let values = SquareValues::new::<S>(UNPUBLISHED);
    match stage(board) {
        ..=33 => Plan::Ahead(DEPTH, Box::new(move |board| first(board, &values))),
        34..=51 => Plan::Ahead(DEPTH, Box::new(move |board| second(board, &values))),
        52..=55 => Plan::WinDrawLoss,
        _ => Plan::Exact,
    }
}

fn first<S: Size>(board: &Board<S>, values: &SquareValues) -> i32 {
    values.lead(board)
        + MOVE * mobility(board)
        + POSSIBLE * potential_mobility(board)
        + FRONTIER * frontier(board)
}

fn second<S: Size>(board: &Board<S>, values: &SquareValues) -> i32 {
    first(board, values) + STABLE * stability(board)
}

#[cfg(test)]
mod tests {
    use wedge_engine::Eight;

    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    /// Black: the stable discs a1, b1, c1. White: b7, next to an empty corner.
    const PROBE: &str = "XXX----------------------------------------------O-------------- X";

    #[test]
    fn the_second_phase_adds_stable_discs_to_the_first() {
        let values = SquareValues::new::<Eight>(UNPUBLISHED);
        let board = board(PROBE);
        // Around white's disc are eight empty squares, around black's five; all of the four discs
        // touch empty squares; nobody has a move.
        let squares = 80 - 20 + 8 + 40;
        assert_eq!(first(&board, &values), squares + POSSIBLE * (8 - 5) + FRONTIER * (1 - 3));
        assert_eq!(second(&board, &values), first(&board, &values) + STABLE * 3);
    }

    #[test]
    fn the_end_is_played_exactly() {
        assert_eq!(answer("charlie", CORNER_LOSES), "e8");
    }

    #[test]
    fn the_phases_end_after_33_51_and_55_discs() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        let (values, probe) = (SquareValues::new::<Eight>(UNPUBLISHED), board(PROBE));
        for (discs, phase) in
            [(4, 1), (33, 1), (34, 2), (51, 2), (52, 3), (55, 3), (56, 4), (63, 4)]
        {
            let found = match plan(&with(discs)) {
                Plan::Ahead(4, judge) if judge(&probe) == first(&probe, &values) => 1,
                Plan::Ahead(4, judge) if judge(&probe) == second(&probe, &values) => 2,
                Plan::WinDrawLoss => 3,
                Plan::Exact => 4,
                _ => 0,
            };
            assert_eq!(found, phase, "{discs} discs");
        }
    }
}
