//! `juliet`: the programs of JULIET, versions 2, 2.1 and 3.
//!
//! - **Given**: the functions of each version by name (`InitValueBoard`, `changeValBoard`,
//!   `getMobility`, `getSolidVal`, `getSAVal`, `Focus`); "46 4 6" at the play function of 2.1, and
//!   "30 Focus", "49 Run 2", "49 Run 6" at that of version 3; 2.1 looks out for a "KO".
//! - **Read**: versions 2 and 2.1 look four plies ahead and six from 46 discs on; version 3 two, and
//!   six from 49 discs on, and from 30 discs on it prefers moves that make the opponent pass. The
//!   numbers might as well count moves instead of discs.
//! - **Chosen**: the square values; next to an empty corner the C- and X-squares count as in the
//!   table, next to a corner of one's own they are worth as much as the rest of the edge, next to a
//!   corner of the opponent's nothing; 5 points for a move, 10 for a stable disc; `getSAVal`, which
//!   nothing explains, is left out; of equal moves the first of the contest's list.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, Square};

use super::features::{
    SquareValues, UNPUBLISHED, c_squares, mobility, stability, stage, x_squares,
};
use super::look_ahead::{Plan, Planner};
use super::walk::played;
use super::{Kind, OptionKind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "juliet",
    "square values and mobility, 4 plies, then 6; version 3: stable discs, 2 plies, then 6",
    &[PlayerOption {
        name: "version",
        default: "2",
        kind: OptionKind::OneOf(&["2", "2.1", "3"]),
        about: "which of the team's programs",
    }],
);

/// A square next to a corner of one's own.
const SUPPORTED: i32 = 10;
const MOVE: i32 = 5;
const STABLE: i32 = 10;
/// The discs from which on versions 2 and 2.1 look six plies ahead.
const LATE: u32 = 46;
/// The discs from which on version 3 looks six plies ahead.
const LATE_3: u32 = 49;
/// The discs from which on version 3 makes the opponent pass where it can.
const FOCUS: u32 = 30;

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let plan = match spec.value("version") {
        "3" => three::<S>,
        "2.1" => two_one::<S>,
        _ => two::<S>,
    };
    Ok(Box::new(Planner(plan)))
}

fn two<S: Size>(board: &Board<S>) -> Plan<S> {
    among(board, board.legal_moves())
}

fn two_one<S: Size>(board: &Board<S>) -> Plan<S> {
    let all = board.legal_moves();
    let knocks_out = |&at: &Square| played(board, at).mover().is_empty();
    match all.into_iter().find(knocks_out) {
        Some(knock_out) => Plan::Play(Some(knock_out)),
        None => among(board, preferred(all, |at| !is_knocked_out(&played(board, at)))),
    }
}

fn three<S: Size>(board: &Board<S>) -> Plan<S> {
    let mut moves = board.legal_moves();
    if stage(board) >= FOCUS {
        moves = preferred(moves, |at| played(board, at).legal_moves().is_empty());
    }
    let depth = if stage(board) < LATE_3 { 2 } else { 6 };
    let values = SquareValues::new::<S>(UNPUBLISHED);
    let judge = move |board: &Board<S>| {
        values.lead(board) + MOVE * mobility(board) + STABLE * stability(board)
    };
    Plan::Among(moves, depth, Box::new(judge))
}

/// Versions 2 and 2.1, once it is clear which moves they consider.
fn among<S: Size>(board: &Board<S>, moves: Bitboard) -> Plan<S> {
    let depth = if stage(board) < LATE { 4 } else { 6 };
    let values = SquareValues::new::<S>(UNPUBLISHED);
    Plan::Among(moves, depth, Box::new(move |board| judge(board, &values)))
}

/// Those of some moves that have a property, or all if none has.
fn preferred(moves: Bitboard, has: impl Fn(Square) -> bool) -> Bitboard {
    let some: Bitboard = moves.into_iter().filter(|&at| has(at)).collect();
    if some.is_empty() { moves } else { some }
}

/// Whether the mover can take the opponent's last disc.
fn is_knocked_out<S: Size>(board: &Board<S>) -> bool {
    board.legal_moves().into_iter().any(|at| played(board, at).mover().is_empty())
}

fn judge<S: Size>(board: &Board<S>, values: &SquareValues) -> i32 {
    let corners = Bitboard(S::CORNERS);
    let beside = |corners| c_squares::<S>(corners) | x_squares::<S>(corners);
    let supported = |discs: Bitboard| (discs & beside(discs & corners)).len() as i32;
    let unchanged = !beside(board.occupied() & corners);
    values.lead_in(board, unchanged)
        + SUPPORTED * (supported(board.mover()) - supported(board.opponent()))
        + MOVE * mobility(board)
}

#[cfg(test)]
mod tests {
    use wedge_engine::Eight;

    use super::*;
    use crate::players::look_ahead::LookAhead;
    use crate::players::tests::{answer, board};

    /// Black holds b1 and b2, first with the corner a1 empty, then its own, then white's.
    #[test]
    fn the_board_changes_with_the_corners() {
        let values = SquareValues::new::<Eight>(UNPUBLISHED);
        let with = |corner: char| board(&format!("{corner}X-------X{} X", "-".repeat(54)));
        assert_eq!(judge(&with('-'), &values), -20 - 40);
        assert_eq!(judge(&with('X'), &values), 80 + 2 * SUPPORTED);
        // White may play c1 and c3, black nothing.
        assert_eq!(judge(&with('O'), &values), -80 - 2 * MOVE);
    }

    /// Black may turn c2 from b2, or d4 from e4. Next to an empty corner b2 costs 40 points; next to
    /// black's own it brings 10.
    #[test]
    fn a_square_next_to_ones_own_corner_is_a_good_one() {
        let best = |corner: char| {
            let fork = board(&format!("{corner}---------OX--------------XO{} X", "-".repeat(36)));
            let values = SquareValues::new::<Eight>(UNPUBLISHED);
            let look = LookAhead::new(Box::new(move |board| judge(board, &values)));
            look.best(&fork, 1, &mut ()).unwrap().to_string()
        };
        assert_eq!(best('-'), "e4");
        assert_eq!(best('X'), "b2");
    }

    fn plies(plan: fn(&Board<Eight>) -> Plan<Eight>, discs: usize) -> u8 {
        let text = format!("{}{} X", "X".repeat(discs), "-".repeat(64 - discs));
        match plan(&board(&text)) {
            Plan::Among(_, plies, _) => plies,
            _ => 0,
        }
    }

    #[test]
    fn they_look_six_plies_ahead_from_46_and_49_discs_on() {
        assert_eq!((plies(two, 45), plies(two, 46)), (4, 6));
        assert_eq!((plies(two_one, 45), plies(two_one, 46)), (4, 6));
        assert_eq!((plies(three, 48), plies(three, 49)), (2, 6));
    }

    #[test]
    fn version_2_1_plays_a_knock_out() {
        // c1 takes white's only disc.
        let text = format!("XO------{} X", "-".repeat(56));
        assert_eq!(answer("juliet:version=2.1", &text), "c1");
        let board = board(&text);
        assert!(is_knocked_out(&board));
        assert!(matches!(two_one(&board), Plan::Play(Some(_))));
        assert!(matches!(two(&board), Plan::Among(..)));
    }

    /// Black has two moves. After c1 white has f3; after c3 white has no move.
    #[test]
    fn version_3_makes_the_opponent_pass_from_30_discs_on() {
        let considered = |discs: usize| {
            // Black's discs at the bottom neither have nor give moves.
            let text = format!("XO-----------------OX{}", "-".repeat(43));
            let filled = discs - 4;
            let board = board(&format!("{}{} X", &text[..64 - filled], "X".repeat(filled)));
            assert_eq!(board.occupied().len() as usize, discs);
            let Plan::Among(moves, 2, _) = three(&board) else { panic!("not two plies") };
            moves.into_iter().map(|at| at.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(considered(29), ["c1", "c3"]);
        assert_eq!(considered(30), ["c3"]);
    }

    /// After a move that leaves it one disc in white's reach, black could lose everything.
    #[test]
    fn a_knock_out_is_seen_one_move_ahead() {
        // White to move turns black's only disc with c1, or has nothing to turn.
        assert!(is_knocked_out(&board(&format!("OX------{} O", "-".repeat(56)))));
        assert!(!is_knocked_out(&board(&format!("OX-----X{} O", "-".repeat(56)))));
        let odd = Bitboard(0b1010);
        assert_eq!(preferred(odd, |at| at.index() == 3), Bitboard(0b1000));
        assert_eq!(preferred(odd, |_| false), odd);
    }
}
