//! `mobility`: a plain player after the idea of LIMA, which counts moves.
//!
//! The mover's moves less the opponent's, five plies ahead, and the difference in discs when five
//! squares are left. The team's own program, with its search as published, is [`lima`](super::lima).

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::features::{discs, mobility};
use super::look_ahead::{Plan, Planner};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "mobility",
    "own moves less the opponent's, 5 plies; discs after move 55",
    &[PlayerOption::depth("5")],
);

/// Squares that are left after move 55.
const LAST: u32 = 5;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = spec.plies();
    Ok(Box::new(Planner(move |board: &Board<S>| {
        let judge = if board.empties() > LAST { mobility } else { discs };
        Plan::Ahead(depth, Box::new(judge))
    })))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::answer;

    /// Black may turn three discs with d3, after which each side has one move, e5 and e8; or one
    /// with e8, after which black has d3 and white nothing.
    #[test]
    fn moves_count_and_discs_do_not() {
        let text = "--------\
                    --------\
                    ----OOOX\
                    --------\
                    --------\
                    ----X---\
                    ----O---\
                    -------- X";
        assert_eq!(answer("mobility:depth=1", text), "e8");
        assert_eq!(answer("greedy", text), "d3");
    }
}
