//! The limits of a search under way.

use wedge_engine::{Limits, Observer};

/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 256;

/// The search was stopped: the value of the current node is unknown.
#[derive(Debug)]
pub(super) struct Stopped;

/// Counts nodes and checks the limits.
pub(super) struct Budget<'r, R> {
    pub(super) observer: &'r mut dyn Observer<R>,
    limits: Limits,
    started: u64,
    pub(super) nodes: u64,
    next_check: u64,
}

impl<'r, R> Budget<'r, R> {
    pub(super) fn new(observer: &'r mut dyn Observer<R>, limits: Limits) -> Self {
        let started = if limits.hard_ms == u64::MAX { 0 } else { observer.now_ms() };
        Self { observer, limits, started, nodes: 0, next_check: 0 }
    }

    /// Counts an action tried, and checks the limits now and then.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        let late = self.limits.hard_ms != u64::MAX && self.elapsed() >= self.limits.hard_ms;
        self.observer.visited(self.nodes);
        if self.nodes >= self.limits.nodes || late || self.observer.stop() {
            return Err(Stopped);
        }
        self.next_check = (self.nodes + CHECK_INTERVAL).min(self.limits.nodes);
        Ok(())
    }

    /// Whether it is too late for another depth.
    pub(super) fn is_late(&mut self) -> bool {
        self.limits.soft_ms != u64::MAX && self.elapsed() >= self.limits.soft_ms
    }

    fn elapsed(&mut self) -> u64 {
        self.observer.elapsed_ms(self.started)
    }
}
