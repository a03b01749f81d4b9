//! `greedy`: the most discs at once, as beginners play.
//!
//! Of squares that turn as many the first from a1 is played.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::Kind;
use super::look_ahead::{Plan, Planner, first_largest};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new("greedy", "turns the most discs at once", &[]);

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    Plan::Play(first_largest(board.legal_moves(), |square| board.flips(square).len()))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::answer;

    /// c1 turns one disc, a3 three, e8 two.
    #[test]
    fn the_most_discs_are_turned() {
        let board = "XO------\
                     --------\
                     -OOOX---\
                     --------\
                     ----X---\
                     ----O---\
                     ----O---\
                     -------- X";
        assert_eq!(answer("greedy", board), "a3");
        // Now b3 turns two as well, and comes before e8.
        assert_eq!(answer("greedy", &board.replace("-OOOX", "--OOX")), "b3");
    }
}
