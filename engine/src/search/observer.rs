//! The interface between a search and its caller: clock, stop request, progress.

use crate::search::Report;

/// A clock, a stop request and a receiver of progress. All methods have defaults; `()` uses them.
///
/// `R` is the report of the game's search, Othello's unless said otherwise.
///
/// With the feature `std`, the default clock is that of the system. Without it there is none, and a
/// time limit then counts as passed: a search with a time limit and without a clock ends at once.
///
/// ```
/// use wedge_engine::{Limits, Options, Position, Search, Standard};
///
/// let mut search = Search::new(Standard, None, Options::default());
/// let report = search.think(&Position::default(), &Limits::time_ms(20), &mut ());
/// assert!(!report.solved, "it ends, with a clock or without");
/// ```
pub trait Observer<R = Report> {
    /// Milliseconds since any fixed moment; `u64::MAX` if there is no clock. Called every few hundred
    /// nodes if there is a time limit.
    fn now_ms(&mut self) -> u64 {
        default_clock()
    }

    /// Milliseconds since `started`, an earlier time of [`Observer::now_ms`]. Without a clock every
    /// limit has passed: a search that cannot tell the time must not run for ever.
    fn elapsed_ms(&mut self, started: u64) -> u64 {
        match self.now_ms() {
            u64::MAX => u64::MAX,
            now => now.saturating_sub(started),
        }
    }

    /// Whether to stop now. Called every few hundred nodes.
    fn stop(&mut self) -> bool {
        false
    }

    /// Receives the number of nodes so far, every few hundred nodes.
    fn visited(&mut self, _nodes: u64) {}

    /// Receives the result of each finished depth.
    fn progress(&mut self, _report: &R) {}
}

impl<R> Observer<R> for () {}

/// The system's clock.
#[cfg(feature = "std")]
fn default_clock() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;

    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_millis() as u64
}

/// No clock.
#[cfg(not(feature = "std"))]
const fn default_clock() -> u64 {
    u64::MAX
}
