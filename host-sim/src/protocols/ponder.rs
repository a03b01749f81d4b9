//! Thinking while the other side thinks.

use std::time::Instant;

use wedge_engine::{Evaluator, Limits, Move, Observer, Position, Report, Search, Size};

use crate::protocols::inbox::Inbox;

/// Nobody waits longer for a move, and whoever forgot a program should not pay for it.
const LONGEST_MS: u64 = 3_600_000;

/// What was thought while the other side was to move.
///
/// The search is of the position that the other side looks at, and not only of the reply that is
/// expected: so the table also has something on the others.
pub(crate) struct Pondered<S: Size> {
    /// The position after the expected reply.
    expected: Option<Position<S>>,
    ms: u64,
}

impl<S: Size> Pondered<S> {
    /// Thinks about a position until something comes in, or until it is solved.
    pub(crate) fn until_news<E: Evaluator<S>>(
        position: &Position<S>,
        search: &mut Search<'_, E, S>,
        inbox: &mut Inbox,
    ) -> Self {
        let started = Instant::now();
        let mut waiting = Waiting { started, inbox };
        let limits = Limits { hard_ms: LONGEST_MS, ..Limits::EXACT };
        let report = search.think(position, &limits, &mut waiting);
        let ms = started.elapsed().as_millis() as u64;
        Self { expected: expected(position, &report), ms }
    }

    /// Limits for a move. Where the expected reply came, the time spent on it counts as spent on
    /// the move, down to what an easy one takes: the table has to be gone through again.
    pub(crate) fn shorten(&self, position: &Position<S>, limits: &Limits) -> Limits {
        if self.expected != Some(*position) || limits.soft_ms == u64::MAX {
            return *limits;
        }
        let soft_ms = limits.soft_ms.saturating_sub(self.ms).max(limits.steady_ms);
        Limits { soft_ms, ..*limits }
    }
}

/// The mover's next position if the other side finds the best move.
fn expected<S: Size>(position: &Position<S>, report: &Report) -> Option<Position<S>> {
    let next = position.play(report.best)?;
    if next.must_pass() { next.play(Move::Pass) } else { Some(next) }
}

/// A search that ends with the next line, or with the input.
struct Waiting<'a> {
    started: Instant,
    inbox: &'a mut Inbox,
}

impl Observer for Waiting<'_> {
    fn now_ms(&mut self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn stop(&mut self) -> bool {
        self.inbox.has_news()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_expected_reply_saves_time() {
        let start = Position::start();
        let expected = start.play(Move::Play("f5".parse().unwrap()));
        let pondered = Pondered { expected, ms: 300 };
        let clock = Limits { soft_ms: 1000, steady_ms: 500, hard_ms: 4000, ..Limits::EXACT };
        assert_eq!(pondered.shorten(&start, &clock), clock);
        let hit = pondered.shorten(&expected.unwrap(), &clock);
        assert_eq!(hit, Limits { soft_ms: 700, ..clock });
        let long = Pondered { ms: 3000, ..pondered };
        assert_eq!(long.shorten(&expected.unwrap(), &clock).soft_ms, 500);
        // Where time is given for each move, none can be saved.
        for limits in [Limits::depth(8), Limits::time_ms(1000)] {
            assert_eq!(long.shorten(&expected.unwrap(), &limits), limits);
        }
    }
}
