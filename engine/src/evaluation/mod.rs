//! Evaluators: the score of a position without a search.
//!
//! [`Patterns`] is trained. The others are hand-written: each counts in points and defines how many
//! points make a disc, so that the scores of all evaluators and of finished games are comparable.
//! [`Squares`] and [`Stability`] take their square values from two students' programs and weigh
//! moves and stable discs for both sides, so that they suit a search of any depth. The programs
//! themselves are the players `agent` and `e03` of `host-sim`.

mod discs;
pub mod pattern;
mod probcut;
mod squares;
mod stability;

pub use discs::Discs;
pub use pattern::Patterns;
pub(crate) use probcut::Fit;
pub use probcut::Probcut;
pub use squares::Squares;
pub use stability::Stability;

use crate::rules::Board;
use crate::types::{Bitboard, Eight, Score, Size, Square};

/// What an evaluator keeps of a position to score its children: see [`Evaluator::parent`].
#[derive(Clone, Debug)]
pub struct Parent {
    /// Of the position itself.
    own: pattern::Entries,
    /// Of the position after a pass, from which those of its children follow.
    passed: pattern::Entries,
}

/// Scores a position for the mover.
pub trait Evaluator<S: Size = Eight> {
    /// The score of a position. `moves` are the mover's legal moves, which the caller already has.
    ///
    /// The search evaluates only positions in which the mover has a move.
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score;

    /// What helps to score the children of a position faster, if the evaluator has such a way.
    fn parent(&self, _board: &Board<S>) -> Option<Parent> {
        None
    }

    /// [`Self::evaluate`] for the position itself, given what [`Self::parent`] returned for it.
    fn evaluate_parent(&self, _parent: &Parent, board: &Board<S>, moves: Bitboard) -> Score {
        self.evaluate(board, moves)
    }

    /// [`Self::evaluate`] for the board that a move on `square` led to, which flipped these discs,
    /// given what [`Self::parent`] returned for the board before: the same score.
    fn evaluate_child(
        &self,
        _parent: &Parent,
        _square: Square,
        _flips: Bitboard,
        board: &Board<S>,
        moves: Bitboard,
    ) -> Score {
        self.evaluate(board, moves)
    }

    /// The ProbCut parameters that were fitted to this evaluator. A search with an evaluator that
    /// has none uses no ProbCut.
    fn probcut(&self) -> Option<&'static Probcut> {
        None
    }
}

/// The strongest evaluator: the built-in [`Patterns`] on the 8x8 board, [`Stability`] on a smaller
/// one. The levels, the bench and the board use it. The features `weights-512k` and `weights-256k`
/// choose a smaller form of the patterns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standard;

#[cfg(feature = "weights-256k")]
use pattern::Flash256K as Chosen;
#[cfg(all(feature = "weights-512k", not(feature = "weights-256k")))]
use pattern::Flash512K as Chosen;
#[cfg(not(any(feature = "weights-512k", feature = "weights-256k")))]
use pattern::Full as Chosen;

const STANDARD: Patterns<'static, Chosen> = Patterns::built_in();

impl<S: Size> Evaluator<S> for Standard {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        STANDARD.evaluate(board, moves)
    }

    fn probcut(&self) -> Option<&'static Probcut> {
        Evaluator::<S>::probcut(&STANDARD)
    }
}

impl<S: Size, E: Evaluator<S> + ?Sized> Evaluator<S> for &E {
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        (**self).evaluate(board, moves)
    }

    fn parent(&self, board: &Board<S>) -> Option<Parent> {
        (**self).parent(board)
    }

    fn evaluate_parent(&self, parent: &Parent, board: &Board<S>, moves: Bitboard) -> Score {
        (**self).evaluate_parent(parent, board, moves)
    }

    fn evaluate_child(
        &self,
        parent: &Parent,
        square: Square,
        flips: Bitboard,
        board: &Board<S>,
        moves: Bitboard,
    ) -> Score {
        (**self).evaluate_child(parent, square, flips, board, moves)
    }

    fn probcut(&self) -> Option<&'static Probcut> {
        (**self).probcut()
    }
}

/// A score from an author's points.
const fn from_points(points: i32, points_per_disc: i32) -> Score {
    Score::from_units(points * Score::UNIT / points_per_disc)
}

/// The number of squares of a set that the mover holds, less those of the opponent.
const fn lead<S: Size>(board: &Board<S>, set: u64) -> i32 {
    (board.mover().0 & set).count_ones() as i32 - (board.opponent().0 & set).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::types::{Rectangle, Six, SplitMix64, Square};

    /// The definition in the documentation, square by square and move by move.
    fn squares_slowly<S: Size>(board: &Board<S>) -> i32 {
        const QUADRANT: [[i32; 4]; 4] =
            [[66, -6, 7, 4], [-6, -30, 3, 1], [7, 3, 6, 2], [4, 1, 2, 1]];
        let side = |board: &Board<S>| {
            let weight = |square: Square| {
                let (column, row) = (square.column(), square.row());
                QUADRANT[row.min(S::HEIGHT - 1 - row)][column.min(S::WIDTH - 1 - column)]
            };
            let weights: i32 = board.mover().into_iter().map(weight).sum();
            let moves = board.legal_moves();
            let flipped: u32 = moves.into_iter().map(|square| board.flips(square).len()).sum();
            let bonus = if board.pass().legal_moves().is_empty() { 100 } else { 0 };
            weights + 2 * moves.len() as i32 + 2 * flipped as i32 + bonus
        };
        let win = if board.is_over() { 800 * board.result().signum() } else { 0 };
        side(board) - side(&board.pass()) + win
    }

    /// The definition of [`stable_discs`](crate::rules::stable_discs), applied disc by disc until
    /// nothing changes.
    fn stable_slowly<S: Size>(board: &Board<S>) -> u64 {
        let (width, height) = (S::WIDTH as i32, S::HEIGHT as i32);
        let at = |column: i32, row: i32| {
            let inside = (0..width).contains(&column) && (0..height).contains(&row);
            if !inside {
                return None;
            }
            Square::new(column as usize, row as usize)
        };
        let mut stable = 0_u64;
        loop {
            let mut next = stable;
            for square in board.occupied() {
                let own = if board.mover().has(square) { board.mover() } else { board.opponent() };
                let safe = |dx: i32, dy: i32| {
                    let (x, y) = (square.column() as i32, square.row() as i32);
                    let neighbours = [at(x + dx, y + dy), at(x - dx, y - dy)];
                    let anchored = |n: &Option<Square>| {
                        n.is_none_or(|n| own.has(n) && stable >> n.index() & 1 != 0)
                    };
                    let full = (-8..=8)
                        .filter_map(|i| at(x + i * dx, y + i * dy))
                        .all(|s| board.occupied().has(s));
                    full || neighbours.iter().any(anchored)
                };
                if safe(1, 0) && safe(0, 1) && safe(1, 1) && safe(1, -1) {
                    next |= square.bit().0;
                }
            }
            if next == stable {
                return stable;
            }
            stable = next;
        }
    }

    fn stability_slowly<S: Size>(board: &Board<S>) -> i32 {
        let stable = crate::rules::stable_discs(board);
        let side = |board: &Board<S>| {
            let (right, last) = (S::WIDTH - 1, S::HEIGHT - 1);
            let mut points = 16 * (board.mover() & stable).len() as i32;
            for (x, y) in [(0, 0), (right, 0), (0, last), (right, last)] {
                let inward = |at: usize| if at == 0 { 1 } else { at - 1 };
                let corner = Square::new(x, y).unwrap();
                let beside = Square::new(inward(x), inward(y)).unwrap();
                points += if board.mover().has(corner) { 64 } else { 0 };
                let exposed = board.empty().has(corner) && board.mover().has(beside);
                points -= if exposed { 32 } else { 0 };
            }
            points + 8 * board.legal_moves().len() as i32
        };
        side(board) - side(&board.pass())
    }

    fn check<S: Size>() {
        let mut random = SplitMix64::new(9);
        let mut stable_seen = 0;
        for _ in 0..300 {
            let mut position = Position::<S>::start();
            loop {
                let board = position.board();
                let moves = board.legal_moves();
                assert_eq!(Squares::points(&board, moves), squares_slowly(&board), "{position}");
                assert_eq!(
                    Stability::points(&board, moves),
                    stability_slowly(&board),
                    "{position}"
                );
                let (fast, slow) = (crate::rules::stable_discs(&board).0, stable_slowly(&board));
                if board.occupied().0 & S::CORNERS == 0 {
                    assert_eq!(fast, 0, "{position}");
                } else {
                    assert_eq!(fast, slow, "{position}");
                }
                stable_seen += fast.count_ones();
                let Some(mv) = position.random_move(&mut random) else { break };
                position = position.play(mv).unwrap();
            }
        }
        assert!(stable_seen > 1000);
    }

    #[test]
    fn the_evaluators_agree_with_their_documentation() {
        check::<Eight>();
        check::<Six>();
        check::<Rectangle<5, 5>>();
        check::<Rectangle<4, 6>>();
        check::<Rectangle<7, 4>>();
    }
}
