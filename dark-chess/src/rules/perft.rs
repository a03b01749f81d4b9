//! Perft: the number of lines of play of a given length.

use super::Position;
use crate::types::Piece;

/// The number of lines of this many plies. A flip counts once for each kind that it may reveal. No
/// draw rule applies.
///
/// ```
/// use wedge_dark_chess::{Position, perft};
///
/// assert_eq!(perft(&Position::START, 2), 192_448);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let kinds = Piece::all().filter(|&piece| position.unseen(piece) > 0);
    if depth == 1 {
        let actions = u64::from(position.count_actions());
        // No action, no flip either: the side may be wiped out.
        let flips = if actions == 0 { 0 } else { u64::from(position.face_down().len()) };
        return actions - flips + flips * kinds.count() as u64;
    }
    let mut lines = 0;
    for action in &position.actions() {
        if action.is_flip() {
            for piece in kinds.clone() {
                lines += perft(&position.after_flip(action.from(), piece), depth - 1);
            }
        } else {
            lines += perft(&position.after_step(action.from(), action.to()), depth - 1);
        }
    }
    lines
}
