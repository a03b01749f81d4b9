use anyhow::Result;
use wedge_engine::{Move, Observer, Position, Size};

use crate::player::{Choice, Player};

/// Always the first legal square, in the order a1, b1, ..., h8.
pub struct First;

impl<S: Size> Player<S> for First {
    fn choose(&mut self, position: &Position<S>, _observer: &mut dyn Observer) -> Result<Choice> {
        let mv = position.board().legal_moves().first().map_or(Move::Pass, Move::Play);
        Ok(Choice { mv, report: None })
    }
}
