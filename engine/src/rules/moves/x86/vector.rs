//! Four sets of squares in the four lanes of a vector.
//!
//! The algorithms of this folder are written for any [`Lanes`]. The processor's vectors are one kind.
//! Tests also run them on arrays, lane by lane, so that a machine without AVX-512 checks that form.

use core::ops::{Add, BitAnd, BitOr, Not, Shl, Shr, Sub};

/// Four sets of squares. Every operation treats the lanes separately, and wraps around.
pub(super) trait Lanes:
    Copy
    + From<[u64; 4]>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Shl<Output = Self>
    + Shr<Output = Self>
{
    /// All squares in lanes without any, none in the others.
    fn where_empty(self) -> Self;

    /// The union of the lanes.
    fn union(self) -> u64;

    /// The same set in all lanes.
    #[inline]
    fn all(set: u64) -> Self {
        [set; 4].into()
    }
}

/// Vectors whose highest squares are found by one instruction, as with AVX-512.
#[cfg(any(test, all(target_feature = "avx512vl", target_feature = "avx512cd")))]
pub(super) trait LeadingZeros: Lanes {
    /// The number of zeros above the highest square of each lane; 64 in a lane without any.
    fn leading_zeros(self) -> Self;
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use processor::Vector;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[expect(unsafe_code, reason = "each intrinsic needs a processor that has it")]
mod processor {
    use core::arch::x86_64::*;

    use super::*;

    /// A vector of the processor.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Vector(__m256i);

    macro_rules! operator {
        ($operator:ident, $function:ident, $intrinsic:ident) => {
            impl $operator for Vector {
                type Output = Self;

                #[inline]
                fn $function(self, other: Self) -> Self {
                    // SAFETY: this module is compiled only for processors with AVX2.
                    Self(unsafe { $intrinsic(self.0, other.0) })
                }
            }
        };
    }

    operator!(BitAnd, bitand, _mm256_and_si256);
    operator!(BitOr, bitor, _mm256_or_si256);
    operator!(Add, add, _mm256_add_epi64);
    operator!(Sub, sub, _mm256_sub_epi64);
    operator!(Shl, shl, _mm256_sllv_epi64);
    operator!(Shr, shr, _mm256_srlv_epi64);

    impl Not for Vector {
        type Output = Self;

        #[inline]
        fn not(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi64x(-1)) })
        }
    }

    impl From<[u64; 4]> for Vector {
        #[inline]
        fn from(lanes: [u64; 4]) -> Self {
            let [a, b, c, d] = lanes.map(u64::cast_signed);
            // SAFETY: as above.
            Self(unsafe { _mm256_set_epi64x(d, c, b, a) })
        }
    }

    impl Lanes for Vector {
        #[inline]
        fn where_empty(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()) })
        }

        #[inline]
        fn union(self) -> u64 {
            // SAFETY: as above.
            unsafe {
                let (low, high) =
                    (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
                let pair = _mm_or_si128(low, high);
                _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair)))
                    .cast_unsigned()
            }
        }
    }

    #[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
    impl LeadingZeros for Vector {
        #[inline]
        fn leading_zeros(self) -> Self {
            // SAFETY: this block is compiled only for processors with these parts of AVX-512.
            Self(unsafe { _mm256_lzcnt_epi64(self.0) })
        }
    }
}
