//! `echo`: stability, mobility, and a long list of weights.
//!
//! The report gives the weights: 5 for a stable disc, 8 for a move, 3 for a possible one, 500 for a
//! corner, 100 for C- and X-squares, 2 for a disc on an edge. Chosen here: C- and X-squares count
//! against their holder, and only while their corner is empty; four plies; of moves of equal worth
//! the first from a1.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::features::{
    c_squares, corners, edges, empty_corners, lead, mobility, potential_mobility, stability,
    x_squares,
};
use super::look_ahead::{Plan, Planner};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "echo",
    "stability 5, mobility 8, possible moves 3, corners 500, C and X 100, edges 2",
    &[PlayerOption::depth("4")],
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = spec.plies();
    Ok(Box::new(Planner(move |_: &Board<S>| Plan::Ahead(depth, Box::new(judge)))))
}

fn judge<S: Size>(board: &Board<S>) -> i32 {
    let open = empty_corners(board);
    5 * stability(board)
        + 8 * mobility(board)
        + 3 * potential_mobility(board)
        + 500 * corners(board)
        - 100 * lead(board, c_squares::<S>(open) | x_squares::<S>(open))
        + 2 * lead(board, edges::<S>())
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{answer, board};

    #[test]
    fn every_weight_counts() {
        // Black: three stable discs, all on the edge, one of them a corner; g7 next to an empty
        // one. Five empty squares touch the first three discs, eight g7, and sixteen white's d3 and d6.
        let text = "XXX-----\
                    --------\
                    ---O----\
                    --------\
                    --------\
                    ---O----\
                    ------X-\
                    -------- X";
        let wanted = 5 * 3 + 3 * (16 - 5 - 8) + 500 - 100 + 2 * 3;
        assert_eq!(super::judge(&board(text)), wanted);
        // Black can play f4, white nothing. Seven empty squares touch g4, four h4.
        let text = format!("{}------OX{} X", "-".repeat(24), "-".repeat(32));
        assert_eq!(super::judge(&board(&text)), 8 + 3 * (7 - 4) + 2);
    }

    /// b2 turns four discs and gives the corner away, g5 turns one.
    #[test]
    fn an_x_square_is_left_alone() {
        let text = "--------\
                    --OOOOX-\
                    --------\
                    --------\
                    ----XO--\
                    --------\
                    --------\
                    -------- X";
        assert_eq!(answer("echo:depth=1", text), "g5");
        assert_eq!(answer("greedy", text), "b2");
    }
}
