//! `echo`: ECHO4, ECHO5 and `ECHOhash`, alpha-beta over a sum of twelve terms.
//!
//! The report gives the sum: 5 for a stable disc, 8 for a move, 3 for a possible move, 10,000,000 for
//! a corner, 500 for an X-square, 2 for a disc on an edge, 100 for a C-square, 1 for a disc, 1 for a
//! side, 100 for an isolated disc, 500 for an angle and 100 for `Dic`. ECHO4 looks four plies ahead
//! and ECHO5 five; `ECHOhash` is ECHO4 with a table of the positions that it has judged.
//!
//! Beside the term itself the report gives 1,000,000 for a corner: either outweighs all else.
//!
//! Not all terms are defined in what is published. Chosen here: each counts for the mover and
//! against the opponent; X- and C-squares count against their holder while their corner is empty,
//! and so do isolated discs (on an edge, with empty squares on both sides); a side is an edge whose
//! four middle squares belong to one player; an angle is a corner that can be taken at once; `Dic`
//! is a main diagonal whose four middle squares belong to one player. Of equal moves the first from
//! a1 is played.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, Square};

use super::features::{
    c_squares, corners, discs, edges, empty_corners, lead, mobility, potential_mobility, stability,
    x_squares,
};
use super::look_ahead::{Judge, Plan, Planner};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "echo",
    "twelve terms: corners, X- and C-squares, stability, moves, edges, discs",
    &[PlayerOption {
        name: "version",
        default: "4",
        kind: OptionKind::OneOf(&["4", "5", "hash"]),
        about: "ECHO4 and ECHO5 by their plies, or ECHO4 with a hash table",
    }],
);

/// What was judged before, by the discs of the mover and of the opponent.
type Judged = Rc<RefCell<HashMap<(u64, u64), i32>>>;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let depth = if spec.value("version") == "5" { 5 } else { 4 };
    let table = (spec.value("version") == "hash").then(Judged::default);
    Ok(Box::new(Planner(move |_: &Board<S>| {
        let judge: Judge<S> = match &table {
            None => Box::new(judge),
            Some(table) => hashed(Rc::clone(table)),
        };
        Plan::Ahead(depth, judge)
    })))
}

/// The same judgement, looked up where it was made before.
fn hashed<S: Size>(table: Judged) -> Judge<S> {
    Box::new(move |board| {
        let key = (board.mover().0, board.opponent().0);
        *table.borrow_mut().entry(key).or_insert_with(|| judge(board))
    })
}

fn judge<S: Size>(board: &Board<S>) -> i32 {
    let open = empty_corners(board);
    let less = |term: fn(&Board<S>, Bitboard) -> i32| {
        term(board, board.mover()) - term(board, board.opponent())
    };
    let angles = (board.legal_moves() & open).len() as i32
        - (board.pass().legal_moves() & open).len() as i32;
    5 * stability(board)
        + 8 * mobility(board)
        + 3 * potential_mobility(board)
        + 10_000_000 * corners(board)
        - 500 * lead(board, x_squares::<S>(open))
        + 2 * lead(board, edges::<S>())
        - 100 * lead(board, c_squares::<S>(open))
        + discs(board)
        + less(|_, own| sides::<S>(own))
        - 100 * less(|board, own| isolated(board, own))
        + 500 * angles
        + 100 * less(|_, own| diagonals::<S>(own))
}

/// The squares of an edge in turn: the first and last row and column.
fn edge<S: Size>(which: usize) -> [Option<Square>; 8] {
    std::array::from_fn(|at| {
        let far = S::SIDE - 1;
        let (column, row) = [(at, 0), (at, far), (0, at), (far, at)][which % 4];
        Square::new(column, row).filter(|_| at < S::SIDE)
    })
}

/// The edges whose four middle squares are all in a set.
fn sides<S: Size>(own: Bitboard) -> i32 {
    let middle = S::SIDE / 2 - 2..S::SIDE / 2 + 2;
    let holds = |which: &usize| {
        let squares = edge::<S>(*which);
        squares[middle.clone()].iter().all(|square| square.is_some_and(|at| own.has(at)))
    };
    (0..4).filter(holds).count() as i32
}

/// The discs of a set that stand alone on an edge, corners not counted.
fn isolated<S: Size>(board: &Board<S>, own: Bitboard) -> i32 {
    let is_empty = |at: Option<Square>| at.is_some_and(|at| board.empty().has(at));
    let alone = |which: usize| {
        let squares = edge::<S>(which);
        let count = squares.windows(3).filter(|three| {
            is_empty(three[0]) && three[1].is_some_and(|at| own.has(at)) && is_empty(three[2])
        });
        count.count() as i32
    };
    (0..4).map(alone).sum()
}

/// The main diagonals whose four middle squares are all in a set.
fn diagonals<S: Size>(own: Bitboard) -> i32 {
    let middle = S::SIDE / 2 - 2..S::SIDE / 2 + 2;
    let holds = |down: bool| {
        middle.clone().all(|at| {
            let row = if down { at } else { S::SIDE - 1 - at };
            Square::new(at, row).is_some_and(|at| own.has(at))
        })
    };
    i32::from(holds(true)) + i32::from(holds(false))
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Six};

    use super::*;
    use crate::players::look_ahead::LookAhead;
    use crate::players::tests::{answer, board, discs_of_game, position};

    #[test]
    fn every_weight_counts() {
        // Black: three stable discs, all on the edge, one of them a corner; g7 next to an empty
        // one. Five empty squares touch the first three discs, eight g7, and sixteen white's d3 and
        // d6. Two discs more.
        let text = "XXX-----\
                    --------\
                    ---O----\
                    --------\
                    --------\
                    ---O----\
                    ------X-\
                    -------- X";
        let wanted = 5 * 3 + 3 * (16 - 5 - 8) + 10_000_000 - 500 + 2 * 3 + 2;
        assert_eq!(judge(&board(text)), wanted);
        // Black can play f4, white nothing. Seven empty squares touch g4, four h4, which is alone on
        // its edge.
        let text = format!("{}------OX{} X", "-".repeat(24), "-".repeat(32));
        assert_eq!(judge(&board(&text)), 8 + 3 * (7 - 4) + 2 - 100);
        // Black can take a1, and white d1. b1 is a C-square of white's. Four empty squares touch each.
        let text = format!("-OX-----{} X", "-".repeat(56));
        assert_eq!(judge(&board(&text)), 500 + 100);
    }

    #[test]
    fn sides_and_diagonals_need_four_squares() {
        let own = |text: &str| board(&format!("{text} X")).mover();
        let side = format!("--XXXX--{}", "-".repeat(56));
        assert_eq!(sides::<Eight>(own(&side)), 1);
        assert_eq!(sides::<Eight>(own(&side.replacen("XXXX", "XXX-", 1))), 0);
        let diagonal =
            format!("{}--X--------X--------X--------X--{}", "-".repeat(16), "-".repeat(16));
        assert_eq!(diagonals::<Eight>(own(&diagonal)), 1);
        assert_eq!(diagonals::<Eight>(own(&diagonal.replacen('X', "-", 1))), 0);
        assert_eq!(sides::<Six>(Bitboard(0b01_1110)), 1);
    }

    /// b2 turns four discs and gives the corner away, g5 turns one.
    #[test]
    fn an_x_square_is_left_alone() {
        let text = "--------\
                    --OOOOX-\
                    --------\
                    --------\
                    ----XO--\
                    --------\
                    --------\
                    -------- X";
        let one_ply = LookAhead::new(Box::new(judge)).best(&board(text), 1, &mut ());
        assert_eq!(one_ply.unwrap().to_string(), "g5");
        assert_eq!(answer("greedy", text), "b2");
    }

    /// The table changes nothing but the time.
    #[test]
    fn the_hashed_version_plays_the_same_games() {
        let plain = discs_of_game("echo", "idiot");
        assert_eq!(discs_of_game("echo:version=hash", "idiot"), plain);
        let start = position(&wedge_engine::Position::default().to_string()).board();
        let table = Judged::default();
        let judged = hashed::<Eight>(Rc::clone(&table));
        assert_eq!([judged(&start), judged(&start)], [judge(&start); 2]);
        assert_eq!(table.borrow().len(), 1);
    }
}
