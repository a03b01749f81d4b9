//! Square weights, mobility and the discs that could be turned.

use super::{Evaluator, from_points, lead};
use crate::board::Board;
use crate::score::Score;
use crate::size::Size;
use crate::square::Bitboard;

/// Weights of a quarter of the board, from the corner inwards; the board mirrors them.
const QUARTER: [[i32; 4]; 4] = [[66, -6, 7, 4], [-6, -30, 3, 1], [7, 3, 6, 2], [4, 1, 2, 1]];
/// For a won game, on top of everything else.
const WIN: i32 = 800;
/// For leaving the opponent without a move.
const NO_MOVE: i32 = 100;
/// For each legal move, and for each disc these moves could turn.
const MOBILITY: i32 = 2;
const TURNABLE: i32 = 2;
const POINTS_PER_DISC: i32 = 8;

/// Square weights + mobility + corners.
///
/// Each side gets its square weights, 2 points for every legal move and 2 for every disc those
/// moves could turn, and 100 when the opponent has no move. The value is the mover's points less
/// the opponent's. A finished game is worth 800 more to the winner: that is for callers without
/// a search, since a search scores finished games by their result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Squares;

/// Squares of equal weight as sets: a handful of counts instead of up to 64 additions.
struct Weighted<S>(core::marker::PhantomData<S>);

impl<S: Size> Weighted<S> {
    const SETS: [(i32, u64); 10] = sets::<S>();
}

/// One set for each square of the quarter's upper triangle (the weights are symmetric).
const fn sets<S: Size>() -> [(i32, u64); 10] {
    let mut sets = [(0, 0); 10];
    let mut next = 0;
    let mut row = 0;
    while row < 4 {
        let mut column = row;
        while column < 4 {
            sets[next] = (QUARTER[row][column], mirrored::<S>(column, row));
            next += 1;
            column += 1;
        }
        row += 1;
    }
    sets
}

/// The up to eight squares that mirror one of the quarter; none outside a smaller board's quarter.
pub(crate) const fn mirrored<S: Size>(column: usize, row: usize) -> u64 {
    let far = S::SIDE - 1;
    if column > far - column || row > far - row {
        return 0;
    }
    let mut set = 0;
    let pairs = [(column, row), (row, column)];
    let mut i = 0;
    while i < 2 {
        let (column, row) = pairs[i];
        set |= 1 << (row * 8 + column) | 1 << (row * 8 + far - column);
        set |= 1 << ((far - row) * 8 + column) | 1 << ((far - row) * 8 + far - column);
        i += 1;
    }
    set
}

/// The points for what a side can do next.
#[inline]
fn prospects<S: Size>(board: &Board<S>, moves: Bitboard) -> i32 {
    let turnable: u32 = moves.into_iter().map(|square| board.flips_on_empty(square).len()).sum();
    MOBILITY * moves.len() as i32 + TURNABLE * turnable as i32
}

impl Squares {
    /// The value in the author's own points.
    #[inline]
    #[must_use]
    pub fn points<S: Size>(board: &Board<S>, moves: Bitboard) -> i32 {
        let mut points = 0;
        for (weight, set) in Weighted::<S>::SETS {
            points += weight * lead(board, set);
        }
        let theirs = board.pass();
        let their_moves = theirs.legal_moves();
        points += prospects(board, moves) - prospects(&theirs, their_moves);
        match (moves.is_empty(), their_moves.is_empty()) {
            (false, false) => points,
            (false, true) => points + NO_MOVE,
            (true, false) => points - NO_MOVE,
            (true, true) => points + WIN * board.result().signum(),
        }
    }
}

impl<S: Size> Evaluator<S> for Squares {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        from_points(Self::points(board, moves), POINTS_PER_DISC)
    }
}
