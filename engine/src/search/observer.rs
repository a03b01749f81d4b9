//! The interface between a search and its caller: clock, stop request, progress.

use crate::search::Report;

/// A clock, a stop request and a receiver of progress. All methods have defaults; `()` uses them.
///
/// `R` is the report of the game's search, Othello's unless said otherwise.
pub trait Observer<R = Report> {
    /// Milliseconds since any fixed moment. Called every few hundred nodes if there is a time
    /// limit.
    fn now_ms(&mut self) -> u64 {
        0
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
