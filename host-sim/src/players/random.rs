use anyhow::Result;
use wedge_engine::{Observer, Position, Size, SplitMix64};

use super::random_play::random_move;
use super::{Choosable, Kind};
use crate::players::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new("random", "any legal move", &[Choosable::SEED]);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Random(SplitMix64::new(spec.number("seed")))))
}

/// Any legal move, each as likely as the others; the same seed plays the same moves.
struct Random(SplitMix64);

impl<S: Size> Player<S> for Random {
    fn choose(&mut self, position: &Position<S>, _observer: &mut dyn Observer) -> Result<Choice> {
        Ok(Choice { mv: random_move(position, &mut self.0), report: None })
    }
}
