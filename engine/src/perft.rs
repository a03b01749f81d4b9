//! Counting the leaves of the game tree: the yardstick of every move generator.

use crate::board::Board;
use crate::size::Size;

/// The number of ways to continue for `depth` plies. A pass is a ply; a finished game is one leaf.
///
/// The last ply is counted in bulk: its moves are not made.
///
/// ```
/// use wedge_engine::{Board, perft};
///
/// assert_eq!(perft(&Board::start(), 5), 1396);
/// ```
#[must_use]
pub fn perft<S: Size>(board: &Board<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.pass();
        return if passed.legal_moves().is_empty() { 1 } else { perft(&passed, depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.len());
    }
    moves
        .into_iter()
        .map(|square| perft(&board.after(square, board.flips_on_empty(square)), depth - 1))
        .sum()
}
