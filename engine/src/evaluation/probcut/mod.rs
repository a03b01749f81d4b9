//! ProbCut parameters: how the value of a deep search follows from that of a shallow one.
//!
//! They belong to an evaluator: the better it is, the less the two values differ. `host-sim train
//! probcut` fits them.

mod chip;
mod network;

/// The ProbCut parameters of an evaluator.
#[derive(Debug)]
pub struct Probcut {
    /// For searches of one ply, from the evaluation alone, if that costs little beside the search.
    frontier: Option<[Fit; 5]>,
    /// For searches of [`MIN_DEPTH`] plies and more. All searches have a fit for 20, 28, 36, 44 and
    /// 52 empty squares each.
    midgame: [[Fit; 5]; 10],
    /// For solutions with [`MIN_EMPTIES`] empty squares and more, in steps of two.
    endgame: [Fit; 7],
}

/// The fit of a deep search's value to a shallow one's: `slope` x value + `offset`, with standard
/// deviation `sigma`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    /// The depth of the shallow search.
    pub(crate) depth: u8,
    /// In parts of 256.
    pub(crate) slope: i16,
    /// In units of score.
    pub(crate) offset: i16,
    /// In units of score.
    pub(crate) sigma: i16,
}

const fn fit(depth: u8, slope: i16, offset: i16, sigma: i16) -> Fit {
    Fit { depth, slope, offset, sigma }
}

/// Nodes with less depth left are searched in full, except at the frontier.
const MIN_DEPTH: u8 = 3;
/// Positions with fewer empty squares are solved in full.
const MIN_EMPTIES: u32 = 10;

impl Probcut {
    /// Those of the chip's patterns, which are also the built-in ones.
    pub const CHIP: &'static Self = &chip::PARAMETERS;
    /// Those of the PC's network.
    pub const NETWORK: &'static Self = &network::PARAMETERS;

    /// The fit for a search of one ply.
    pub(crate) fn frontier(&self, empties: u32) -> Option<Fit> {
        self.frontier?.get(column(empties)).copied()
    }

    /// The fit for a search of this depth. Depths beyond the table take its deepest rows, with a
    /// shallow search that grows with the depth.
    pub(crate) fn midgame(&self, depth: u8, empties: u32) -> Option<Fit> {
        let beyond = depth.checked_sub(MIN_DEPTH)?;
        let rows = self.midgame.len() as u8;
        let row = if beyond < rows { beyond } else { rows - 2 + (beyond - rows) % 2 };
        let fit = *self.midgame.get(usize::from(row))?.get(column(empties))?;
        Some(Fit { depth: fit.depth + (beyond - row) / 4 * 2, ..fit })
    }

    /// The fit for a solution.
    pub(crate) fn endgame(&self, empties: u32) -> Option<Fit> {
        let row = empties.checked_sub(MIN_EMPTIES)? as usize / 2;
        let last = self.endgame.len() - 1;
        let fit = self.endgame.get(row.min(last))?;
        let beyond = row.saturating_sub(last) as u8;
        Some(Fit { depth: fit.depth + beyond / 2 * 2, ..*fit })
    }
}

/// The column of [`Probcut::midgame`] for a number of empty squares.
fn column(empties: u32) -> usize {
    (empties.saturating_sub(16) / 8).min(4) as usize
}
