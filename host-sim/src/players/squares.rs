//! `squares`: a value for each square, and nothing else.
//!
//! Four tables were published, here named by the value of a corner: 90 and 100 by PAPA, 50 by
//! INDIA, and 66 by the program whose alpha-beta looked four plies ahead. With 0 plies the square
//! with the largest value is played; with more, the values of all discs are judged so many plies
//! later. Of the first three tables only the edge is known; the squares inside it were chosen
//! here, in the same spirit. The fourth is complete; here it goes with the engine's evaluator of the
//! same name, which also counts moves and discs that can be turned. The program that it comes from
//! is `agent`. Of moves of equal worth the first from a1
//! is played, which is chosen here.

use anyhow::Result;
use wedge_engine::{Board, Size, Squares};

use super::features::SquareValues;
use super::look_ahead::{Judge, Plan, Planner, first_largest};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "squares",
    "values of squares, in four published tables",
    &[
        PlayerOption {
            name: "table",
            default: "90",
            kind: OptionKind::OneOf(&["90", "100", "50", "66"]),
            about: "the table, by the value of a corner; 66 was published with 4 plies",
        },
        PlayerOption {
            name: "plies",
            default: "2",
            kind: OptionKind::Integer(0, 10),
            about: "plies to look ahead; 0 plays the square with the largest value",
        },
    ],
);

const PAPA: [[i32; 4]; 4] = [[90, -60, 15, 10], [-60, -80, -5, -5], [15, -5, 5, 2], [10, -5, 2, 1]];
const PAPA_TOO: [[i32; 4]; 4] =
    [[100, -5, 10, 5], [-5, -40, -1, -1], [10, -1, 4, 1], [5, -1, 1, 0]];
const INDIA: [[i32; 4]; 4] = [[50, -1, 5, 2], [-1, -12, -1, -1], [5, -1, 2, 1], [2, -1, 1, 0]];
/// The values in the engine's evaluator, for whoever does not look ahead.
const SIXTY_SIX: [[i32; 4]; 4] = [[66, -6, 7, 4], [-6, -30, 3, 1], [7, 3, 6, 2], [4, 1, 2, 1]];

/// INDIA's table, which that player shares.
pub(super) fn india<S: Size>() -> SquareValues {
    SquareValues::new::<S>(INDIA)
}

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let (quarter, whole) = match spec.value("table") {
        "90" => (PAPA, false),
        "100" => (PAPA_TOO, false),
        "50" => (INDIA, false),
        _ => (SIXTY_SIX, true),
    };
    let plies = spec.number("plies") as u8;
    Ok(Box::new(Planner(move |board: &Board<S>| {
        let values = SquareValues::new::<S>(quarter);
        if plies == 0 {
            let largest = first_largest(board.legal_moves(), |square| values.of::<S>(square));
            return Plan::Play(largest);
        }
        let judge: Judge<S> = if whole {
            Box::new(|board| Squares::points(board, board.legal_moves()))
        } else {
            Box::new(move |board| values.lead(board))
        };
        Plan::Ahead(plies, judge)
    })))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{answer, board};

    use super::*;

    /// Black may play b1 (next to a corner), d3 in the middle, or h5 on the edge.
    #[test]
    fn without_a_look_ahead_the_square_decides() {
        let text = "--OX----\
                    --------\
                    --------\
                    ---O----\
                    ---X-XO-\
                    --------\
                    --------\
                    -------- X";
        for table in ["90", "100", "50", "66"] {
            assert_eq!(answer(&format!("squares:plies=0,table={table}"), text), "h5");
        }
    }

    /// Turning the corner's neighbours is a gift as long as the corner is not one's own.
    #[test]
    fn the_discs_on_the_board_decide() {
        let text = "--------\
                    XO------\
                    --------\
                    --------\
                    --------\
                    ----XO--\
                    --------\
                    -------- X";
        // c2 turns b2, an X-square: 1 ply shows black with it. g6 turns f6.
        for table in ["90", "100", "50"] {
            assert_eq!(answer(&format!("squares:plies=1,table={table}"), text), "g6");
        }
    }

    #[test]
    fn the_whole_table_is_the_engines() {
        // One disc of black's on each square in turn, and one of white's that nobody can turn.
        let values = SquareValues::new::<wedge_engine::Eight>(SIXTY_SIX);
        for at in 0..63 {
            let mut text = vec![b'-'; 64];
            text[at] = b'X';
            let board = board(&format!("{} X", String::from_utf8(text).unwrap()));
            // No moves on either side: a finished game, which black has won.
            let points = Squares::points(&board, board.legal_moves()) - 800;
            assert_eq!(points, values.lead(&board), "square {at}");
        }
    }
}
