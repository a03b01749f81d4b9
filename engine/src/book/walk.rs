//! The way through a book's tree.

use super::{ENTRY, Value};
use crate::rules::Board;
use crate::types::Square;

/// A position of a book, as a walk comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position as the tree has it, seen by the mover, after a pass if there has to be one.
    pub board: Board,
    /// The move that led to it; none for the start.
    pub square: Option<Square>,
    /// How many moves led to it.
    pub ply: usize,
    /// What it is worth to the mover.
    pub value: Value,
    /// Whether positions follow from it.
    pub has_next: bool,
}

/// No game has more moves.
const MOST_PLIES: usize = 60;
const HAS_NEXT: u8 = 1 << 6;
const IS_LAST: u8 = 1 << 7;

/// Visits positions in the order they are kept; what follows from one is left out if `visit` says
/// no, or if its move is not legal.
pub(super) fn walk(entries: &[[u8; ENTRY]], mut visit: impl FnMut(&Step) -> bool) {
    // The positions on the way to the one at hand. Where there is none, all that follows is left
    // out: the entries go by, but nothing is played.
    let mut path = [None; MOST_PLIES + 1];
    let mut way = Way::default();
    for &[place, value] in entries {
        let (has_next, is_last) = (place & HAS_NEXT != 0, place & IS_LAST != 0);
        let ply = way.ply;
        let square = (ply > 0).then_some(Square::masked(place.into()));
        let board = match (square, path.get(ply.wrapping_sub(1))) {
            (None, _) => Some(Board::start()),
            (Some(square), Some(Some(before))) => after(before, square),
            _ => None,
        };
        let step = |board| Step { board, square, ply, value: Value::from_byte(value), has_next };
        let next = board.filter(|&board| visit(&step(board)));
        if has_next {
            let Some(here) = path.get_mut(ply) else { return };
            *here = next;
        }
        if !way.go_on(has_next, is_last) {
            return;
        }
    }
}

/// The most moves that lead to a position.
pub(super) fn deepest(entries: &[[u8; ENTRY]]) -> usize {
    let mut way = Way::default();
    let mut deepest = 0;
    for &[place, _] in entries {
        deepest = deepest.max(way.ply);
        if way.ply > MOST_PLIES || !way.go_on(place & HAS_NEXT != 0, place & IS_LAST != 0) {
            break;
        }
    }
    deepest
}

/// Where in the tree an entry is.
#[derive(Default)]
struct Way {
    /// How many moves lead to it.
    ply: usize,
    /// Which positions on the way have no other move after them, a bit each.
    last: u64,
}

impl Way {
    /// Goes on to the next entry; false if there can be none.
    fn go_on(&mut self, has_next: bool, is_last: bool) -> bool {
        if has_next {
            self.last = self.last & !(1 << self.ply) | u64::from(is_last) << self.ply;
            self.ply += 1;
        } else if is_last {
            // Back to the nearest position that has another move.
            loop {
                let Some(before) = self.ply.checked_sub(1) else { return false };
                self.ply = before;
                if self.last >> self.ply & 1 == 0 {
                    break;
                }
            }
        }
        true
    }
}

/// The position after a move and, if there has to be one, a pass; none if the move is not legal or
/// ends the game.
pub(super) fn after(board: &Board, square: Square) -> Option<Board> {
    let next = board.play(square)?;
    let passed = next.pass();
    [next, passed].into_iter().find(|board| !board.legal_moves().is_empty())
}
