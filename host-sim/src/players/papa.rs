//! `papa`: PAPA's two programs, each with its own table of square values.
//!
//! The report prints both. Program 1 plays the legal square with the largest value. Program 2 looks
//! three plies ahead and adds up the values of the squares that are played: its own, less the
//! opponent's, and the opponent is taken to play the square that leaves the least to add. A side
//! without a move ends the sum.
//!
//! Program 1 as printed does not run: its test for a single legal square does not parse, and it
//! returns the last square of the list. Chosen here is what its loop computes: the largest value
//! above 0, and the first legal square if no value is. The report names squares by a letter and a
//! digit. The letter is taken for the row: h4 and h5 are worth 3 and the other squares of their kind
//! 10, and then program 2 wins against `idiot` by 42:22, where the report has 44:22.

use anyhow::Result;
use wedge_engine::{Board, Size, Square};

use super::look_ahead::{Plan, Planner};
use super::walk::{played, walk};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "papa",
    "two tables of square values, the largest at once or 3 plies ahead",
    &[PlayerOption {
        name: "program",
        default: "2",
        kind: OptionKind::Integer(1, 2),
        about: "1 plays the largest value, 2 adds the values of 3 plies",
    }],
);

/// Values by row and column.
type Values = [[i32; 8]; 8];

const FIRST: Values = [
    [100, -5, 10, 5, 5, 10, -5, 100],
    [-5, -45, 1, 1, 1, 1, -45, -5],
    [10, 1, 3, 2, 2, 3, 1, 10],
    [5, 1, 2, 1, 1, 2, 1, 5],
    [5, 1, 2, 1, 1, 2, 1, 5],
    [10, 1, 3, 2, 2, 3, 1, 10],
    [-5, -45, 1, 1, 1, 1, -45, -5],
    [100, -5, 10, 5, 5, 10, -5, 100],
];

/// The four squares of the start have no value: nobody plays them.
const SECOND: Values = [
    [90, -60, 15, 10, 10, 15, -60, 90],
    [-60, -80, 10, 20, 20, 10, -80, -60],
    [15, 10, 25, 2, 2, 25, 10, 15],
    [10, 20, 2, 0, 0, 2, 20, 10],
    [10, 20, 2, 0, 0, 2, 20, 10],
    [15, 10, 25, 2, 2, 25, 10, 15],
    [-60, -80, 10, 20, 20, 10, -80, -60],
    [90, -60, 15, 3, 3, 15, -60, 90],
];

/// Plies that program 2 looks ahead after its own move.
const REPLIES: u8 = 2;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let first = spec.number("program") == 1;
    Ok(Box::new(Planner(move |board: &Board<S>| {
        Plan::Play(if first { largest(board) } else { best_sum(board, REPLIES, 1).1 })
    })))
}

/// The value of a square; a small board lacks the two lines in the middle.
fn value<S: Size>(values: &Values, square: Square) -> i32 {
    let line = |at: usize| if at < S::SIDE / 2 { at } else { at + 8 - S::SIDE };
    values[line(square.row())][line(square.column())]
}

fn largest<S: Size>(board: &Board<S>) -> Option<Square> {
    walk(board).first_largest(|square| value::<S>(&FIRST, square).max(0))
}

/// The largest sum of values for the mover, as program 2 adds them up, and the square that begins
/// it. `sign` is 1 for its own plies and -1 for the opponent's.
fn best_sum<S: Size>(board: &Board<S>, replies: u8, sign: i32) -> (i32, Option<Square>) {
    let mut best: Option<(i32, Square)> = None;
    for square in walk(board).iter() {
        let mut sum = value::<S>(&SECOND, square);
        if replies > 0 {
            let after = played(board, square);
            sum += best_sum(&after, replies - 1, -sign).0;
        }
        if best.is_none_or(|(most, _)| sign * sum > most) {
            best = Some((sign * sum, square));
        }
    }
    best.map_or((0, None), |(sum, square)| (sum, Some(square)))
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{answer, discs_of_game};

    /// The report's results for program 2, one game each, since both sides are deterministic.
    #[test]
    fn games_end_as_published() {
        assert_eq!(discs_of_game("papa", "papa"), [28, 36]);
        assert_eq!(discs_of_game("idiot", "papa"), [15, 49]);
        // The report prints 44:22, which is more than 64 discs.
        assert_eq!(discs_of_game("papa", "idiot"), [42, 22]);
    }

    /// c2 is worth 1 in the first table, f5 2; b2 -45, but is the only move of the second position.
    #[test]
    fn the_first_program_plays_the_largest_value_at_once() {
        let text = "--------\
                    --------\
                    --O-----\
                    --X-----\
                    ---XO---\
                    --------\
                    --------\
                    -------- X";
        assert_eq!(answer("papa:program=1", text), "f5");
        // c7 and f5 turn one disc each: 1 against 2 again, from the other end.
        let only = format!("{}--O-----{}X{} X", "-".repeat(16), "-".repeat(3), "-".repeat(36));
        assert_eq!(answer("papa:program=1", &only), "b2");
    }

    /// The values of the second table decide: d7 and e2 are worth 20, which no other inner square is.
    #[test]
    fn the_second_table_is_the_published_one() {
        let value =
            |name: &str| super::value::<wedge_engine::Eight>(&super::SECOND, name.parse().unwrap());
        let names = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d8", "e8", "h4"];
        let wanted = [90, -60, 15, 10, -80, 10, 20, 25, 2, 3, 3, 10];
        assert_eq!(names.map(value), wanted);
    }
}
