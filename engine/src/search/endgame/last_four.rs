//! The last squares of the game: one function for each of the last four empty squares, and one for
//! five and six.
//!
//! There is no table and no check of limits here: a handful of empty squares takes microseconds.

use super::last_flip::count_last_flip;
use super::{Quadrants, stability_bound};
use crate::rules::Board;
use crate::rules::moves;
use crate::types::{Bitboard, Size};

/// The mover's final margin on a full or finished board, empty squares given to the winner.
#[inline]
const fn result<S: Size>(mover: u64, opponent: u64) -> i32 {
    let (mine, theirs) = (mover.count_ones() as i32, opponent.count_ones() as i32);
    let empties = S::MASK.count_ones() as i32 - mine - theirs;
    if mine > theirs {
        mine - theirs + empties
    } else if mine < theirs {
        mine - theirs - empties
    } else {
        0
    }
}

/// Below any value: no legal move so far.
const NONE: i32 = -128;

/// The squares next to each square. If none of them is the opponent's, a move flips nothing.
static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0_usize;
    while square < 64 {
        let mut other = 0_usize;
        while other < 64 {
            let columns = (square % 8).abs_diff(other % 8);
            let rows = (square / 8).abs_diff(other / 8);
            if other != square && columns <= 1 && rows <= 1 {
                neighbours[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    neighbours
};

/// [`moves::flips`] for a move that is often not legal.
#[inline]
fn flips_if_legal(square: usize, mover: u64, opponent: u64) -> u64 {
    if NEIGHBOURS[square & 63] & opponent == 0 {
        return 0;
    }
    moves::flips(square, mover, opponent)
}

/// Empty squares in the order in which they are tried, the first in the lowest byte: four squares
/// fit into one register.
#[derive(Clone, Copy)]
struct Order(u32);

impl Order {
    /// The square at a place, and the others in their order.
    #[inline]
    const fn split(self, place: u32) -> (usize, Self) {
        let square = (self.0 >> (8 * place)) as usize & 63;
        let before = self.0 & ((1 << (8 * place)) - 1);
        let behind = self.0 >> (8 * place) >> 8 << (8 * place);
        (square, Self(before | behind))
    }

    /// Two squares.
    const fn of_two(empty: u64) -> Self {
        Self(empty.trailing_zeros() | (63 - empty.leading_zeros()) << 8)
    }

    /// The squares of a set, then those of another, together at most four.
    #[inline]
    const fn of_sets(first: u64, second: u64) -> Self {
        let mut order = 0;
        let (mut set, mut later) = (first, second);
        let mut place = 0;
        while place < 32 {
            if set == 0 {
                (set, later) = (later, 0);
            }
            // An empty set gives 64, which only fills places beyond the last square.
            order |= (set.trailing_zeros() & 63) << place;
            set &= set.wrapping_sub(1);
            place += 8;
        }
        Self(order)
    }

    /// Three squares, that of an odd quadrant before two of an even one.
    #[inline]
    fn of_three<S: Size>(empty: u64, odd: u8) -> Self {
        let inside = empty & Quadrants::<S>::squares(odd);
        Self::of_sets(inside, empty & !inside)
    }

    /// Four squares: single ones in their quadrant first. Then the others of a move are in the
    /// right order too, unless there are two quadrants with two squares each: the second result.
    #[inline]
    fn of_four<S: Size>(empty: u64, odd: u8) -> (Self, bool) {
        let inside = empty & Quadrants::<S>::squares(odd);
        let outside = empty & !inside;
        if inside != 0 && outside != 0 {
            return (Self::of_sets(inside, outside), false);
        }
        // Four single squares, one and three, two and two, or all four in one quadrant.
        let quadrant = Quadrants::<S>::of(empty.trailing_zeros() as usize);
        let here = empty & Quadrants::<S>::squares(quadrant);
        let there = empty & !here;
        if here.count_ones() == 3 {
            return (Self::of_sets(there, here), false);
        }
        (Self::of_sets(here, there), here.count_ones() == 2)
    }
}

/// The value with one empty square, by the last-flip count: exact, or an upper bound that is not
/// above `alpha`. All discs that are not the mover's are the opponent's.
#[inline]
fn solve_1<S: Size>(mover: u64, alpha: i32, square: usize) -> i32 {
    let area = S::MASK.count_ones() as i32;
    let mine = 2 * mover.count_ones() as i32 - area;
    let flipped = count_last_flip(square, mover);
    if flipped > 0 {
        return mine + 2 * flipped + 2;
    }
    // If neither player can move, the empty square goes to the winner. If the opponent can, the
    // value is lower.
    let over = if S::AREA % 2 == 1 && mine == -1 {
        // With an odd number of squares both players may have as many discs: a draw.
        0
    } else if mine >= 0 {
        mine + 2
    } else {
        mine
    };
    if over <= alpha {
        return over;
    }
    let opponent = S::MASK & !mover & !(1 << square);
    let flipped = count_last_flip(square, opponent);
    if flipped > 0 { mine - 2 * flipped } else { over }
}

/// A node with two empty squares.
#[inline]
fn solve_2<S: Size>(mover: u64, opponent: u64, alpha: i32, order: Order, nodes: &mut u64) -> i32 {
    let (a, b) = ((order.0 & 63) as usize, (order.0 >> 8 & 63) as usize);
    let mut best = NONE;
    let flips = flips_if_legal(a, mover, opponent);
    if flips != 0 {
        *nodes += 2;
        best = -solve_1::<S>(opponent ^ flips, -alpha - 1, b);
        if best > alpha {
            return best;
        }
    }
    let flips = flips_if_legal(b, mover, opponent);
    if flips != 0 {
        *nodes += 2;
        return best.max(-solve_1::<S>(opponent ^ flips, -alpha - 1, a));
    }
    if best != NONE {
        return best;
    }
    // The mover has no move: the opponent's values, seen by the mover.
    let flips = flips_if_legal(a, opponent, mover);
    if flips != 0 {
        *nodes += 2;
        best = solve_1::<S>(mover ^ flips, alpha, b);
        if best <= alpha {
            return best;
        }
    }
    let flips = flips_if_legal(b, opponent, mover);
    if flips != 0 {
        *nodes += 2;
        let value = solve_1::<S>(mover ^ flips, alpha, a);
        return if best == NONE { value } else { best.min(value) };
    }
    if best != NONE { best } else { result::<S>(mover, opponent) }
}

/// A node with three empty squares; the caller puts those of odd quadrants first.
fn solve_3<S: Size>(mover: u64, opponent: u64, alpha: i32, order: Order, nodes: &mut u64) -> i32 {
    let mut best = NONE;
    for place in 0..3 {
        let (square, rest) = order.split(place);
        let flips = flips_if_legal(square, mover, opponent);
        if flips != 0 {
            *nodes += 1;
            let next = mover ^ flips ^ 1 << square;
            let value = -solve_2::<S>(opponent ^ flips, next, -alpha - 1, rest, nodes);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    if best != NONE {
        return best;
    }
    pass_3::<S>(mover, opponent, alpha, order, nodes)
}

/// [`solve_3`] without a legal move.
#[cold]
fn pass_3<S: Size>(mover: u64, opponent: u64, alpha: i32, order: Order, nodes: &mut u64) -> i32 {
    if moves::legal(opponent, mover) & S::MASK == 0 {
        return result::<S>(mover, opponent);
    }
    -solve_3::<S>(opponent, mover, -alpha - 1, order, nodes)
}

/// A node with four empty squares, with parity ordering.
fn solve_4<S: Size>(mover: u64, opponent: u64, alpha: i32, odd: u8, nodes: &mut u64) -> i32 {
    let empty = S::MASK & !(mover | opponent);
    let (order, pairs) = Order::of_four::<S>(empty, odd);
    let mut best = NONE;
    for place in 0..4 {
        let (square, mut rest) = order.split(place);
        let flips = flips_if_legal(square, mover, opponent);
        if flips != 0 {
            if pairs && place >= 2 {
                // The other square of this pair is now the one in an odd quadrant.
                rest = Order(rest.0 >> 16 | (rest.0 & 0xFFFF) << 8);
            }
            *nodes += 1;
            let next = mover ^ flips ^ 1 << square;
            let value = -solve_3::<S>(opponent ^ flips, next, -alpha - 1, rest, nodes);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    if best != NONE {
        return best;
    }
    pass_4::<S>(mover, opponent, alpha, odd, nodes)
}

/// [`solve_4`] without a legal move.
#[cold]
fn pass_4<S: Size>(mover: u64, opponent: u64, alpha: i32, odd: u8, nodes: &mut u64) -> i32 {
    if moves::legal(opponent, mover) & S::MASK == 0 {
        return result::<S>(mover, opponent);
    }
    -solve_4::<S>(opponent, mover, -alpha - 1, odd, nodes)
}

/// Proves whether the result with best play is above `alpha`, with at most six empty squares.
/// `moves` are the legal moves, `odd` the quadrants with an odd number of empty squares.
#[inline]
pub(super) fn solve<S: Size>(
    board: &Board<S>,
    moves: Bitboard,
    alpha: i32,
    odd: u8,
    nodes: &mut u64,
) -> i32 {
    let (mover, opponent) = (board.mover().0, board.opponent().0);
    let empty = board.empty().0;
    match empty.count_ones() {
        0 => result::<S>(mover, opponent),
        1 => solve_1::<S>(mover, alpha, empty.trailing_zeros() as usize),
        2 => solve_2::<S>(mover, opponent, alpha, Order::of_two(empty), nodes),
        3 => solve_3::<S>(mover, opponent, alpha, Order::of_three::<S>(empty, odd), nodes),
        4 => solve_4::<S>(mover, opponent, alpha, odd, nodes),
        5 => solve_moves::<S, 5>(mover, opponent, moves.0, alpha, odd, nodes),
        _ => solve_moves::<S, 6>(mover, opponent, moves.0, alpha, odd, nodes),
    }
}

/// With five and six empty squares the stability cutoff is tried from this alpha on.
const STABILITY_ALPHA: i32 = 10;

/// A node with five or six empty squares, with a stability cutoff and parity ordering.
fn solve_moves<S: Size, const EMPTIES: u32>(
    mover: u64,
    opponent: u64,
    moves: u64,
    alpha: i32,
    odd: u8,
    nodes: &mut u64,
) -> i32 {
    if moves == 0 {
        let moves = moves::legal(opponent, mover) & S::MASK;
        if moves == 0 {
            return result::<S>(mover, opponent);
        }
        return -solve_moves::<S, EMPTIES>(opponent, mover, moves, -alpha - 1, odd, nodes);
    }
    if alpha >= STABILITY_ALPHA {
        let empty = S::MASK & !(mover | opponent);
        if let Some(most) = stability_bound::<S>(opponent, empty, alpha) {
            return most;
        }
    }
    let mut best = NONE;
    let inside = moves & Quadrants::<S>::squares(odd);
    for set in [inside, moves & !inside] {
        for square in Bitboard(set) {
            let flips = moves::flips(square.index(), mover, opponent);
            *nodes += 1;
            let odd = Quadrants::<S>::after(odd, square.index());
            let (mover, opponent) = (opponent ^ flips, mover ^ flips ^ square.bit().0);
            let value = if EMPTIES == 5 {
                -solve_4::<S>(mover, opponent, -alpha - 1, odd, nodes)
            } else {
                let moves = moves::legal(mover, opponent) & S::MASK;
                -solve_moves::<S, 5>(mover, opponent, moves, -alpha - 1, odd, nodes)
            };
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::types::{Eight, Rectangle, Six, SplitMix64};

    fn minimax<S: Size>(board: &Board<S>) -> i32 {
        let moves = board.legal_moves();
        let replies = moves.into_iter().filter_map(|square| board.play(square));
        match replies.map(|reply| -minimax(&reply)).max() {
            Some(value) => value,
            None if board.is_over() => board.result(),
            None => -minimax(&board.pass()),
        }
    }

    /// Every bound is on the same side of alpha as the result of minimax, and not beyond it.
    fn check<S: Size>(games: u64, most: u32) {
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::<S>::start();
            while !position.board().is_over() {
                let board = position.board();
                if board.empties() <= most {
                    let wanted = minimax(&board);
                    let odd = Quadrants::<S>::odd(board.empty().0);
                    for alpha in [-64, wanted - 2, wanted - 1, wanted, wanted + 1, 5, 63] {
                        let moves = board.legal_moves();
                        let value = solve(&board, moves, alpha, odd, &mut 0);
                        let right = if wanted > alpha {
                            alpha < value && value <= wanted
                        } else {
                            wanted <= value && value <= alpha
                        };
                        assert!(right, "{position}: {value} for {wanted} and alpha {alpha}");
                    }
                }
                let mv = position.random_move(&mut random).unwrap();
                position = position.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn flips_agree_with_those_of_the_rules() {
        let mut random = SplitMix64::new(5);
        for round in 0..200_000 {
            let square = round % 64;
            let free = !(1_u64 << square);
            // From crowded to sparse boards, so that many squares have no opponent beside them.
            let sparse = (0..round % 4).fold(!0, |set, _| set & random.next());
            let mover = random.next() & free;
            let opponent = random.next() & !mover & free & sparse;
            let wanted = moves::flips(square, mover, opponent);
            assert_eq!(flips_if_legal(square, mover, opponent), wanted, "{square} {mover:016x}");
        }
    }

    /// Four squares and the three left after each move: single squares of a quadrant come first.
    #[test]
    fn single_squares_of_a_quadrant_come_first() {
        let squares = |order: Order, count: u32| {
            (0..count).map(|place| order.split(place).0).collect::<heapless::Vec<_, 4>>()
        };
        let [a1, b1, c1, h1, g2, a8, b8, h8] = [0, 1, 2, 7, 14, 56, 57, 63];
        for (set, wanted, pairs) in [
            ([a1, b1, h1, a8], [h1, a8, a1, b1], false),
            ([a1, b1, c1, h8], [h8, a1, b1, c1], false),
            ([a1, b1, h1, g2], [a1, b1, h1, g2], true),
            ([a1, h1, a8, h8], [a1, h1, a8, h8], false),
            ([a8, b8, h8, a1], [a1, h8, a8, b8], false),
        ] {
            let empty = set.iter().fold(0, |empty, square| empty | 1 << square);
            let (order, is_pairs) = Order::of_four::<Eight>(empty, Quadrants::<Eight>::odd(empty));
            assert_eq!((squares(order, 4).as_slice(), is_pairs), (&wanted[..], pairs));
            let (first, rest) = order.split(0);
            assert_eq!((first, squares(rest, 3).as_slice()), (wanted[0], &wanted[1..]));
            let (last, rest) = order.split(3);
            assert_eq!((last, squares(rest, 3).as_slice()), (wanted[3], &wanted[..3]));
        }
        let three = 1 << a1 | 1 << b1 | 1 << h8;
        let order = Order::of_three::<Eight>(three, Quadrants::<Eight>::odd(three));
        assert_eq!(squares(order, 3).as_slice(), [h8, a1, b1]);
    }

    #[test]
    fn bounds_agree_with_minimax() {
        check::<Eight>(400, 6);
        check::<Six>(400, 6);
        check::<Rectangle<5, 5>>(400, 6);
        check::<Rectangle<7, 7>>(200, 6);
        check::<Rectangle<4, 6>>(400, 6);
    }
}
