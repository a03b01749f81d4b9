//! `oscar`: four plies until 52 discs are on the board, then to the end.
//!
//! The report gives the search (alpha-beta), the four plies of the first 52 discs and the last 12
//! squares that are played out. What a position is worth is not in it. Chosen here: the engine's
//! evaluator `Squares` (square values, moves and discs that can be turned); of moves of equal worth
//! the first from a1; on a small board the change where as much of the game is over.

use anyhow::Result;
use wedge_engine::{Board, Size, Squares};

use super::Kind;
use super::features::stage;
use super::look_ahead::{Plan, Planner};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind =
    Kind::new("oscar", "alpha-beta over squares and moves, 4 plies, the last 12 exact", &[]);

/// Discs from which on it plays to the end.
const LAST: u32 = 52;
const PLIES: u8 = 4;

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    if stage(board) >= LAST {
        return Plan::Exact;
    }
    Plan::Ahead(PLIES, Box::new(|board| Squares::points(board, board.legal_moves())))
}

#[cfg(test)]
mod tests {
    use wedge_engine::Eight;

    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    #[test]
    fn the_last_twelve_squares_are_played_out() {
        let is_exact = |discs: usize| {
            let text = format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs));
            match plan::<Eight>(&board(&text)) {
                Plan::Exact => true,
                Plan::Ahead(plies, _) => {
                    assert_eq!(plies, 4);
                    false
                }
                _ => panic!("neither looks ahead nor plays to the end"),
            }
        };
        assert_eq!([4, 51, 52, 63].map(is_exact), [false, false, true, true]);
        assert_eq!(answer("oscar", CORNER_LOSES), "e8");
    }
}
