//! What the world outside tells the search, and hears from it.

use crate::search::Report;

/// A clock, a way to stop, and a place for progress. All have defaults: `()` observes nothing.
pub trait Observer {
    /// Milliseconds since any fixed moment. Asked for every few hundred nodes when a time limit
    /// is set.
    fn now_ms(&mut self) -> u64 {
        0
    }

    /// Whether to stop now. Asked every few hundred nodes.
    fn stop(&mut self) -> bool {
        false
    }

    /// Hears how many moves were tried so far, every few hundred nodes.
    fn visited(&mut self, _nodes: u64) {}

    /// Hears what is known after each finished depth.
    fn progress(&mut self, _report: &Report) {}
}

impl Observer for () {}
