//! The depth-first walk through a book's tree.

use super::skip::{HAS_NEXT, IS_LAST, Index};
use super::{ENTRY, Value};
use crate::rules::Board;
use crate::types::Square;

/// A position of a book, as a walk visits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position as stored, seen by the mover, after a pass if the mover had no move.
    pub board: Board,
    /// The move that led to it, `None` for the start.
    pub square: Option<Square>,
    /// The number of moves that led to it.
    pub ply: usize,
    /// The value for the mover.
    pub value: Value,
    /// Whether positions follow from it.
    pub has_next: bool,
}

/// No game has more moves.
pub(super) const MAX_PLIES: usize = 60;

/// Visits positions in the order of the book. The positions that follow from one are skipped if
/// `visit` returns false or its move is not legal.
pub(super) fn walk(
    entries: &[[u8; ENTRY]],
    index: Index<'_>,
    mut visit: impl FnMut(&Step) -> bool,
) {
    // The ancestors of the current entry.
    let mut path = [None; MAX_PLIES + 1];
    let mut cursor = Cursor::default();
    let mut at = 0;
    while let Some(&[place, value]) = entries.get(at) {
        at += 1;
        let (has_next, is_last) = (place & HAS_NEXT != 0, place & IS_LAST != 0);
        let ply = cursor.ply;
        let square = (ply > 0).then_some(Square::masked(place.into()));
        let here = match (square, path.get(ply.wrapping_sub(1))) {
            (None, _) => Some(Board::default()),
            (Some(square), Some(Some(before))) => after(before, square),
            _ => None,
        };
        let step = |board| Step { board, square, ply, value: Value::from_byte(value), has_next };
        let next = here.filter(|&board| visit(&step(board)));
        if has_next {
            let Some(here) = path.get_mut(ply) else { return };
            *here = next;
        }
        let skipped = has_next && next.is_none();
        if skipped {
            at = index.end_of_subtree(entries, at);
        }
        if !cursor.advance(has_next && !skipped, is_last) {
            return;
        }
    }
}

/// The most moves that lead to a position, from the bytes after a book's header. Constant, so that
/// a chip does not count it.
pub(super) const fn deepest(entries: &[u8]) -> usize {
    let mut cursor = Cursor { ply: 0, last: 0 };
    let (mut deepest, mut at) = (0, 0);
    while at < entries.len() {
        if cursor.ply > deepest {
            deepest = cursor.ply;
        }
        let place = entries[at];
        if cursor.ply > MAX_PLIES || !cursor.advance(place & HAS_NEXT != 0, place & IS_LAST != 0) {
            break;
        }
        at += ENTRY;
    }
    deepest
}

/// The place of an entry in the tree.
#[derive(Default)]
pub(super) struct Cursor {
    /// The number of moves that lead to it.
    pub(super) ply: usize,
    /// One bit per ancestor: set if it is the last move of its parent.
    last: u64,
}

impl Cursor {
    /// Advances to the next entry. Returns false at the end of the tree.
    pub(super) const fn advance(&mut self, has_next: bool, is_last: bool) -> bool {
        if has_next {
            // A damaged book may lead deeper than a game; the walk ends there.
            let bit = self.ply as u32 % u64::BITS;
            self.last = self.last & !(1 << bit) | (is_last as u64) << bit;
            self.ply += 1;
        } else if is_last {
            // Back to the nearest ancestor that has another sibling.
            loop {
                let Some(before) = self.ply.checked_sub(1) else { return false };
                self.ply = before;
                if self.last >> (self.ply as u32 % u64::BITS) & 1 == 0 {
                    break;
                }
            }
        }
        true
    }
}

/// The position after a move and, if needed, a pass, or `None` if the move is not legal or ends the
/// game.
pub(super) fn after(board: &Board, square: Square) -> Option<Board> {
    let next = board.play(square)?;
    let passed = next.pass();
    [next, passed].into_iter().find(|board| !board.legal_moves().is_empty())
}
