//! The backends for x86-64: four directions in the four lanes of a vector.
//!
//! A function with vector instructions is safe to call only if the processor has them, so a call
//! needs `unsafe`. Each function here exists only if the whole program is compiled for such a
//! processor.

mod avx2;
#[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
mod avx512;

/// [`super::legal`] with AVX2.
#[allow(unsafe_code)]
#[inline]
#[must_use]
pub fn legal_avx2(mover: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { avx2::legal(mover, opponent) }
}

/// [`super::flips`] with AVX2.
#[allow(unsafe_code)]
#[inline]
#[must_use]
pub fn flips_avx2(square: usize, mover: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { avx2::flips(square, mover, opponent) }
}

/// [`super::flips`] with AVX-512.
#[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
#[allow(unsafe_code)]
#[inline]
#[must_use]
pub fn flips_avx512(square: usize, mover: u64, opponent: u64) -> u64 {
    // SAFETY: this function is compiled only for processors with these parts of AVX-512.
    unsafe { avx512::flips(square, mover, opponent) }
}

pub use legal_avx2 as legal;

#[cfg(not(all(target_feature = "avx512vl", target_feature = "avx512cd")))]
pub use flips_avx2 as flips;
#[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
pub use flips_avx512 as flips;
