//! The least-squares problem of a fit: sums over all samples, and the conjugate gradient method.
//!
//! A position's value is a sum of weights, so the weights with the smallest squared error solve a
//! linear system. The preconditioned conjugate gradient method needs one pass over all samples a
//! round, in any order, and memory for a few rows of weights only.

use std::thread;

use anyhow::{Result, bail};

use wedge_engine::pattern::train::MOVES;

use super::layout::{FIXED, Layout, MOST_INDICES};
use super::samples::{Sample, Source};
use crate::io::progress::interrupted;
use crate::io::shard::Shard;

/// Blocks are cut into a fixed number of parts, so that rounding depends neither on the number of
/// threads nor on that of machines.
const PARTS: usize = 16;

/// Samples, the layout of the weights, and the strength of the regularization.
pub(crate) struct Problem<'p> {
    pub(crate) layout: &'p Layout,
    pub(crate) source: &'p Source,
    pub(crate) l2: f32,
    pub(crate) threads: usize,
}

/// The state of the conjugate gradient method.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Descent {
    pub(crate) weights: Vec<f32>,
    pub(crate) residual: Vec<f32>,
    pub(crate) direction: Vec<f32>,
    /// One over how often each weight occurs; 0 for a weight that is fixed.
    pub(crate) inverse: Vec<f32>,
    /// The squared length of the preconditioned residual.
    pub(crate) length: f64,
}

/// What a pass sums for each weight, in fixed point: values and, in the first pass, the squares of
/// the weight's factors. The sums of the parts of a pass add up to the same, however it is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) values: Vec<i64>,
    pub(crate) squares: Vec<i64>,
}

impl Sums {
    /// Adds the sums of another part.
    pub(crate) fn add(&mut self, other: &Self) {
        for (to, from) in [(&mut self.values, &other.values), (&mut self.squares, &other.squares)] {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
    }
}

/// A pass over the samples.
#[derive(Clone, Copy)]
pub(crate) enum Pass<'d> {
    /// The first, which starts with all weights zero.
    Start,
    /// A round of the method.
    Round(&'d Descent),
    /// What is left after weights were clamped.
    Residual(&'d Descent),
}

impl Problem<'_> {
    /// Sums over the samples of a part of a pass. `None` after Ctrl-C.
    pub(crate) fn pass(&self, pass: Pass<'_>, shard: Shard) -> Result<Option<Sums>> {
        match pass {
            Pass::Start => self.sums(true, None, |sample, _| sample.value, shard),
            Pass::Round(descent) => {
                self.sums(false, Some(&descent.direction), |_, value| value, shard)
            }
            Pass::Residual(descent) => {
                let left = |sample: &Sample, value| sample.value - value;
                self.sums(false, Some(&descent.weights), left, shard)
            }
        }
    }

    /// The state after [`Pass::Start`].
    pub(crate) fn start(&self, sums: &Sums) -> Descent {
        let inverse = to_f32(&sums.squares).iter().map(|seen| 1.0 / (seen + self.l2)).collect();
        let weights = vec![0.0; self.layout.len()];
        let residual = to_f32(&sums.values);
        let mut descent =
            Descent { weights, residual, direction: Vec::new(), inverse, length: 0.0 };
        descent.restart();
        descent
    }

    /// Goes on after [`Pass::Round`].
    pub(crate) fn advance(&self, descent: &mut Descent, sums: &Sums) {
        let mut image = to_f32(&sums.values);
        for (image, direction) in image.iter_mut().zip(&descent.direction) {
            *image += self.l2 * direction;
        }
        let curvature = dot(&descent.direction, &image);
        if curvature > 0.0 {
            descent.advance(&image, (descent.length / curvature) as f32);
        }
    }

    /// Clamps the weights of tables to `largest` and fixes those that were larger; the others
    /// compensate from here on. [`Pass::Residual`] has to follow.
    pub(crate) fn clamp(&self, descent: &mut Descent, largest: f32) {
        for phase in 0..self.layout.set.phases.len() {
            let from = self.layout.phase(phase);
            for at in from + 2 * MOVES..from + self.layout.per_phase {
                let weight = descent.weights[at];
                if weight.abs() > largest {
                    descent.weights[at] = largest.copysign(weight);
                    descent.inverse[at] = 0.0;
                }
            }
        }
    }

    /// Goes on after [`Pass::Residual`].
    pub(crate) fn restart(&self, descent: &mut Descent, sums: &Sums) {
        descent.residual = to_f32(&sums.values);
        for (residual, weight) in descent.residual.iter_mut().zip(&descent.weights) {
            *residual -= self.l2 * weight;
        }
        descent.restart();
    }

    /// For each weight the sum over the samples of a part of `value`, a function of the sample and of
    /// what the given weights say, times the weight's factor; with `squares`, also the sum of the
    /// squares of the factors. `None` after Ctrl-C.
    fn sums(
        &self,
        squares: bool,
        weights: Option<&[f32]>,
        value: impl Fn(&Sample, f32) -> f32 + Sync,
        shard: Shard,
    ) -> Result<Option<Sums>> {
        let len = self.layout.len();
        let empty = Sums { values: vec![0; len], squares: vec![0; if squares { len } else { 0 }] };
        let threads = self.threads.clamp(1, PARTS);
        let mut totals = vec![empty; threads];
        let (value, mut number) = (&value, 0);
        let done = self.source.blocks(|block| {
            let is_own = shard.has(number);
            number += 1;
            if is_own {
                // The cut decides how numbers are rounded: it depends on the block alone.
                let parts: Vec<&[Sample]> = block.chunks(block.len().div_ceil(PARTS)).collect();
                thread::scope(|scope| {
                    let shares = parts.chunks(PARTS.div_ceil(threads));
                    for (total, mine) in totals.iter_mut().zip(shares) {
                        scope.spawn(move || {
                            for samples in mine {
                                self.add(samples, weights, value, total);
                            }
                        });
                    }
                });
            }
            if interrupted() {
                bail!("interrupted");
            }
            Ok(())
        });
        if interrupted() {
            return Ok(None);
        }
        done?;
        Ok(totals.into_iter().reduce(|mut total, part| {
            total.add(&part);
            total
        }))
    }

    /// Adds samples, sorted by empty squares, to sums.
    fn add(
        &self,
        samples: &[Sample],
        weights: Option<&[f32]>,
        value: &(impl Fn(&Sample, f32) -> f32 + Sync),
        sums: &mut Sums,
    ) {
        let (layout, mut indices) = (self.layout, [0; MOST_INDICES]);
        for group in samples.chunk_by(|a, b| a.empties() == b.empties()) {
            let empties = group[0].empties();
            let table = weights.map(|weights| layout.table(weights, empties));
            let mut values = vec![0.0_f32; layout.per_phase + 1];
            let mut seen = vec![0.0_f32; if sums.squares.is_empty() { 0 } else { values.len() }];
            for sample in group {
                let indices = layout.indices(sample, &mut indices);
                let says = table.as_ref().map_or(0.0, |table| sum(table, indices));
                let value = sample.weight * value(sample, says);
                for &index in indices {
                    values[index as usize] += value;
                }
                values[layout.per_phase] += value;
                if !seen.is_empty() {
                    for &index in indices {
                        seen[index as usize] += sample.weight;
                    }
                    seen[layout.per_phase] += sample.weight;
                }
            }
            layout.add(&values, empties, &mut sums.values, false);
            if !seen.is_empty() {
                layout.add(&seen, empties, &mut sums.squares, true);
            }
        }
    }
}

impl Descent {
    /// Restarts from the steepest descent.
    fn restart(&mut self) {
        self.direction = self.scaled();
        self.length = dot(&self.residual, &self.direction);
    }

    fn scaled(&self) -> Vec<f32> {
        self.residual
            .iter()
            .zip(&self.inverse)
            .map(|(residual, inverse)| residual * inverse)
            .collect()
    }

    /// Goes `far` along the direction, whose image is known, and turns to the next direction.
    fn advance(&mut self, image: &[f32], far: f32) {
        for (weight, direction) in self.weights.iter_mut().zip(&self.direction) {
            *weight += far * direction;
        }
        for (residual, image) in self.residual.iter_mut().zip(image) {
            *residual -= far * image;
        }
        let scaled = self.scaled();
        let length = dot(&self.residual, &scaled);
        let keep = if self.length > 0.0 { (length / self.length) as f32 } else { 0.0 };
        self.length = length;
        for (direction, scaled) in self.direction.iter_mut().zip(&scaled) {
            *direction = scaled + keep * *direction;
        }
    }
}

/// The sum of the weights of a position, the last of the table included.
fn sum(table: &[f32], indices: &[u32]) -> f32 {
    let own = table.last().copied().unwrap_or(0.0);
    indices.iter().fold(own, |sum, &index| sum + table[index as usize])
}

/// The root-mean-square error of weights on samples that are sorted by empty squares, in discs.
pub(crate) fn error(layout: &Layout, weights: &[f32], samples: &[Sample]) -> f64 {
    let (mut squares, mut indices) = (0.0, [0; MOST_INDICES]);
    for group in samples.chunk_by(|a, b| a.empties() == b.empties()) {
        let table = layout.table(weights, group[0].empties());
        for sample in group {
            let says = sum(&table, layout.indices(sample, &mut indices)).clamp(-64.0, 64.0);
            squares += f64::from(says - sample.value).powi(2);
        }
    }
    (squares / samples.len().max(1) as f64).sqrt()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

fn to_f32(sums: &[i64]) -> Vec<f32> {
    sums.iter().map(|&sum| (sum as f64 / FIXED) as f32).collect()
}

#[cfg(test)]
mod tests {
    use wedge_engine::pattern::train::Set;
    use wedge_engine::{Position, Score, SplitMix64};

    use super::super::positions_file::{Labelled, PositionsWriter};
    use super::*;

    /// The sums of a pass are the same with any number of threads, and however it is cut into parts.
    #[test]
    fn parts_of_a_pass_add_up_to_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("random.pos");
        let mut file = PositionsWriter::open(&path, "random", false).unwrap();
        let mut random = SplitMix64::new(6);
        for _ in 0..20 {
            let chunk: Vec<Labelled> = Position::default()
                .random_game(&mut random)
                .map(|position| position.board())
                .map(|board| Labelled { board, value: Score::from_discs(board.result() / 2) })
                .collect();
            file.write(&chunk).unwrap();
        }
        drop(file);
        let source = Source { files: vec![(path, 0.7)], weights_above: 20, fewest: 4, block: 100 };
        let layout = Layout::new(&Set::CHIP);
        let problem =
            |threads: usize| Problem { layout: &layout, source: &source, l2: 1.0, threads };
        let whole = problem(1).pass(Pass::Start, Shard::WHOLE).unwrap().unwrap();
        let mut descent = problem(1).start(&whole);
        let round = problem(1).pass(Pass::Round(&descent), Shard::WHOLE).unwrap().unwrap();
        assert!(round.values.iter().filter(|&&sum| sum != 0).count() > 1000);
        for (parts, threads) in [(1, 2), (1, 7), (1, 100), (2, 1), (3, 2), (16, 1)] {
            for (pass, wanted) in [(Pass::Start, &whole), (Pass::Round(&descent), &round)] {
                let mut all = Shard::all(parts)
                    .map(|part| problem(threads).pass(pass, part).unwrap().unwrap());
                let mut sum = all.next().unwrap();
                all.for_each(|part| sum.add(&part));
                assert!(sum == *wanted, "{parts} parts, {threads} threads");
            }
        }
        problem(1).advance(&mut descent, &round);
        assert!(descent.weights.iter().any(|&weight| weight != 0.0));
    }
}
