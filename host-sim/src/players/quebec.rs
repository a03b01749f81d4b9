//! `quebec`: the fewest discs before move 30, the most from then on.
//!
//! The report gives the rule and the move. Chosen here: of squares that turn as many discs, the
//! first from a1; on a small board, move 30 is where as much of the game is over.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::Kind;
use super::features::stage;
use super::look_ahead::{Plan, Planner, first_largest};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind =
    Kind::new("quebec", "turns the fewest discs before move 30, then the most", &[]);

/// Discs on the board before move 30: the four of the start and 29 more.
const TURN: u32 = 33;

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    let sign = if stage(board) < TURN { -1 } else { 1 };
    let turned = |square| sign * board.flips(square).len() as i32;
    Plan::Play(first_largest(board.legal_moves(), turned))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::answer;

    /// a3 turns three discs, e8 two, and there is no other move. The first row makes it 26 or 34
    /// discs: move 23 or move 31.
    #[test]
    fn the_rule_changes_at_move_30() {
        let rest = "XXXXXXXX\
                    -OOOXXXX\
                    XXXXXXXX\
                    ----X---\
                    ----O---\
                    ----O---\
                    -------- X";
        assert_eq!(answer("quebec", &format!("--------{rest}")), "e8");
        assert_eq!(answer("quebec", &format!("XXXXXXXX{rest}")), "a3");
        // Move 30 itself is made with 33 discs on the board.
        assert_eq!(answer("quebec", &format!("-XXXXXXX{rest}")), "a3");
        assert_eq!(answer("quebec", &format!("--XXXXXX{rest}")), "e8");
    }
}
