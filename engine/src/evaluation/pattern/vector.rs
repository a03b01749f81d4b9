//! Vectors of 512 bits, and the operations on them that the sum of weights needs.

/// The content of one vector.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Lanes<T>(pub(super) T);

/// A vector of 64 bytes: 64 lanes of `u8`, 32 of `u16` or 16 of `u32`, as each name says. Sums and
/// products wrap around in their lanes. A set of lanes is a number with a bit for each.
pub(super) trait Vector: Copy {
    /// The digit of each square: 0 where it is empty, 1 for the mover, 2 for the opponent.
    fn digits(mover: u64, opponent: u64) -> Self;
    fn zero() -> Self;
    fn all_u16(value: u16) -> Self;
    fn all_u32(value: u32) -> Self;
    fn load_u8(lanes: &Lanes<[u8; 64]>) -> Self;
    fn load_u16(lanes: &Lanes<[u16; 32]>) -> Self;
    fn load_u32(lanes: &Lanes<[u32; 16]>) -> Self;

    fn and(self, other: Self) -> Self;
    fn add_u8(self, other: Self) -> Self;
    fn add_u16(self, other: Self) -> Self;
    fn add_u32(self, other: Self) -> Self;
    fn mul_u16(self, other: Self) -> Self;
    fn mul_u32(self, other: Self) -> Self;
    fn max_u16(self, other: Self) -> Self;
    fn min_u16(self, other: Self) -> Self;
    /// Half of each lane, rounded down.
    fn half_u16(self) -> Self;

    /// These lanes of the vector, and the others of `other`.
    fn or_else_u16(self, lanes: u32, other: Self) -> Self;
    /// The bytes at these places of the vector, in these lanes, and zero in the others.
    fn pick_u8(self, places: Self, lanes: u64) -> Self;
    /// The bytes of the low or the high half, each as a `u16`.
    fn widen_u8(self, high: bool) -> Self;
    /// The lanes of the low or the high half, each as a `u32`.
    fn widen_u16(self, high: bool) -> Self;
    /// Each lane shifted down by a byte.
    fn next_byte_u32(self) -> Self;
    /// The sum of all lanes.
    fn total_u32(self) -> u32;

    /// The numbers at these offsets in bytes, in these lanes, and zero in the others.
    ///
    /// # Safety
    /// The four bytes from each of the offsets on are in `bytes`.
    #[expect(unsafe_code, reason = "a gather loads by address")]
    unsafe fn gather_u32(self, lanes: u16, bytes: &[u8]) -> Self;
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512vbmi",
    target_feature = "avx512bw"
))]
pub(super) use processor::Processor;

#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
#[expect(unsafe_code, reason = "each intrinsic needs a processor that has it")]
mod processor {
    use core::arch::x86_64::*;

    use super::{Lanes, Vector};

    /// A vector of the processor.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Processor(__m512i);

    macro_rules! operators {
        ($(fn $name:ident = $intrinsic:ident;)*) => {$(
            #[inline]
            fn $name(self, other: Self) -> Self {
                // SAFETY: this module is compiled only for processors with these parts of AVX-512.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        )*};
    }

    /// The low or the high half.
    #[inline]
    fn half(vector: __m512i, high: bool) -> __m256i {
        // SAFETY: as above.
        unsafe {
            if high {
                _mm512_extracti64x4_epi64::<1>(vector)
            } else {
                _mm512_castsi512_si256(vector)
            }
        }
    }

    #[inline]
    fn load<T: Copy>(lanes: &Lanes<T>) -> __m512i {
        const { assert!(size_of::<T>() == 64) };
        // SAFETY: `T` has the size of the vector, and `Lanes` its alignment.
        unsafe { _mm512_load_si512(core::ptr::from_ref(lanes).cast()) }
    }

    impl Vector for Processor {
        #[inline]
        fn digits(mover: u64, opponent: u64) -> Self {
            // SAFETY: as above.
            Self(unsafe {
                let of_mover = _mm512_maskz_set1_epi8(mover, 1);
                _mm512_mask_mov_epi8(of_mover, opponent, _mm512_set1_epi8(2))
            })
        }

        #[inline]
        fn zero() -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_setzero_si512() })
        }

        #[inline]
        fn all_u16(value: u16) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_set1_epi16(value.cast_signed()) })
        }

        #[inline]
        fn all_u32(value: u32) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_set1_epi32(value.cast_signed()) })
        }

        #[inline]
        fn load_u8(lanes: &Lanes<[u8; 64]>) -> Self {
            Self(load(lanes))
        }

        #[inline]
        fn load_u16(lanes: &Lanes<[u16; 32]>) -> Self {
            Self(load(lanes))
        }

        #[inline]
        fn load_u32(lanes: &Lanes<[u32; 16]>) -> Self {
            Self(load(lanes))
        }

        operators! {
            fn and = _mm512_and_si512;
            fn add_u8 = _mm512_add_epi8;
            fn add_u16 = _mm512_add_epi16;
            fn add_u32 = _mm512_add_epi32;
            fn mul_u16 = _mm512_mullo_epi16;
            fn mul_u32 = _mm512_mullo_epi32;
            fn max_u16 = _mm512_max_epu16;
            fn min_u16 = _mm512_min_epu16;
        }

        #[inline]
        fn half_u16(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_srli_epi16::<1>(self.0) })
        }

        #[inline]
        fn or_else_u16(self, lanes: u32, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_mask_mov_epi16(other.0, lanes, self.0) })
        }

        #[inline]
        fn pick_u8(self, places: Self, lanes: u64) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_maskz_permutexvar_epi8(lanes, places.0, self.0) })
        }

        #[inline]
        fn widen_u8(self, high: bool) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_cvtepu8_epi16(half(self.0, high)) })
        }

        #[inline]
        fn widen_u16(self, high: bool) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_cvtepu16_epi32(half(self.0, high)) })
        }

        #[inline]
        fn next_byte_u32(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_srli_epi32::<8>(self.0) })
        }

        #[inline]
        fn total_u32(self) -> u32 {
            // SAFETY: as above.
            unsafe { _mm512_reduce_add_epi32(self.0) }.cast_unsigned()
        }

        #[inline]
        unsafe fn gather_u32(self, lanes: u16, bytes: &[u8]) -> Self {
            // SAFETY: the caller's offsets are in bounds.
            Self(unsafe {
                let zero = _mm512_setzero_si512();
                _mm512_mask_i32gather_epi32::<1>(zero, lanes, self.0, bytes.as_ptr().cast())
            })
        }
    }
}
