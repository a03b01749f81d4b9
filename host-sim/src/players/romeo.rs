//! `romeo`: ROMEO, which plays by the kind of square, with another rule from 48 discs on.
//!
//! - **Given**: names of squares and two numbers, without the sentences around them: "A3, A4, A5, A6,
//!   C1, D1, E1, F1", "A2 A7 A1 A8 A2A7B2", "A3A6 48", "4*3", "A2B1B2".
//! - **Read**: the edge squares that are no neighbours of a corner come first, A3 and A6 before A4
//!   and A5; A2, B1, B2 and their like, four times three squares, are left for last; at 48 discs the
//!   rule changes.
//! - **Fitted**: all else. A corner comes before all; a square next to a corner of one's own is no
//!   longer last before 48 discs; before 48 discs the fewest discs are turned, from then on edges
//!   have no privilege and the most are turned; of equal moves the first of the contest's list. Of
//!   10,800 combinations of such readings, 37 end both games against the idiot as published, and
//!   this is the plainest of them. So these two games are no evidence that the player is ROMEO.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, Square};

use super::Kind;
use super::features::{c_squares, edges, stage, x_squares};
use super::look_ahead::{Plan, Planner};
use super::walk::walk;
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "romeo",
    "edges first and few discs, from 48 discs on many; squares next to a corner last",
    &[],
);

/// The discs from which on the second rule holds.
const CHANGE: u32 = 48;

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Planner(plan::<S>)))
}

fn plan<S: Size>(board: &Board<S>) -> Plan<S> {
    let early = stage(board) < CHANGE;
    Plan::Play(walk(board).first_largest(|square| {
        let turned = board.flips(square).len() as i32;
        (rank(board, square, early), if early { -turned } else { turned })
    }))
}

/// How early a square is played: the larger, the earlier.
fn rank<S: Size>(board: &Board<S>, square: Square, early: bool) -> i32 {
    let corners = Bitboard(S::CORNERS);
    let beside = |corners| c_squares::<S>(corners) | x_squares::<S>(corners);
    if corners.has(square) {
        return 4;
    }
    if beside(corners).has(square) {
        return if early && beside(corners & board.mover()).has(square) { 1 } else { -1 };
    }
    if early && edges::<S>().has(square) {
        // A3 and A6 touch a C-square, A4 and A5 do not.
        let next_to_c = c_squares::<S>(corners).into_iter().any(|c| touches(c, square));
        return if next_to_c { 3 } else { 2 };
    }
    0
}

fn touches(one: Square, other: Square) -> bool {
    one.row().abs_diff(other.row()) <= 1 && one.column().abs_diff(other.column()) <= 1
}

#[cfg(test)]
mod tests {
    use crate::players::tests::{answer, board, discs_of_game};

    /// Black may turn one disc with g8, a C-square, one with d1, on the edge, or three with b4.
    const FORK: &str = "--------\
                        ---O----\
                        ---X----\
                        --OOOX--\
                        --------\
                        ------X-\
                        ------O-\
                        -------- X";

    #[test]
    fn corners_then_edges_then_the_rest_and_last_what_is_next_to_a_corner() {
        assert_eq!(answer("romeo", FORK), "d1");
        assert_eq!(answer("romeo", &FORK.replacen("--------", "-OX-----", 1)), "a1");
        // c1 comes before d1, and g8 after b4.
        assert_eq!(answer("romeo", &FORK.replace("---O-------X----", "--OO------XX----")), "c1");
        assert_eq!(answer("romeo", &FORK.replace("---O-------X----", "----------------")), "b4");
        // With the corner h8 black's own, g8 is as safe as it gets.
        let held = FORK.replace("---O-------X----", "----------------").replace("-- X", "-X X");
        assert_eq!(answer("romeo", &held), "g8");
    }

    /// Black may turn one disc with c1, on the edge, or two with h5. With 47 discs the edge comes
    /// first, with 48 the most discs.
    #[test]
    fn the_rule_changes_at_48_discs() {
        let text = |last_rows: &str| {
            format!(
                "XO-XXXXX\
                 XXXXXXXX\
                 XXXXXXXX\
                 XXXXXXXX\
                 XXXXXOO-\
                 XXXXXXXX\
                 {last_rows:-<16} X"
            )
        };
        for (rows, discs, wanted) in [("X", 47, "c1"), ("XX", 48, "h5")] {
            assert_eq!(board(&text(rows)).occupied().len(), discs);
            assert_eq!(answer("romeo", &text(rows)), wanted, "{discs} discs");
        }
    }

    /// Both games against the idiot as published: 43:21 with black, 18:46 with white.
    #[test]
    fn games_against_the_idiot_end_as_published() {
        assert_eq!(discs_of_game("romeo", "idiot"), [43, 21]);
        assert_eq!(discs_of_game("idiot", "romeo"), [18, 46]);
    }
}
