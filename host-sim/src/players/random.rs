use anyhow::{Context, Result};
use wedge_engine::{Observer, Position, Size, SplitMix64};

use super::{Kind, PlayerOption};
use crate::players::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new("random", "any legal move", &[PlayerOption::SEED]);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Random(SplitMix64::new(spec.number("seed")))))
}

/// Any legal move, each as likely as the others; the same seed plays the same moves.
struct Random(SplitMix64);

impl<S: Size> Player<S> for Random {
    fn choose(&mut self, position: &Position<S>, _observer: &mut dyn Observer) -> Result<Choice> {
        let mv = position.random_move(&mut self.0).context("asked for a move after the game")?;
        Ok(Choice { mv, report: None })
    }
}
