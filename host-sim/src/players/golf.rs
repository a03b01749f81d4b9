//! `golf`: the whole tree of the last moves, judged as win, tie or loss.
//!
//! The report gives the tree and its three values. Chosen here: the last ten squares; before
//! them, INDIA's square values two plies ahead, of equal moves the first from a1. Among moves that
//! lead to the same result the engine's solver chooses.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::Kind;
use super::look_ahead::{Plan, Planner};
use super::squares;
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind =
    Kind::new("golf", "square values; the last 10 squares for a win, a tie or a loss", &[]);

const LAST: u32 = 10;

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    if board.empties() <= LAST {
        return Plan::WinDrawLoss;
    }
    let values = squares::india::<S>();
    Plan::Ahead(2, Box::new(move |board| values.lead(board)))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{CORNER_LOSES, answer};

    #[test]
    fn the_result_comes_before_the_corner() {
        assert_eq!(answer("golf", CORNER_LOSES), "e8");
        assert_eq!(answer("squares:table=50", CORNER_LOSES), "h1");
    }
}
