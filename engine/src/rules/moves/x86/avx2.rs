//! AVX2 (PCs since 2013): four directions in the four lanes of a vector.
//!
//! The lanes hold the row, the diagonal of step 7, the column and the diagonal of step 9.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use crate::rules::moves::portable::INNER;
use crate::rules::moves::ray::ray;

/// The rays of each square towards higher and towards lower bits, in the order of the lanes.
static RAYS: [Rays; 64] = all_rays();

/// Aligned, so that one load fetches four rays from one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

const fn all_rays() -> [Rays; 64] {
    let mut rays = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = Rays {
            up: [ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)],
            down: [ray(square, -1, 0), ray(square, 1, -1), ray(square, 0, -1), ray(square, -1, -1)],
        };
        square += 1;
    }
    rays
}

/// The same set in all lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn all(set: u64) -> __m256i {
    _mm256_set1_epi64x(set.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lanes([row, seven, column, nine]: [u64; 4]) -> __m256i {
    _mm256_set_epi64x(
        nine.cast_signed(),
        column.cast_signed(),
        seven.cast_signed(),
        row.cast_signed(),
    )
}

/// The union of the lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(lanes: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))).cast_unsigned()
}

/// The rays of a square towards higher bits, and towards lower ones.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn rays(square: usize) -> (__m256i, __m256i) {
    let rays = &RAYS[square % 64];
    (lanes(rays.up), lanes(rays.down))
}

/// `set | over & step`: one step of every run.
#[inline]
#[target_feature(enable = "avx2")]
fn grow(set: __m256i, over: __m256i, step: __m256i) -> __m256i {
    _mm256_or_si256(set, _mm256_and_si256(over, step))
}

/// The double steps of [`crate::rules::moves::portable`], eight directions at once.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn legal(mover: u64, opponent: u64) -> u64 {
    let one = lanes([1, 7, 8, 9]);
    let two = lanes([2, 14, 16, 18]);
    let from = all(mover);
    let over = _mm256_and_si256(all(opponent), lanes([INNER, INNER, !0, INNER]));

    let mut up = _mm256_and_si256(over, _mm256_sllv_epi64(from, one));
    let mut down = _mm256_and_si256(over, _mm256_srlv_epi64(from, one));
    up = grow(up, over, _mm256_sllv_epi64(up, one));
    down = grow(down, over, _mm256_srlv_epi64(down, one));
    // A pair is represented by its higher square upwards and by its lower one downwards.
    let pairs_up = _mm256_and_si256(over, _mm256_sllv_epi64(over, one));
    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    up = grow(up, pairs_up, _mm256_sllv_epi64(up, two));
    down = grow(down, pairs_down, _mm256_srlv_epi64(down, two));
    up = grow(up, pairs_up, _mm256_sllv_epi64(up, two));
    down = grow(down, pairs_down, _mm256_srlv_epi64(down, two));

    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    union(ends) & !(mover | opponent)
}

/// The discs that flip on rays towards higher bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn rising(rays: __m256i, mover: __m256i, opponent: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    // The first square of the ray without an opponent is the lowest bit of `ends`.
    let ends = _mm256_andnot_si256(opponent, rays);
    let lowest_up = _mm256_sub_epi64(zero, ends);
    let end = _mm256_and_si256(lowest_up, _mm256_and_si256(mover, rays));
    // All squares before the mover's disc flip; without such a disc none does.
    let below = _mm256_add_epi64(end, all(!0));
    let nothing = _mm256_cmpeq_epi64(end, zero);
    _mm256_and_si256(_mm256_andnot_si256(nothing, rays), below)
}

/// The discs that flip on rays towards lower bits.
///
/// AVX2 cannot find the highest bit of a lane. So every square without an opponent shadows the
/// squares behind it on the ray; the run is what lies in no shadow.
#[inline]
#[target_feature(enable = "avx2")]
fn falling(rays: __m256i, mover: __m256i, opponent: __m256i) -> __m256i {
    let one = lanes([1, 7, 8, 9]);
    let mut shadow = _mm256_andnot_si256(opponent, rays);
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, one));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, lanes([2, 14, 16, 18])));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, lanes([4, 28, 32, 36])));
    let behind = _mm256_srlv_epi64(shadow, one);
    let end = _mm256_andnot_si256(behind, _mm256_and_si256(mover, rays));
    let nothing = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
    _mm256_andnot_si256(nothing, _mm256_andnot_si256(shadow, rays))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    let (up, down) = rays(square);
    let (mover, opponent) = (all(mover), all(opponent));
    union(_mm256_or_si256(rising(up, mover, opponent), falling(down, mover, opponent)))
}
