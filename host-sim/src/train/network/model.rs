//! A network as it is trained: floating-point numbers, and a step for each position.
//!
//! The numbers are those of the engine's networks, with a 1 for their one and a score of [`DISCS`]
//! discs for an output of 1. A step is stochastic gradient descent on the squared error: the rows by
//! Adagrad with one sum for each row, so that rare entries learn fast and frequent ones settle; the
//! outputs by Adam, on the mean of a few positions of their phase.

use wedge_engine::SplitMix64;
use wedge_engine::pattern::train::{
    EMPTIES, MOVES, Mirrors, PC_WIDTH, PHASES, Set, SquareList, phase,
};

use crate::train::samples::Sample;

/// The score of an output of 1, in discs.
pub(crate) const DISCS: f32 = 20.0;
/// The rows in front of those of entries: for moves of both players, for empty squares.
pub(crate) const TERMS: usize = 2 * MOVES + EMPTIES;
/// The most places of a set.
const LANES: usize = 64;
/// The most rows that a position sums.
const SUMMED: usize = 3 + LANES;

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

/// The most weights of an output: of the accumulator, of the gates and their products, and the bias.
pub(crate) const MOST_WEIGHTS: usize = 2 * PC_WIDTH + 1;

/// The output of a phase, with what Adam knows about it. A network with shorter rows uses the first
/// weights only.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Output {
    pub(crate) weights: [f32; MOST_WEIGHTS],
    /// The means of the gradient and of its square.
    pub(crate) means: [[f32; MOST_WEIGHTS]; 2],
    /// The sum of the gradients of the positions since the last step, and their number.
    pub(crate) gradient: [f32; MOST_WEIGHTS],
    pub(crate) count: u32,
}

/// A network in training, with `W` numbers a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network<const W: usize> {
    /// Terms, then entries, mirror images once.
    pub(crate) rows: Vec<[f32; W]>,
    /// The sum of squared gradients of each row.
    pub(crate) sums: Vec<f32>,
    pub(crate) outputs: Vec<Output>,
}

/// The rows of the entries of all shapes of a set.
pub(crate) struct Layout {
    pub(crate) set: &'static Set,
    /// The number of the first entry of each place's shape.
    first: Vec<u32>,
    /// What the discs on squares 4n to 4n+3 add to the entry of each place, for each n and each set
    /// of them.
    discs: Vec<[u16; LANES]>,
    /// The row of each entry, numbered through all shapes.
    rows: Vec<u32>,
    /// The number of all rows.
    pub(crate) len: usize,
    /// The largest number in a row of an entry, which has to fit into a byte.
    largest: f32,
}

/// A position as a network sees it.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    rows: [u32; SUMMED],
    /// How many rows there are.
    len: usize,
    phase: usize,
    /// As an output.
    value: f32,
}

impl Features {
    fn rows(&self) -> &[u32] {
        &self.rows[..self.len]
    }
}

impl Layout {
    pub(crate) fn new(set: &'static Set) -> Self {
        let (mut rows, mut next) = (Vec::new(), TERMS as u32);
        let (mut first, mut discs) = (Vec::new(), vec![[0; LANES]; 256]);
        for shape in set.shapes {
            let (places, count) = shape.places();
            for place in &places[..count] {
                let squares = place.as_slice();
                for (at, &square) in squares.iter().enumerate() {
                    let worth = 3_u16.pow((squares.len() - 1 - at) as u32);
                    for set in (0..16).filter(|set| set >> (square % 4) & 1 != 0) {
                        discs[usize::from(square) / 4 * 16 + set][first.len()] += worth;
                    }
                }
                first.push(rows.len() as u32);
            }
            let (before, mirrors) = (rows.len(), Mirrors::of(shape));
            for entry in 0..shape.states() {
                let shared = mirrors.shared(entry);
                rows.push(if shared < entry { rows[before + shared] } else { next });
                next += u32::from(shared == entry);
            }
        }
        let largest = f32::from(set.largest) / f32::from(set.one);
        Self { set, first, discs, rows, len: next as usize, largest }
    }

    /// The row of an entry of a shape.
    pub(crate) fn row(&self, shape: usize, entry: usize) -> usize {
        let before: usize = self.set.shapes[..shape].iter().map(SquareList::states).sum();
        self.rows[before + entry] as usize
    }

    pub(crate) fn features(&self, sample: &Sample) -> Features {
        let (mut own, mut other) = ([0_u16; LANES], [0_u16; LANES]);
        for group in 0..16 {
            let row = |board: u64| &self.discs[16 * group + (board >> (4 * group) & 15) as usize];
            let (mine, theirs) = (row(sample.mover), row(sample.opponent));
            for lane in 0..LANES {
                own[lane] += mine[lane];
                other[lane] += theirs[lane];
            }
        }
        let [mover, opponent] = sample.moves().map(|moves| moves.min(MOVES as u32 - 1));
        let empties = sample.empties().min(EMPTIES as u32 - 1);
        let mut rows = [0; SUMMED];
        rows[..3].copy_from_slice(&[mover, MOVES as u32 + opponent, 2 * MOVES as u32 + empties]);
        for ((row, first), (own, other)) in
            rows[3..].iter_mut().zip(&self.first).zip(own.iter().zip(&other))
        {
            *row = self.rows[*first as usize + usize::from(own + 2 * other)];
        }
        let value = sample.value / DISCS;
        let (len, phase) = (3 + self.first.len(), phase(empties as usize));
        Features { rows, len, phase, value }
    }
}

/// The gates of an accumulator.
fn gates<const W: usize>(sums: &[f32; W]) -> [f32; W] {
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

impl<const W: usize> Network<W> {
    const HALF: usize = W / 2;
    /// The first weight of the gates, and the bias, which is the last.
    const GATED: usize = W;
    const BIAS: usize = 2 * W;
    /// The weights of an output.
    pub(crate) const WEIGHTS: usize = 2 * W + 1;

    /// A network before training: half open gates with small differences.
    pub(crate) fn new(layout: &Layout, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut number = |range: f32| {
            let share = (random.next() >> 40) as f32 / (1_u32 << 24) as f32;
            (share - 0.5) * range
        };
        let mut rows: Vec<_> =
            (0..layout.len).map(|_| [(); W].map(|()| number(ENTRY_RANGE))).collect();
        rows[2 * MOVES..TERMS].as_flattened_mut().iter_mut().for_each(|number| *number += 0.5);
        let mut weights = [0.0; MOST_WEIGHTS];
        weights[0] = 1.0;
        weights[Self::GATED..Self::BIAS].fill_with(|| number(1.0));
        weights[Self::BIAS] = -0.5;
        let none = [0.0; MOST_WEIGHTS];
        let output = Output { weights, means: [none; 2], gradient: none, count: 0 };
        let sums = (0..layout.len).map(Self::first_sum).collect();
        Self { rows, sums, outputs: vec![output; PHASES] }
    }

    /// What a row's sum of squared gradients begins with.
    pub(crate) const fn first_sum(row: usize) -> f32 {
        if row < TERMS { TERM_SUM } else { ENTRY_SUM }
    }

    fn accumulator(&self, features: &Features) -> [f32; W] {
        let mut sums = [0.0; W];
        for &row in features.rows() {
            for (sum, number) in sums.iter_mut().zip(&self.rows[row as usize]) {
                *sum += number;
            }
        }
        sums
    }

    /// The output's inputs: the accumulator, gates and products, and a 1 for the bias.
    fn inputs(sums: &[f32; W], gates: &[f32; W]) -> [f32; MOST_WEIGHTS] {
        let mut inputs = [1.0; MOST_WEIGHTS];
        inputs[..W].copy_from_slice(sums);
        for k in 0..Self::HALF {
            inputs[Self::GATED + k] = gates[k];
            inputs[Self::GATED + Self::HALF + k] = gates[k] * gates[Self::HALF + k];
        }
        inputs
    }

    /// What the network says about a position, as an output.
    pub(crate) fn value(&self, features: &Features) -> f32 {
        let sums = self.accumulator(features);
        Self::dot(&self.outputs[features.phase].weights, &Self::inputs(&sums, &gates(&sums)))
    }

    /// Learns from a position. The rates are those of rows and of outputs.
    pub(crate) fn learn(
        &mut self,
        layout: &Layout,
        features: &Features,
        [rate, output_rate]: [f32; 2],
    ) {
        let sums = self.accumulator(features);
        let gates = gates(&sums);
        let inputs = Self::inputs(&sums, &gates);
        let output = &mut self.outputs[features.phase];
        let error = Self::dot(&output.weights, &inputs) - features.value;
        // The gradient of the accumulator: through the direct weights, and through gates that are
        // neither shut nor fully open.
        let weights = &output.weights;
        let mut gradient = [0.0; W];
        for k in 0..Self::HALF {
            let (single, product) =
                (weights[Self::GATED + k], weights[Self::GATED + Self::HALF + k]);
            gradient[k] = single + product * gates[Self::HALF + k];
            gradient[Self::HALF + k] = product * gates[k];
        }
        for k in 0..W {
            let is_between = sums[k] > 0.0 && sums[k] < 1.0;
            let gated = if is_between { gradient[k] } else { 0.0 };
            gradient[k] = error * (weights[k] + gated);
        }
        let square = gradient.iter().map(|g| g * g).sum::<f32>() / W as f32;
        for &row in features.rows() {
            let row = row as usize;
            self.sums[row] += square;
            let step = rate / self.sums[row].sqrt();
            let largest = if row < TERMS { f32::INFINITY } else { layout.largest };
            for (number, gradient) in self.rows[row].iter_mut().zip(&gradient) {
                *number = (*number - step * gradient).clamp(-largest, largest);
            }
        }
        for (sum, input) in output.gradient.iter_mut().zip(&inputs).take(Self::WEIGHTS) {
            *sum += error * input;
        }
        output.count += 1;
        if output.count == OUTPUT_BATCH {
            output.step(Self::WEIGHTS, output_rate);
        }
    }

    fn dot(weights: &[f32; MOST_WEIGHTS], inputs: &[f32; MOST_WEIGHTS]) -> f32 {
        // Eight sums side by side, in an order that does not depend on the machine.
        let mut sums = [0.0; 8];
        for at in 0..Self::WEIGHTS {
            sums[at % 8] += weights[at] * inputs[at];
        }
        sums.iter().sum()
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
    fn step(&mut self, weights: usize, rate: f32) {
        for at in 0..weights {
            let gradient = self.gradient[at] / self.count as f32;
            let powers = [gradient, gradient * gradient];
            for ((means, decay), power) in self.means.iter_mut().zip(ADAM).zip(powers) {
                means[at] = decay * means[at] + (1.0 - decay) * power;
            }
            let [mean, square] = [self.means[0][at], self.means[1][at]];
            self.weights[at] -= rate * mean / (square.sqrt() + ADAM_LEAST);
        }
        self.gradient = [0.0; MOST_WEIGHTS];
        self.count = 0;
    }
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
        Sample { mover, opponent, value: 10.0 }
    }

    /// The gradient of a row is the difference of errors that a small change of it makes.
    fn check_gradient<const W: usize>(set: &'static Set) {
        let layout = Layout::new(set);
        let network = Network::<W>::new(&layout, 3);
        let features = layout.features(&sample(20));
        let loss = |network: &Network<W>| {
            let error = f64::from(network.value(&features) - features.value);
            0.5 * error * error
        };
        let mut learnt = network.clone();
        learnt.learn(&layout, &features, [1e-3, 0.0]);
        // A row that the position has once.
        let rows = features.rows();
        let at = |row: u32| rows.iter().filter(|&&other| other == row).count() == 1;
        let row = rows.iter().copied().rfind(|&row| at(row)).unwrap() as usize;
        let step = 1e-3 / learnt.sums[row].sqrt();
        for k in 0..W {
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
    fn the_gradient_is_that_of_the_squared_error() {
        check_gradient::<16>(&Set::PC);
        check_gradient::<4>(&Set::CHIP);
    }

    #[test]
    fn it_learns_a_value_by_heart() {
        let layout = Layout::new(&Set::FLASH_256K);
        let mut network = Network::<4>::new(&layout, 3);
        let samples = [sample(20), Sample { value: -7.0, ..sample(33) }];
        for _ in 0..300 {
            for sample in &samples {
                network.learn(&layout, &layout.features(sample), [0.02, 0.001]);
            }
        }
        assert!(network.error(&layout, &samples) < 0.1, "{}", network.error(&layout, &samples));
    }
}
