//! A player's clock by the rules of GTP: main time, then periods of a number of moves.

use crate::rules::Board;
use crate::search::{ClockRule, GameClock, Limits, Speed};
use crate::types::Size;

/// The time of a move beside the search: the line, the other program, the lights.
const OVERHEAD_MS: u64 = 30;

/// The rules of a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) main_ms: u64,
    pub(super) period_ms: u64,
    /// The number of moves in a period. A period of no moves means that there is no limit.
    pub(super) stones: u32,
}

/// The clock of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    rules: Rules,
    left_ms: u64,
    /// The moves left in the period; 0 during main time.
    stones: u32,
    /// Whether there is any limit.
    runs: bool,
}

impl Clock {
    /// A clock at the start of a game.
    pub(super) const fn new(rules: Rules) -> Self {
        let runs = (rules.main_ms > 0 && rules.period_ms == 0) || rules.stones > 0;
        let clock = Self { rules, left_ms: rules.main_ms, stones: 0, runs };
        if clock.left_ms == 0 { clock.next_period() } else { clock }
    }

    /// The clock at the start of another game.
    pub(super) const fn again(&self) -> Self {
        Self::new(self.rules)
    }

    /// Sets the time and moves left, as the controller sends them.
    pub(super) const fn set(&mut self, left_ms: u64, stones: u32) {
        (self.left_ms, self.stones, self.runs) = (left_ms, stones, true);
    }

    /// The limits of a move on a machine of this speed, or `None` if there is no limit of time. The
    /// rule is for the main time; a period is divided by its moves.
    pub(super) fn limits<S: Size>(
        &self,
        board: &Board<S>,
        speed: Speed,
        rule: ClockRule,
    ) -> Option<Limits> {
        if !self.runs {
            return None;
        }
        if let Some(share) = self.left_ms.checked_div(self.stones.into()) {
            return Some(Limits::time_ms(share.saturating_sub(OVERHEAD_MS)));
        }
        // The periods after the main time count as an increment per move.
        let increment_ms = self.rules.period_ms.checked_div(self.rules.stones.into()).unwrap_or(0);
        let (left_ms, overhead_ms, stall_ms) = (self.left_ms, OVERHEAD_MS, 0);
        let clock = GameClock { left_ms, increment_ms, overhead_ms, stall_ms, speed };
        Some(rule.limits(&clock, board))
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, ms: u64) {
        if !self.runs {
            return;
        }
        self.left_ms = self.left_ms.saturating_sub(ms);
        let period_over = self.stones == 1;
        self.stones = self.stones.saturating_sub(1);
        if period_over || (self.stones == 0 && self.left_ms == 0) {
            *self = self.next_period();
        }
    }

    const fn next_period(self) -> Self {
        Self { left_ms: self.rules.period_ms, stones: self.rules.stones, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Eight;

    fn limits(clock: &Clock) -> Option<Limits> {
        clock.limits(&Board::<Eight>::start(), Speed::default(), ClockRule::Plan)
    }

    #[test]
    fn main_time_is_spread_over_the_game() {
        let clock = Clock::new(Rules { main_ms: 60_000, period_ms: 0, stones: 0 });
        let limits = limits(&clock).unwrap();
        assert!(limits.hard_ms < 10_000 && limits.soft_ms > 100, "{limits:?}");
    }

    #[test]
    fn periods_follow_the_main_time() {
        let mut clock = Clock::new(Rules { main_ms: 1000, period_ms: 6000, stones: 3 });
        clock.spend(1500);
        assert_eq!(limits(&clock), Some(Limits::time_ms(2000 - OVERHEAD_MS)));
        clock.spend(4000);
        assert_eq!(limits(&clock), Some(Limits::time_ms(1000 - OVERHEAD_MS)));
        clock.spend(500);
        clock.spend(500);
        assert_eq!(limits(&clock), Some(Limits::time_ms(2000 - OVERHEAD_MS)));
        assert_eq!(clock.again(), Clock::new(clock.rules));
    }

    #[test]
    fn a_period_of_no_moves_is_no_limit() {
        let mut clock = Clock::new(Rules { main_ms: 0, period_ms: 1000, stones: 0 });
        assert_eq!(limits(&clock), None);
        clock.spend(10_000);
        assert_eq!(limits(&clock), None);
        clock.set(5000, 0);
        assert!(limits(&clock).is_some());
    }

    #[test]
    fn an_empty_clock_still_gives_limits() {
        let mut clock = Clock::new(Rules { main_ms: 100, period_ms: 0, stones: 0 });
        for _ in 0..5 {
            clock.spend(90);
            assert!(limits(&clock).unwrap().hard_ms <= 100);
        }
    }
}
