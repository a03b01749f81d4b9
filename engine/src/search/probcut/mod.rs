//! Multi-ProbCut: believing a shallow search where it leaves hardly a doubt.
//!
//! A search of half the depth tells most of what the deeper one would find (Buro: "`ProbCut`: an
//! effective selective extension of the alpha-beta algorithm", 1995, and "Experiments with
//! Multi-ProbCut and a new high-quality evaluation function for Othello", 1997). How much, was
//! learnt from the engine's own searches by `host-sim train probcut`; how much of a doubt is too
//! much, is the search's [`Certainty`](super::Certainty). The last search to the end of the game
//! believes nothing, so that its result is exact.

mod parameters;

use crate::evaluation::Evaluator;
use crate::search::midgame::{INFINITY, Node, Run, Stopped};
use crate::types::Size;
use parameters::{ENDS, MIDDLE};

/// What a shallow search tells of a deeper one: `slope` x its value + `offset`, and the standard
/// deviation from that.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    shallow: u8,
    /// In parts of 256.
    slope: i16,
    /// In units of score.
    offset: i16,
    sigma: i16,
}

pub(super) const fn cut(shallow: u8, slope: i16, offset: i16, sigma: i16) -> Cut {
    Cut { shallow, slope, offset, sigma }
}

/// Nodes nearer to the leaves are searched in full.
pub(super) const LEAST_DEPTH: u8 = 3;
/// Positions nearer to the end of the game are solved in full.
pub(super) const LEAST_EMPTIES: u32 = 10;

/// What to ask for a search of this depth. Deeper ones than were learnt from are like the deepest
/// that was.
fn middle(depth: u8, empties: u32) -> Option<Cut> {
    let beyond = depth.checked_sub(LEAST_DEPTH)?;
    let learnt = MIDDLE.len() as u8;
    let row = if beyond < learnt { beyond } else { learnt - 2 + (beyond - learnt) % 2 };
    let column = (empties.saturating_sub(16) / 8).min(4);
    let cut = *MIDDLE.get(usize::from(row))?.get(column as usize)?;
    Some(Cut { shallow: cut.shallow + (beyond - row) / 4 * 2, ..cut })
}

/// What to ask for a solution.
fn end(empties: u32) -> Option<Cut> {
    let row = empties.checked_sub(LEAST_EMPTIES)? as usize / 2;
    let learnt = ENDS.len() - 1;
    let cut = ENDS.get(row.min(learnt))?;
    let farther = row.saturating_sub(learnt) as u8;
    Some(Cut { shallow: cut.shallow + farther / 2 * 2, ..*cut })
}

impl<E: Evaluator<S>, S: Size> Run<'_, '_, E, S> {
    /// A bound on the value of a node, `alpha` or more than that, if a shallow search is sure
    /// enough that it lies there.
    #[inline]
    pub(super) fn believe(
        &mut self,
        node: &Node<S>,
        depth: u8,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        match middle(depth, node.board.empties()) {
            Some(cut) => self.ask(node, cut, alpha),
            None => Ok(None),
        }
    }

    /// The same for a solution.
    pub(super) fn believe_end(
        &mut self,
        node: &Node<S>,
        empties: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        let Some(cut) = end(empties) else { return Ok(None) };
        let exact = core::mem::replace(&mut self.exact, false);
        let believed = self.ask(node, cut, alpha);
        self.exact = exact;
        believed
    }

    fn ask(&mut self, node: &Node<S>, cut: Cut, alpha: i32) -> Result<Option<i32>, Stopped> {
        let Some(margin) = self.certainty.margin(cut.sigma.into()) else { return Ok(None) };
        // The evaluation says on which side it is worth trying.
        let (value, beta) = (self.leaf(&node.board), alpha + 1);
        let bound = cut.needed(beta + margin);
        if value >= beta - margin / 4
            && bound.abs() < INFINITY
            && self.node(node, cut.shallow, bound - 1, bound)? >= bound
        {
            return Ok(Some(beta));
        }
        let bound = cut.needed(alpha - margin);
        if value <= alpha + margin / 4
            && bound.abs() < INFINITY
            && self.node(node, cut.shallow, bound, bound + 1)? <= bound
        {
            return Ok(Some(alpha));
        }
        Ok(None)
    }
}

impl Cut {
    /// What the shallow search has to find for the deeper one to be expected at this value.
    fn needed(self, value: i32) -> i32 {
        ((value - i32::from(self.offset)) * 256).checked_div(self.slope.into()).unwrap_or(INFINITY)
    }
}
