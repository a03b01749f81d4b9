//! Legal moves and flips: the two functions everything stands on.
//!
//! Each has one public face and, behind it, the form that suits the machine, chosen when the
//! engine is compiled:
//!
//! | form | for |
//! |---|---|
//! | `x86` | PCs with AVX2, and AVX-512 where the compiler is told of it |
//! | [`portable`] | any other 64-bit machine |
//! | [`arm32`] | 32-bit machines, written for the Cortex-M4 |
//!
//! All forms that run on a machine are compiled for it and listed in [`FORMS`]. Tests check each
//! against [`crate::reference`].

pub mod arm32;
pub mod portable;
mod ray;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod x86;

#[cfg(not(target_pointer_width = "64"))]
use arm32 as chosen;
#[cfg(all(
    target_pointer_width = "64",
    not(all(target_arch = "x86_64", target_feature = "avx2"))
))]
use portable as chosen;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use x86 as chosen;

/// The squares on which `mover` would turn at least one disc of `opponent`.
///
/// The sets must not overlap. Squares outside a smaller board are for the caller to cut.
#[inline]
#[must_use]
pub fn legal(mover: u64, opponent: u64) -> u64 {
    chosen::legal(mover, opponent)
}

/// The discs of `opponent` that turn when `mover` plays on the square with this number (below 64).
///
/// Zero when the move is not legal; the square itself must be empty.
#[inline]
#[must_use]
pub fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    chosen::flips(square, mover, opponent)
}

/// [`legal`] for loops over many boards: the plain form, which compilers spread over the lanes of
/// whatever vectors the machine has, one board a lane. A 32-bit machine has none.
#[inline]
pub(crate) fn legal_in_bulk(mover: u64, opponent: u64) -> u64 {
    if cfg!(target_pointer_width = "64") {
        portable::legal(mover, opponent)
    } else {
        legal(mover, opponent)
    }
}

/// One way to compute both functions.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// What it is called in benches and failed tests.
    pub name: &'static str,
    /// Its [`legal`].
    pub legal: fn(u64, u64) -> u64,
    /// Its [`flips`].
    pub flips: fn(usize, u64, u64) -> u64,
}

/// Every form that runs on this machine, the chosen one first: for comparing them.
pub const FORMS: &[Form] = &[
    Form { name: "chosen", legal, flips },
    Form { name: "plain", legal: portable::legal, flips: portable::flips },
    Form { name: "narrow", legal: arm32::legal, flips: arm32::flips },
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    Form { name: "avx2", legal: x86::legal_avx2, flips: x86::flips_avx2 },
];
