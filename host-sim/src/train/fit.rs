//! `host-sim train fit`: fits the weights of a set to the values of many positions.
//!
//! The files are read once a round, block by block, so that memory does not grow with them. L2
//! regularization keeps weights that hardly ever occur near zero. The fit ends early when the error
//! on held-out positions no longer falls.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use wedge_engine::Score;
use wedge_engine::pattern::train::Set;

use super::fit_state::{self, FitState};
use super::layout::Layout;
use super::least_squares::{Problem, error};
use super::model_file::Model;
use super::samples::{Sample, Source};
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{interrupted, progress_bar};

/// What `host-sim train fit` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim train fit games-1.pos --out model-1.fit --threads 2
  host-sim train fit games-1.pos games-2.pos --out model-2.fit --rounds 60
  host-sim train fit mixed.pos games.pos --weights 1,0.2 --weights-above 14 --set large --out l.fit

Reads the files once a round, so memory does not grow with them. One chunk of every sixteen is held
out; when the error on those positions has not fallen for --patience rounds, the fit ends, with the
best weights so far. --resume continues an interrupted fit. The result does not depend on the number
of threads.")]
pub(crate) struct FitArgs {
    /// Files of positions, from `train games` or `train label`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file of weights to write, before they are packed by `train quantise`
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// The set of shapes: the chip's, the PC's larger one, or one for parts with less flash
    #[arg(long, value_enum, default_value_t)]
    set: SetName,
    /// How much the positions of each file count: one number a file
    #[arg(long, value_name = "W,..", value_delimiter = ',')]
    weights: Vec<f32>,
    /// --weights hold for positions with more than E empty squares; those with fewer, whose results
    /// `train games` solved, count 1
    #[arg(long, value_name = "E", default_value = "0", requires = "weights")]
    weights_above: u32,
    /// Most rounds of the conjugate gradient method
    #[arg(long, value_name = "N", default_value = "40")]
    rounds: u32,
    /// Rounds without a smaller held-out error after which the fit ends
    #[arg(long, value_name = "N", default_value = "6")]
    patience: u32,
    /// Strength of the L2 regularization: pulls weights to zero like this many occurrences
    #[arg(long, value_name = "L", default_value = "4")]
    l2: f32,
    /// Leave out positions with fewer empty squares
    #[arg(long, value_name = "E", default_value = "6")]
    fewest: u32,
    /// Threads that work together
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Continue an interrupted fit
    #[arg(long)]
    resume: bool,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

/// A set of shapes by name.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SetName {
    /// The chip's shapes and bytes.
    #[default]
    Chip,
    /// The PC's shapes and 16-bit weights.
    Large,
    /// For parts with 512 KB of flash.
    #[value(name = "512k")]
    Flash512K,
    /// For parts with 256 KB of flash.
    #[value(name = "256k")]
    Flash256K,
}

impl SetName {
    fn set(self) -> &'static Set {
        match self {
            Self::Chip => &Set::CHIP,
            Self::Large => &Set::LARGE,
            Self::Flash512K => &Set::FLASH_512K,
            Self::Flash256K => &Set::FLASH_256K,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub(crate) fn run(args: &FitArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let source = args.source()?;
    let held_out = source.held_out()?;
    let layout = Layout::new(args.set.set());
    let file = Model::create(&args.out, args.force)?;
    let mut positions = 0;
    source.blocks(|block| {
        positions += block.len();
        Ok(())
    })?;
    let names: Vec<_> = args.files.iter().map(|f| f.display().to_string()).collect();
    ensure!(positions > 0, "{}: no positions to learn from", names.join(", "));
    writeln!(out, "{positions} positions, {} held out", held_out.len())?;
    let recipe = args.recipe(&source, positions)?;
    let problem =
        Problem { layout: &layout, source: &source, l2: args.l2, threads: args.threads.into() };
    let Some(state) = args.fit(&problem, &held_out, &recipe)? else {
        return Ok(ExitStatus::Interrupted);
    };
    writeln!(
        out,
        "root-mean-square error {:.3} discs held out, after {} of {} rounds",
        state.best_error, state.best_round, state.rounds
    )?;
    file.write(&Model { set: layout.set, weights: state.best, recipe })?;
    // Without it, the next fit of this name simply begins anew.
    let _ = fs::remove_file(fit_state::path(&args.out));
    Ok(ExitStatus::Done)
}

impl FitArgs {
    fn source(&self) -> Result<Source> {
        let (files, weights) = (self.files.len(), self.weights.len());
        ensure!(
            weights == 0 || weights == files,
            "--weights: {weights} numbers for {files} files: expected one for each"
        );
        let is_valid = |weight: &f32| weight.is_finite() && *weight > 0.0;
        ensure!(self.weights.iter().all(is_valid), "--weights: expected numbers above 0");
        let weights = self.weights.iter().copied().chain(std::iter::repeat(1.0));
        let files = self.files.iter().cloned().zip(weights).collect();
        Ok(Source { files, weights_above: self.weights_above, fewest: self.fewest })
    }

    fn recipe(&self, source: &Source, positions: usize) -> Result<String> {
        let Self { rounds, patience, l2, fewest, .. } = self;
        let (set, files) = (self.set.set().name, source.recipe()?);
        Ok(format!(
            "fit set={set} rounds={rounds} patience={patience} l2={l2} fewest={fewest} of \
             {positions} positions of {files}"
        ))
    }

    /// Fits the weights; `None` after Ctrl-C.
    fn fit(
        &self,
        problem: &Problem<'_>,
        held_out: &[Sample],
        recipe: &str,
    ) -> Result<Option<FitState>> {
        let path = fit_state::path(&self.out);
        let mut state = if self.resume && path.is_file() {
            FitState::read(&path, recipe, problem.layout.len())?
        } else {
            let Some(descent) = problem.start()? else { return Ok(None) };
            let best = descent.weights.clone();
            FitState { rounds: 0, descent, best, best_error: f64::INFINITY, best_round: 0 }
        };
        let bar = progress_bar("fit", self.rounds as usize);
        let clamp_at = self.rounds * 2 / 3;
        while state.rounds < self.rounds {
            // The weights of the chip have to fit into bytes; the error before says nothing about
            // what they lose.
            if state.rounds == clamp_at {
                let largest = problem.layout.set.largest as f32 / Score::UNIT as f32;
                if problem.clamp(&mut state.descent, largest)?.is_none() {
                    break;
                }
                state.best_error = f64::INFINITY;
            }
            if problem.step(&mut state.descent)?.is_none() {
                break;
            }
            state.rounds += 1;
            let off = error(problem.layout, &state.descent.weights, held_out);
            if off < state.best_error || held_out.is_empty() {
                state.best.clone_from(&state.descent.weights);
                (state.best_error, state.best_round) = (off, state.rounds);
            }
            state.save(&path, recipe)?;
            bar.set_position(state.rounds.into());
            bar.set_message(format!("{off:.3} discs off"));
            if state.rounds > clamp_at && state.rounds >= state.best_round + self.patience {
                break;
            }
        }
        bar.finish_and_clear();
        Ok((!interrupted()).then_some(state))
    }
}
