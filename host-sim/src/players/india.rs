//! `india`: square values, first with an eye on moving forward, then on protecting what it has.
//!
//! The report names the square values (50, -1, 5, 2 along the edge), "forward" and "protect", and
//! says that one evaluation takes the place of the other at a move of the game. Chosen here:
//! - forward: 3 points for each move that one has more than the opponent;
//! - protect: 3 points for each disc that the opponent's next move cannot turn, less the same for
//!   the opponent's discs;
//! - forward until 40 moves are made, then protect; four plies; of equal moves the first from a1.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size};

use super::features::{SquareValues, mobility, stage};
use super::look_ahead::{Judge, Plan, Planner};
use super::squares;
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "india",
    "square values with mobility, after move 40 with protected discs",
    &[PlayerOption::depth("4")],
);

/// The four discs of the start and forty more.
const SWITCH: u32 = 44;
const FORWARD: i32 = 3;
const PROTECTED: i32 = 3;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = spec.plies();
    Ok(Box::new(Planner(move |board: &Board<S>| Plan::Ahead(depth, judge(board)))))
}

/// The evaluation that holds for a move from this position.
fn judge<S: Size>(board: &Board<S>) -> Judge<S> {
    let values = squares::india::<S>();
    if stage(board) < SWITCH {
        Box::new(move |board| forward(board, &values))
    } else {
        Box::new(move |board| protect(board, &values))
    }
}

fn forward<S: Size>(board: &Board<S>, values: &SquareValues) -> i32 {
    values.lead(board) + FORWARD * mobility(board)
}

fn protect<S: Size>(board: &Board<S>, values: &SquareValues) -> i32 {
    let (own, other) = (protected(board), protected(&board.pass()));
    values.lead(board) + PROTECTED * (own.len() as i32 - other.len() as i32)
}

/// The mover's discs that no move of the opponent would turn now.
fn protected<S: Size>(board: &Board<S>) -> Bitboard {
    let theirs = board.pass();
    let turned = theirs.legal_moves().into_iter().map(|square| theirs.flips(square));
    board.mover() & !turned.fold(Bitboard::EMPTY, |all, flips| all | flips)
}

#[cfg(test)]
mod tests {
    use wedge_engine::Eight;

    use super::*;
    use crate::players::look_ahead::LookAhead;
    use crate::players::tests::board;

    /// Black: a1 (50), b4 (-1) and c4 (1). White: d4 (0). White can turn b4 and c4 from a4, black
    /// d4 from e4.
    const PICTURE: &str = "X-------\
                           --------\
                           --------\
                           -XXO----\
                           --------\
                           --------\
                           --------\
                           -------- X";

    #[test]
    fn forward_counts_moves_and_protect_safe_discs() {
        let values = squares::india::<Eight>();
        let picture = board(PICTURE);
        assert_eq!(forward(&picture, &values), 50);
        // Of black's discs a1 alone is protected, of white's none.
        assert_eq!(protected(&picture), Bitboard(1));
        assert_eq!(protect(&picture, &values), 50 + PROTECTED);
        // On the edge black's discs cannot be turned: black has a move, white none.
        let edge = board(&format!("-----OXX{} X", "-".repeat(56)));
        assert_eq!(forward(&edge, &values), 50 - 1 - 5 + FORWARD);
    }

    /// c1 turns b1, f7 turns e7. After c1 white has a7, which turns three discs, after f7 nothing:
    /// the squares say c1 (41 to 35), and a move more (3) does not change that, but three safe discs
    /// more (9) do.
    #[test]
    fn each_evaluation_chooses_another_move() {
        let fork = board(
            "XO------\
             --------\
             --------\
             --------\
             --------\
             --------\
             -XXXO---\
             -------- X",
        );
        let best = |judge: fn(&Board<Eight>, &SquareValues) -> i32| {
            let values = squares::india::<Eight>();
            let look = LookAhead::new(Box::new(move |board| judge(board, &values)));
            look.best(&fork, 1, &mut ()).unwrap().to_string()
        };
        assert_eq!(best(forward), "c1");
        assert_eq!(best(protect), "f7");
    }

    #[test]
    fn protect_takes_over_after_forty_moves() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        let picture = board(PICTURE);
        for (discs, wanted) in [(4, 50), (43, 50), (44, 53), (63, 53)] {
            assert_eq!(judge(&with(discs))(&picture), wanted, "{discs} discs");
        }
    }
}
