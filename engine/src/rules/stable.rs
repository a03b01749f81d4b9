//! Stable discs: discs that can never be flipped again.

use crate::rules::Board;
use crate::types::{Bitboard, Size};

/// All columns but the first, which a step to the right cannot reach, and all but the last.
const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// The stable discs of both players, as far as full lines and stable neighbours show: a subset of
/// all stable discs.
///
/// A disc is safe along a line that is full, along one that ends beside it, and along one in which
/// a neighbour of its colour is stable. A disc that is safe along all four lines is stable. If all
/// corners are empty the result is empty, since hardly any disc is stable then.
///
/// ```
/// use wedge_engine::{Position, stable_discs};
///
/// let position: Position = "XXX-----XX------X--OX------XO----------------------------------O X"
///     .parse().unwrap();
/// assert_eq!(stable_discs(&position.board()).len(), 7);
/// ```
#[must_use]
pub fn stable_discs<S: Size>(board: &Board<S>) -> Bitboard {
    let empty = board.empty().0;
    if empty & S::CORNERS == S::CORNERS {
        return Bitboard::EMPTY;
    }
    let safe = safe_along_lines::<S>(empty);
    Bitboard(grow(board.mover().0, safe) | grow(board.opponent().0, safe))
}

/// The [`stable_discs`] of one player, given that player's discs and the empty squares.
#[inline]
pub(crate) fn stable_discs_of<S: Size>(discs: u64, empty: u64) -> u64 {
    if empty & S::CORNERS == S::CORNERS {
        return 0;
    }
    grow(discs, safe_along_lines::<S>(empty))
}

/// For each of the four lines, the squares where no disc of either player can flip along it: the
/// line is full or ends there.
#[inline]
fn safe_along_lines<S: Size>(empty: u64) -> [u64; 4] {
    // Squares outside a smaller board count as full: no disc flips across them.
    let full = !empty;
    [
        full_rows(full) | ROW.border::<S>(),
        full_columns(full) | COLUMN.border::<S>(),
        full_diagonals::<7>(full, NOT_A, NOT_H) | SEVEN.border::<S>(),
        full_diagonals::<9>(full, NOT_H, NOT_A) | NINE.border::<S>(),
    ]
}

/// Rows without an empty square: each row is folded onto its first bit, which is spread again.
#[inline]
const fn full_rows(full: u64) -> u64 {
    let mut first = full & full >> 4;
    first &= first >> 2;
    first &= first >> 1;
    first &= 0x0101_0101_0101_0101;
    (first << 8).wrapping_sub(first)
}

/// Columns without an empty square.
#[inline]
const fn full_columns(full: u64) -> u64 {
    let mut all = full & full.rotate_right(32);
    all &= all.rotate_right(16);
    all & all.rotate_right(8)
}

/// Diagonals without an empty square. Squares beyond the edge count as full. `starts_up` are the
/// columns from which a step up stays on the board, `starts_down` those from which a step down
/// does.
#[inline]
const fn full_diagonals<const STEP: u32>(full: u64, starts_up: u64, starts_down: u64) -> u64 {
    // Squares that stay on the board for one, two and four steps.
    let up_1 = starts_up & (!0 >> STEP);
    let up_2 = up_1 & (up_1 >> STEP);
    let up_4 = up_2 & (up_2 >> (2 * STEP));
    let down_1 = starts_down & (!0 << STEP);
    let down_2 = down_1 & (down_1 << STEP);
    let down_4 = down_2 & (down_2 << (2 * STEP));
    let mut up = full & (full >> STEP | !up_1);
    let mut down = full & (full << STEP | !down_1);
    up &= up >> (2 * STEP) | !up_2;
    down &= down << (2 * STEP) | !down_2;
    up &= up >> (4 * STEP) | !up_4;
    down &= down << (4 * STEP) | !down_4;
    up & down
}

/// The stable discs of one player, given the squares that are safe for both along each of the four
/// lines.
#[inline]
fn grow(discs: u64, safe: [u64; 4]) -> u64 {
    let mut stable = discs & safe[0] & safe[1] & safe[2] & safe[3];
    while stable != 0 {
        let next = discs
            & (safe[0] | ROW.next_to(stable))
            & (safe[1] | COLUMN.next_to(stable))
            & (safe[2] | SEVEN.next_to(stable))
            & (safe[3] | NINE.next_to(stable));
        if next == stable {
            break;
        }
        stable = next;
    }
    stable
}

/// One of the four axes: the step between neighbours, and the squares on which a step up and a step
/// down may land.
struct Axis<const STEP: u32> {
    lands_up: u64,
    lands_down: u64,
}

const ROW: Axis<1> = Axis { lands_up: NOT_A, lands_down: NOT_H };
const COLUMN: Axis<8> = Axis { lands_up: !0, lands_down: !0 };
const SEVEN: Axis<7> = Axis { lands_up: NOT_H, lands_down: NOT_A };
const NINE: Axis<9> = Axis { lands_up: NOT_A, lands_down: NOT_H };

impl<const STEP: u32> Axis<STEP> {
    /// The squares one step up or down from a set.
    #[inline]
    const fn next_to(&self, set: u64) -> u64 {
        (set << STEP & self.lands_up) | (set >> STEP & self.lands_down)
    }

    /// Squares at the end of a line: a step leaves the board.
    const fn border<S: Size>(&self) -> u64 {
        let (up, down) = (S::MASK << STEP & self.lands_up, S::MASK >> STEP & self.lands_down);
        S::MASK & !(up & down)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::types::{Eight, Six, SplitMix64};

    fn check<S: Size>() {
        for seed in 0..200 {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::<S>::start();
            while let Some(next) =
                position.random_move(&mut random).and_then(|mv| position.play(mv))
            {
                let board = next.board();
                let both = stable_discs(&board);
                for discs in [board.mover(), board.opponent()] {
                    let of_one = stable_discs_of::<S>(discs.0, board.empty().0);
                    assert_eq!(of_one, (both & discs).0, "{next}");
                }
                position = next;
            }
        }
    }

    #[test]
    fn the_stable_discs_of_one_player_are_that_players_share() {
        check::<Eight>();
        check::<Six>();
    }
}
