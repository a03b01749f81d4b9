//! `kilo`: square values that change when a corner falls, wedges on the edges, stable discs.
//!
//! The report gives: inner squares at random before 13 discs; wedge values 1, 2, 5 and 9; -3 for a
//! degree of freedom; 63 for a stable disc; four plies, deeper late, exact for the last ten; and a
//! check against a sudden wipe-out. Chosen here:
//! - inner squares are the four by four in the middle; where none is legal or safe, it looks ahead;
//! - a degree of freedom is an empty square next to a disc of one's own;
//! - a wedge is a row of one's own discs on an edge between two discs of the opponent, and its
//!   value is that of 1, 2, 3, and 4 or more discs;
//! - the square values below, six plies from 20 empty squares on, the first from a1 of equal moves;
//! - the check is needed only where moves are played at random: looking ahead, it sees the end of
//!   the game anyway.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, SplitMix64, Square};

use super::features::{
    SquareValues, c_squares, centre, empty_corners, lead, potential_mobility, stability, x_squares,
};
use super::look_ahead::{Plan, Planner};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "kilo",
    "random inner squares, then squares, wedges, freedom, stable discs; exact at 10",
    &[PlayerOption::SEED],
);

/// With fewer discs than this it plays at random.
const OPENING: u32 = 13;
/// Empty squares from which on it looks farther, and to the end.
const LATE: u32 = 20;
const LAST: u32 = 10;

/// A corner, the squares next to it, the rest of the edge, the inside.
const QUARTER: [[i32; 4]; 4] = [[50, 5, 8, 8], [5, 3, 1, 1], [8, 1, 2, 2], [8, 1, 2, 2]];
/// What the squares next to a corner lose while it is empty.
const C_SQUARE: i32 = -20;
const X_SQUARE: i32 = -35;
const WEDGES: [i32; 4] = [1, 2, 5, 9];
const FREEDOM: i32 = -3;
const STABLE: i32 = 63;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let mut random = SplitMix64::new(spec.number("seed"));
    Ok(Box::new(Planner(move |board: &Board<S>| plan(board, &mut random))))
}

fn plan<S: Size>(board: &Board<S>, random: &mut SplitMix64) -> Plan<S> {
    if board.occupied().len() < OPENING {
        let squares = safe(board, board.legal_moves() & centre::<S>());
        let pick = random.below(squares.len()) as usize;
        if let Some(square) = squares.into_iter().nth(pick) {
            return Plan::Play(Some(square));
        }
    }
    if board.empties() <= LAST {
        return Plan::Exact;
    }
    let depth = if board.empties() <= LATE { 6 } else { 4 };
    let values = SquareValues::new::<S>(QUARTER);
    Plan::Ahead(depth, Box::new(move |board| judge(board, &values)))
}

/// The moves after which the opponent cannot take the last disc; or a move that does so, alone.
fn safe<S: Size>(board: &Board<S>, moves: Bitboard) -> Bitboard {
    let wipes_out = |board: &Board<S>, square: Square| board.flips(square) == board.opponent();
    let wins = board.legal_moves().into_iter().find(|&square| wipes_out(board, square));
    if let Some(square) = wins {
        return square.bit();
    }
    let is_safe = |square: &Square| {
        let after = board.after(*square, board.flips(*square));
        !after.legal_moves().into_iter().any(|reply| wipes_out(&after, reply))
    };
    moves.into_iter().filter(is_safe).collect()
}

fn judge<S: Size>(board: &Board<S>, values: &SquareValues) -> i32 {
    let open = empty_corners(board);
    values.lead(board)
        + C_SQUARE * lead(board, c_squares::<S>(open))
        + X_SQUARE * lead(board, x_squares::<S>(open))
        + wedges::<S>(board.mover(), board.opponent())
        - wedges::<S>(board.opponent(), board.mover())
        // The mover's freedom is what the opponent may use one day, and the other way round.
        - FREEDOM * potential_mobility(board)
        + STABLE * stability(board)
}

/// The wedges of a player on the four edges.
fn wedges<S: Size>(own: Bitboard, other: Bitboard) -> i32 {
    let far = S::SIDE - 1;
    let edge = |at: &dyn Fn(usize) -> Option<Square>| {
        let (mut points, mut row) = (0, None);
        for square in (0..S::SIDE).filter_map(at) {
            if other.has(square) {
                points += match row {
                    Some(discs @ 1..) => WEDGES[WEDGES.len().min(discs) - 1],
                    _ => 0,
                };
                row = Some(0);
            } else {
                // An empty square ends the row.
                row = row.filter(|_| own.has(square)).map(|discs| discs + 1);
            }
        }
        points
    };
    edge(&|at| Square::new(at, 0))
        + edge(&|at| Square::new(at, far))
        + edge(&|at| Square::new(0, at))
        + edge(&|at| Square::new(far, at))
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Game, Six};

    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    #[test]
    fn wedges_are_rows_between_two_discs_of_the_opponent() {
        // Top: one wedge of one, one of two. Left: none, since a hole is in it. Bottom: four.
        let picture = board(
            "OXOXXO--\
             X-------\
             --------\
             O-------\
             --------\
             --------\
             --------\
             -OXXXXO- X",
        );
        assert_eq!(wedges::<Eight>(picture.mover(), picture.opponent()), 1 + 2 + 9);
        assert_eq!(wedges::<Eight>(picture.opponent(), picture.mover()), 1);
        let small = wedge_engine::Position::<Six>::new(
            Board::new(Bitboard(0b01_1100), Bitboard(0b10_0010)).unwrap(),
            wedge_engine::Color::Black,
        );
        assert_eq!(wedges::<Six>(small.board().mover(), small.board().opponent()), 5);
    }

    /// Black: b2, next to an empty corner, then next to one of its own.
    #[test]
    fn squares_change_when_their_corner_falls() {
        let values = SquareValues::new::<Eight>(QUARTER);
        // White at e5 is alone: 2 points, and eight empty squares around it. Around b2 there are
        // eight as well.
        let open = format!("---------X{}O{} X", "-".repeat(26), "-".repeat(27));
        assert_eq!(judge(&board(&open), &values), 3 + X_SQUARE - 2);
        // With the corner: 50 + 3 - 2; the corner is stable; around the two are seven empty
        // squares, one less than around e5.
        let taken = open.replacen('-', "X", 1);
        assert_eq!(judge(&board(&taken), &values), 50 + 3 - 2 + STABLE - FREEDOM);
    }

    /// After e6f4e3f6g5d6e7 white has several inner squares, and f5 loses all its discs to c5.
    #[test]
    fn a_sudden_wipe_out_is_seen_before_it_happens() {
        let game: Game = "e6f4e3f6g5d6e7".parse().unwrap();
        let text = game.position().to_string();
        let inner = game.position().board().legal_moves() & centre::<Eight>();
        assert!(inner.has("f5".parse().unwrap()));
        let mut played: Vec<String> =
            (0..50).map(|seed| answer(&format!("kilo:seed={seed}"), &text)).collect();
        played.sort();
        played.dedup();
        assert!(!played.contains(&"f5".to_owned()), "{played:?}");
        // And if white walks into it, kilo takes all at once.
        let blunder: Game = "e6f4e3f6g5d6e7f5".parse().unwrap();
        for seed in 0..10 {
            let text = blunder.position().to_string();
            assert_eq!(answer(&format!("kilo:seed={seed}"), &text), "c5");
        }
    }

    #[test]
    fn the_end_is_played_exactly() {
        assert_eq!(answer("kilo", CORNER_LOSES), "e8");
    }

    #[test]
    fn the_opening_is_played_at_random_on_inner_squares() {
        let game: Game = "f5d6".parse().unwrap();
        let text = game.position().to_string();
        let played: Vec<String> =
            (0..30).map(|seed| answer(&format!("kilo:seed={seed}"), &text)).collect();
        assert!(played.iter().any(|mv| *mv != played[0]));
        let inner = centre::<Eight>();
        assert!(played.iter().all(|mv| inner.has(mv.parse().unwrap())), "{played:?}");
    }
}
