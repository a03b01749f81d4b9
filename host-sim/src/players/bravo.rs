//! `bravo`: the two programs of BRAVO, `han` and `xu`.
//!
//! - **Given**: the functions by name and some numbers: `canhegetcorner` and `bestscore` with n = 3,
//!   `alphabeta` with n = 3, `movementtransfer` with 0, 5, 15, 20 and 22 for 0 to 4, `border` with
//!   sixteen squares, A3 to A6 and their like, `findtrastab`, `tryeveryway` (win or lose); "25" and
//!   "60" beside `han`.
//! - **Read**: both leave out the moves that let the opponent have a corner within three plies; `han`
//!   changes its rule at 25 discs, and both try every way to the end from 60 discs on; the five
//!   points are for the numbers of moves; `bestscore` counts discs.
//! - **Chosen**: both take a corner that is free; before 25 discs `han` plays for points of its own
//!   moves less the opponent's, then for 4 points a stable disc and one a disc, on a square of the
//!   border that cannot be turned at once if there is one; the square values of `xu`; of equal moves
//!   the first of the contest's list.
//!
//! The published games of `xu` against `han` are not all the same: something in it is left to chance
//! or to the clock, and that is not printed.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, Square};

use super::features::{SquareValues, UNPUBLISHED, c_squares, discs, edges, stability, stage};
use super::look_ahead::{Plan, Planner};
use super::walk::{played, walk};
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "bravo",
    "no corner for the opponent within 3 plies; then moves and stable discs, or squares",
    &[PlayerOption {
        name: "version",
        default: "han",
        kind: OptionKind::OneOf(&["han", "xu"]),
        about: "which of the team's two programs",
    }],
);

/// The plies in which the opponent shall not get a corner, and those that are looked ahead.
const PLIES: u8 = 3;
/// The discs from which on `han` looks ahead.
const MIDGAME: u32 = 25;
/// The discs from which on every way is tried.
const LAST: u32 = 60;
const STABLE: i32 = 4;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let plan = if spec.value("version") == "xu" { xu::<S> } else { han::<S> };
    Ok(Box::new(Planner(plan)))
}

fn han<S: Size>(board: &Board<S>) -> Plan<S> {
    let moves = choices(board);
    match stage(board) {
        LAST.. => Plan::WinDrawLoss,
        MIDGAME.. => {
            let border = moves.into_iter().filter(|&at| is_firm(board, at)).collect::<Bitboard>();
            let moves = if border.is_empty() { moves } else { border };
            Plan::Among(moves, PLIES, Box::new(|board| STABLE * stability(board) + discs(board)))
        }
        _ => Plan::Play(walk(board).first_largest(|at| {
            let after = played(board, at);
            let points = points(&after.pass()) - points(&after);
            (moves.has(at), points)
        })),
    }
}

fn xu<S: Size>(board: &Board<S>) -> Plan<S> {
    if stage(board) >= LAST {
        return Plan::WinDrawLoss;
    }
    let values = SquareValues::new::<S>(UNPUBLISHED);
    Plan::Among(choices(board), PLIES, Box::new(move |board| values.lead(board)))
}

/// The moves to choose from: corners, else those that give none away, else all.
fn choices<S: Size>(board: &Board<S>) -> Bitboard {
    let all = board.legal_moves();
    let corners = all & Bitboard(S::CORNERS);
    if !corners.is_empty() {
        return corners;
    }
    let safe: Bitboard = all.into_iter().filter(|&at| keeps_corners(board, at, PLIES)).collect();
    if safe.is_empty() { all } else { safe }
}

/// Whether the opponent gets no corner within so many plies of this move, whatever both play.
fn keeps_corners<S: Size>(board: &Board<S>, at: Square, plies: u8) -> bool {
    let after = played(board, at);
    let replies = after.legal_moves();
    // At every other ply it is the opponent who answers.
    let is_opponent = plies % 2 == 1;
    if is_opponent && !(replies & Bitboard(S::CORNERS)).is_empty() {
        return false;
    }
    plies == 1 || replies.into_iter().all(|reply| keeps_corners(&after, reply, plies - 1))
}

/// What the mover's moves are worth.
fn points<S: Size>(board: &Board<S>) -> i32 {
    match board.legal_moves().len() {
        0 => 0,
        1 => 5,
        2 => 15,
        3 => 20,
        _ => 22,
    }
}

/// Whether a square is one of the sixteen of the border and cannot be turned at once.
fn is_firm<S: Size>(board: &Board<S>, at: Square) -> bool {
    let corners = Bitboard(S::CORNERS);
    let border = edges::<S>() & !corners & !c_squares::<S>(corners);
    let after = played(board, at);
    let is_turned = |reply| after.flips(reply).has(at);
    border.has(at) && !after.legal_moves().into_iter().any(is_turned)
}

#[cfg(test)]
mod tests {
    use wedge_engine::Eight;

    use super::*;
    use crate::players::tests::{CORNER_LOSES, answer, board};

    #[test]
    fn moves_have_the_published_points() {
        // One white disc in the middle of black's line, then two such lines, and so on.
        let lines = ["XO------", "-O------", "XO------"];
        let count = |lines: &str| points(&board(&format!("{lines:-<64} X")));
        assert_eq!(count(lines[1]), 0);
        assert_eq!(count("XO------"), 5);
        assert_eq!(count("XO--------------XO------"), 15);
        assert_eq!(count("XO--------------XO--------------XO------"), 20);
        let four = "XO--------------XO--------------XO--------------XO------";
        assert_eq!(count(four), 22);
        assert_eq!(count(&format!("{four}XO--XO--")), 22);
    }

    /// Black's move a4 lets white play to a3, a7 or nowhere near a corner; two plies later white
    /// may have one. Each step of the recursion is compared with the definition.
    #[test]
    fn three_plies_are_three_plies() {
        let corner =
            |board: &Board<Eight>| !(board.legal_moves() & Bitboard(Eight::CORNERS)).is_empty();
        let play = |board: &Board<Eight>, at: Square| board.play(at).unwrap();
        let mut random = wedge_engine::SplitMix64::new(2);
        let mut position = wedge_engine::Position::<Eight>::start();
        let (mut at_once, mut later) = (0, 0);
        for _ in 0..400 {
            let board = position.board();
            for at in board.legal_moves() {
                let after = play(&board, at);
                let now = corner(&after);
                let soon = after.legal_moves().into_iter().any(|reply| {
                    let mine = play(&after, reply);
                    mine.legal_moves().into_iter().any(|next| corner(&play(&mine, next)))
                });
                assert_eq!(keeps_corners(&board, at, 1), !now);
                assert_eq!(keeps_corners(&board, at, 3), !now && !soon);
                at_once += u32::from(now);
                later += u32::from(soon && !now);
            }
            let moves = board.legal_moves();
            let pick = random.below(moves.len()) as usize;
            let mv = moves.into_iter().nth(pick);
            let mv = mv.map_or(wedge_engine::Move::Pass, wedge_engine::Move::Play);
            position = position.play(mv).unwrap_or_else(wedge_engine::Position::start);
        }
        assert!(at_once > 0 && later > 0);
    }

    #[test]
    fn the_rules_change_at_25_and_60_discs() {
        let with =
            |discs: usize| board(&format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs)));
        for (discs, first, second) in [(24, 1, 2), (25, 2, 2), (59, 2, 2), (60, 3, 3)] {
            let kind = |plan| match plan {
                Plan::Play(_) => 1,
                Plan::Among(_, 3, _) => 2,
                Plan::WinDrawLoss => 3,
                _ => 0,
            };
            let board = with(discs);
            assert_eq!((kind(han(&board)), kind(xu(&board))), (first, second), "{discs} discs");
        }
    }

    #[test]
    fn every_way_is_tried_at_the_end() {
        for name in ["bravo", "bravo:version=xu"] {
            assert_eq!(answer(name, CORNER_LOSES), "e8");
        }
    }
}
