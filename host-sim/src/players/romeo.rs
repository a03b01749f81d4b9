//! `romeo`: edges first.
//!
//! The report gives the rule. Chosen here: a corner before the rest of the edge, then the square
//! that turns the most discs, then the first from a1. Nothing keeps it from the C-squares.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size};

use super::Kind;
use super::features::edges;
use super::look_ahead::{Plan, Planner, first_largest};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new("romeo", "takes the edges first", &[]);

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    Plan::Play(first_largest(board.legal_moves(), |square| {
        let corner = Bitboard(S::CORNERS).has(square);
        (corner, edges::<S>().has(square), board.flips(square).len())
    }))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::answer;

    /// b4 turns three discs, g8 on the edge only one.
    #[test]
    fn the_edge_comes_before_discs_and_the_corner_before_the_edge() {
        let board = "--------\
                     --------\
                     --------\
                     --OOOX--\
                     --------\
                     ------X-\
                     ------O-\
                     -------- X";
        assert_eq!(answer("romeo", board), "g8");
        assert_eq!(answer("greedy", board), "b4");
        let corner = board.replacen("--------", "-OX-----", 1);
        assert_eq!(answer("romeo", &corner), "a1");
    }
}
