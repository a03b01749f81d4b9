//! Discs that can never be turned again.

use crate::board::Board;
use crate::size::Size;
use crate::square::Bitboard;

/// All columns but the first, which a step to the right cannot reach; and all but the last.
const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Stable discs of both players: a lower bound, found from full lines and stable neighbours.
///
/// A disc cannot be turned along a line that is full, along one that ends beside it, or along one
/// in which a neighbour of its colour is stable. One that is safe so in all four lines is stable.
/// While all corners are empty nothing is looked for: there is hardly ever anything to find.
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
    let safe = Axis::ALL.map(|axis| !axis.spread(empty) | axis.border::<S>());
    Bitboard(grow(board.mover().0, safe) | grow(board.opponent().0, safe))
}

/// The discs of one player that are safe along all four axes, given where lines are safe for
/// both.
fn grow(discs: u64, safe: [u64; 4]) -> u64 {
    let mut stable = discs & safe[0] & safe[1] & safe[2] & safe[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let mut next = discs;
        for (axis, safe) in Axis::ALL.into_iter().zip(safe) {
            next &= safe | axis.up(stable) | axis.down(stable);
        }
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// One of the four directions of lines: the step between neighbours, and the squares a step up
/// may land on.
#[derive(Clone, Copy)]
struct Axis {
    step: u32,
    lands_up: u64,
    lands_down: u64,
}

impl Axis {
    const ALL: [Self; 4] = [
        Self { step: 1, lands_up: NOT_A, lands_down: NOT_H },
        Self { step: 8, lands_up: !0, lands_down: !0 },
        Self { step: 7, lands_up: NOT_H, lands_down: NOT_A },
        Self { step: 9, lands_up: NOT_A, lands_down: NOT_H },
    ];

    const fn up(self, set: u64) -> u64 {
        set << self.step & self.lands_up
    }

    const fn down(self, set: u64) -> u64 {
        set >> self.step & self.lands_down
    }

    /// All squares of the lines that hold a square of the set, by doubling the reach three times.
    const fn spread(self, set: u64) -> u64 {
        let (mut up, mut down, mut lands_up, mut lands_down) =
            (set, set, self.lands_up, self.lands_down);
        let mut step = self.step;
        while step <= 4 * self.step {
            up |= up << step & lands_up;
            down |= down >> step & lands_down;
            lands_up &= lands_up << step;
            lands_down &= lands_down >> step;
            step *= 2;
        }
        up | down
    }

    /// Squares at the end of a line: a step leaves the board.
    const fn border<S: Size>(self) -> u64 {
        S::MASK & !(self.up(S::MASK) & self.down(S::MASK))
    }
}
