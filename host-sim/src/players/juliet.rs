//! `juliet`: a board of square values that changes with the corners, and mobility.
//!
//! The report gives these two, four plies, and six late in the game. Chosen here: next to an empty
//! corner the C- and X-squares count as in the table; next to a corner of one's own they are worth
//! as much as the rest of the edge; next to a corner of the opponent's, nothing. 5 points for a
//! move; six plies from 16 empty squares on; of equal moves the first from a1.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size};

use super::Kind;
use super::features::{SquareValues, c_squares, mobility, x_squares};
use super::look_ahead::{Plan, Planner};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "juliet",
    "square values that change with the corners, mobility; 4 plies, then 6",
    &[],
);

const QUARTER: [[i32; 4]; 4] =
    [[60, -15, 10, 8], [-15, -30, -3, -2], [10, -3, 3, 1], [8, -2, 1, 0]];
/// A square next to a corner of one's own.
const SUPPORTED: i32 = 10;
const MOVE: i32 = 5;
/// Empty squares from which on it looks six plies ahead.
const LATE: u32 = 16;

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    let depth = if board.empties() > LATE { 4 } else { 6 };
    let values = SquareValues::new::<S>(QUARTER);
    Plan::Ahead(depth, Box::new(move |board| judge(board, &values)))
}

fn judge<S: Size>(board: &Board<S>, values: &SquareValues) -> i32 {
    let corners = Bitboard(S::CORNERS);
    let beside = |corners| c_squares::<S>(corners) | x_squares::<S>(corners);
    let supported = |discs: Bitboard| (discs & beside(discs & corners)).len() as i32;
    let unchanged = !beside(board.occupied() & corners);
    values.lead_in(board, unchanged)
        + SUPPORTED * (supported(board.mover()) - supported(board.opponent()))
        + MOVE * mobility(board)
}

#[cfg(test)]
mod tests {
    use wedge_engine::Eight;

    use super::*;
    use crate::players::look_ahead::LookAhead;
    use crate::players::tests::board;

    /// Black holds b1 and b2, first with the corner a1 empty, then its own, then white's.
    #[test]
    fn the_board_changes_with_the_corners() {
        let values = SquareValues::new::<Eight>(QUARTER);
        let with = |corner: char| board(&format!("{corner}X-------X{} X", "-".repeat(54)));
        assert_eq!(judge(&with('-'), &values), -15 - 30);
        assert_eq!(judge(&with('X'), &values), 60 + 2 * SUPPORTED);
        // White may play c1 and c3, black nothing.
        assert_eq!(judge(&with('O'), &values), -60 - 2 * MOVE);
    }

    /// Black may turn c2 from b2, or d4 from e4. Next to an empty corner b2 costs 30 points, and
    /// e4 is better by far, 2 to -34; next to black's own it brings 10, and is better by 66 to 62.
    #[test]
    fn a_square_next_to_ones_own_corner_is_a_good_one() {
        let best = |corner: char| {
            let fork = board(&format!("{corner}---------OX--------------XO{} X", "-".repeat(36)));
            let values = SquareValues::new::<Eight>(QUARTER);
            let look = LookAhead::new(Box::new(move |board| judge(board, &values)));
            look.best(&fork, 1, &mut ()).unwrap().to_string()
        };
        assert_eq!(best('-'), "e4");
        assert_eq!(best('X'), "b2");
    }

    #[test]
    fn it_looks_six_plies_ahead_from_16_empty_squares_on() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        assert!(matches!(plan(&with(47)), Plan::Ahead(4, _)));
        assert!(matches!(plan(&with(48)), Plan::Ahead(6, _)));
    }
}
