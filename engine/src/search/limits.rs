//! When a search stops.

/// When a search stops: at the first limit that is reached.
///
/// ```
/// use wedge_engine::Limits;
///
/// let limits = Limits::depth(12).with_nodes(100_000);
/// assert_eq!((limits.depth, limits.nodes), (12, 100_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Limits {
    /// The depth in plies, without passes. A depth of all empty squares solves the position
    /// exactly.
    pub depth: u8,
    /// Positions with at most this many empty squares are solved, whatever the depth.
    pub solve_from: u8,
    /// The number of nodes: moves tried.
    pub nodes: u64,
    /// No new depth starts after this many milliseconds.
    pub soft_ms: u64,
    /// The same limit while the last few depths found the same best move without a drop in score.
    pub steady_ms: u64,
    /// The search stops after this many milliseconds, even in the middle of a depth.
    pub hard_ms: u64,
    /// No new depth starts once a depth has found a game won by all 64 squares, which no deeper
    /// search can improve.
    pub stop_at_win: bool,
}

impl Limits {
    /// No limit: the search solves the position.
    pub const EXACT: Self = Self {
        depth: 64,
        solve_from: 0,
        nodes: u64::MAX,
        soft_ms: u64::MAX,
        steady_ms: u64::MAX,
        hard_ms: u64::MAX,
        stop_at_win: false,
    };

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

    /// A time for one move. No new depth starts after half of it, since it would rarely finish.
    ///
    /// The observer has to bring a clock, or the feature `std` does: without one the search ends at
    /// once ([`Observer`](crate::Observer)).
    #[must_use]
    pub const fn time_ms(ms: u64) -> Self {
        Self { soft_ms: ms / 2, steady_ms: ms / 2, hard_ms: ms, ..Self::EXACT }
    }

    /// The same limits with another depth.
    #[must_use]
    pub const fn with_depth(self, depth: u8) -> Self {
        Self { depth, ..self }
    }

    /// The same limits, with positions solved from this many empty squares on.
    #[must_use]
    pub const fn with_solve_from(self, solve_from: u8) -> Self {
        Self { solve_from, ..self }
    }

    /// The same limits with another number of nodes.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The same limits with another soft limit of time: [`Limits::soft_ms`].
    #[must_use]
    pub const fn with_soft_ms(self, soft_ms: u64) -> Self {
        Self { soft_ms, ..self }
    }

    /// The same limits with another limit of time for stable results: [`Limits::steady_ms`].
    #[must_use]
    pub const fn with_steady_ms(self, steady_ms: u64) -> Self {
        Self { steady_ms, ..self }
    }

    /// The same limits with another hard limit of time: [`Limits::hard_ms`].
    #[must_use]
    pub const fn with_hard_ms(self, hard_ms: u64) -> Self {
        Self { hard_ms, ..self }
    }

    /// These limits and others together.
    ///
    /// ```
    /// use wedge_engine::{Level, Limits};
    ///
    /// let limits = Level::new(8).unwrap().limits().and(&Limits::time_ms(100));
    /// assert_eq!((limits.depth, limits.solve_from, limits.hard_ms), (8, 16, 100));
    /// ```
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        let shallower = if self.depth <= other.depth { &self } else { other };
        Self {
            depth: shallower.depth,
            solve_from: shallower.solve_from,
            nodes: self.nodes.min(other.nodes),
            soft_ms: self.soft_ms.min(other.soft_ms),
            steady_ms: self.steady_ms.min(other.steady_ms),
            hard_ms: self.hard_ms.min(other.hard_ms),
            stop_at_win: self.stop_at_win || other.stop_at_win,
        }
    }

    /// Whether any limit of time is set.
    pub(crate) fn has_time(&self) -> bool {
        self.soft_ms.min(self.steady_ms).min(self.hard_ms) != u64::MAX
    }
}
