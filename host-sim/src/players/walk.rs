//! The order in which the contest's board listed the legal squares.
//!
//! Every program of the contest of 2015 got its moves from one board class, and most of them play
//! the first best move of its list. The report does not print that class. Its order is found by a
//! test: the mover's discs row by row from a1, from each disc the eight directions in two nested
//! loops from (-1, -1) to (1, 1), and the empty end of every line of opposing discs. The player
//! `idiot`, which takes the first of the list, then loses to itself by 27:37 as in the report.

use wedge_engine::{Bitboard, Board, Size, Square};

/// The legal squares in the order of the contest's board, each one once.
pub(super) fn walk<S: Size>(board: &Board<S>) -> Walk {
    let mut walk = Walk { squares: [0; MOST], len: 0 };
    let (own, other, empty) = (board.mover(), board.opponent(), board.empty());
    let mut seen = Bitboard::EMPTY;
    for disc in own {
        for down in -1..=1 {
            for right in -1..=1 {
                let Some(end) = end_of_line::<S>(disc, down, right, other) else { continue };
                if empty.has(end) && !seen.has(end) {
                    seen |= end.bit();
                    walk.squares[walk.len] = end.index() as u8;
                    walk.len += 1;
                }
            }
        }
    }
    walk
}

/// The board after one of its legal moves, seen by the other player.
pub(super) fn played<S: Size>(board: &Board<S>, legal: Square) -> Board<S> {
    board.play(legal).expect("players try legal squares only")
}

/// No position has more legal squares than it has empty ones.
const MOST: usize = 64;

/// A list of squares.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    squares: [u8; MOST],
    len: usize,
}

impl Walk {
    /// The squares in their order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Square> + '_ {
        self.squares[..self.len].iter().filter_map(|&at| Square::from_index(at.into()))
    }

    /// The first square of the list.
    pub(super) fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The square for which something is largest; the first of the list among equals.
    pub(super) fn first_largest<K: Ord>(&self, key: impl Fn(Square) -> K) -> Option<Square> {
        // Of equal elements `min_by_key` gives the first.
        self.iter().min_by_key(|&square| std::cmp::Reverse(key(square)))
    }
}

/// The square after a row of at least one opposing disc; none at the edge of the board.
fn end_of_line<S: Size>(
    disc: Square,
    down: isize,
    right: isize,
    other: Bitboard,
) -> Option<Square> {
    let side = |at: usize| (at < S::SIDE).then_some(at);
    let step = |from: Square| {
        let row = side(from.row().checked_add_signed(down)?)?;
        let column = side(from.column().checked_add_signed(right)?)?;
        Square::new(column, row)
    };
    let mut square = step(disc).filter(|&square| other.has(square))?;
    while other.has(square) {
        square = step(square)?;
    }
    Some(square)
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Move, Position, Six, SplitMix64};

    use super::*;

    fn check<S: Size>() {
        let mut random = SplitMix64::new(5);
        for _ in 0..50 {
            let mut position = Position::<S>::start();
            while !position.board().is_over() {
                let board = position.board();
                let list = walk(&board);
                let set: Bitboard = list.iter().collect();
                assert_eq!(set, board.legal_moves(), "{position}");
                assert_eq!(list.iter().count(), set.len() as usize, "{position}");
                let pick = random.below(set.len()) as usize;
                let mv = set.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
                position = position.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn the_list_holds_every_legal_square_once() {
        check::<Eight>();
        check::<Six>();
    }

    /// Black's first disc is e4: from it the walk finds c4 and then e6; from d5 d3 and then f5.
    #[test]
    fn squares_come_in_the_order_of_the_discs_they_are_reached_from() {
        let names: Vec<String> = walk(&Board::default()).iter().map(|at| at.to_string()).collect();
        assert_eq!(names, ["c4", "e6", "d3", "f5"]);
    }
}
