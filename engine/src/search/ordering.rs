//! Move ordering: square classes, the history heuristic, mobility, and the move picker.

use heapless::Vec;

use crate::types::{Bitboard, Color, Size, Square};

/// How moves are ordered, from the simplest to the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Ordering {
    /// By square class alone: corners first, squares next to corners last.
    Static,
    /// By the history heuristic, whose table starts from the classes.
    History,
    /// The transposition table's move first, then by history, mobility and, far from the leaves, a
    /// shallow search.
    #[default]
    Full,
}

/// Classes of a quadrant of the board, 0 tried first; the centre (9) is never empty.
const QUADRANT: [[u8; 4]; 4] = [[0, 7, 1, 3], [7, 8, 4, 5], [1, 4, 2, 6], [3, 5, 6, 9]];

/// The class of each square of a board size.
const fn classes<S: Size>() -> [u8; 64] {
    let mut classes = [9; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        if column < S::WIDTH && row < S::HEIGHT {
            let (row, column) =
                (border_distance(row, S::HEIGHT), border_distance(column, S::WIDTH));
            classes[square] = QUADRANT[row][column];
        }
        square += 1;
    }
    classes
}

/// The distance of a row or column from the nearer border, given the number of them.
const fn border_distance(line: usize, lines: usize) -> usize {
    let mirrored = lines - 1 - line;
    if line < mirrored { line } else { mirrored }
}

struct Classes<S>(core::marker::PhantomData<S>);

impl<S: Size> Classes<S> {
    const OF: [u8; 64] = classes::<S>();
}

/// The class of a square: 0 for corners, 8 for the squares diagonally next to them.
#[must_use]
pub fn class<S: Size>(square: Square) -> u8 {
    Classes::<S>::OF[square.index()]
}

/// The history table: how often a move raised alpha or cut off, for each player and square,
/// weighted by the square of the depth.
#[derive(Clone, Debug)]
pub struct History {
    values: [[u32; 64]; 2],
    start: [u32; 64],
}

/// Values stay below this, and so below [`MovePicker::FIRST`].
const LIMIT: u32 = 1 << 23;

impl History {
    /// A table in which a square of class k starts at 2^(N-k), where N is `max_num`.
    #[must_use]
    pub fn new<S: Size>(max_num: u8) -> Self {
        let n = u32::from(max_num.min(22));
        let start = Classes::<S>::OF.map(|class| (1_u32 << n) >> class);
        Self { values: [start; 2], start }
    }

    /// The value of a move.
    #[inline]
    #[must_use]
    pub fn value(&self, side: Color, square: Square) -> u32 {
        self.values[side as usize][square.index()]
    }

    /// Rewards a move that raised alpha or cut off at this depth.
    #[inline]
    pub fn reward(&mut self, side: Color, square: Square, depth: u8) {
        let value = &mut self.values[side as usize][square.index()];
        *value += u32::from(depth) * u32::from(depth);
        if *value >= LIMIT {
            self.decay();
        }
    }

    /// Halves the distance of every value to its start value: called before each move of a game.
    pub fn decay(&mut self) {
        for values in &mut self.values {
            for (value, start) in values.iter_mut().zip(self.start) {
                *value = start + value.saturating_sub(start) / 2;
            }
        }
    }
}

/// The number of moves, corners counted twice.
#[inline]
pub(super) fn weighted_mobility<S: Size>(moves: Bitboard) -> u32 {
    // Four single bits are quicker than a second count on processors without a population count.
    let (right, last) = (S::WIDTH - 1, (S::HEIGHT - 1) * 8);
    let corners = [0, right, last, last + right].map(|corner| (moves.0 >> corner) as u32 & 1);
    moves.len() + corners[0] + corners[1] + corners[2] + corners[3]
}

/// Moves with their ordering scores, taken best first, equal ones in the order of their squares.
#[derive(Debug, Default)]
pub(super) struct MovePicker(Vec<i32, 64>);

impl MovePicker {
    /// The score of a move that is tried before all others.
    pub(super) const FIRST: i32 = 1 << 24;
    /// Above the score of every move that is deferred until all others are done.
    pub(super) const LAST: i32 = 64 - Self::FIRST;

    /// Adds a move with its score, within plus or minus [`Self::FIRST`].
    #[inline]
    pub(super) fn add(&mut self, square: Square, score: i32) {
        debug_assert!(score.abs() <= Self::FIRST);
        // A board has 64 squares, so there is always room.
        let _ = self.0.push(score << 6 | (63 - square.index() as i32));
    }

    /// Makes a move that was added the first.
    #[inline]
    pub(super) fn promote(&mut self, square: Square) {
        let at = 63 - square.index() as i32;
        if let Some(key) = self.0.iter_mut().find(|key| **key & 63 == at) {
            *key = Self::FIRST << 6 | at;
        }
    }

    /// Takes out the best move. Most nodes try one or two, so nothing is sorted.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Square> {
        let mut best = *self.0.first()?;
        let mut at = 0;
        for (i, &key) in self.0.iter().enumerate() {
            if key > best {
                (best, at) = (key, i);
            }
        }
        // The last move takes its place.
        let last = self.0.pop()?;
        if let Some(place) = self.0.get_mut(at) {
            *place = last;
        }
        Some(Square::masked(63 - (best & 63) as u32))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::String;

    use super::*;
    use crate::types::{Eight, Rectangle, Six};

    fn picture<S: Size>() -> String {
        let mut text = String::new();
        for row in 0..S::HEIGHT {
            for column in 0..S::WIDTH {
                text.push((b'0' + class::<S>(Square::new(column, row).unwrap())) as char);
            }
            text.push('\n');
        }
        text
    }

    #[test]
    fn the_classes_mirror_the_quarter() {
        let eight =
            "07133170\n78455487\n14266241\n35699653\n35699653\n14266241\n78455487\n07133170\n";
        assert_eq!(picture::<Eight>(), eight);
        assert_eq!(picture::<Six>(), "071170\n784487\n142241\n142241\n784487\n071170\n");
        assert_eq!(picture::<Rectangle<5, 4>>(), "07170\n78487\n78487\n07170\n");
    }

    #[test]
    fn history_starts_by_class_learns_and_decays() {
        let (corner, edge) = (Square::new(0, 0).unwrap(), Square::new(3, 0).unwrap());
        let mut history = History::new::<Eight>(10);
        assert_eq!(history.value(Color::Black, corner), 1024);
        assert_eq!(history.value(Color::Black, edge), 128);
        history.reward(Color::Black, edge, 6);
        assert_eq!(history.value(Color::Black, edge), 164);
        assert_eq!(history.value(Color::White, edge), 128);
        history.decay();
        assert_eq!(history.value(Color::Black, edge), 146);
        for _ in 0..1_000_000 {
            history.reward(Color::White, corner, 60);
        }
        assert!(history.value(Color::White, corner) < LIMIT);
    }

    #[test]
    fn every_move_is_picked_best_first() {
        let mut picker = MovePicker::default();
        for square in Bitboard(!0) {
            picker.add(square, (square.index() as i32 * 37) % 64 - 32);
        }
        let mut last = i32::MAX;
        for _ in 0..64 {
            let square = picker.next().unwrap();
            let score = (square.index() as i32 * 37) % 64 - 32;
            assert!(score <= last);
            last = score;
        }
        assert_eq!(picker.next(), None);
    }

    #[test]
    fn a_move_that_goes_first_goes_first() {
        let mut picker = MovePicker::default();
        for square in Bitboard(!0) {
            let is_first = square.index() == 40;
            picker.add(square, if is_first { MovePicker::FIRST } else { LIMIT as i32 });
        }
        assert_eq!(picker.next(), Square::from_index(40));
        picker.promote(Square::masked(17));
        // One that was taken out already stays out.
        picker.promote(Square::masked(40));
        assert_eq!(picker.next(), Square::from_index(17));
        let mut left = 0;
        while picker.next().is_some() {
            left += 1;
        }
        assert_eq!(left, 62);
    }
}
