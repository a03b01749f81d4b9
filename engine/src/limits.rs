//! When the search has to stop, and how a game clock is spent.

/// When a search stops: whichever of the limits is met first.
///
/// ```
/// use wedge_engine::Limits;
///
/// let limits = Limits { nodes: 100_000, ..Limits::depth(12) };
/// assert_eq!(limits.depth, 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Limits {
    /// Plies to look ahead, passes not counted. As many as there are empty squares solve the
    /// position exactly.
    pub depth: u8,
    /// Positions with this many empty squares or fewer are solved, whatever the depth.
    pub solve_from: u8,
    /// Moves to try at most.
    pub nodes: u64,
    /// No new depth is begun after this many milliseconds.
    pub soft_ms: u64,
    /// The search stops after this many milliseconds, wherever it is.
    pub hard_ms: u64,
}

impl Limits {
    /// Until the end of the game, however long it takes.
    pub const EXACT: Self =
        Self { depth: 64, solve_from: 0, nodes: u64::MAX, soft_ms: u64::MAX, hard_ms: u64::MAX };

    /// A fixed depth.
    #[must_use]
    pub const fn depth(depth: u8) -> Self {
        Self { depth, ..Self::EXACT }
    }

    /// A number of nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::EXACT }
    }

    /// A time for one move: no new depth after half of it, since that would rarely be finished.
    #[must_use]
    pub const fn time_ms(ms: u64) -> Self {
        Self { soft_ms: ms / 2, hard_ms: ms, ..Self::EXACT }
    }
}

/// What is left of a player's time for the whole game.
///
/// Most of it is spent between 44 and 16 empty squares: openings are known, and the last moves
/// are solved in no time.
///
/// ```
/// use wedge_engine::GameClock;
///
/// let clock = GameClock { left_ms: 160_000, increment_ms: 0, overhead_ms: 10 };
/// let opening = clock.limits(58);
/// let middle = clock.limits(36);
/// assert!(middle.soft_ms > opening.soft_ms);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct GameClock {
    /// Time left on the clock.
    pub left_ms: u64,
    /// Time added after each move.
    pub increment_ms: u64,
    /// Time that passes with every move outside the search: wires, processes, lights.
    pub overhead_ms: u64,
}

impl GameClock {
    /// How much a move at this number of empty squares may take, relative to others.
    const fn weight(empties: u32) -> u64 {
        match empties {
            0..=9 => 1,
            16..=25 => 8,
            26..=44 => 6,
            10.. => 3,
        }
    }

    /// Limits for the next move.
    ///
    /// Whatever the search does within them, the clock never runs out as long as a move costs no
    /// more than `overhead_ms` beside the search.
    #[must_use]
    pub fn limits(&self, empties: u32) -> Limits {
        // The mover plays about every second of the empty squares from here on.
        let mut weights = 0;
        let mut moves = 0;
        let mut left = empties;
        loop {
            weights += Self::weight(left);
            moves += 1;
            if left < 2 {
                break;
            }
            left -= 2;
        }
        // A pass of the other side gives the mover moves that the count does not see: keep
        // the overhead of a few more.
        let reserve = self.overhead_ms.saturating_mul(moves + 4);
        let spendable = self.left_ms.saturating_sub(reserve);
        let share = spendable
            .saturating_mul(Self::weight(empties))
            .checked_div(weights)
            .unwrap_or(0)
            .saturating_add(self.increment_ms.saturating_sub(self.overhead_ms));
        let hard_ms = share
            .saturating_mul(3)
            .min(spendable / 2)
            .min(self.left_ms.saturating_sub(self.overhead_ms));
        Limits { soft_ms: (share / 2).min(hard_ms), hard_ms, ..Limits::EXACT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// A search that uses its hard limit to the full on every move, and an overhead as bad as
    /// promised, with passes at random: the clock must survive.
    #[test]
    fn the_clock_never_runs_out() {
        for seed in 0..2000 {
            let mut random = SplitMix64::new(seed);
            let overhead_ms = u64::from(random.below(20));
            let increment_ms = u64::from(random.below(3)) * 50;
            let start = 40 * overhead_ms + u64::from(random.below(200_000));
            let mut clock = GameClock { left_ms: start, increment_ms, overhead_ms };
            let mut empties = 60;
            while empties > 0 {
                let limits = clock.limits(empties);
                assert!(limits.soft_ms <= limits.hard_ms);
                let spent = limits.hard_ms + overhead_ms;
                assert!(spent <= clock.left_ms, "seed {seed}, {empties} empties: {clock:?}");
                clock.left_ms = clock.left_ms - spent + increment_ms;
                empties -= if random.below(10) == 0 { 1 } else { 2.min(empties) };
            }
        }
    }

    /// What a controller may say, however senseless, gives limits and no overflow.
    #[test]
    fn a_clock_of_any_numbers_has_limits() {
        let numbers = [0, 1, 1000, u64::MAX / 8, u64::MAX - 1, u64::MAX];
        for left_ms in numbers {
            for increment_ms in numbers {
                for overhead_ms in numbers {
                    for empties in [0, 1, 30, 60, 64] {
                        let clock = GameClock { left_ms, increment_ms, overhead_ms };
                        let limits = clock.limits(empties);
                        assert!(limits.soft_ms <= limits.hard_ms, "{clock:?}");
                        assert!(limits.hard_ms <= left_ms, "{clock:?}");
                    }
                }
            }
        }
    }

    /// With a search that stops softly, most of the time is used and the middle game gets the most.
    #[test]
    fn the_clock_is_spent_where_it_matters() {
        let mut clock = GameClock { left_ms: 160_000, increment_ms: 0, overhead_ms: 1 };
        let mut middle = 0;
        for empties in (0..=60).rev().step_by(2) {
            // A depth that was begun before the soft limit ends about as much later again.
            let limits = clock.limits(empties);
            let spent = (limits.soft_ms * 2).min(limits.hard_ms);
            middle += if (16..=44).contains(&empties) { spent } else { 0 };
            clock.left_ms -= spent + 1;
        }
        assert!(clock.left_ms < 40_000, "{clock:?}");
        assert!(middle > 90_000, "{middle} ms");
    }
}
