use anyhow::Result;
use wedge_engine::{Observer, Position, Search, Size};

use crate::eval::Eval;
use crate::limit::Limit;
use crate::player::{Choice, Player};

/// The engine. It keeps its table and what it learnt about moves through the game.
pub struct Wedge<'t, S: Size> {
    limit: Limit,
    search: Search<'t, Eval, S>,
}

impl<'t, S: Size> Wedge<'t, S> {
    /// The engine with a limit for each move.
    #[must_use]
    pub const fn new(limit: Limit, search: Search<'t, Eval, S>) -> Self {
        Self { limit, search }
    }
}

impl<S: Size> Player<S> for Wedge<'_, S> {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        let report = self.search.think(position, &self.limit.limits(), observer);
        Ok(Choice { mv: report.best, report: Some(report) })
    }
}
