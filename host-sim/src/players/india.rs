//! `india`: INDIA's three programs, alpha-beta over weighted pairs of four terms.
//!
//! The report gives the square values, the terms by name (square values, "forward": own moves less
//! the opponent's, "protect", and one more), the weights 17 and 7 (INDIA1, and INDIA3 up to its
//! move 7 and after its move 25), 2 and 1 (INDIA2), 1 and 1 (INDIA3 in between), a finished game as
//! 1000, and that moves which give the opponent a corner are left out before move 26, if there are
//! others. INDIA1 and INDIA3 look 4 plies ahead, INDIA2 5.
//!
//! Chosen here: 17 and 2 belong to forward, 7 and 1 to the square values; INDIA3 in between adds
//! protect to the square values. Protect counts the discs that no move of the opponent turns now,
//! less the same for the opponent. A pass costs no ply.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, Square};

use super::features::{SquareValues, mobility, stage};
use super::look_ahead::{Plan, Planner};
use super::walk::{played, walk};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "india",
    "square values with mobility 17:7 or 2:1, in version 3 protected discs in between",
    &[PlayerOption {
        name: "version",
        default: "3",
        kind: OptionKind::Integer(1, 3),
        about: "which of the three programs; 2 looks 5 plies ahead, the others 4",
    }],
);

/// The report's square values.
pub(super) const VALUES: [[i32; 4]; 4] =
    [[50, -1, 5, 2], [-1, -10, 1, 1], [5, 1, 1, 1], [2, 1, 1, 0]];

/// A finished game that is won.
const WIN: i32 = 1000;
/// The number of an own move before which moves that give a corner away are left out.
const CORNERS_UNTIL: u32 = 26;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let version = spec.number("version");
    Ok(Box::new(Planner(move |board: &Board<S>| {
        let program = Program { terms: terms(version, own_moves(board)), values: values::<S>() };
        Plan::Play(program.best(board, if version == 2 { 5 } else { 4 }))
    })))
}

fn values<S: Size>() -> SquareValues {
    SquareValues::new::<S>(VALUES)
}

/// How many moves a side has made.
fn own_moves<S: Size>(board: &Board<S>) -> u32 {
    (stage(board) - 4) / 2
}

/// What is judged, with its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Terms {
    /// Weights of forward and of the square values.
    Forward(i32, i32),
    Protect,
}

const fn terms(version: u64, own_moves: u32) -> Terms {
    match (version, own_moves) {
        (2, _) => Terms::Forward(2, 1),
        (3, 8..25) => Terms::Protect,
        _ => Terms::Forward(17, 7),
    }
}

struct Program {
    terms: Terms,
    values: SquareValues,
}

impl Program {
    fn judge<S: Size>(&self, board: &Board<S>) -> i32 {
        let squares = self.values.lead(board);
        match self.terms {
            Terms::Forward(moves, weight) => moves * mobility(board) + weight * squares,
            Terms::Protect => {
                let (own, other) = (protected(board), protected(&board.pass()));
                squares + own.len() as i32 - other.len() as i32
            }
        }
    }

    fn best<S: Size>(&self, board: &Board<S>, depth: u8) -> Option<Square> {
        let mut best: Option<(i32, Square)> = None;
        for square in moves(board) {
            let after = played(board, square);
            let floor = best.map_or(-i32::MAX, |(value, _)| value);
            let value = -self.value(&after, depth - 1, -i32::MAX, -floor);
            if value > floor {
                best = Some((value, square));
            }
        }
        best.map(|(_, square)| square)
    }

    fn value<S: Size>(&self, board: &Board<S>, depth: u8, mut alpha: i32, beta: i32) -> i32 {
        if board.is_over() {
            return WIN * board.result().signum();
        }
        if depth == 0 {
            return self.judge(board);
        }
        if board.legal_moves().is_empty() {
            return -self.value(&board.pass(), depth, -beta, -alpha);
        }
        for square in moves(board) {
            let after = played(board, square);
            alpha = alpha.max(-self.value(&after, depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// The squares to try, in the order of the contest's board.
fn moves<S: Size>(board: &Board<S>) -> Vec<Square> {
    let all = walk(board);
    let gives_a_corner = |square: Square| {
        let after = played(board, square);
        !(after.legal_moves() & Bitboard(S::CORNERS)).is_empty()
    };
    let mut kept = Vec::new();
    if own_moves(board) < CORNERS_UNTIL {
        kept.extend(all.iter().filter(|&square| !gives_a_corner(square)));
    }
    if kept.is_empty() {
        kept.extend(all.iter());
    }
    kept
}

/// The mover's discs that no move of the opponent would turn now.
fn protected<S: Size>(board: &Board<S>) -> Bitboard {
    let theirs = board.pass();
    let turned = theirs.legal_moves().into_iter().map(|square| theirs.flips(square));
    board.mover() & !turned.fold(Bitboard::EMPTY, |all, flips| all | flips)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::tests::{answer, board};

    /// Black: a1 (50), b4 (1) and c4 (1). White: d4 (0). White can turn b4 and c4 from a4, black d4
    /// from e4.
    const PICTURE: &str = "X-------\
                           --------\
                           --------\
                           -XXO----\
                           --------\
                           --------\
                           --------\
                           -------- X";

    #[test]
    fn the_published_weights_count() {
        let picture = board(PICTURE);
        let judged = |terms| Program { terms, values: values::<wedge_engine::Eight>() };
        // One move each: the square values alone are left, seven times.
        assert_eq!(judged(terms(1, 0)).judge(&picture), 7 * 52);
        assert_eq!(judged(terms(2, 0)).judge(&picture), 52);
        // Of black's discs a1 alone is protected, of white's none.
        assert_eq!(protected(&picture), Bitboard(1));
        assert_eq!(judged(terms(3, 10)).judge(&picture), 52 + 1);
        // On the edge black's discs cannot be turned: black has a move, white none.
        let edge = board(&format!("-----OXX{} X", "-".repeat(56)));
        assert_eq!(judged(terms(1, 0)).judge(&edge), 17 + 7 * (50 - 1 - 5));
        assert_eq!(judged(terms(2, 0)).judge(&edge), 2 + (50 - 1 - 5));
    }

    #[test]
    fn the_third_version_changes_after_its_move_7_and_its_move_24() {
        let protects = |moves| terms(3, moves) == Terms::Protect;
        assert_eq!([0, 7, 8, 24, 25, 30].map(protects), [false, false, true, true, false, false]);
    }

    /// b2 turns four discs, and white takes a1 over it from c3; g5 is the other move.
    #[test]
    fn moves_that_give_a_corner_away_are_left_out() {
        let text = "--------\
                    --OOOOX-\
                    --O-----\
                    --------\
                    ----XO--\
                    --------\
                    --------\
                    -------- X";
        let names = |text: &str| -> Vec<String> {
            moves(&board(text)).iter().map(ToString::to_string).collect()
        };
        assert_eq!(names(text), ["g5"]);
        for version in 1..=3 {
            assert_eq!(answer(&format!("india:version={version}"), text), "g5");
        }
        // Without white's c3 the corner is safe; without black's e5 there is no other move.
        assert_eq!(names(&text.replacen("--O--", "-----", 1)), ["b2", "g5"]);
        assert_eq!(names(&text.replacen("XO--", "----", 1)), ["b2"]);
    }
}
