use anyhow::Result;
use wedge_engine::{Move, Observer, Position, Size, SplitMix64};

use crate::player::{Choice, Player};

/// Any legal move, each as likely as the others; the same seed plays the same moves.
pub struct Random(SplitMix64);

impl Random {
    /// A player with a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }
}

impl<S: Size> Player<S> for Random {
    fn choose(&mut self, position: &Position<S>, _observer: &mut dyn Observer) -> Result<Choice> {
        let legal = position.board().legal_moves();
        let pick = self.0.below(legal.len()) as usize;
        let mv = legal.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
        Ok(Choice { mv, report: None })
    }
}
