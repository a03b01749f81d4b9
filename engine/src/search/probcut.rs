//! `ProbCut`: on the way to a solution, believing a shallow search where it leaves hardly a doubt.
//!
//! A search of half the depth tells most of what the deeper one would find (Buro: "`ProbCut`: an
//! effective selective extension of the alpha-beta algorithm", 1995). Here it prepares solutions:
//! it finds the likely score and fills the table with good moves, and the proof that follows
//! believes nothing. So the result stays exact.

use super::run::{Node, Run, Stopped};
use crate::eval::Evaluator;
use crate::size::Size;

/// Nodes nearer to the leaves are searched in full.
const LEAST_DEPTH: u8 = 5;

impl<E: Evaluator<S>, S: Size> Run<'_, '_, E, S> {
    /// A bound on the value of a node, `alpha` or more than that, if a shallow search is sure
    /// enough that it lies there.
    pub(super) fn believe(
        &mut self,
        node: &Node<S>,
        depth: u8,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        if depth < LEAST_DEPTH {
            return Ok(None);
        }
        let shallow = ((depth / 2) & !1).max(2);
        let margin = margin(depth, shallow);
        // The evaluation says on which side it is worth trying.
        let (value, beta) = (self.leaf(&node.board), alpha + 1);
        if value >= beta - margin / 4 {
            let bound = beta + margin;
            if self.node(node, shallow, bound - 1, bound)? >= bound {
                return Ok(Some(beta));
            }
        }
        if value <= alpha + margin / 4 {
            let bound = alpha - margin;
            if self.node(node, shallow, bound, bound + 1)? <= bound {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }
}

/// How far a shallow search must be beyond a bound to be believed, in units: 0.7 of the spread
/// between searches of both depths.
///
/// `host-sim train probcut` measures that spread. (2 - 0.045 depth) x the root of the difference in
/// depth, in discs, is within a tenth of it at 22 empty squares for the pairs used here that were
/// looked at: depths 6, 8, 9, 10 and 11. Other pairs are up to a fifth off.
fn margin(depth: u8, shallow: u8) -> i32 {
    let root_16 = (256 * u32::from(depth.saturating_sub(shallow))).isqrt() as i32;
    (45 - i32::from(depth)).max(16) * root_16 / 16
}
