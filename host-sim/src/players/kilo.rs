//! `kilo`: KILO's program, from the code in its report.
//!
//! With fewer than 13 discs it plays a random square of the middle 4x4. Up to 10 empty squares it
//! plays to the end. In between it looks 4 plies ahead, 5 from 34 empty squares on, 6 from 14 and 7
//! from 12, and adds up what each ply on the way is worth (see [`step`]). What the code does is kept
//! also where it looks unintended: the sums of a line are compared with bounds of another one, a
//! wipe-out by the opponent counts for KILO, and at the end of the game the discs before the last
//! move decide.
//!
//! The report prints all but the square values before a corner falls and the board class. Chosen
//! here: [`VALUES`]; a `+` square, which costs 3, is a legal square of the side to move; the first
//! legal square where the code finds none. The time limits (80 s a move, the first legal square
//! after 150 s) never come into play here.

use anyhow::Result;
use wedge_engine::{Bitboard, Board, Size, SplitMix64, Square};

use super::features::centre;
use super::look_ahead::{Plan, Planner};
use super::walk::{played, walk};
use super::{Kind, PlayerOption};
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new(
    "kilo",
    "random inner squares, then squares, wedges, freedom, stable discs; exact at 10",
    &[PlayerOption::SEED],
);

/// With fewer discs than this it plays at random.
const OPENING: u32 = 13;
/// Plies to look ahead, and empty squares from which on it plays to the end.
const NORMAL: u8 = 4;
const FINAL: u32 = 10;
/// Up to so many discs it looks out for a wipe-out.
const KNOCK_OUT: u32 = 30;
const INFINITE: i32 = 100_000;
const STABLE: i32 = 63;
const WEDGES: [i32; 4] = [1, 2, 5, 9];
const FREEDOM: i32 = -3;
/// A disc more at the end of the game.
const DISC: i32 = 50;
/// The squares next to a corner that KILO holds, and next to one that the opponent holds: on the
/// edge, and diagonally.
const OWN_CORNER: [i32; 2] = [111, 7];
const LOST_CORNER: [i32; 2] = [29, -37];

/// A quarter of the board from the corner inwards.
const VALUES: [[i32; 4]; 4] = [[200, -40, 40, 30], [-40, -80, 2, 2], [40, 2, 5, 3], [30, 2, 3, 3]];

/// The order in which its own moves are tried, by distance from the nearest two edges.
const ORDER: [(usize, usize); 5] = [(0, 0), (0, 2), (1, 1), (0, 3), (0, 1)];

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    let mut random = SplitMix64::new(spec.number("seed"));
    Ok(Box::new(Planner(move |board: &Board<S>| Plan::Play(choose(board, &mut random)))))
}

fn choose<S: Size>(board: &Board<S>, random: &mut SplitMix64) -> Option<Square> {
    if board.occupied().len() < OPENING {
        let inner: Vec<Square> =
            walk(board).iter().filter(|&square| centre::<S>().has(square)).collect();
        if !inner.is_empty() {
            return inner.get(random.below(inner.len() as u32) as usize).copied();
        }
    }
    let node = Node { board: *board, mine: true, values: Values::of(board), passed: false };
    let found = if board.empties() <= FINAL {
        node.play_out(board.empties() as u8, -INFINITE, INFINITE)
    } else {
        node.ahead(plies(board), -INFINITE, INFINITE)
    };
    found.1.or_else(|| walk(board).first())
}

fn plies<S: Size>(board: &Board<S>) -> u8 {
    NORMAL
        + match board.empties() - FINAL {
            ..=2 if board.empties() > FINAL => 3,
            3..=4 => 2,
            5..=24 => 1,
            _ => 0,
        }
}

/// The values of the squares; they change around a corner when it falls.
#[derive(Clone, Copy)]
struct Values([i32; 64]);

impl Values {
    /// The values for the mover of a position, from the corners that are taken.
    fn of<S: Size>(board: &Board<S>) -> Self {
        let near = |line: usize| line.min(S::SIDE - 1 - line);
        let mut values = Self([0; 64]);
        for square in Bitboard(S::MASK) {
            values.0[square.index()] = VALUES[near(square.row())][near(square.column())];
        }
        for corner in Bitboard(S::CORNERS) & board.occupied() {
            values.reset::<S>(corner, board.mover().has(corner));
        }
        values
    }

    fn reset<S: Size>(&mut self, corner: Square, mine: bool) {
        let [beside, across] = if mine { OWN_CORNER } else { LOST_CORNER };
        let inwards = |line: usize| if line == 0 { 1 } else { S::SIDE - 2 };
        let (row, column) = (corner.row(), corner.column());
        for (row, column, value) in [
            (inwards(row), column, beside),
            (row, inwards(column), beside),
            (inwards(row), inwards(column), across),
        ] {
            if let Some(square) = Square::new(column, row) {
                self.0[square.index()] = value;
            }
        }
    }
}

/// What a line is worth to KILO, and the square that begins it.
type Found = (i32, Option<Square>);

/// A position of the search.
#[derive(Clone, Copy)]
struct Node<S: Size> {
    board: Board<S>,
    /// Whether KILO is to move.
    mine: bool,
    values: Values,
    /// Whether the move before was a pass.
    passed: bool,
}

impl<S: Size> Node<S> {
    /// KILO's discs, and the opponent's.
    fn discs(&self) -> [Bitboard; 2] {
        let (mover, other) = (self.board.mover(), self.board.opponent());
        if self.mine { [mover, other] } else { [other, mover] }
    }

    fn after(&self, square: Square, values: Values) -> Self {
        let board = played(&self.board, square);
        Self { board, mine: !self.mine, values, passed: false }
    }

    fn after_pass(&self) -> Self {
        Self { board: self.board.pass(), mine: !self.mine, passed: true, ..*self }
    }

    /// The legal squares; KILO's own are sorted by exchanging.
    fn moves(&self) -> Vec<Square> {
        let mut moves: Vec<Square> = walk(&self.board).iter().collect();
        if self.mine {
            let near = |line: usize| line.min(S::SIDE - 1 - line);
            let mut sorted = 0;
            for class in ORDER {
                let first = sorted;
                for at in first..moves.len() {
                    let (row, column) = (near(moves[at].row()), near(moves[at].column()));
                    if (row.min(column), row.max(column)) == class {
                        moves.swap(sorted, at);
                        sorted += 1;
                    }
                }
            }
        }
        moves
    }

    /// What a finished game, or one that is a square from its end, is worth.
    fn result(&self) -> i32 {
        let [own, other] = self.discs().map(|discs| discs.len() as i32);
        (own - other).signum() * INFINITE + (own - other) * DISC
    }

    /// Looks some plies ahead.
    fn ahead(&self, depth: u8, mut alpha: i32, mut beta: i32) -> Found {
        let mut moves = self.moves();
        if moves.is_empty() {
            return match self.passed {
                true => (self.after_pass().result(), None),
                false => self.after_pass().ahead(depth, alpha, beta),
            };
        }
        if self.mine && depth == NORMAL && self.board.occupied().len() <= KNOCK_OUT {
            let wipes_out =
                |board: &Board<S>, square: Square| board.flips(square) == board.opponent();
            if let Some(&square) = moves.iter().find(|&&square| wipes_out(&self.board, square)) {
                return (INFINITE, Some(square));
            }
            let is_safe = |square: &Square| {
                let after = self.after(*square, self.values).board;
                !after.legal_moves().into_iter().any(|reply| wipes_out(&after, reply))
            };
            let safe: Vec<Square> = moves.iter().copied().filter(is_safe).collect();
            if !safe.is_empty() {
                moves = safe;
            }
        }
        let mut best = self.nothing_yet(INFINITE + 1);
        for square in moves {
            let mut values = self.values;
            let mut value = step(self, square, &mut values);
            if depth > 1 {
                value += self.after(square, values).ahead(depth - 1, alpha, beta).0;
            }
            self.improve(&mut best, value, square);
            if depth > 1 && self.is_cut(&best, &mut alpha, &mut beta) {
                break;
            }
        }
        best
    }

    /// Plays to the end of the game; what the last ply is worth decides between equal results.
    fn play_out(&self, depth: u8, mut alpha: i32, mut beta: i32) -> Found {
        let moves = self.moves();
        let Some(&first) = moves.first() else {
            return match self.passed {
                true => (self.after_pass().result(), None),
                false => self.after_pass().play_out(depth, alpha, beta),
            };
        };
        if depth == 1 {
            let mut values = self.values;
            return (self.result() + step(self, first, &mut values), Some(first));
        }
        let mut best = self.nothing_yet(2 * INFINITE);
        for square in moves {
            let value = self.after(square, self.values).play_out(depth - 1, alpha, beta).0;
            self.improve(&mut best, value, square);
            if self.is_cut(&best, &mut alpha, &mut beta) {
                break;
            }
        }
        best
    }

    const fn nothing_yet(&self, bound: i32) -> Found {
        (if self.mine { -bound } else { bound }, None)
    }

    const fn improve(&self, best: &mut Found, value: i32, square: Square) {
        if (self.mine && value > best.0) || (!self.mine && value < best.0) {
            *best = (value, Some(square));
        }
    }

    fn is_cut(&self, best: &Found, alpha: &mut i32, beta: &mut i32) -> bool {
        if self.mine {
            *alpha = (*alpha).max(best.0);
        } else {
            *beta = (*beta).min(best.0);
        }
        alpha >= beta
    }
}

/// What one ply is worth to KILO: the value of its square and twice those of the discs it turns, -3
/// for each square that the other side can then play, the wedge it makes, 63 for each disc turned
/// next to a run from KILO's corner along an outer column, and a wipe-out. The opponent's plies
/// count negative.
fn step<S: Size>(node: &Node<S>, square: Square, values: &mut Values) -> i32 {
    let turned = node.board.flips(square);
    let after = node.after(square, *values);
    let [own, other] = after.discs();
    let mut worth = match (own.is_empty(), other.is_empty()) {
        (true, _) => -INFINITE,
        (_, true) => INFINITE,
        _ => 0,
    };
    if Bitboard(S::CORNERS).has(square) {
        values.reset::<S>(square, node.mine);
    }
    worth += values.0[square.index()];
    worth += turned.into_iter().map(|disc| 2 * values.0[disc.index()]).sum::<i32>();
    worth += FREEDOM * after.board.legal_moves().len() as i32;
    worth += wedge::<S>(own, other, square);
    worth += STABLE * stable_gain::<S>(node.discs()[0], turned);
    if node.mine { worth } else { -worth }
}

/// How safe a square is: the axes on which its line of KILO's discs ends at the edge, or between
/// two discs of the opponent.
fn wedge<S: Size>(own: Bitboard, other: Bitboard, square: Square) -> i32 {
    let mut safe = 0;
    for (down, right) in [(1, 0), (1, 1), (0, 1), (1, -1)] {
        let front = end_of_line::<S>(own, other, square, down, right);
        if front == End::Edge {
            safe += 1;
            continue;
        }
        let back = end_of_line::<S>(own, other, square, -down, -right);
        // An edge behind counts once by itself and once more with an opponent in front.
        safe += usize::from(back == End::Edge);
        safe += usize::from(front == End::Opponent && back != End::Empty);
    }
    WEDGES.iter().take(safe).sum()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Edge,
    Opponent,
    Empty,
}

/// What comes after the line of KILO's discs that begins beside a square.
fn end_of_line<S: Size>(
    own: Bitboard,
    other: Bitboard,
    square: Square,
    down: isize,
    right: isize,
) -> End {
    let (mut row, mut column) = (square.row(), square.column());
    loop {
        let next = row.checked_add_signed(down).zip(column.checked_add_signed(right));
        let next = next.filter(|&(row, column)| row < S::SIDE && column < S::SIDE);
        let Some(at) = next.and_then(|(row, column)| Square::new(column, row)) else {
            return End::Edge;
        };
        if !own.has(at) {
            return if other.has(at) { End::Opponent } else { End::Empty };
        }
        (row, column) = (at.row(), at.column());
    }
}

/// How many of the discs that are turned continue a run of KILO's from a corner of its own along
/// the first or the last column.
fn stable_gain<S: Size>(own: Bitboard, turned: Bitboard) -> i32 {
    let mut gained = Bitboard::EMPTY;
    for corner in Bitboard(S::CORNERS) & own {
        let column = (0..S::SIDE).filter_map(|row| {
            let row = if corner.row() == 0 { row } else { S::SIDE - 1 - row };
            Square::new(corner.column(), row)
        });
        for square in column {
            if turned.has(square) {
                gained |= square.bit();
            } else if !own.has(square) {
                break;
            }
        }
    }
    gained.len() as i32
}

#[cfg(test)]
mod tests;
