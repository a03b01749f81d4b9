//! The depth-first walk through a book's tree.

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
const MAX_PLIES: usize = 60;
const HAS_NEXT: u8 = 1 << 6;
const IS_LAST: u8 = 1 << 7;

/// For each square, a bit of every symmetry under which a disc may stand there: see [`walk`].
pub(super) type Reach = [u8; 64];

/// The reach that excludes nothing.
pub(super) const EVERYWHERE: Reach = [!0; 64];

/// Visits positions in the order of the book. The positions that follow from one are skipped if
/// `visit` returns false or its move is not legal, and so is a position whose discs are within
/// `reach` under no symmetry: its move is not even played.
pub(super) fn walk(entries: &[[u8; ENTRY]], reach: &Reach, mut visit: impl FnMut(&Step) -> bool) {
    // The ancestors of the current entry, each with the symmetries that are left.
    let mut path = [None; MAX_PLIES + 1];
    let mut cursor = Cursor::default();
    let mut entries = entries.iter();
    while let Some(&[place, value]) = entries.next() {
        let (has_next, is_last) = (place & HAS_NEXT != 0, place & IS_LAST != 0);
        let ply = cursor.ply;
        let square = (ply > 0).then_some(Square::masked(place.into()));
        let here = match (square, path.get(ply.wrapping_sub(1))) {
            (None, _) => Some((Board::default(), !0)),
            (Some(square), Some(Some((before, symmetries)))) => {
                match symmetries & reach[square.index() % 64] {
                    0 => None,
                    left => after(before, square).map(|board| (board, left)),
                }
            }
            _ => None,
        };
        let step = |board| Step { board, square, ply, value: Value::from_byte(value), has_next };
        let next = here.filter(|&(board, _)| visit(&step(board)));
        if has_next {
            let Some(here) = path.get_mut(ply) else { return };
            *here = next;
        }
        let skipped = has_next && next.is_none();
        if skipped {
            skip(&mut entries);
        }
        if !cursor.advance(has_next && !skipped, is_last) {
            return;
        }
    }
}

/// Reads past everything that follows from a position: most of a book, in a lookup. Each list of
/// moves has one last move, so a count of the lists that are open is enough.
fn skip(entries: &mut core::slice::Iter<'_, [u8; ENTRY]>) {
    let mut open = 1_u32;
    for &[place, _] in entries {
        open += u32::from(place & HAS_NEXT != 0);
        if place & IS_LAST != 0 {
            open -= 1;
            if open == 0 {
                return;
            }
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
struct Cursor {
    /// The number of moves that lead to it.
    ply: usize,
    /// One bit per ancestor: set if it is the last move of its parent.
    last: u64,
}

impl Cursor {
    /// Advances to the next entry. Returns false at the end of the tree.
    const fn advance(&mut self, has_next: bool, is_last: bool) -> bool {
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
