//! The weights of a set in one row, and which of them a position sums.
//!
//! First come 64 terms for the number of empty squares, then the phases. A phase has the terms for
//! the number of moves of both players, then the entries of all shapes. Mirror images share a weight.

use wedge_engine::pattern::train::{MOVES, Set, WHOLE};

use super::samples::Sample;

/// The most places of a set.
const LANES: usize = 64;
/// The terms for the number of empty squares.
pub(crate) const EMPTIES: usize = 64;
/// The most weights that a position sums within a phase.
pub(crate) const MOST_INDICES: usize = LANES + 2;

/// The units of a sum: 2^20 a disc. 10^9 positions of 64 discs that count 8 times still fit.
pub(crate) const FIXED: f64 = (1_u64 << 20) as f64;

/// A number in fixed point. Sums of such numbers do not depend on their order.
fn fixed(number: f64) -> i64 {
    (number * FIXED).round_ties_even() as i64
}

/// The layout of a set's weights.
pub(crate) struct Layout {
    pub(crate) set: &'static Set,
    /// The shape of each place.
    lanes: Vec<usize>,
    /// What the discs on squares 4n to 4n+3 add to the entry of each place, for each n and each set
    /// of them.
    rows: Vec<[u16; LANES]>,
    /// The weight of each entry of each shape, within a phase.
    weights: Vec<Vec<u32>>,
    /// The number of weights of a phase.
    pub(crate) per_phase: usize,
}

impl Layout {
    pub(crate) fn new(set: &'static Set) -> Self {
        let mut rows = vec![[0; LANES]; 256];
        let (mut lanes, mut weights, mut next) = (Vec::new(), Vec::new(), 2 * MOVES as u32);
        for (number, shape) in set.shapes.iter().enumerate() {
            let (places, count) = shape.places();
            for place in &places[..count] {
                let squares = place.as_slice();
                for (at, &square) in squares.iter().enumerate() {
                    let worth = 3_u16.pow((squares.len() - 1 - at) as u32);
                    for discs in (0..16).filter(|discs| discs >> (square % 4) & 1 != 0) {
                        rows[usize::from(square) / 4 * 16 + discs][lanes.len()] += worth;
                    }
                }
                lanes.push(number);
            }
            let mut own: Vec<u32> = Vec::with_capacity(shape.states());
            for entry in 0..shape.states() {
                let shared = shape.shared(entry);
                own.push(if shared < entry { own[shared] } else { next });
                next += u32::from(shared == entry);
            }
            weights.push(own);
        }
        Self { set, lanes, rows, weights, per_phase: next as usize }
    }

    /// The number of all weights.
    pub(crate) fn len(&self) -> usize {
        EMPTIES + self.set.phases.len() * self.per_phase
    }

    /// The first weight of a phase.
    pub(crate) fn phase(&self, phase: usize) -> usize {
        EMPTIES + phase * self.per_phase
    }

    /// The weight of an entry of a shape, within a phase.
    pub(crate) fn weight(&self, shape: usize, entry: usize) -> usize {
        self.weights[shape][entry] as usize
    }

    /// The weights that a position sums, within a phase.
    #[inline]
    pub(crate) fn indices<'i>(
        &self,
        sample: &Sample,
        indices: &'i mut [u32; MOST_INDICES],
    ) -> &'i [u32] {
        let (mut own, mut other) = ([0_u16; LANES], [0_u16; LANES]);
        for group in 0..16 {
            let row = |board: u64| &self.rows[16 * group + (board >> (4 * group) & 15) as usize];
            let (mine, theirs) = (row(sample.mover), row(sample.opponent));
            for lane in 0..LANES {
                own[lane] += mine[lane];
                other[lane] += theirs[lane];
            }
        }
        let [mover, opponent] = sample.moves();
        indices[0] = mover.min(MOVES as u32 - 1);
        indices[1] = MOVES as u32 + opponent.min(MOVES as u32 - 1);
        for (lane, &shape) in self.lanes.iter().enumerate() {
            indices[2 + lane] = self.weights[shape][usize::from(own[lane] + 2 * other[lane])];
        }
        &indices[..2 + self.lanes.len()]
    }

    /// The weights that hold for a number of empty squares: those of a phase, interpolated, and one
    /// more for the number itself.
    pub(crate) fn table(&self, weights: &[f32], empties: u32) -> Vec<f32> {
        let (early, share) = self.share(empties);
        let phases = weights[self.phase(early)..][..2 * self.per_phase].split_at(self.per_phase);
        let between = |(early, late): (&f32, &f32)| early * (1.0 - share) + late * share;
        let own = weights[empties as usize % EMPTIES];
        phases.0.iter().zip(phases.1).map(between).chain([own]).collect()
    }

    /// Adds the numbers of a table to the weights that it came from, each times its factor, or the
    /// square of that, in fixed point.
    pub(crate) fn add(&self, table: &[f32], empties: u32, sums: &mut [i64], squared: bool) {
        let (early, share) = self.share(empties);
        for (phase, factor) in [(early, 1.0 - share), (early + 1, share)] {
            let factor = f64::from(if squared { factor * factor } else { factor });
            let sums = &mut sums[self.phase(phase)..][..self.per_phase];
            sums.iter_mut()
                .zip(table)
                .for_each(|(sum, &value)| *sum += fixed(factor * f64::from(value)));
        }
        sums[empties as usize % EMPTIES] += fixed(f64::from(table[self.per_phase]));
    }

    fn share(&self, empties: u32) -> (usize, f32) {
        let (early, share) = self.set.phase(empties);
        (early, share as f32 / WHOLE as f32)
    }
}
