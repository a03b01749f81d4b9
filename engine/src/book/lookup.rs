//! The lookup of a position in a book.
//!
//! A lookup descends only into branches that can lead to the position or to one after it: no
//! ancestor of a position has a disc on a square that is empty in it. That takes the squares of the
//! moves alone, under all eight symmetries at once. Nor does it descend into branches that are not
//! deep enough. The few places whose discs stand on the right squares are then played out, and their
//! boards compared in full.

use heapless::Vec;

use super::skip::{HAS_NEXT, IS_LAST, Reach};
use super::walk::MAX_PLIES;
use super::{Book, BookMove, Opening, Value};
use crate::rules::{Board, Symmetry};
use crate::types::{Bitboard, Eight, Square};

/// Finds a position and the positions after its moves, in one pass through the book.
#[inline(never)] // Its frame is not for a caller to carry through a search.
pub(super) fn find(book: &Book<'_>, board: &Board) -> Option<Opening> {
    // Most positions of a game are beyond the depth of the book.
    let ply = (board.occupied().len() as usize).checked_sub(4)?;
    let legal = board.legal_moves();
    if ply > book.deepest() || legal.is_empty() {
        return None;
    }
    let squares = Squares::of(board, legal);
    let mut lookup = Lookup::new(board, ply);
    let entries = book.entries();
    let &[place, value] = entries.first()?;
    lookup.compare(0, 0, Fit::START, value);
    if place & HAS_NEXT == 0 {
        return None;
    }
    // The next entry, the number of moves that lead to it, and the fit of the place before it.
    let (mut at, mut here, mut before) = (1, 1, Fit::START);
    let mut reach = Reach::default();
    while let Some(&[place, value]) = entries.get(at) {
        let entry = at;
        at += 1;
        let has_next = place & HAS_NEXT != 0;
        let mut is_last = place & IS_LAST != 0;
        let mut open = usize::from(has_next);
        let fit = before.after(place, &squares);
        if fit.leads_on() {
            if here >= ply {
                lookup.compare(here, place, fit, value);
            }
            let missing = ply.saturating_sub(here);
            if !reach.is_deep(entries, entry, missing) {
                // Nor are the moves after this one.
                open += usize::from(!is_last);
                is_last = true;
            } else if has_next
                && here <= ply
                && (fit.inside() != 0 || reach.is_deep(entries, entry, missing + 1))
            {
                lookup.descend(here, place, before);
                (here, before) = (here + 1, fit);
                continue;
            }
        }
        if open > 0 {
            at = book.index.end_of_lists(entries, at, open);
        }
        // Back to the nearest place that has another move.
        while is_last {
            here -= 1;
            if here == 0 {
                return lookup.opening();
            }
            (is_last, before) = lookup.ascend(here);
        }
    }
    lookup.opening()
}

/// What has been found, and the line that leads to the current place in the book.
struct Lookup<'a> {
    board: &'a Board,
    ply: usize,
    own: Option<Value>,
    moves: Vec<BookMove, 40>,
    /// The moves of the line: the first byte of the entry, and the fit of the place before it. The
    /// first element stands for the start.
    line: [(u8, Fit); LINE],
    /// The squares and boards that have been played, as far as anything was compared.
    played: Vec<(Square, Board), LINE>,
}

/// More than the moves of a game, and a power of two.
const LINE: usize = (MAX_PLIES + 1).next_power_of_two();

impl<'a> Lookup<'a> {
    const fn new(board: &'a Board, ply: usize) -> Self {
        let line = [(0, Fit::START); LINE];
        Self { board, ply, own: None, moves: Vec::new(), line, played: Vec::new() }
    }

    #[inline]
    const fn descend(&mut self, here: usize, place: u8, before: Fit) {
        self.line[here % LINE] = (place, before);
    }

    /// Whether the line's move at this place is the last of its list, and the fit before it.
    #[inline]
    const fn ascend(&self, here: usize) -> (bool, Fit) {
        let (place, before) = self.line[here % LINE];
        (place & IS_LAST != 0, before)
    }

    /// Compares the boards of a place whose discs may stand on the right squares.
    #[inline(never)]
    fn compare(&mut self, here: usize, place: u8, fit: Fit, value: u8) {
        let value = Value::from_byte(value);
        self.line[here % LINE].0 = place;
        if here == self.ply && fit.inside() != 0 {
            let Some(found) = self.play(here) else { return };
            if symmetries(fit.inside()).any(|symmetry| symmetry.board(self.board) == found) {
                self.own = Some(value);
            }
        } else if here > self.ply && fit.one_more() != 0 {
            let Some(next) = self.play(here) else { return };
            for symmetry in symmetries(fit.one_more()) {
                let image = symmetry.board(self.board);
                if let Some(known) = move_to(&next, &image, value) {
                    let square = symmetry.inverse().square::<Eight>(known.square);
                    self.set(BookMove { square, ..known });
                }
            }
        }
    }

    /// The board at the end of the line, after a pass if need be, or `None` if a move of the line is
    /// not legal or ends the game.
    fn play(&mut self, here: usize) -> Option<Board> {
        let line = self.line.get(1..=here)?.iter();
        let squares = line.map(|&(place, _)| Square::masked(place.into()));
        // What was played for another place holds as far as the lines are the same.
        let same =
            squares.clone().zip(&self.played).take_while(|(square, known)| *square == known.0);
        self.played.truncate(same.count());
        let mut board = self.played.last().map_or(Board::default(), |(_, board)| *board);
        for square in squares.skip(self.played.len()) {
            // A player with a legal move does not pass.
            let next = board.play(square);
            board = if next.is_none() { after_pass(&board)?.play(square) } else { next }?;
            self.played.push((square, board)).ok()?;
        }
        if board.legal_moves().is_empty() { after_pass(&board) } else { Some(board) }
    }

    /// Adds a move, or replaces what is known of it.
    fn set(&mut self, known: BookMove) {
        match self.moves.iter_mut().find(|book_move| book_move.square == known.square) {
            Some(book_move) => *book_move = known,
            // No position of a game has more than 40 legal moves.
            None => _ = self.moves.push(known),
        }
    }

    fn opening(&mut self) -> Option<Opening> {
        let value = self.own?;
        self.moves.sort_unstable_by_key(|book_move| (-book_move.value.score(), book_move.square));
        (!self.moves.is_empty()).then_some(Opening { value, moves: self.moves.clone() })
    }
}

/// The board after a pass, or `None` if there is a legal move or the game is over.
fn after_pass(board: &Board) -> Option<Board> {
    let passed = board.pass();
    (board.legal_moves().is_empty() && !passed.legal_moves().is_empty()).then_some(passed)
}

/// The move from one board to the next, if there is one, with the next one's value for the mover.
fn move_to(next: &Board, board: &Board, value: Value) -> Option<BookMove> {
    let square = (next.occupied() & !board.occupied()).first()?;
    let played = board.play(square)?;
    if played == *next {
        Some(BookMove { square, value: value.reversed() })
    } else {
        // After a pass the same player is to move.
        (after_pass(&played)? == *next).then_some(BookMove { square, value })
    }
}

/// A set of symmetries: a bit each, in the order of [`Symmetry::ALL`].
type Symmetries = u8;

fn symmetries(set: Symmetries) -> impl Iterator<Item = Symmetry> {
    let numbered = Symmetry::ALL.into_iter().enumerate();
    numbered.filter(move |(bit, _)| set >> bit & 1 != 0).map(|(_, symmetry)| symmetry)
}

/// The squares of the position that is looked up, under each symmetry.
struct Squares([Wanted; 64]);

/// The symmetries under which a square belongs to that position, in the form of a [`Fit`].
#[derive(Clone, Copy)]
struct Wanted {
    /// It has a disc, in both bytes.
    disc: u16,
    /// It is a legal move, in the upper byte.
    legal: u16,
}

impl Squares {
    fn of(board: &Board, legal: Bitboard) -> Self {
        let mut squares = [Wanted { disc: 0, legal: 0 }; 64];
        for (bit, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            for square in symmetry.set::<Eight>(board.occupied()) {
                squares[square.index() % 64].disc |= 0x0101 << bit;
            }
            for square in symmetry.set::<Eight>(legal) {
                squares[square.index() % 64].legal |= 0x0100 << bit;
            }
        }
        Self(squares)
    }
}

/// The symmetries under which a place in the book may lead to the position or to one after it: in
/// the lower byte those under which all discs stand where the position has discs, in the upper one
/// those under which all but one do, and that one stands on a legal move.
#[derive(Clone, Copy)]
struct Fit(u16);

impl Fit {
    /// The fit of the start.
    const START: Self = Self(0x00FF);

    /// The fit after an entry's move.
    #[inline]
    const fn after(self, place: u8, squares: &Squares) -> Self {
        let Wanted { disc, legal } = squares.0[place as usize % 64];
        Self(self.0 & disc | self.0 << 8 & legal)
    }

    const fn leads_on(self) -> bool {
        self.0 != 0
    }

    const fn inside(self) -> Symmetries {
        self.0 as u8
    }

    const fn one_more(self) -> Symmetries {
        (self.0 >> 8) as u8
    }
}
