//! What a search has found so far: depth, score, principal variation, nodes.

use std::time::Duration;

use wedge_engine::{Color, Report, Score, Square};

/// A move with its score for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub square: Square,
    /// Its score.
    pub score: Score,
}

/// What a search has found, or how many nodes it has taken so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo {
    /// The side to move.
    pub side: Color,
    /// The last completed depth.
    pub depth: u8,
    /// Whether the score is the final margin with best play.
    pub solved: bool,
    /// The score for `side`, if there is one yet.
    pub score: Option<Score>,
    /// Every legal move, best first, where each was searched.
    pub moves: Vec<ScoredMove>,
    /// The principal variation.
    pub pv: Vec<Square>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

impl SearchInfo {
    /// A search that has found nothing yet.
    #[must_use]
    pub const fn empty(side: Color) -> Self {
        Self {
            side,
            depth: 0,
            solved: false,
            score: None,
            moves: Vec::new(),
            pv: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// The report of a search with `side` to move. With `via`, the search was of the position after
    /// that move.
    #[must_use]
    pub fn of(side: Color, via: Option<Square>, report: &Report) -> Self {
        let (score, depth) = match via {
            Some(_) => (-report.score, report.depth + 1),
            None => (report.score, report.depth),
        };
        Self {
            depth,
            solved: report.solved,
            score: Some(score),
            pv: via.into_iter().chain(report.line.iter().copied()).collect(),
            nodes: report.nodes,
            ..Self::empty(side)
        }
    }

    /// Nodes a second, once enough time has passed to tell.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (seconds > 0.0005).then(|| self.nodes as f64 / seconds)
    }

    /// Replaces this by later information about the same position. Without a score only the effort
    /// is updated.
    pub fn update(&mut self, later: Self) {
        if later.score.is_some() {
            *self = later;
        } else {
            (self.nodes, self.time) = (later.nodes, later.time);
        }
    }
}
