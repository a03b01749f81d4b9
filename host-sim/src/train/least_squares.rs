//! The least-squares problem of a fit: sums over all samples, and the conjugate gradient method.
//!
//! A position's value is a sum of weights, so the weights with the smallest squared error solve a
//! linear system. The preconditioned conjugate gradient method needs one pass over all samples a
//! round, in any order, and memory for a few rows of weights only.

use std::thread;

use anyhow::{Result, bail};

use wedge_engine::pattern::train::MOVES;

use super::layout::{Layout, MOST_INDICES};
use super::samples::{Sample, Source};
use crate::io::progress::interrupted;

/// Blocks are cut into a fixed number of parts, so that rounding does not depend on the number of
/// threads.
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

/// What a pass sums for each weight: values, and the squares of the weight's factors.
#[derive(Clone)]
struct Sums {
    values: Vec<f64>,
    squares: Vec<f64>,
}

impl Problem<'_> {
    /// Starts with all weights zero. `None` after Ctrl-C.
    pub(crate) fn start(&self) -> Result<Option<Descent>> {
        let Some(sums) = self.sums(true, None, |sample, _| sample.value)? else { return Ok(None) };
        let inverse = sums.squares.iter().map(|&seen| 1.0 / (seen as f32 + self.l2)).collect();
        let weights = vec![0.0; self.layout.len()];
        let residual = to_f32(&sums.values);
        let mut descent =
            Descent { weights, residual, direction: Vec::new(), inverse, length: 0.0 };
        descent.restart();
        Ok(Some(descent))
    }

    /// One round. `None` after Ctrl-C, with nothing changed.
    pub(crate) fn step(&self, descent: &mut Descent) -> Result<Option<()>> {
        let sums = self.sums(false, Some(&descent.direction), |_, value| value)?;
        let Some(sums) = sums else { return Ok(None) };
        let mut image = to_f32(&sums.values);
        for (image, direction) in image.iter_mut().zip(&descent.direction) {
            *image += self.l2 * direction;
        }
        let curvature = dot(&descent.direction, &image);
        if curvature > 0.0 {
            descent.advance(&image, (descent.length / curvature) as f32);
        }
        Ok(Some(()))
    }

    /// Clamps the weights of tables to `largest` and fixes those that were larger; the others
    /// compensate from here on. `None` after Ctrl-C, with nothing changed.
    pub(crate) fn clamp(&self, descent: &mut Descent, largest: f32) -> Result<Option<()>> {
        let mut clamped = descent.clone();
        for phase in 0..self.layout.set.phases.len() {
            let from = self.layout.phase(phase);
            for at in from + 2 * MOVES..from + self.layout.per_phase {
                let weight = clamped.weights[at];
                if weight.abs() > largest {
                    clamped.weights[at] = largest.copysign(weight);
                    clamped.inverse[at] = 0.0;
                }
            }
        }
        let left = |sample: &Sample, value| sample.value - value;
        let sums = self.sums(false, Some(&clamped.weights), left)?;
        let Some(sums) = sums else { return Ok(None) };
        clamped.residual = to_f32(&sums.values);
        for (residual, weight) in clamped.residual.iter_mut().zip(&clamped.weights) {
            *residual -= self.l2 * weight;
        }
        clamped.restart();
        *descent = clamped;
        Ok(Some(()))
    }

    /// For each weight the sum over all samples of `value`, a function of the sample and of what
    /// the given weights say, times the weight's factor; with `squares`, also the sum of the squares
    /// of the factors. `None` after Ctrl-C.
    fn sums(
        &self,
        squares: bool,
        weights: Option<&[f32]>,
        value: impl Fn(&Sample, f32) -> f32 + Sync,
    ) -> Result<Option<Sums>> {
        let len = self.layout.len();
        let empty =
            Sums { values: vec![0.0; len], squares: vec![0.0; if squares { len } else { 0 }] };
        let mut parts = vec![empty; PARTS];
        let (value, share) = (&value, PARTS.div_ceil(self.threads.max(1)));
        let done = self.source.blocks(|block| {
            let size = block.len().div_ceil(PARTS);
            let mut work: Vec<_> = parts.iter_mut().zip(block.chunks(size)).collect();
            thread::scope(|scope| {
                for mine in work.chunks_mut(share) {
                    scope.spawn(move || {
                        for (sums, samples) in mine {
                            self.add(samples, weights, value, sums);
                        }
                    });
                }
            });
            if interrupted() {
                bail!("interrupted");
            }
            Ok(())
        });
        if interrupted() {
            return Ok(None);
        }
        done?;
        let mut parts = parts.into_iter();
        let first = parts.next();
        Ok(first.map(|first| {
            parts.fold(first, |mut total, part| {
                add_to(&mut total.values, &part.values);
                add_to(&mut total.squares, &part.squares);
                total
            })
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

fn add_to(total: &mut [f64], part: &[f64]) {
    total.iter_mut().zip(part).for_each(|(total, part)| *total += part);
}

fn to_f32(values: &[f64]) -> Vec<f32> {
    values.iter().map(|&value| value as f32).collect()
}
