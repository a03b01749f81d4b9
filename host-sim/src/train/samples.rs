//! Positions as the fit sees them: which weights each one adds up.

use std::path::PathBuf;

use anyhow::Result;
use wedge_engine::Board;
use wedge_engine::pattern::train::{ENTRIES, MOVES, PHASES, PLACES_LEN, WHOLE, entries, phase};

use super::positions_file::{Labelled, PositionsReader};

/// Weights of one phase: the tables, then the numbers of moves.
pub(crate) const PER_PHASE: usize = ENTRIES + 2 * MOVES;
/// All weights: the phases, then the numbers of empty squares.
pub(crate) const WEIGHTS: usize = PHASES.len() * PER_PHASE + 64;

/// The largest weight of a table, in steps: what fits into a byte.
pub(crate) const LARGEST: f32 = 127.0;

/// Chunks of a file that are kept back to see how well the fit does on positions it never saw:
/// the last one of every so many.
pub(crate) const KEPT_BACK: u64 = 16;

/// Positions by the number of empty squares, so that neighbours use the same weights.
pub(crate) struct Samples {
    /// For each position its weights within a phase: those of the places, then the two of moves.
    indices: Vec<[u32; PLACES_LEN + 2]>,
    empties: Vec<u8>,
    /// What each position is worth, in discs.
    pub(crate) values: Vec<f32>,
}

/// Which of the positions to take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Those to learn from.
    Training,
    /// Those kept back.
    KeptBack,
}

/// Reads the positions of files that have at least so many empty squares.
pub(crate) fn read(files: &[PathBuf], part: Part, fewest: u32) -> Result<Vec<Labelled>> {
    let mut all = Vec::new();
    for file in files {
        let mut reader = PositionsReader::open(file)?;
        let mut number = 0;
        while let Some(chunk) = reader.next_chunk()? {
            number += 1;
            if (number % KEPT_BACK == 0) == (part == Part::KeptBack) {
                all.extend(chunk.into_iter().filter(|p| p.board.empties() >= fewest));
            }
        }
    }
    // Neighbours in the file keep their order, so the samples do not depend on anything else.
    all.sort_by_key(|position| position.board.empties());
    Ok(all)
}

impl Samples {
    pub(crate) fn new(positions: &[Labelled]) -> Self {
        Self {
            indices: positions.iter().map(|position| indices(&position.board)).collect(),
            empties: positions.iter().map(|position| position.board.empties() as u8).collect(),
            values: positions.iter().map(|p| p.value.units() as f32 / 32.0).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// What the weights say of a position, in discs.
    #[inline]
    pub(crate) fn value(&self, at: usize, weights: &[f32]) -> f32 {
        let (early, late, share) = self.phases(at);
        let (early, late) = (&weights[early..][..PER_PHASE], &weights[late..][..PER_PHASE]);
        let mut sums = [0.0; 2];
        for &index in &self.indices[at] {
            sums[0] += early[index as usize];
            sums[1] += late[index as usize];
        }
        sums[0] * (1.0 - share) + sums[1] * share + weights[self.empties_index(at)]
    }

    /// Adds to each weight of a position what it has of `value`; and to `squares`, if any, the
    /// square of its factor.
    #[inline]
    pub(crate) fn spread(&self, at: usize, value: f32, sums: &mut [f32], squares: &mut [f32]) {
        let (early, late, share) = self.phases(at);
        let factors = [1.0 - share, share];
        for &index in &self.indices[at] {
            let index = index as usize;
            sums[early + index] += factors[0] * value;
            sums[late + index] += factors[1] * value;
            if !squares.is_empty() {
                squares[early + index] += factors[0] * factors[0];
                squares[late + index] += factors[1] * factors[1];
            }
        }
        let index = self.empties_index(at);
        sums[index] += value;
        if let Some(square) = squares.get_mut(index) {
            *square += 1.0;
        }
    }

    fn phases(&self, at: usize) -> (usize, usize, f32) {
        let (early, share) = phase(self.empties[at].into());
        (early * PER_PHASE, (early + 1) * PER_PHASE, share as f32 / WHOLE as f32)
    }

    fn empties_index(&self, at: usize) -> usize {
        PHASES.len() * PER_PHASE + usize::from(self.empties[at] & 63)
    }
}

fn indices(board: &Board) -> [u32; PLACES_LEN + 2] {
    let mut indices = [0; PLACES_LEN + 2];
    indices[..PLACES_LEN].copy_from_slice(&entries(board.mover().0, board.opponent().0));
    let most = MOVES as u32 - 1;
    indices[PLACES_LEN] = ENTRIES as u32 + board.legal_moves().len().min(most);
    indices[PLACES_LEN + 1] = (ENTRIES + MOVES) as u32 + board.pass().legal_moves().len().min(most);
    indices
}
