//! The backends for x86-64: four directions in the four lanes of a vector.
//!
//! Each function here exists only if the whole program is compiled for a processor with its
//! instructions. Tests have the algorithms on every target: see `vector.rs`.

mod avx2;
#[cfg(any(test, all(target_feature = "avx512vl", target_feature = "avx512cd")))]
mod avx512;
#[cfg(test)]
mod model;
mod vector;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use backends::*;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod backends {
    use super::avx2;
    #[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
    use super::avx512;
    use super::vector::Vector;

    /// [`legal`](crate::moves::legal) with AVX2.
    #[inline]
    #[must_use]
    pub fn legal_avx2(mover: u64, opponent: u64) -> u64 {
        avx2::legal::<Vector>(mover, opponent)
    }

    /// [`flips`](crate::moves::flips) with AVX2.
    #[inline]
    #[must_use]
    pub fn flips_avx2(square: usize, mover: u64, opponent: u64) -> u64 {
        avx2::flips::<Vector>(square, mover, opponent)
    }

    /// [`flips`](crate::moves::flips) with AVX-512.
    #[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
    #[inline]
    #[must_use]
    pub fn flips_avx512(square: usize, mover: u64, opponent: u64) -> u64 {
        avx512::flips::<Vector>(square, mover, opponent)
    }

    pub use legal_avx2 as legal;

    #[cfg(not(all(target_feature = "avx512vl", target_feature = "avx512cd")))]
    pub use flips_avx2 as flips;
    #[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
    pub use flips_avx512 as flips;
}
