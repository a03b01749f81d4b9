//! `e03`: the player of the small board.
//!
//! The report gives stability, 64 for a corner, -32 for an X-square, and mobility: the engine's
//! evaluator `stability`, which tells what else was chosen. Four plies and, of moves of equal
//! worth, the first from a1 are chosen here.

use anyhow::Result;
use wedge_engine::{Board, Size, Stability};

use super::look_ahead::{Plan, Planner};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "e03",
    "the player of the 6x6 board: stability, corner 64, X-square -32, mobility",
    &[PlayerOption::depth("4")],
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = spec.plies();
    Ok(Box::new(Planner(move |_: &Board<S>| Plan::Ahead(depth, Box::new(judge)))))
}

fn judge<S: Size>(board: &Board<S>) -> i32 {
    Stability::points(board, board.legal_moves())
}

#[cfg(test)]
mod tests {
    use wedge_engine::Six;

    use crate::players::tests::answer_on;

    /// e2 turns three discs on the way to giving f1 away; d6 turns one.
    #[test]
    fn an_x_square_is_left_alone() {
        let text = "------\
                    XOOO--\
                    ------\
                    ---X--\
                    ---O--\
                    ------ X";
        assert_eq!(answer_on::<Six>("e03:depth=1", text), "d6");
        assert_eq!(answer_on::<Six>("greedy", text), "e2");
    }
}
