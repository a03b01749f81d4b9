//! `agent`: the program of a course whose referee speaks by files (`host-sim agent` answers one).
//!
//! All numbers are the report's: the lead in discs, the value of every square, and for the side to
//! move 2 points a move, 2 points a disc that a move would turn, -100 without a move and 60 if the
//! only move fills the board; 800 for a won game. The report prints the half for the opponent to
//! move and says that the other half mirrors it. It looks four plies ahead and keeps the first of
//! the best moves, row by row from a1. A line ends where the side to move has no move.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, Square};

use super::features::{SquareValues, discs};
use super::own_rules::{OwnRules, OwnSearch};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "agent",
    "a course's program: squares with corner 66, moves, discs to turn, 4 plies",
    &[PlayerOption::depth("4")],
);

const QUARTER: [[i32; 4]; 4] = [[66, -6, 7, 4], [-6, -30, 3, 1], [7, 3, 6, 2], [4, 1, 2, 1]];
const WON: i32 = 800;
const NO_MOVE: i32 = 100;
const MOVE: i32 = 2;
const TURNABLE: i32 = 2;
const LAST_MOVE: i32 = 60;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(OwnSearch { rules: Rules::new::<S>(), depth: spec.plies() }))
}

struct Rules {
    values: SquareValues,
    order: Vec<Square>,
}

impl Rules {
    fn new<S: Size>() -> Self {
        let order = Bitboard(S::MASK).into_iter().collect();
        Self { values: SquareValues::new::<S>(QUARTER), order }
    }

    /// What a position is worth to the side to move.
    fn points<S: Size>(&self, board: &Board<S>) -> i32 {
        let moves = board.legal_moves();
        let discs = discs(board);
        let turnable: u32 = moves.into_iter().map(|square| board.flips(square).len()).sum();
        let mut points = discs
            + self.values.lead(board)
            + MOVE * moves.len() as i32
            + TURNABLE * turnable as i32;
        if moves.is_empty() {
            points -= NO_MOVE;
        }
        if board.is_over() {
            points += WON * discs.signum();
        }
        if moves.len() == 1 && board.empties() == 1 {
            points += LAST_MOVE;
        }
        points
    }
}

impl<S: Size> OwnRules<S> for Rules {
    fn leaf(&self, board: &Board<S>, depth: i32) -> Option<i32> {
        (depth <= 0 || board.legal_moves().is_empty()).then(|| self.points(board))
    }

    fn order(&self) -> &[Square] {
        &self.order
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Six};

    use super::super::own_rules::tests::finds_the_first_best;
    use super::*;
    use crate::players::tests::{answer, board};

    /// For the side that has just moved: the report's half for the opponent to move.
    fn after(text: &str) -> i32 {
        -Rules::new::<Eight>().points(&board(text))
    }

    /// 3 discs more, squares 5 to 1, and white has three moves that turn one disc each.
    #[test]
    fn after_d3_the_position_is_worth_minus_5() {
        let d3 = Board::<wedge_engine::Eight>::start().play("d3".parse().unwrap()).unwrap();
        assert_eq!(-Rules::new::<Eight>().points(&d3), -5);
        assert_eq!(3 + (5 - 1) - 2 * 3 - 2 * 3, -5);
    }

    #[test]
    fn every_term_is_the_reports() {
        let rest = "-".repeat(56);
        // Black has a1 and b1, white nothing: won, no move. 2 discs, squares 66 - 6.
        assert_eq!(after(&format!("XX------{rest} O")), 2 + 60 + 100 + 800);
        // Lost: the same for white, who has just been left without an answer.
        assert_eq!(after(&format!("OO------{rest} O")), -2 - 60 + 100 - 800);
        // White has no move but black has: no 800. Squares 66 to -6.
        assert_eq!(after(&format!("XO------{rest} O")), 72 + 100);
        // a8 is the last square, and white's only move: it turns six discs in row 8.
        let full = format!("{}-XXXXXXO O", "X".repeat(56));
        let squares = -SquareValues::new::<Eight>(QUARTER).lead(&board(&full));
        assert_eq!(after(&full), 62 - 1 + squares - 2 - 2 * 6 - 60);
    }

    #[test]
    fn the_first_of_the_best_moves_is_played() {
        finds_the_first_best::<Eight>(&Rules::new::<Eight>());
        finds_the_first_best::<Six>(&Rules::new::<Six>());
        // All four first moves are the same by symmetry.
        let start = "---------------------------OX------XO--------------------------- X";
        assert_eq!(answer("agent", start), "d3");
    }
}
