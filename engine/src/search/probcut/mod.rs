//! Multi-ProbCut: cutting a deep search off where a shallow one predicts its result.
//!
//! The value of a deep search correlates with that of a shallow one (Buro: "`ProbCut`: an effective
//! selective extension of the alpha-beta algorithm", 1995, and "Experiments with Multi-ProbCut and
//! a new high-quality evaluation function for Othello", 1997). `host-sim train probcut` fits the
//! relation to the engine's own searches, per depth and number of empty squares.
//! [`Certainty`](super::Certainty) sets the confidence that a cut needs. The last search to the end
//! of the game uses no cuts, so its result is exact.
//!
//! At 10,000 nodes a move, 80 % certainty scored 68 % against no cuts in 300 games.

mod parameters;

use super::context::{INFINITY, Node, SearchContext, Stopped};
use crate::evaluation::Evaluator;
use crate::types::Size;
use parameters::{ENDGAME, MIDGAME};

/// The fit of a deep search's value to a shallow one's: `slope` x value + `offset`, with standard
/// deviation `sigma`.
#[derive(Clone, Copy)]
struct Fit {
    /// The depth of the shallow search.
    depth: u8,
    /// In parts of 256.
    slope: i16,
    /// In units of score.
    offset: i16,
    sigma: i16,
}

const fn fit(depth: u8, slope: i16, offset: i16, sigma: i16) -> Fit {
    Fit { depth, slope, offset, sigma }
}

/// Nodes with less depth left are searched in full.
const MIN_DEPTH: u8 = 3;
/// Positions with fewer empty squares are solved in full.
const MIN_EMPTIES: u32 = 10;

/// The fit for a search of this depth. Depths beyond the table take its deepest rows, with a
/// shallow search that grows with the depth.
fn midgame_fit(depth: u8, empties: u32) -> Option<Fit> {
    let beyond = depth.checked_sub(MIN_DEPTH)?;
    let rows = MIDGAME.len() as u8;
    let row = if beyond < rows { beyond } else { rows - 2 + (beyond - rows) % 2 };
    let column = (empties.saturating_sub(16) / 8).min(4);
    let fit = *MIDGAME.get(usize::from(row))?.get(column as usize)?;
    Some(Fit { depth: fit.depth + (beyond - row) / 4 * 2, ..fit })
}

/// The fit for a solution.
fn endgame_fit(empties: u32) -> Option<Fit> {
    let row = empties.checked_sub(MIN_EMPTIES)? as usize / 2;
    let last = ENDGAME.len() - 1;
    let fit = ENDGAME.get(row.min(last))?;
    let beyond = row.saturating_sub(last) as u8;
    Some(Fit { depth: fit.depth + beyond / 2 * 2, ..*fit })
}

impl<E: Evaluator<S>, S: Size> SearchContext<'_, '_, E, S> {
    /// Tries to cut off a null-window node of the middle game. Returns `alpha + 1` or `alpha`, the
    /// bound on the side where the value very likely lies.
    #[inline]
    pub(super) fn try_probcut(
        &mut self,
        node: &Node<S>,
        depth: u8,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        match midgame_fit(depth, node.board.empties()) {
            Some(fit) => self.try_cut(node, fit, alpha),
            None => Ok(None),
        }
    }

    /// [`Self::try_probcut`] for a node of the endgame solver; `alpha` is in units here as well.
    pub(super) fn try_endgame_probcut(
        &mut self,
        node: &Node<S>,
        empties: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        let Some(fit) = endgame_fit(empties) else { return Ok(None) };
        let solving = core::mem::replace(&mut self.solving, false);
        let bound = self.try_cut(node, fit, alpha);
        self.solving = solving;
        bound
    }

    fn try_cut(&mut self, node: &Node<S>, fit: Fit, alpha: i32) -> Result<Option<i32>, Stopped> {
        let Some(margin) = self.certainty.margin(fit.sigma.into()) else { return Ok(None) };
        // The static evaluation tells on which side a shallow search is worth its nodes.
        let (value, beta) = (self.evaluate_leaf(&node.board), alpha + 1);
        let bound = fit.shallow_value(beta + margin);
        if value >= beta - margin / 4
            && bound.abs() < INFINITY
            && self.negascout(node, fit.depth, bound - 1, bound)? >= bound
        {
            return Ok(Some(beta));
        }
        let bound = fit.shallow_value(alpha - margin);
        if value <= alpha + margin / 4
            && bound.abs() < INFINITY
            && self.negascout(node, fit.depth, bound, bound + 1)? <= bound
        {
            return Ok(Some(alpha));
        }
        Ok(None)
    }
}

impl Fit {
    /// The value of the shallow search at which the deep one is expected to have this value.
    fn shallow_value(self, deep: i32) -> i32 {
        ((deep - i32::from(self.offset)) * 256).checked_div(self.slope.into()).unwrap_or(INFINITY)
    }
}
