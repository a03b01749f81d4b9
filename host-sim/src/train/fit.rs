//! `host-sim train fit`: the weights that come nearest to the values of many positions.
//!
//! A position's value is a sum of weights, so this is a problem of least squares. It is solved by
//! conjugate gradients, each weight scaled by how often it is seen. A little of every weight's
//! square is added to the error (L2), so that what is hardly ever seen stays near zero.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::Score;
use wedge_engine::pattern::train::{ENTRIES, PHASES, STEP};

use super::model_file::Model;
use super::samples::{self, LARGEST, PER_PHASE, Part, Samples, WEIGHTS};
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{interrupted, progress_bar};

/// What `host-sim train fit` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim train fit games-1.pos --out model-1.fit --threads 2
  host-sim train fit games-1.pos games-2.pos --out model-2.fit --rounds 60

One chunk of every sixteen is kept back, to see how well the weights do on positions they were not
made from. The result does not depend on the number of threads.")]
pub(crate) struct FitArgs {
    /// Files of positions, from `train games` or `train label`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file of weights to write, before they are packed by `train quantise`
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Steps of the solution
    #[arg(long, value_name = "N", default_value = "40")]
    rounds: u32,
    /// How strongly weights are drawn to zero: as much as this many sightings
    #[arg(long, value_name = "L", default_value = "4")]
    l2: f32,
    /// Leave out positions with fewer empty squares
    #[arg(long, value_name = "E", default_value = "6")]
    fewest: u32,
    /// Threads that work together
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub(crate) fn run(args: &FitArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let file = Model::create(&args.out, args.force)?;
    let names: Vec<_> = args.files.iter().map(|f| f.display().to_string()).collect();
    let samples = Samples::new(&samples::read(&args.files, Part::Training, args.fewest)?);
    let kept_back = Samples::new(&samples::read(&args.files, Part::KeptBack, args.fewest)?);
    ensure!(samples.len() > 0, "{}: no positions to learn from", names.join(", "));
    writeln!(out, "{} positions, {} kept back", samples.len(), kept_back.len())?;
    let bar = progress_bar("fit", args.rounds as usize);
    let mut fit = Fit::new(&samples, args.l2, args.threads.into());
    for round in 0..args.rounds {
        if interrupted() {
            break;
        }
        if round == args.rounds * 2 / 3 {
            fit.clamp();
        }
        fit.step();
        bar.inc(1);
        if !bar.is_hidden() {
            bar.set_message(format!("{:.3} discs off", error(&kept_back, &fit.weights)));
        }
    }
    bar.finish_and_clear();
    if interrupted() {
        return Ok(ExitStatus::Interrupted);
    }
    writeln!(
        out,
        "root-mean-square error {:.3} discs, on those kept back {:.3}",
        error(&samples, &fit.weights),
        error(&kept_back, &fit.weights)
    )?;
    file.write(&Model { weights: fit.weights, recipe: args.recipe(samples.len())? })?;
    Ok(ExitStatus::Done)
}

impl FitArgs {
    fn recipe(&self, positions: usize) -> Result<String> {
        let Self { rounds, l2, fewest, .. } = self;
        let files = self.files.iter().map(|file| {
            Ok(format!("[{}]", super::positions_file::PositionsReader::open(file)?.recipe))
        });
        let files = files.collect::<Result<Vec<_>>>()?.join(" ");
        Ok(format!(
            "fit rounds={rounds} l2={l2} fewest={fewest} of {positions} positions of {files}"
        ))
    }
}

/// The root-mean-square error of weights, in discs.
fn error(samples: &Samples, weights: &[f32]) -> f64 {
    let squares = (0..samples.len()).map(|at| {
        let value = samples.value(at, weights).clamp(-64.0, 64.0);
        f64::from(value - samples.values[at]).powi(2)
    });
    (squares.sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

/// Conjugate gradients under way.
struct Fit<'s> {
    samples: &'s Samples,
    l2: f32,
    threads: usize,
    weights: Vec<f32>,
    /// What is left of the gradient, and the same with each weight scaled by how often it is seen.
    residual: Vec<f32>,
    scaled: Vec<f32>,
    inverse: Vec<f32>,
    direction: Vec<f32>,
    /// The length of the residual.
    length: f64,
}

/// Sums are made in so many parts, whatever the number of threads, so that their last digits do
/// not depend on it.
const PARTS: usize = 16;

impl<'s> Fit<'s> {
    fn new(samples: &'s Samples, l2: f32, threads: usize) -> Self {
        let (residual, seen) = sums(samples, threads, true, |at| samples.values[at]);
        let inverse = seen.iter().map(|seen| 1.0 / (seen + l2)).collect();
        let weights = vec![0.0; WEIGHTS];
        let (scaled, direction, length) = (Vec::new(), Vec::new(), 0.0);
        let mut fit =
            Self { samples, l2, threads, weights, residual, scaled, inverse, direction, length };
        fit.restart();
        fit
    }

    /// Forgets all directions but the steepest.
    fn restart(&mut self) {
        self.scale();
        self.direction = self.scaled.clone();
        self.length = dot(&self.residual, &self.scaled);
    }

    fn scale(&mut self) {
        let scaled = self.residual.iter().zip(&self.inverse);
        self.scaled = scaled.map(|(residual, inverse)| residual * inverse).collect();
    }

    /// Weights of tables that are too large for a byte become the largest that fits, and stay so:
    /// from here on the others make up for it.
    fn clamp(&mut self) {
        let largest = LARGEST * STEP as f32 / Score::UNIT as f32;
        for phase in 0..PHASES.len() {
            for at in phase * PER_PHASE..phase * PER_PHASE + ENTRIES {
                if self.weights[at].abs() > largest {
                    self.weights[at] = largest.copysign(self.weights[at]);
                    self.inverse[at] = 0.0;
                }
            }
        }
        let (samples, weights) = (self.samples, &self.weights);
        let left = |at| samples.values[at] - samples.value(at, weights);
        (self.residual, _) = sums(samples, self.threads, false, left);
        for (residual, weight) in self.residual.iter_mut().zip(&self.weights) {
            *residual -= self.l2 * weight;
        }
        self.restart();
    }

    fn step(&mut self) {
        let Self { samples, direction, .. } = self;
        let (mut image, _) = sums(samples, self.threads, false, |at| samples.value(at, direction));
        for (image, direction) in image.iter_mut().zip(&self.direction) {
            *image += self.l2 * direction;
        }
        let curvature = dot(&self.direction, &image);
        if curvature <= 0.0 {
            return;
        }
        let far = (self.length / curvature) as f32;
        for (weight, direction) in self.weights.iter_mut().zip(&self.direction) {
            *weight += far * direction;
        }
        for (residual, image) in self.residual.iter_mut().zip(&image) {
            *residual -= far * image;
        }
        self.scale();
        let length = dot(&self.residual, &self.scaled);
        let keep = (length / self.length) as f32;
        self.length = length;
        for (direction, scaled) in self.direction.iter_mut().zip(&self.scaled) {
            *direction = scaled + keep * *direction;
        }
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

/// For each weight the sum of `value` over the positions that it is part of, times its factor; and
/// if asked the sum of the squares of its factors.
fn sums(
    samples: &Samples,
    threads: usize,
    squares: bool,
    value: impl Fn(usize) -> f32 + Sync,
) -> (Vec<f32>, Vec<f32>) {
    let next = AtomicUsize::new(0);
    let size = samples.len().div_ceil(PARTS);
    let work = || {
        let mut done = Vec::new();
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= PARTS {
                return done;
            }
            let mut sums = vec![0.0; WEIGHTS];
            let mut seen = vec![0.0; if squares { WEIGHTS } else { 0 }];
            for at in part * size..((part + 1) * size).min(samples.len()) {
                samples.spread(at, value(at), &mut sums, &mut seen);
            }
            done.push((part, sums, seen));
        }
    };
    let mut parts: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    });
    parts.sort_by_key(|(part, ..)| *part);
    let mut total = (vec![0.0; WEIGHTS], vec![0.0; if squares { WEIGHTS } else { 0 }]);
    for (_, sums, seen) in parts {
        total.0.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        total.1.iter_mut().zip(seen).for_each(|(total, seen)| *total += seen);
    }
    total
}
