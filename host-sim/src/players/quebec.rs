//! `quebec`: QUEBEC's two halves.
//!
//! The simple half ranks the legal squares by a list of all 60, keeps the best rank, and of these
//! plays the square that turns the fewest discs before move 30 and the most from then on. The long
//! half builds the graph of all games from a position and searches it to the end.
//!
//! The report gives the functions and move 30, not the order of the list nor when the graph is
//! built. Chosen here: corners, then edge squares not beside a corner, then inner squares, then
//! squares next to an edge, and last those next to a corner; the graph for the last 10 empty
//! squares, before them the simple half; of equal squares the first in the order of the contest's
//! board; on a small board move 30 is where as much of the game is over.

use anyhow::Result;
use wedge_engine::{Board, Size, Square};

use super::features::stage;
use super::look_ahead::{Plan, Planner};
use super::walk::walk;
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "quebec",
    "ranks squares, turns the fewest discs before move 30, then the most",
    &[PlayerOption {
        name: "half",
        default: "simple",
        kind: OptionKind::OneOf(&["simple", "long"]),
        about: "the simple half, or the long one, which plays the last 10 squares to the end",
    }],
);

/// Discs on the board before move 30: the four of the start and 29 more.
const TURN: u32 = 33;
/// Empty squares from which on the graph is built.
const GRAPH: u32 = 10;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let long = spec.value("half") == "long";
    Ok(Box::new(Planner(move |board: &Board<S>| {
        if long && board.empties() <= GRAPH { Plan::Exact } else { simple(board) }
    })))
}

fn simple<S: Size>(board: &Board<S>) -> Plan<S> {
    let sign = if stage(board) < TURN { -1 } else { 1 };
    let turned = |square| sign * board.flips(square).len() as i32;
    Plan::Play(walk(board).first_largest(|square| (rank::<S>(square), turned(square))))
}

/// The larger the better.
fn rank<S: Size>(square: Square) -> u8 {
    let near = |line: usize| line.min(S::SIDE - 1 - line);
    let (row, column) = (near(square.row()), near(square.column()));
    match (row.min(column), row.max(column)) {
        (0, 0) => 4,
        (0 | 1, 1) => 0,
        (0, _) => 3,
        (1, _) => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer};

    /// a3 turns three discs, e8 two, and there is no other move. The first row makes it 26 or 34
    /// discs: move 23 or move 31.
    #[test]
    fn the_rule_changes_at_move_30() {
        let rest = "XXXXXXXX\
                    -OOOXXXX\
                    XXXXXXXX\
                    ----X---\
                    ----O---\
                    ----O---\
                    -------- X";
        assert_eq!(answer("quebec", &format!("--------{rest}")), "e8");
        assert_eq!(answer("quebec", &format!("XXXXXXXX{rest}")), "a3");
        // Move 30 itself is made with 33 discs on the board.
        assert_eq!(answer("quebec", &format!("-XXXXXXX{rest}")), "a3");
        assert_eq!(answer("quebec", &format!("--XXXXXX{rest}")), "e8");
    }

    #[test]
    fn the_list_ranks_all_squares() {
        let ranks = ["a1", "c1", "d4", "c2", "b1", "b2"]
            .map(|name| rank::<wedge_engine::Eight>(name.parse().unwrap()));
        assert_eq!(ranks, [4, 3, 2, 1, 0, 0]);
    }

    /// The corner ranks first, and loses; whoever searches to the end plays e8.
    #[test]
    fn the_long_half_plays_the_end() {
        assert_eq!(answer("quebec", CORNER_LOSES), "h1");
        assert_eq!(answer("quebec:half=long", CORNER_LOSES), "e8");
    }
}
