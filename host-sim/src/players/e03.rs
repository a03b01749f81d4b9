//! `e03`: the program of an exercise on the 6x6 board.
//!
//! - **Given**: 64 for a corner, -32 for an X-square whatever its corner, and one point for every
//!   move of the side to move, counted against it; a won game is worth all but one of the largest
//!   number; a pass costs a ply. Moves are tried ring by ring: the outer ring, the centre, then the
//!   ring between them; of equal ones the first is kept. Stable discs count.
//! - **Read**: a stable disc is one point. The loop that adds them is not legible.
//! - **Chosen**: four plies, since the report gives no depth; what a stable disc is, the engine's own
//!   count; the order of the 8x8 board's rings, from the centre outwards.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, Square};

use super::features::{corners, discs, lead, stability};
use super::own_rules::{OwnRules, OwnSearch};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "e03",
    "the player of the 6x6 board: stability, corner 64, X-square -32, fewer moves",
    &[PlayerOption::depth("4")],
);

const CORNER: i32 = 64;
const X_SQUARE: i32 = -32;
/// Above all that a position can be worth.
const MAX: i32 = 10_000;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(OwnSearch { rules: Rules::new::<S>(), depth: spec.plies() }))
}

struct Rules {
    order: Vec<Square>,
}

impl Rules {
    fn new<S: Size>() -> Self {
        let mut order: Vec<Square> = Bitboard(S::MASK).into_iter().collect();
        // The sort keeps the squares of a ring row by row.
        order.sort_by_key(|&square| match ring::<S>(square) {
            0 => 0,
            ring => S::SIDE - ring,
        });
        Self { order }
    }
}

/// How many squares lie between a square and the nearest edge.
fn ring<S: Size>(square: Square) -> usize {
    let from_edge = |at: usize| at.min(S::SIDE - 1 - at);
    from_edge(square.column()).min(from_edge(square.row()))
}

/// What a position is worth to the side to move.
fn points<S: Size>(board: &Board<S>) -> i32 {
    stability(board) + CORNER * corners(board) + X_SQUARE * lead(board, Bitboard(S::X_SQUARES))
        - board.legal_moves().len() as i32
}

impl<S: Size> OwnRules<S> for Rules {
    fn leaf(&self, board: &Board<S>, depth: i32) -> Option<i32> {
        if board.is_over() {
            // Discs alone, without the empty squares.
            return Some(discs(board).signum() * (MAX - 1));
        }
        (depth <= 0 && !board.legal_moves().is_empty()).then(|| points(board))
    }

    fn order(&self) -> &[Square] {
        &self.order
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Position, Six};

    use super::super::own_rules::tests::finds_the_first_best;
    use super::*;
    use crate::players::tests::answer_on;

    fn board(text: &str) -> Board<Six> {
        text.parse::<Position<Six>>().unwrap().board()
    }

    /// e2 turns three discs on the way to giving f1 away; d6 turns one.
    #[test]
    fn an_x_square_is_left_alone() {
        let text = "------\
                    XOOO--\
                    ------\
                    ---X--\
                    ---O--\
                    ------ X";
        assert_eq!(answer_on::<Six>("e03:depth=1", text), "d6");
        assert_eq!(answer_on::<Six>("greedy", text), "e2");
    }

    #[test]
    fn every_term_is_the_reports() {
        // The start: four moves of the side to move count against it.
        assert_eq!(points(&Board::<Six>::start()), -4);
        // A corner of black's and its neighbour: two stable discs. c1 is white's, d1 black's move.
        assert_eq!(points(&board(&format!("XXO---{} X", "-".repeat(30)))), 64 + 2 - 1);
        // An X-square counts beside a corner that is taken as well: a1 64, b2 -32, a1 stable.
        assert_eq!(points(&board(&format!("X------X----{} X", "-".repeat(24)))), 64 + 1 - 32);
    }

    #[test]
    fn a_finished_game_is_all_but_one_and_a_draw_nothing() {
        let rules = Rules::new::<Six>();
        let leaf = |text: &str| rules.leaf(&board(text), 3);
        assert_eq!(leaf(&format!("X{} X", "-".repeat(35))), Some(MAX - 1));
        assert_eq!(leaf(&format!("O{} X", "-".repeat(35))), Some(1 - MAX));
        assert_eq!(leaf(&format!("{}{} X", "X".repeat(18), "O".repeat(18))), Some(0));
        assert_eq!(leaf(&format!("XO{} X", "-".repeat(34))), None, "black can move");
    }

    /// The report's picture of the order, 1 first.
    #[test]
    fn rings_are_tried_in_the_reports_order() {
        let wanted = "111111 133331 132231 132231 133331 111111".replace(' ', "");
        let mut found = [0; 36];
        let number = |square: &Square| match ring::<Six>(*square) {
            0 => 1,
            1 => 3,
            _ => 2,
        };
        let order = Rules::new::<Six>().order;
        let numbers: Vec<usize> = order.iter().map(number).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        for square in &order {
            found[square.row() * 6 + square.column()] = number(square);
        }
        assert_eq!(found.map(|n| n.to_string()).concat(), wanted);
        assert!(order.chunk_by(|a, b| number(a) == number(b)).all(<[Square]>::is_sorted));
    }

    #[test]
    fn the_first_of_the_best_moves_is_played() {
        finds_the_first_best::<Six>(&Rules::new::<Six>());
        finds_the_first_best::<Eight>(&Rules::new::<Eight>());
    }
}
