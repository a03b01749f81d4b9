//! Multi-ProbCut: cutting a deep search off where a shallow one predicts its result.
//!
//! The value of a deep search correlates with that of a shallow one (Buro: "`ProbCut`: an effective
//! selective extension of the alpha-beta algorithm", 1995, and "Experiments with Multi-ProbCut and
//! a new high-quality evaluation function for Othello", 1997). `host-sim train probcut` fits the
//! relation to the engine's own searches, per depth and number of empty squares.
//! [`Certainty`](super::Certainty) sets the confidence that a cut needs. The last search to the end
//! of the game uses no cuts, so its result is exact. One ply before the leaves the evaluation alone
//! predicts the result, for evaluators that score the children of a position faster than others.

use super::budget::Stopped;
use super::context::{INFINITY, Node, SearchContext};
use crate::evaluation::{Evaluator, Fit, Probcut};
use crate::types::Size;

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
        match self.parameters(|of| of.midgame(depth, node.board.empties())) {
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
        let Some(fit) = self.parameters(|of| of.endgame(empties)) else { return Ok(None) };
        let solving = core::mem::replace(&mut self.solving, false);
        let bound = self.try_cut(node, fit, alpha);
        self.solving = solving;
        bound
    }

    /// The bound of a null-window node whose shallow value makes it likely enough that the deep one is
    /// outside the window.
    #[inline]
    pub(super) fn cut(&self, fit: Fit, shallow: i32, alpha: i32) -> Option<i32> {
        let (margin, beta) = (self.certainty.margin(fit.sigma.into())?, alpha + 1);
        if shallow >= fit.shallow_value(beta + margin) {
            Some(beta)
        } else if shallow <= fit.shallow_value(alpha - margin) {
            Some(alpha)
        } else {
            None
        }
    }

    #[inline]
    pub(super) fn parameters(&self, fit: impl Fn(&Probcut) -> Option<Fit>) -> Option<Fit> {
        self.search.evaluator.probcut().and_then(fit)
    }

    fn try_cut(&mut self, node: &Node<S>, fit: Fit, alpha: i32) -> Result<Option<i32>, Stopped> {
        let Some(margin) = self.certainty.margin(fit.sigma.into()) else { return Ok(None) };
        // The static evaluation tells on which side a shallow search is worth its nodes.
        let (value, beta) = (self.evaluate_leaf(&node.board), alpha + 1);
        let bound = fit.shallow_value(beta + margin);
        if value >= beta - margin / 4
            && bound.abs() < INFINITY
            && self.shallow(node, fit.depth, bound - 1, value)? >= bound
        {
            return Ok(Some(beta));
        }
        let bound = fit.shallow_value(alpha - margin);
        if value <= alpha + margin / 4
            && bound.abs() < INFINITY
            && self.shallow(node, fit.depth, bound, value)? <= bound
        {
            return Ok(Some(alpha));
        }
        Ok(None)
    }

    /// The value of a node by a shallow search with a null window; `evaluation` is that of the node.
    fn shallow(
        &mut self,
        node: &Node<S>,
        depth: u8,
        alpha: i32,
        evaluation: i32,
    ) -> Result<i32, Stopped> {
        if depth == 1 {
            let moves = node.board.legal_moves();
            if !moves.is_empty() {
                self.clear_line(1);
                return self.frontier(node, moves, alpha, alpha + 1, Some(evaluation));
            }
        }
        self.negascout(node, depth, alpha, alpha + 1)
    }
}

impl Fit {
    /// The value of the shallow search at which the deep one is expected to have this value.
    fn shallow_value(self, deep: i32) -> i32 {
        ((deep - i32::from(self.offset)) * 256).checked_div(self.slope.into()).unwrap_or(INFINITY)
    }
}
