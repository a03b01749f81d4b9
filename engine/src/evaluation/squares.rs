//! Square weights, mobility and the number of discs that could be flipped.

use core::marker::PhantomData;

use super::{Evaluator, from_points};
use crate::rules::Board;
use crate::types::{Bitboard, Score, Size};

/// Weights of a quadrant of the board, from the corner inwards; the other quadrants mirror them.
const QUADRANT: [[i16; 4]; 4] = [[66, -6, 7, 4], [-6, -30, 3, 1], [7, 3, 6, 2], [4, 1, 2, 1]];
/// Bonus for a won game.
const WIN: i32 = 800;
/// Bonus if the opponent has no move.
const NO_MOVE: i32 = 100;
/// Points for each legal move, and for each disc that a move could flip.
const MOBILITY: i32 = 2;
const FLIPPABLE: i32 = 2;
/// Points per disc, by regression on exactly solved tournament positions.
const POINTS_PER_DISC: i32 = 5;

/// Square weights + mobility + discs that could be turned.
///
/// The square weights and points are those of a course's program, which counts moves and flippable
/// discs for one side only. Here each side gets its square weights, 2 points for every legal move, 2
/// for every disc that a move could flip (twice if two moves could), and 100 if the opponent has no
/// move. The value is the mover's points less the opponent's. A finished game gives the winner
/// another 800. That matters only without a search, since a search scores finished games by their
/// result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Squares;

impl Squares {
    /// The value in the evaluator's own points.
    #[inline]
    #[must_use]
    pub fn points<S: Size>(board: &Board<S>, moves: Bitboard) -> i32 {
        let (mover, opponent, empty) = (board.mover().0, board.opponent().0, board.empty().0);
        let their_moves = board.pass().legal_moves();
        let mobility = moves.len() as i32 - their_moves.len() as i32;
        let flippable = flippable(mover, opponent, empty) - flippable(opponent, mover, empty);
        let points = Rows::<S>::weigh(mover) - Rows::<S>::weigh(opponent)
            + MOBILITY * mobility
            + FLIPPABLE * flippable;
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

/// Tables of the weights of whole rows, indexed by their eight squares.
struct Rows<S>(PhantomData<S>);

impl<S: Size> Rows<S> {
    const WEIGHTS: [[i16; 256]; 4] = {
        let mut weights = [[0; 256]; 4];
        let mut row = 0;
        while row < S::HEIGHT.div_ceil(2) {
            let mut squares = 0;
            while squares < 256 {
                let mut column = 0;
                while column < S::WIDTH {
                    if squares >> column & 1 != 0 {
                        let mirrored = S::WIDTH - 1 - column;
                        let nearer = if column < mirrored { column } else { mirrored };
                        weights[row][squares] += QUADRANT[row][nearer];
                    }
                    column += 1;
                }
                squares += 1;
            }
            row += 1;
        }
        weights
    };

    /// The sum of the weights of a set of discs.
    #[inline]
    fn weigh(discs: u64) -> i32 {
        let rows = discs.to_le_bytes();
        let mut sum = 0;
        for row in 0..S::HEIGHT / 2 {
            let (near, far) = (usize::from(rows[row]), usize::from(rows[S::HEIGHT - 1 - row]));
            sum += i32::from(Self::WEIGHTS[row][near]) + i32::from(Self::WEIGHTS[row][far]);
        }
        if S::HEIGHT % 2 == 1 {
            // The middle row has no mirror image.
            let row = S::HEIGHT / 2;
            sum += i32::from(Self::WEIGHTS[row][usize::from(rows[row])]);
        }
        sum
    }
}

/// The number of discs of `opponent` that the moves of `mover` flip, summed over the moves.
///
/// No move is made: a run of discs between a disc of the mover and an empty square is flipped by
/// exactly one move in exactly one direction. So the sum is the number of discs in such runs, added
/// up over the eight directions.
#[inline]
fn flippable(mover: u64, opponent: u64, empty: u64) -> i32 {
    const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;
    let inner = opponent & INNER;
    between(mover, inner, empty, 1)
        + between(mover, opponent, empty, 8)
        + between(mover, inner, empty, 7)
        + between(mover, inner, empty, 9)
}

#[inline]
fn between(mover: u64, over: u64, empty: u64, step: u32) -> i32 {
    let (pairs_up, pairs_down) = (over & (over << step), over & (over >> step));
    let up = |from: u64| {
        let mut run = over & (from << step);
        run |= over & (run << step);
        run |= pairs_up & (run << (2 * step));
        run | pairs_up & (run << (2 * step))
    };
    let down = |from: u64| {
        let mut run = over & (from >> step);
        run |= over & (run >> step);
        run |= pairs_down & (run >> (2 * step));
        run | pairs_down & (run >> (2 * step))
    };
    (up(mover) & down(empty)).count_ones() as i32 + (down(mover) & up(empty)).count_ones() as i32
}
