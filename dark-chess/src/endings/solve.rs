//! Making the tables, from two pieces up, by retrograde analysis.

use core::fmt;

use heapless::Vec;

use super::class::{self, MAX_PIECES, Man, Men, classify};
use super::tables::{Endings, Layout, class_len, index, position_at, table_len};
use crate::rules::Rules;
use crate::types::{Color, Kind, Piece, Square, Squares};

/// The longest distance that a table holds, in plies.
pub const MAX_DISTANCE: u8 = 126;

/// The memory has not the size that the tables need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// The bytes needed.
    pub needed: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} bytes of memory for the tables", self.needed)
    }
}

impl core::error::Error for SizeError {}

/// Makes the tables of all endings with up to this many pieces, two to five, in memory of
/// [`table_len`] bytes. Calls a function with the number of finished classes.
///
/// A win counts if every capture of it comes within the plies that these rules allow. A table holds
/// distances up to [`MAX_DISTANCE`]: with more quiet plies allowed, a longer win counts as a draw.
///
/// # Errors
/// If the memory has another size.
pub fn solve(
    pieces: usize,
    rules: Rules,
    bytes: &mut [u8],
    mut progress: impl FnMut(usize),
) -> Result<(), SizeError> {
    let needed = table_len(pieces);
    if bytes.len() != needed {
        return Err(SizeError { needed });
    }
    bytes.fill(0);
    let layout = Layout::new(pieces);
    let (mut done, mut start) = (0, 0);
    for n in 2..=pieces.min(MAX_PIECES) {
        for (_, material) in &class::classes(n) {
            let (below, table) = bytes.split_at_mut(start);
            let table = table.get_mut(..class_len(n)).unwrap_or_default();
            let removed = lines_after_capture(material, &layout);
            Solver { material, removed, lower: below, table }.solve(rules.quiet_limit);
            start += class_len(n);
            done += 1;
            progress(done);
        }
    }
    Ok(())
}

/// Makes the table of one class from those of fewer pieces, in memory of [`class_len`] bytes. The
/// material is that of [`classes`](super::classes).
///
/// A class needs no other of as many pieces, so the largest tables can be made one at a time.
///
/// # Errors
/// If the memory has another size.
pub fn solve_class(
    material: &[Piece],
    fewer: &Endings<'_>,
    rules: Rules,
    bytes: &mut [u8],
) -> Result<(), SizeError> {
    let needed = class_len(material.len());
    if bytes.len() != needed {
        return Err(SizeError { needed });
    }
    let removed = lines_after_capture(material, fewer.layout());
    let lower = fewer.bytes();
    bytes.fill(0);
    Solver { material, removed, lower, table: bytes }.solve(rules.quiet_limit);
    Ok(())
}

/// What remains when a piece is taken: the place of its table, the order of the rest in it, and
/// whether the first army stays the first. `None` if the army has no piece left.
type Removed = Option<(usize, Vec<usize, MAX_PIECES>, bool)>;

fn lines_after_capture(material: &[Piece], layout: &Layout) -> Vec<Removed, MAX_PIECES> {
    let man = |at: usize, piece: &Piece| Man {
        first: piece.color() == Color::Red,
        kind: piece.kind(),
        // Not its square: its place in this material, to find the order again.
        square: Square::wrapping(at as u32),
    };
    (0..material.len())
        .map(|taken| {
            let rest: Men = material
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != taken)
                .map(|(at, piece)| man(at, piece))
                .collect();
            let (class, order) = classify(&rest)?;
            let place = layout.start(class)?;
            let lead = order.first()?.square.index();
            let kept = material.get(lead).is_some_and(|piece| piece.color() == Color::Red);
            Some((place, order.iter().map(|man| man.square.index()).collect(), kept))
        })
        .collect()
}

struct Solver<'s> {
    material: &'s [Piece],
    removed: Vec<Removed, MAX_PIECES>,
    lower: &'s [u8],
    table: &'s mut [u8],
}

/// The best that a mover's captures lead to, for the mover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Captures {
    Lose,
    Draw,
    Win,
}

impl Solver<'_> {
    fn is_first(&self, at: usize) -> bool {
        self.material.get(at).is_some_and(|piece| piece.color() == Color::Red)
    }

    fn solve(&mut self, quiet_limit: u8) {
        // 1. What captures decide, and what has no move.
        for at in 0..self.table.len() {
            let (squares, first_moves) = position_at(at, self.material.len());
            if !is_possible(&squares) {
                continue;
            }
            let captures = self.captures(&squares, first_moves);
            let can_step = self.steps(&squares, first_moves, |_| true);
            let byte = match captures {
                Some(Captures::Win) => 1,
                Some(Captures::Lose) if !can_step => 129,
                None if !can_step => 128,
                _ => 0,
            };
            self.set(at, byte);
        }
        // 2. Level by level: before a loss stands a win, before the last of all wins a loss.
        let mut level = 0_u8;
        let mut idle = 0;
        while level < quiet_limit.min(MAX_DISTANCE) && idle < 2 {
            let mut found = false;
            for at in 0..self.table.len() {
                let byte = self.get(at);
                let is_win = level > 0 && byte == level;
                if byte == 128 + level || is_win {
                    found = true;
                    let (squares, first_moves) = position_at(at, self.material.len());
                    self.update_before(&squares, first_moves, is_win, level + 1);
                }
            }
            idle = if found { 0 } else { idle + 1 };
            level += 1;
        }
    }

    fn get(&self, at: usize) -> u8 {
        self.table.get(at).copied().unwrap_or(0)
    }

    fn set(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.table.get_mut(at) {
            *place = byte;
        }
    }

    /// Updates the positions from which a quiet step leads here. Such a step can be taken back by
    /// the reverse step of the side that is not to move.
    fn update_before(&mut self, squares: &[Square], first_moves: bool, is_win: bool, level: u8) {
        let mut before: Vec<Vec<Square, MAX_PIECES>, 16> = Vec::new();
        self.steps(squares, !first_moves, |squares| {
            // Four pieces of one side with four steps each at most.
            let _ = before.push(squares.clone());
            false
        });
        for squares in &before {
            let at = index(squares, !first_moves);
            if self.get(at) != 0 {
                continue;
            }
            if !is_win {
                self.set(at, level);
            } else if self.is_lost(squares, !first_moves) {
                self.set(at, 128 + level);
            }
        }
    }

    /// Whether every step and every capture lets the other side win.
    fn is_lost(&self, squares: &[Square], first_moves: bool) -> bool {
        let saves = |next: &Vec<Square, MAX_PIECES>| {
            !(1..=127).contains(&self.get(index(next, !first_moves)))
        };
        self.captures(squares, first_moves).is_none_or(|best| best == Captures::Lose)
            && !self.steps(squares, first_moves, saves)
    }

    /// Calls a function with the squares after each quiet step, until it returns true.
    fn steps(
        &self,
        squares: &[Square],
        first_moves: bool,
        mut each: impl FnMut(&Vec<Square, MAX_PIECES>) -> bool,
    ) -> bool {
        let occupied = occupied(squares);
        let Ok(mut next) = Vec::<Square, MAX_PIECES>::from_slice(squares) else { return false };
        for (at, &from) in squares.iter().enumerate() {
            if self.is_first(at) != first_moves {
                continue;
            }
            for to in from.set().neighbours().without(occupied) {
                if let Some(place) = next.get_mut(at) {
                    *place = to;
                }
                if each(&next) {
                    return true;
                }
            }
            if let Some(place) = next.get_mut(at) {
                *place = from;
            }
        }
        false
    }

    /// What the mover's captures lead to; `None` if there is none.
    fn captures(&self, squares: &[Square], first_moves: bool) -> Option<Captures> {
        let occupied = occupied(squares);
        let mut best = None;
        for (at, (piece, &from)) in self.material.iter().zip(squares).enumerate() {
            for (taken, (victim, &to)) in self.material.iter().zip(squares).enumerate() {
                let are_enemies =
                    self.is_first(at) == first_moves && self.is_first(taken) != first_moves;
                if !are_enemies || !piece.kind().takes(victim.kind()) {
                    continue;
                }
                let reaches = if piece.kind() == Kind::Cannon {
                    between(from, to).is_some_and(|between| between.and(occupied).len() == 1)
                } else {
                    from.distance(to) == 1
                };
                if reaches {
                    best = best.max(Some(self.after_capture(squares, at, taken, to, first_moves)));
                }
            }
        }
        best
    }

    /// The result of a capture for the mover.
    fn after_capture(
        &self,
        squares: &[Square],
        at: usize,
        taken: usize,
        to: Square,
        first_moves: bool,
    ) -> Captures {
        let Some(Some((place, order, kept))) = self.removed.get(taken) else {
            return Captures::Win;
        };
        let squares: Vec<Square, MAX_PIECES> = order
            .iter()
            .filter_map(|&man| if man == at { Some(to) } else { squares.get(man).copied() })
            .collect();
        // The other side moves next.
        let first_moves = first_moves != *kept;
        match self.lower.get(place + index(&squares, first_moves)).copied().unwrap_or(0) {
            0 => Captures::Draw,
            1..=127 => Captures::Lose,
            _ => Captures::Win,
        }
    }
}

fn occupied(squares: &[Square]) -> Squares {
    squares.iter().fold(Squares::EMPTY, |set, square| set.or(square.set()))
}

/// Whether no two pieces are on one square.
fn is_possible(squares: &[Square]) -> bool {
    occupied(squares).len() as usize == squares.len()
}

/// The squares between two of one line, `None` if they are not in one.
fn between(from: Square, to: Square) -> Option<Squares> {
    let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
    let step = if from.file() == to.file() {
        4
    } else if from.rank() == to.rank() {
        1
    } else {
        return None;
    };
    let squares = (low + step..high).step_by(step).filter_map(Square::from_index);
    Some(squares.fold(Squares::EMPTY, |set, square| set.or(square.set())))
}
