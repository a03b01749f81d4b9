//! Quiescence: captures only, until nothing is worth taking.

use wedge_engine::Stopped;

use super::root::Thinking;
use super::{WIN, ordering};
use crate::evaluation::Evaluator;
use crate::rules::Position;

impl<E: Evaluator> Thinking<'_, '_, E> {
    /// The value of a position once the captures are played out. The mover may stop at any time.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        if position.is_wiped_out() {
            return Ok(-WIN + ply);
        }
        if let Some(value) = self.ending_value(position, ply) {
            return Ok(value);
        }
        let mut best = self.search.evaluator.evaluate(position, self.rules);
        if best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);
        if ply >= i32::from(self.search.options.max_ply) {
            return Ok(best);
        }
        let mut order = ordering::captures(position);
        while let Some(action) = order.next() {
            self.budget.visit()?;
            let next = position.after_step(action.from(), action.to());
            let value = -self.quiescence(&next, -beta, -alpha, ply + 1)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Ok(best)
    }
}
