use anyhow::{Context, Result};
use wedge_engine::{Observer, Position, Size};

use super::Kind;
use crate::players::player::{Choice, Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::new("first", "the first legal square from a1 to h8", &[]);

pub(super) fn player<S: Size>(_: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(First))
}

/// Always the first legal square, in the order a1, b1, ..., h8.
struct First;

impl<S: Size> Player<S> for First {
    fn choose(&mut self, position: &Position<S>, _observer: &mut dyn Observer) -> Result<Choice> {
        let mv = position.moves().next().context("asked for a move after the game")?;
        Ok(Choice { mv, report: None })
    }
}
