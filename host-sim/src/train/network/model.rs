//! The network as it is trained: floating-point numbers, and a step for each position.
//!
//! The numbers are those of [`wedge_engine::pattern::Network`], with a 1 for its
//! [`ONE`] and a score of [`DISCS`] discs for an output of 1. A step is stochastic
//! gradient descent on the squared error: the rows by Adagrad with one sum for each row, so that rare
//! entries learn fast and frequent ones settle; the outputs by Adam, on the mean of a few positions
//! of their phase.

use wedge_engine::pattern::train::network::{
    EMPTIES, ONE, PHASES, PLACES, SHAPES, WIDTH, entries, phase,
};
use wedge_engine::pattern::train::{MOVES, Mirrors};
use wedge_engine::{Bitboard, SplitMix64};

use crate::train::samples::Sample;

/// The score of an output of 1, in discs.
pub(crate) const DISCS: f32 = 20.0;
const HALF: usize = WIDTH / 2;
/// The rows in front of those of entries: for moves of both players, for empty squares.
pub(crate) const TERMS: usize = 2 * MOVES + EMPTIES;
/// The rows that a position sums.
const SUMMED: usize = 3 + PLACES;
/// The largest number in a row of an entry, which has to fit into a byte.
const LARGEST: f32 = i8::MAX as f32 / ONE as f32;

/// The first sums of Adagrad, for entries and for terms: they limit the first steps.
const ENTRY_SUM: f32 = 1e-3;
const TERM_SUM: f32 = 0.1;
/// The range of the random numbers that rows begin with: different ones, so that the gates learn
/// different things.
const ENTRY_RANGE: f32 = 0.05;
/// Positions of a phase between two steps of its output.
const OUTPUT_BATCH: u32 = 64;
/// The decays of Adam's two means, and what keeps it from dividing by zero.
const ADAM: [f32; 2] = [0.9, 0.999];
const ADAM_LEAST: f32 = 1e-5;
/// The share of the output's rate that is left at the end.
const LAST_OUTPUT_RATE: f32 = 0.02;

/// The weights of an output: of the accumulator, of the gates and their products, and the bias.
pub(crate) const OUTPUT: usize = 2 * WIDTH + 1;
const GATED: usize = WIDTH;
const BIAS: usize = 2 * WIDTH;

/// The output of a phase, with what Adam knows about it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Output {
    pub(crate) weights: [f32; OUTPUT],
    /// The means of the gradient and of its square.
    pub(crate) means: [[f32; OUTPUT]; 2],
    /// The sum of the gradients of the positions since the last step, and their number.
    pub(crate) gradient: [f32; OUTPUT],
    pub(crate) count: u32,
}

/// A network in training.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network {
    /// Terms, then entries, mirror images once.
    pub(crate) rows: Vec<[f32; WIDTH]>,
    /// The sum of squared gradients of each row.
    pub(crate) sums: Vec<f32>,
    pub(crate) outputs: Vec<Output>,
}

/// The rows of the entries of all shapes.
pub(crate) struct Layout {
    /// The row of each entry, numbered through all shapes.
    rows: Vec<u32>,
    /// The number of all rows.
    pub(crate) len: usize,
}

/// A position as the network sees it.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    rows: [u32; SUMMED],
    phase: usize,
    /// As an output.
    value: f32,
    weight: f32,
}

impl Layout {
    pub(crate) fn new() -> Self {
        let (mut rows, mut next) = (Vec::new(), TERMS as u32);
        for shape in &SHAPES {
            let (first, mirrors) = (rows.len(), Mirrors::of(shape));
            for entry in 0..shape.states() {
                let shared = mirrors.shared(entry);
                rows.push(if shared < entry { rows[first + shared] } else { next });
                next += u32::from(shared == entry);
            }
        }
        Self { rows, len: next as usize }
    }

    pub(crate) fn features(&self, sample: &Sample) -> Features {
        let [mover, opponent] = sample.moves().map(|moves| moves.min(MOVES as u32 - 1));
        let empties = sample.empties().min(EMPTIES as u32 - 1);
        let mut rows = [0; SUMMED];
        rows[..3].copy_from_slice(&[mover, MOVES as u32 + opponent, 2 * MOVES as u32 + empties]);
        let entries = entries(Bitboard(sample.mover), Bitboard(sample.opponent));
        for (row, entry) in rows[3..].iter_mut().zip(entries) {
            *row = self.rows[entry as usize];
        }
        let (value, weight) = (sample.value / DISCS, sample.weight);
        Features { rows, phase: phase(empties as usize), value, weight }
    }
}

/// The gates of an accumulator.
fn gates(sums: &[f32; WIDTH]) -> [f32; WIDTH] {
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

impl Network {
    /// A network before training: half open gates with small differences.
    pub(crate) fn new(layout: &Layout, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut number = |range: f32| {
            let share = (random.next() >> 40) as f32 / (1_u32 << 24) as f32;
            (share - 0.5) * range
        };
        let mut rows: Vec<_> =
            (0..layout.len).map(|_| [(); WIDTH].map(|()| number(ENTRY_RANGE))).collect();
        rows[2 * MOVES..TERMS].as_flattened_mut().iter_mut().for_each(|number| *number += 0.5);
        let mut weights = [0.0; OUTPUT];
        weights[0] = 1.0;
        weights[GATED..BIAS].fill_with(|| number(1.0));
        weights[BIAS] = -0.5;
        let none = [0.0; OUTPUT];
        let output = Output { weights, means: [none; 2], gradient: none, count: 0 };
        let sums = (0..layout.len).map(Self::first_sum).collect();
        Self { rows, sums, outputs: vec![output; PHASES] }
    }

    /// What a row's sum of squared gradients begins with.
    pub(crate) const fn first_sum(row: usize) -> f32 {
        if row < TERMS { TERM_SUM } else { ENTRY_SUM }
    }

    fn accumulator(&self, features: &Features) -> [f32; WIDTH] {
        let mut sums = [0.0; WIDTH];
        for &row in &features.rows {
            for (sum, number) in sums.iter_mut().zip(&self.rows[row as usize]) {
                *sum += number;
            }
        }
        sums
    }

    /// The output's inputs: the accumulator, gates and products, and a 1 for the bias.
    fn inputs(sums: &[f32; WIDTH], gates: &[f32; WIDTH]) -> [f32; OUTPUT] {
        let mut inputs = [1.0; OUTPUT];
        inputs[..WIDTH].copy_from_slice(sums);
        for k in 0..HALF {
            inputs[GATED + k] = gates[k];
            inputs[GATED + HALF + k] = gates[k] * gates[HALF + k];
        }
        inputs
    }

    /// What the network says about a position, as an output.
    pub(crate) fn value(&self, features: &Features) -> f32 {
        let sums = self.accumulator(features);
        dot(&self.outputs[features.phase].weights, &Self::inputs(&sums, &gates(&sums)))
    }

    /// Learns from a position. The rates are those of rows and of outputs.
    pub(crate) fn learn(&mut self, features: &Features, [rate, output_rate]: [f32; 2]) {
        let sums = self.accumulator(features);
        let gates = gates(&sums);
        let inputs = Self::inputs(&sums, &gates);
        let output = &mut self.outputs[features.phase];
        let error = (dot(&output.weights, &inputs) - features.value) * features.weight;
        // The gradient of the accumulator: through the direct weights, and through gates that are
        // neither shut nor fully open.
        let weights = &output.weights;
        let mut gradient = [0.0; WIDTH];
        for k in 0..HALF {
            let (single, product) = (weights[GATED + k], weights[GATED + HALF + k]);
            gradient[k] = single + product * gates[HALF + k];
            gradient[HALF + k] = product * gates[k];
        }
        for k in 0..WIDTH {
            let is_between = sums[k] > 0.0 && sums[k] < 1.0;
            let gated = if is_between { gradient[k] } else { 0.0 };
            gradient[k] = error * (weights[k] + gated);
        }
        let square = gradient.iter().map(|g| g * g).sum::<f32>() / WIDTH as f32;
        for &row in &features.rows {
            let row = row as usize;
            self.sums[row] += square;
            let step = rate / self.sums[row].sqrt();
            let largest = if row < TERMS { f32::INFINITY } else { LARGEST };
            for (number, gradient) in self.rows[row].iter_mut().zip(&gradient) {
                *number = (*number - step * gradient).clamp(-largest, largest);
            }
        }
        for (sum, input) in output.gradient.iter_mut().zip(&inputs) {
            *sum += error * input;
        }
        output.count += 1;
        if output.count == OUTPUT_BATCH {
            output.step(output_rate);
        }
    }

    /// The rates of a position, from those at the start and how much of the training is done.
    pub(crate) fn rates([rows, outputs]: [f32; 2], done: f32) -> [f32; 2] {
        let left = (1.0 - done).max(0.0);
        [rows * left, outputs * (left + LAST_OUTPUT_RATE)]
    }

    /// The root-mean-square error in discs.
    pub(crate) fn error(&self, layout: &Layout, samples: &[Sample]) -> f64 {
        let mut sum = 0.0;
        for sample in samples {
            let features = layout.features(sample);
            sum += f64::from(self.value(&features) - features.value).powi(2);
        }
        f64::from(DISCS) * (sum / samples.len().max(1) as f64).sqrt()
    }
}

impl Output {
    /// A step of Adam with the gradients of the last positions.
    fn step(&mut self, rate: f32) {
        for at in 0..OUTPUT {
            let gradient = self.gradient[at] / self.count as f32;
            let powers = [gradient, gradient * gradient];
            for ((means, decay), power) in self.means.iter_mut().zip(ADAM).zip(powers) {
                means[at] = decay * means[at] + (1.0 - decay) * power;
            }
            let [mean, square] = [self.means[0][at], self.means[1][at]];
            self.weights[at] -= rate * mean / (square.sqrt() + ADAM_LEAST);
        }
        self.gradient = [0.0; OUTPUT];
        self.count = 0;
    }
}

fn dot(weights: &[f32; OUTPUT], inputs: &[f32; OUTPUT]) -> f32 {
    // Eight sums side by side, in an order that does not depend on the machine.
    let mut sums = [0.0; 8];
    for at in 0..OUTPUT {
        sums[at % 8] += weights[at] * inputs[at];
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wedge_engine::Position;

    fn sample(moves: usize) -> Sample {
        let mut random = SplitMix64::new(8);
        let mut position = Position::default();
        for _ in 0..moves {
            let mv = position.random_move(&mut random).unwrap();
            position = position.play(mv).unwrap();
        }
        let (mover, opponent) = (position.board().mover().0, position.board().opponent().0);
        Sample { mover, opponent, value: 10.0, weight: 1.0 }
    }

    /// The gradient of a row is the difference of errors that a small change of it makes.
    #[test]
    fn the_gradient_is_that_of_the_squared_error() {
        let layout = Layout::new();
        let network = Network::new(&layout, 3);
        let features = layout.features(&sample(20));
        let loss = |network: &Network| {
            let error = f64::from(network.value(&features) - features.value);
            0.5 * error * error
        };
        let mut learnt = network.clone();
        learnt.learn(&features, [1e-3, 0.0]);
        // A row that the position has once.
        let at = |row: u32| features.rows.iter().filter(|&&other| other == row).count() == 1;
        let row = features.rows.iter().copied().rfind(|&row| at(row)).unwrap() as usize;
        let step = 1e-3 / learnt.sums[row].sqrt();
        for k in 0..WIDTH {
            let gradient = f64::from((network.rows[row][k] - learnt.rows[row][k]) / step);
            let shifted = |by: f32| {
                let mut network = network.clone();
                network.rows[row][k] += by;
                loss(&network)
            };
            let wanted = (shifted(1e-3) - shifted(-1e-3)) / 2e-3;
            assert!((gradient - wanted).abs() < 2e-3, "{k}: {gradient} instead of {wanted}");
        }
    }

    #[test]
    fn it_learns_a_value_by_heart() {
        let layout = Layout::new();
        let mut network = Network::new(&layout, 3);
        let samples = [sample(20), Sample { value: -7.0, ..sample(33) }];
        for _ in 0..300 {
            for sample in &samples {
                network.learn(&layout.features(sample), [0.02, 0.001]);
            }
        }
        assert!(network.error(&layout, &samples) < 0.1, "{}", network.error(&layout, &samples));
    }
}
