//! Move generation: legal moves and flips.
//!
//! Each is one public function. The backend behind it is chosen at compile time:
//!
//! | backend | target |
//! |---|---|
//! | `x86` | x86-64 with AVX2, and with AVX-512 if it is enabled |
//! | [`portable`] | any other target with 64-bit registers: 64-bit targets and WebAssembly |
//! | [`arm32`] | 32-bit targets, written for the Cortex-M4 |
//!
//! [`BACKENDS`] lists all backends that the target can run. Tests compare each with
//! [`crate::reference`].

pub mod arm32;
pub mod portable;
mod ray;
// Tests run the algorithms on any target.
#[cfg(any(test, all(target_arch = "x86_64", target_feature = "avx2")))]
pub mod x86;

#[cfg(not(any(target_pointer_width = "64", target_family = "wasm")))]
use arm32 as chosen;
#[cfg(all(
    any(target_pointer_width = "64", target_family = "wasm"),
    not(all(target_arch = "x86_64", target_feature = "avx2"))
))]
use portable as chosen;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use x86 as chosen;

/// The squares on which `mover` would flip at least one disc of `opponent`.
///
/// The sets must not overlap. On a smaller board the caller masks the squares outside it.
#[inline]
#[must_use]
pub fn legal(mover: u64, opponent: u64) -> u64 {
    chosen::legal(mover, opponent)
}

/// The discs of `opponent` that flip when `mover` plays on the square with this number (below 64).
///
/// The square must be empty. The result is zero if the move is not legal.
#[inline]
#[must_use]
pub fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    chosen::flips(square, mover, opponent)
}

/// [`legal`] for loops over many boards: the portable backend, which the compiler vectorizes with
/// one board per lane. A 32-bit target has no vectors.
#[inline]
pub(crate) fn legal_in_bulk(mover: u64, opponent: u64) -> u64 {
    if cfg!(any(target_pointer_width = "64", target_family = "wasm")) {
        portable::legal(mover, opponent)
    } else {
        legal(mover, opponent)
    }
}

/// A backend: one implementation of both functions.
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// The name in benchmarks and failed tests.
    pub name: &'static str,
    /// The implementation of [`legal`].
    pub legal: fn(u64, u64) -> u64,
    /// The implementation of [`flips`].
    pub flips: fn(usize, u64, u64) -> u64,
}

/// Every backend that runs on this target, the chosen one first, for tests and benchmarks.
pub const BACKENDS: &[Backend] = &[
    Backend { name: "chosen", legal, flips },
    Backend { name: "portable", legal: portable::legal, flips: portable::flips },
    Backend { name: "arm32", legal: arm32::legal, flips: arm32::flips },
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    Backend { name: "avx2", legal: x86::legal_avx2, flips: x86::flips_avx2 },
];
