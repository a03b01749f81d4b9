//! Flips: chance nodes with Star1 bounds.
//!
//! The value of a flip is the mean over the pieces that it may reveal, each weighted by how many of
//! it are face down. Star1 (Ballard 1983) searches a piece only as far as the mean can still reach
//! the window if all pieces not yet searched are as good, or as bad, as a value can be.

use wedge_engine::Stopped;

use super::WIN;
use super::root::Thinking;
use crate::evaluation::Evaluator;
use crate::rules::Position;
use crate::types::{Piece, Square};

impl<E: Evaluator> Thinking<'_, '_, E> {
    /// The value of flipping this square, for the side that flips.
    pub(super) fn flip(
        &mut self,
        position: &Position,
        square: Square,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: i32,
    ) -> Result<i32, Stopped> {
        let total = position.face_down().len() as i32;
        // Before the first flip the sides do not have colours: red and black pieces are the same.
        let (mut sum, mut rest) = (0, total);
        for piece in Piece::all() {
            let count = i32::from(position.unseen(piece));
            if count == 0 {
                continue;
            }
            rest -= count;
            // The mean is above alpha only if this value is above `low`, below beta only if it is
            // below `high`.
            let low = (alpha * total - sum - rest * WIN).div_euclid(count).max(-WIN);
            let high = -(-(beta * total - sum + rest * WIN)).div_euclid(count);
            let high = high.min(WIN);
            self.budget.visit()?;
            let next = position.after_flip(square, piece);
            let value = -self.child(&next, depth, -high.max(low + 1), -low, ply + 1)?;
            sum += count * value;
            if value <= low && low > -WIN {
                return Ok(mean(sum + rest * WIN, total).min(alpha));
            }
            if value >= high && high < WIN {
                return Ok(mean(sum - rest * WIN, total).max(beta));
            }
        }
        Ok(mean(sum, total))
    }
}

/// The mean of values with this sum, rounded down; 0 if there are none.
fn mean(sum: i32, total: i32) -> i32 {
    sum.checked_div_euclid(total).unwrap_or(0)
}
