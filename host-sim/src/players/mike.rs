//! `mike`: MIKE's programs 612 and 615wb, alpha-beta over phases of the game.
//!
//! The report gives the phases (moves 1 to 5 from known openings, 6 to 24, 25 to 52, and 53 to 64),
//! that openings are mirrored, and the terms by name: square weights, the opponent's moves, discs
//! next to empty squares, stable discs on the edges and elsewhere, and discs turned. It gives no
//! weights and no openings. Chosen here:
//! - moves 1 to 5 keep to the discs that have the fewest empty neighbours, first from a1;
//! - moves 6 to 24: 10 for a move more, 5 for an empty neighbour less, and square weights;
//! - moves 25 to 52: square weights, 5 for a move more, 20 for a stable disc;
//! - from move 53 on to the end of the game;
//! - 612 looks four plies ahead; 615wb, which took more than twice the time, five.
//!
//! On a small board the phases begin where as much of the game is over.

use anyhow::Result;
use wedge_engine::{Board, Size};

use super::features::{SquareValues, mobility, potential_mobility, stability, stage};
use super::look_ahead::{Judge, Plan, Planner};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "mike",
    "phases at moves 6, 25 and 53: freedom, moves, then stable discs, then exact",
    &[PlayerOption {
        name: "version",
        default: "615wb",
        kind: OptionKind::OneOf(&["612", "615wb"]),
        about: "612 looks 4 plies ahead, 615wb 5",
    }],
);

const WEIGHTS: [[i32; 4]; 4] = [[90, -30, 10, 5], [-30, -50, 1, 1], [10, 1, 2, 1], [5, 1, 1, 1]];

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = if spec.value("version") == "612" { 4 } else { 5 };
    Ok(Box::new(Planner(move |board: &Board<S>| match phase(board) {
        Phase::Opening => Plan::Ahead(1, Box::new(potential_mobility)),
        Phase::Early => Plan::Ahead(depth, early()),
        Phase::Middle => Plan::Ahead(depth, middle()),
        Phase::End => Plan::Exact,
    })))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Opening,
    Early,
    Middle,
    End,
}

/// The phase of the move that is to be made: with four discs it is move 1.
fn phase<S: Size>(board: &Board<S>) -> Phase {
    match stage(board) - 3 {
        ..=5 => Phase::Opening,
        6..=24 => Phase::Early,
        25..=52 => Phase::Middle,
        _ => Phase::End,
    }
}

fn early<S: Size>() -> Judge<S> {
    let weights = SquareValues::new::<S>(WEIGHTS);
    Box::new(move |board| {
        weights.lead(board) + 10 * mobility(board) + 5 * potential_mobility(board)
    })
}

fn middle<S: Size>() -> Judge<S> {
    let weights = SquareValues::new::<S>(WEIGHTS);
    Box::new(move |board| weights.lead(board) + 5 * mobility(board) + 20 * stability(board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    #[test]
    fn the_phases_change_at_moves_6_25_and_53() {
        let at =
            |mv: usize| phase(&board(&format!("{}{} X", "X".repeat(mv + 3), "-".repeat(61 - mv))));
        use Phase::{Early, End, Middle, Opening};
        assert_eq!(
            [1, 5, 6, 24, 25, 52, 53, 60].map(at),
            [Opening, Opening, Early, Early, Middle, Middle, End, End]
        );
    }

    #[test]
    fn the_end_is_played_exactly() {
        for version in ["612", "615wb"] {
            assert_eq!(answer(&format!("mike:version={version}"), CORNER_LOSES), "e8");
        }
    }

    /// Black: the corner a1, stable (90 and 20), without a move; white: d5 without one. Three empty
    /// squares touch a1, eight d5.
    #[test]
    fn stable_discs_count_in_the_middle_of_the_game_only() {
        let text = format!("X{}O{} X", "-".repeat(34), "-".repeat(28));
        let board = board(&text);
        assert_eq!(early()(&board), 90 - 1 + 5 * (8 - 3));
        assert_eq!(middle()(&board), 90 - 1 + 20);
    }
}
