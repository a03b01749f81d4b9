//! AVX-512: flips with the highest bit of each lane found by one instruction.
//!
//! Legal moves need no code of their own: the compiler folds the steps of [`super::avx2`] into
//! three-input logic instructions.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_lzcnt_epi64,
    _mm256_or_si256, _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::avx2::{all, rays, rising, union};

/// The discs that flip on rays towards lower bits.
#[inline]
#[target_feature(enable = "avx2,avx512vl,avx512cd")]
fn falling(rays: __m256i, mover: __m256i, opponent: __m256i) -> __m256i {
    let ends = _mm256_andnot_si256(opponent, rays);
    let highest = _mm256_srlv_epi64(all(1 << 63), _mm256_lzcnt_epi64(ends));
    let end = _mm256_and_si256(highest, _mm256_and_si256(mover, rays));
    // All squares above the mover's disc flip. Without such a disc this is minus zero: none does.
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    _mm256_and_si256(rays, above)
}

#[inline]
#[target_feature(enable = "avx2,avx512vl,avx512cd")]
pub(super) fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    let (up, down) = rays(square);
    let (mover, opponent) = (all(mover), all(opponent));
    union(_mm256_or_si256(rising(up, mover, opponent), falling(down, mover, opponent)))
}
