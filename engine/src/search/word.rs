//! Words shared between threads, and cache prefetching.

use bytemuck::Zeroable;
use core::sync::atomic::Ordering::Relaxed;

#[cfg(target_has_atomic = "64")]
use core::sync::atomic::AtomicU64;

#[cfg(not(target_has_atomic = "64"))]
use core::sync::atomic::AtomicU32;

/// A 64-bit word that threads share without locks.
///
/// On a 32-bit target it is two halves, and an interrupt may see only one of them written. The
/// reader has to check for that, as the transposition table does.
#[derive(Debug, Default)]
#[repr(transparent)]
pub(crate) struct Word(
    #[cfg(target_has_atomic = "64")] AtomicU64,
    #[cfg(not(target_has_atomic = "64"))] [AtomicU32; 2],
);

// Written out: bytemuck knows atomics only on targets that can compare and swap them.
// SAFETY: the atomics of `core` have the layout of their integers, for which 0 is valid.
#[allow(unsafe_code)]
unsafe impl Zeroable for Word {}

#[cfg(target_has_atomic = "64")]
impl Word {
    pub(crate) const fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    #[inline]
    pub(crate) fn load(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline]
    pub(crate) fn store(&self, value: u64) {
        self.0.store(value, Relaxed);
    }
}

#[cfg(not(target_has_atomic = "64"))]
impl Word {
    pub(crate) const fn new(value: u64) -> Self {
        Self([AtomicU32::new(value as u32), AtomicU32::new((value >> 32) as u32)])
    }

    #[inline]
    pub(crate) fn load(&self) -> u64 {
        u64::from(self.0[0].load(Relaxed)) | u64::from(self.0[1].load(Relaxed)) << 32
    }

    #[inline]
    pub(crate) fn store(&self, value: u64) {
        self.0[0].store(value as u32, Relaxed);
        self.0[1].store((value >> 32) as u32, Relaxed);
    }
}

/// Prefetches the cache line of a value, on targets that can.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault; the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
