//! The endgame solver: everything that computes the final result with best play.
//!
//! All functions here answer one question with a null window: is the result above `alpha` discs?
//! The answer is a bound on the side where the result lies (fail-soft). The fewer squares are
//! empty, the less a function does for each node:
//!
//! | file | empty squares | transposition table | move ordering |
//! |---|---|---|---|
//! | `proof` | more than [`SHALLOW_EMPTIES`] | yes, its close part with 10; also for enhanced transposition cutoffs | table move, mobility, parity, shallow search |
//! | `shallow` | up to [`SHALLOW_EMPTIES`] | its close part, from 8 on | table move, mobility, parity |
//! | `last_four` | up to [`Thresholds::parity`] | no | parity |
//! | `last_flip` | 1 | no | |
//!
//! The steps that `proof` and `shallow` share are written twice on purpose: `shallow` keeps the
//! flips and replies found while ordering, which took FFO 40 to 44 from 28 to 29 million nodes a
//! second to 35 to 40.

mod last_flip;
mod last_four;
mod parity;
mod proof;
mod shallow;

use crate::rules::{Board, stable_discs_of};
use crate::types::Size;
use parity::Quadrants;

/// Positions with at most this many empty squares are proved by the functions of `shallow`.
pub(super) const SHALLOW_EMPTIES: u32 = 9;

/// Where the ordering of moves changes. A machine with room for a large table also counts moves and
/// evaluates fast, and gains from ordering more carefully: on a PC that saved a fifth of the nodes
/// and a tenth of the time of FFO 20 to 39, on the chip it took a quarter more instructions.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    /// Positions with at most this many empty squares need no ordering but parity.
    parity: u32,
    /// Positions with at most this many empty squares are kept in the close part of the table.
    close: u32,
    /// From this many empty squares on, moves are also ordered by a shallow search.
    search: u32,
    /// Whether the table is too large for a cache, so that a probe waits for memory.
    pub(super) table_is_slow: bool,
}

impl Thresholds {
    /// The number of entries from which on a table is large.
    const LARGE: usize = 1 << 16;

    pub(super) fn new(entries: usize) -> Self {
        if entries < Self::LARGE {
            Self { parity: 6, close: SHALLOW_EMPTIES, search: 14, table_is_slow: false }
        } else {
            Self { parity: 5, close: 10, search: 12, table_is_slow: true }
        }
    }
}

/// With no empty squares left, the stability cutoff is tried from this alpha on; with more, from
/// an alpha lower by two discs for each.
const STABILITY_ALPHA: i32 = 40;

/// Stability cutoff: the opponent's stable discs bound the result from above. Returns that bound if
/// it is not above `alpha`. It is tried only if alpha is high enough for the cutoff to be likely.
#[inline]
fn stability_cutoff<S: Size>(board: &Board<S>, empties: u32, alpha: i32) -> Option<i32> {
    if alpha < STABILITY_ALPHA - 2 * empties as i32 {
        return None;
    }
    stability_bound::<S>(board.opponent().0, board.empty().0, alpha)
}

/// The highest result against the stable discs of the opponent, if it is not above `alpha`.
#[inline]
fn stability_bound<S: Size>(opponent: u64, empty: u64, alpha: i32) -> Option<i32> {
    let against = |discs: u64| S::MASK.count_ones() as i32 - 2 * discs.count_ones() as i32;
    // Often the opponent has too few discs, stable or not.
    if against(opponent) > alpha {
        return None;
    }
    let most = against(stable_discs_of::<S>(opponent, empty));
    (most <= alpha).then_some(most)
}
