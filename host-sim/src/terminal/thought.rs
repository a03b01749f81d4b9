//! What the engine makes of a position, as it is shown while it thinks.

use std::time::Duration;

use wedge_engine::{Color, Report, Score, Square};

/// A move with what it is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub square: Square,
    /// What it is worth.
    pub score: Score,
}

/// What the engine has found, or how far it has got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Whose move it thinks about.
    pub side: Color,
    /// The depth that was finished.
    pub depth: u8,
    /// Whether the score is the final margin with best play.
    pub solved: bool,
    /// What the position is worth to `side`, if it knows.
    pub score: Option<Score>,
    /// Every legal move, the best first, where it looked at each of them.
    pub moves: Vec<Judged>,
    /// How play goes on.
    pub line: Vec<Square>,
    /// Moves tried.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Thought {
    /// A thought that has not begun.
    #[must_use]
    pub const fn nothing(side: Color) -> Self {
        Self {
            side,
            depth: 0,
            solved: false,
            score: None,
            moves: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// What a search of a position with `side` to move found or, with the move that leads there,
    /// of one a move further.
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
            line: via.into_iter().chain(report.line.iter().copied()).collect(),
            nodes: report.nodes,
            ..Self::nothing(side)
        }
    }

    /// Moves tried a second; none as long as that says nothing.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (seconds > 0.0005).then(|| self.nodes as f64 / seconds)
    }

    /// Takes over what a later thought of the same position knows.
    pub fn learn(&mut self, later: Self) {
        if later.score.is_some() {
            *self = later;
        } else {
            (self.nodes, self.time) = (later.nodes, later.time);
        }
    }
}
