//! Pondering: thinking on the opponent's time.

use std::time::Instant;

use wedge_engine::{Limits, Move, Observer, Position, Report, Size};

use crate::engine::searcher::Searcher;
use crate::protocols::inbox::Inbox;

/// The longest time to ponder, so that a forgotten program does not run for ever.
const LONGEST_MS: u64 = 3_600_000;

/// The result of pondering.
///
/// The search is of the position before the opponent's move, not of the expected reply alone, so that
/// the table has entries for the other replies, too.
pub(crate) struct Pondered<S: Size> {
    /// The position after the expected reply.
    expected: Option<Position<S>>,
    ms: u64,
}

impl<S: Size> Pondered<S> {
    /// Searches a position until input arrives or ends, or until it is solved.
    pub(crate) fn until_input(
        position: &Position<S>,
        search: &mut Searcher<'_, S>,
        inbox: &mut Inbox,
    ) -> Self {
        let started = Instant::now();
        let mut waiting = Waiting { started, inbox };
        let limits = Limits::EXACT.with_hard_ms(LONGEST_MS);
        let report = search.think(position, &limits, &mut waiting);
        let ms = started.elapsed().as_millis() as u64;
        Self { expected: expected(position, &report), ms }
    }

    /// The limits for a move. After the expected reply, the time spent pondering counts for the move,
    /// but some time remains: the search has to pass through the table again.
    pub(crate) fn shorten(&self, position: &Position<S>, limits: &Limits) -> Limits {
        if self.expected != Some(*position) || limits.soft_ms == u64::MAX {
            return *limits;
        }
        let soft_ms = limits.soft_ms.saturating_sub(self.ms).max(limits.steady_ms);
        limits.with_soft_ms(soft_ms)
    }
}

/// The own next position if the opponent makes the best move.
fn expected<S: Size>(position: &Position<S>, report: &Report) -> Option<Position<S>> {
    let next = position.play(report.best)?;
    if next.must_pass() { next.play(Move::Pass) } else { Some(next) }
}

/// The observer of a search that ends with the next line or the end of the input.
struct Waiting<'a> {
    started: Instant,
    inbox: &'a mut Inbox,
}

impl Observer for Waiting<'_> {
    fn now_ms(&mut self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn stop(&mut self) -> bool {
        self.inbox.has_line_or_ended()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_expected_reply_saves_time() {
        let start = Position::default();
        let expected = start.play(Move::Play("f5".parse().unwrap()));
        let pondered = Pondered { expected, ms: 300 };
        let clock = Limits::EXACT.with_soft_ms(1000).with_steady_ms(500).with_hard_ms(4000);
        assert_eq!(pondered.shorten(&start, &clock), clock);
        let hit = pondered.shorten(&expected.unwrap(), &clock);
        assert_eq!(hit, clock.with_soft_ms(700));
        let long = Pondered { ms: 3000, ..pondered };
        assert_eq!(long.shorten(&expected.unwrap(), &clock).soft_ms, 500);
        // With a time limit for each move, none can be saved.
        for limits in [Limits::depth(8), Limits::time_ms(1000)] {
            assert_eq!(long.shorten(&expected.unwrap(), &limits), limits);
        }
    }
}
