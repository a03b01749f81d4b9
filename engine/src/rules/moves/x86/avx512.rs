//! AVX-512: flips with the highest bit of each lane found by one instruction.
//!
//! Legal moves need no code of their own: the compiler folds the steps of [`super::avx2`] into
//! three-input logic instructions.

use super::avx2::{rays, rising};
use super::vector::LeadingZeros;

/// The discs that flip on rays towards lower bits.
#[inline]
fn falling<V: LeadingZeros>(rays: V, mover: V, opponent: V) -> V {
    let ends = !opponent & rays;
    let highest = V::all(1 << 63) >> ends.leading_zeros();
    let end = highest & (mover & rays);
    // All squares above the mover's disc flip. Without such a disc this is minus zero: none does.
    let above = V::all(0) - (end + end);
    rays & above
}

#[inline]
pub(super) fn flips<V: LeadingZeros>(square: usize, mover: u64, opponent: u64) -> u64 {
    let (up, down) = rays::<V>(square);
    let (mover, opponent) = (V::all(mover), V::all(opponent));
    (rising(up, mover, opponent) | falling(down, mover, opponent)).union()
}
