//! The last squares of the game: one function for each of the last four empty squares, and one for
//! five and more.
//!
//! There is no table and no check of limits here: a handful of empty squares takes microseconds.

use super::Quadrants;
use super::last_flip::count_last_flip;
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

/// The value with one empty square, exact, by the last-flip count. All discs that are not the
/// mover's are the opponent's.
#[inline]
fn solve_1<S: Size>(mover: u64, square: usize) -> i32 {
    let area = S::MASK.count_ones() as i32;
    let mine = 2 * mover.count_ones() as i32 - area;
    let flipped = count_last_flip(square, mover);
    if flipped > 0 {
        return mine + 2 * flipped + 2;
    }
    let opponent = S::MASK & !mover & !(1 << square);
    let flipped = count_last_flip(square, opponent);
    if flipped > 0 {
        return mine - 2 * flipped;
    }
    // Neither player can move: the empty square goes to the winner.
    if mine >= 0 { mine + 2 } else { mine }
}

/// A node with two empty squares.
#[inline]
fn solve_2<S: Size>(
    mover: u64,
    opponent: u64,
    alpha: i32,
    [a, b]: [usize; 2],
    nodes: &mut u64,
) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, b), (b, a)] {
        let flips = moves::flips(square, mover, opponent);
        if flips != 0 {
            *nodes += 2;
            let value = -solve_1::<S>(opponent ^ flips, rest);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    if best != NONE {
        return best;
    }
    let mut worst = -NONE;
    for (square, rest) in [(a, b), (b, a)] {
        let flips = moves::flips(square, opponent, mover);
        if flips != 0 {
            *nodes += 2;
            let value = solve_1::<S>(mover ^ flips, rest);
            if value <= alpha {
                return value;
            }
            worst = worst.min(value);
        }
    }
    if worst != -NONE { worst } else { result::<S>(mover, opponent) }
}

/// Below any value: no legal move so far.
const NONE: i32 = -128;

/// A node with three empty squares; the caller puts those of odd quadrants first.
fn solve_3<S: Size>(
    mover: u64,
    opponent: u64,
    alpha: i32,
    [a, b, c]: [usize; 3],
    nodes: &mut u64,
) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let flips = moves::flips(square, mover, opponent);
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
    let mut worst = -NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let flips = moves::flips(square, opponent, mover);
        if flips != 0 {
            *nodes += 1;
            let next = opponent ^ flips ^ 1 << square;
            let value = solve_2::<S>(mover ^ flips, next, alpha, rest, nodes);
            if value <= alpha {
                return value;
            }
            worst = worst.min(value);
        }
    }
    if worst != -NONE { worst } else { result::<S>(mover, opponent) }
}

/// A node with four empty squares, with parity ordering.
fn solve_4<S: Size>(mover: u64, opponent: u64, alpha: i32, odd: u8, nodes: &mut u64) -> i32 {
    let empty = S::MASK & !(mover | opponent);
    let mut best = NONE;
    let inside = empty & Quadrants::<S>::squares(odd);
    for set in [inside, empty & !inside] {
        for square in Bitboard(set) {
            let flips = moves::flips(square.index(), mover, opponent);
            if flips == 0 {
                continue;
            }
            *nodes += 1;
            let bit = square.bit().0;
            let rest = three::<S>(empty ^ bit, Quadrants::<S>::after(odd, square.index()));
            let next = mover ^ flips ^ bit;
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
    if moves::legal(opponent, mover) & S::MASK == 0 {
        return result::<S>(mover, opponent);
    }
    -solve_4::<S>(opponent, mover, -alpha - 1, odd, nodes)
}

/// Three squares as an array, those of odd quadrants first: parity ordering for [`solve_3`].
#[inline]
fn three<S: Size>(empty: u64, odd: u8) -> [usize; 3] {
    let mut first = empty & Quadrants::<S>::squares(odd);
    if first == 0 {
        first = empty;
    }
    let second = empty & !first;
    let a = first.trailing_zeros();
    first &= first - 1;
    let mut rest = if first != 0 { first } else { second };
    let b = rest.trailing_zeros();
    rest = empty & !(1 << (a & 63)) & !(1 << (b & 63));
    let c = rest.trailing_zeros();
    [a as usize & 63, b as usize & 63, c as usize & 63]
}

/// Proves whether the result with best play is above `alpha`, with few empty squares. `moves` are
/// the legal moves, `odd` the quadrants with an odd number of empty squares.
#[inline]
pub(super) fn solve<S: Size>(
    board: &Board<S>,
    moves: Bitboard,
    alpha: i32,
    odd: u8,
    nodes: &mut u64,
) -> i32 {
    let (mover, opponent) = (board.mover().0, board.opponent().0);
    if board.empties() <= 4 {
        return solve_few::<S>(mover, opponent, alpha, odd, nodes);
    }
    solve_moves::<S>(mover, opponent, moves.0, alpha, odd, nodes)
}

fn solve_few<S: Size>(mover: u64, opponent: u64, alpha: i32, odd: u8, nodes: &mut u64) -> i32 {
    let empty = S::MASK & !(mover | opponent);
    let first = empty.trailing_zeros() as usize;
    match empty.count_ones() {
        0 => return result::<S>(mover, opponent),
        1 => return solve_1::<S>(mover, first),
        2 => {
            let last = 63 - empty.leading_zeros() as usize;
            return solve_2::<S>(mover, opponent, alpha, [first, last], nodes);
        }
        3 => return solve_3::<S>(mover, opponent, alpha, three::<S>(empty, odd), nodes),
        4 => return solve_4::<S>(mover, opponent, alpha, odd, nodes),
        _ => {}
    }
    let moves = moves::legal(mover, opponent) & S::MASK;
    solve_moves::<S>(mover, opponent, moves, alpha, odd, nodes)
}

/// A node with five empty squares or more, with parity ordering.
fn solve_moves<S: Size>(
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
        return -solve_moves::<S>(opponent, mover, moves, -alpha - 1, odd, nodes);
    }
    let mut best = NONE;
    let inside = moves & Quadrants::<S>::squares(odd);
    for set in [inside, moves & !inside] {
        for square in Bitboard(set) {
            let flips = moves::flips(square.index(), mover, opponent);
            *nodes += 1;
            let odd = Quadrants::<S>::after(odd, square.index());
            let next = mover ^ flips ^ square.bit().0;
            let value = -solve_few::<S>(opponent ^ flips, next, -alpha - 1, odd, nodes);
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
    use crate::types::{Eight, Six, SplitMix64};

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
    fn bounds_agree_with_minimax() {
        check::<Eight>(400, 6);
        check::<Six>(400, 6);
    }
}
