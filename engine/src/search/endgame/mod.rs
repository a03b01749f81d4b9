//! The endgame solver: everything that computes the final result with best play.
//!
//! All functions here answer one question with a null window: is the result above `alpha` discs?
//! The answer is a bound on the side where the result lies (fail-soft). The fewer squares are
//! empty, the less a function does for each node:
//!
//! | file | empty squares | transposition table | move ordering |
//! |---|---|---|---|
//! | `proof` | more than [`SHALLOW_EMPTIES`] | yes, also for enhanced transposition cutoffs | table move, mobility, parity, shallow search |
//! | `shallow` | up to [`SHALLOW_EMPTIES`] | its close part, from 8 on | table move, mobility, parity |
//! | `last_four` | up to [`PARITY_EMPTIES`] | no | parity |
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
/// Positions with at most this many empty squares need no table and no ordering but parity.
pub(super) const PARITY_EMPTIES: u32 = 6;

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
    let most = stability_bound::<S>(board.opponent().0, board.empty().0);
    (most <= alpha).then_some(most)
}

/// The highest result against the stable discs of the opponent.
#[inline]
fn stability_bound<S: Size>(opponent: u64, empty: u64) -> i32 {
    let theirs = stable_discs_of::<S>(opponent, empty).count_ones() as i32;
    S::MASK.count_ones() as i32 - 2 * theirs
}
