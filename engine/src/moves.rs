//! Legal moves and flips: the two functions everything stands on.
//!
//! Each has one public face and, behind it, the form that suits the machine. All forms are checked
//! against [`crate::reference`] and against each other.

pub mod plain;

/// The squares on which `mover` would turn at least one disc of `opponent`.
///
/// The sets must not overlap. Squares outside a smaller board are for the caller to cut.
#[inline]
#[must_use]
pub fn legal(mover: u64, opponent: u64) -> u64 {
    plain::legal(mover, opponent)
}

/// The discs of `opponent` that turn when `mover` plays on the square with this number (below 64).
///
/// Zero when the move is not legal; the square itself must be empty.
#[inline]
#[must_use]
pub fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    plain::flips(square, mover, opponent)
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
    Form { name: "plain", legal: plain::legal, flips: plain::flips },
];
