//! The limits of a search under way, for the searches of all games.

use super::{Limits, Observer, Report};

/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 256;

/// The search was stopped: the value of the current node is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Counts the nodes of a search and checks its limits. `R` is the report of the game's search.
pub struct Budget<'r, R = Report> {
    /// Asked for the time, and whether to stop.
    pub observer: &'r mut dyn Observer<R>,
    /// The nodes so far.
    pub nodes: u64,
    limits: Limits,
    started: u64,
    /// The node count at which the limits are checked again.
    next_check: u64,
}

impl<'r, R> Budget<'r, R> {
    /// The budget of a search that starts now.
    #[must_use]
    pub fn new(observer: &'r mut dyn Observer<R>, limits: Limits) -> Self {
        let started = if limits.has_time() { observer.now_ms() } else { 0 };
        Self { observer, nodes: 0, limits, started, next_check: 0 }
    }

    /// The limits of the search.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts a node, and checks the limits now and then.
    ///
    /// # Errors
    /// If the search must stop.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        let late = self.has_passed(self.limits.hard_ms);
        self.observer.visited(self.nodes);
        if self.nodes >= self.limits.nodes || late || self.observer.stop() {
            return Err(Stopped);
        }
        self.next_check = (self.nodes + CHECK_INTERVAL).min(self.limits.nodes);
        Ok(())
    }

    /// Whether the soft limit has passed, so that it is too late for another depth.
    pub fn is_late(&mut self) -> bool {
        self.has_passed(self.limits.soft_ms)
    }

    /// Whether so many milliseconds have passed since the start. `u64::MAX` never passes.
    pub fn has_passed(&mut self, ms: u64) -> bool {
        ms != u64::MAX && self.observer.elapsed_ms(self.started) >= ms
    }
}
