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

use super::fit_part::{self, PassName};
use super::fit_state::{self, Clamp, FitState};
use super::layout::Layout;
use super::least_squares::{Pass, Problem, Sums, error};
use super::model_file::Model;
use super::samples::{BLOCK, Sample, Source};
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{interrupted, progress_bar};
use crate::io::shard::{Shard, ShardArgs};

/// What `host-sim train fit` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim train fit games-1.pos --out model-1.fit --threads 2
  host-sim train fit games-1.pos games-2.pos --out model-2.fit --rounds 60
  host-sim train fit mixed.pos games.pos --weights 1,0.2 --weights-above 14 \\
    --set 512k --out 512k.fit

Reads the files once a round, so memory does not grow with them. One chunk of
every sixteen is held out; when the error on those positions has not fallen for
--patience rounds, the fit ends, with the best weights so far. --resume
continues an interrupted fit. The result does not depend on the number of
threads.

On several machines a fit is done pass by pass. --shard sums a part of the next
pass, --merge adds the parts up and writes the state after it, and --state says
where the fit is; without it, at the start:
  host-sim train fit g.pos --shard 1/2 --out part1   # also 2/2
  host-sim train fit g.pos --merge part1 part2 --out fit.1
  host-sim train fit g.pos --state fit.1 --shard 1/2 --out part1 ...
When --merge says that the fit is done, or at any time on one machine,
  host-sim train fit g.pos --state fit.41 --out model.fit
writes the weights: the same bytes, however many parts there were.")]
pub(crate) struct FitArgs {
    /// Files of positions, from `train games` or `train label`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file of weights to write, before they are packed by `train quantise`
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// The set of shapes: the chip's, or one for parts with less flash
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
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    /// Continue from the state that --merge wrote
    #[arg(long, value_name = "STATE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    shards: ShardArgs,
}

/// A set of shapes by name.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SetName {
    /// The chip's shapes and bytes.
    #[default]
    Chip,
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
    let layout = Layout::new(args.set.set());
    let mut positions = 0;
    source.blocks(|block| {
        positions += block.len();
        Ok(())
    })?;
    let names: Vec<_> = args.files.iter().map(|f| f.display().to_string()).collect();
    ensure!(positions > 0, "{}: no positions to learn from", names.join(", "));
    let recipe = args.recipe(&source, positions)?;
    let problem =
        Problem { layout: &layout, source: &source, l2: args.l2, threads: args.threads.into() };
    let state = args.state.as_deref().map(|path| FitState::read(path, &recipe, layout.len()));
    let state = state.transpose()?;
    if !args.shards.shard.is_whole() {
        return args.part(&problem, state.as_ref(), &recipe, out);
    }
    let held_out = source.held_out()?;
    if !args.shards.merge.is_empty() {
        return args.merge(&problem, &held_out, state, &recipe, out);
    }
    let file = Model::create(&args.out, args.force)?;
    writeln!(out, "{positions} positions, {} held out", held_out.len())?;
    let Some(state) = args.fit(&problem, &held_out, state, &recipe)? else {
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
        // The sums are made for weights up to this: see `layout::FIXED`.
        let is_valid = |weight: &f32| *weight > 0.0 && *weight <= 8.0;
        ensure!(self.weights.iter().all(is_valid), "--weights: expected numbers above 0, up to 8");
        let weights = self.weights.iter().copied().chain(std::iter::repeat(1.0));
        let files = self.files.iter().cloned().zip(weights).collect();
        Ok(Source { files, weights_above: self.weights_above, fewest: self.fewest, block: BLOCK })
    }

    fn recipe(&self, source: &Source, positions: usize) -> Result<String> {
        let Self { rounds, patience, l2, fewest, .. } = self;
        let (set, files) = (self.set.set().name, source.recipe()?);
        Ok(format!(
            "fit set={set} rounds={rounds} patience={patience} l2={l2} fewest={fewest} of \
             {positions} positions of {files}"
        ))
    }

    /// Sums a part of the next pass.
    fn part(
        &self,
        problem: &Problem<'_>,
        state: Option<&FitState>,
        recipe: &str,
        out: &mut dyn Write,
    ) -> Result<ExitStatus> {
        let (shard, shown) = (self.shards.shard, self.out.display());
        if state.is_some_and(|state| self.is_done(state)) {
            writeln!(out, "the fit is done: no pass is left")?;
            return Ok(ExitStatus::Done);
        }
        let name = pass_name(state, recipe);
        if self.resume && self.out.is_file() && fit_part::is_done(&self.out, &name, shard)? {
            writeln!(out, "{shown}: part {shard} is done")?;
            return Ok(ExitStatus::Done);
        }
        if self.force || self.resume {
            // What is there is another part, or was cut off.
            let _ = fs::remove_file(&self.out);
        }
        ensure!(!self.out.exists(), "{shown}: the file already exists: expected a new name");
        let pass = state.map_or(Pass::Start, FitState::next_pass);
        let Some(sums) = problem.pass(pass, shard)? else { return Ok(ExitStatus::Interrupted) };
        fit_part::write(&self.out, &name, shard, &sums)?;
        writeln!(out, "{shown}: part {shard} of a pass")?;
        Ok(ExitStatus::Done)
    }

    /// Adds up the parts of a pass and writes the state after it.
    fn merge(
        &self,
        problem: &Problem<'_>,
        held_out: &[Sample],
        state: Option<FitState>,
        recipe: &str,
        out: &mut dyn Write,
    ) -> Result<ExitStatus> {
        let shown = self.out.display();
        ensure!(
            self.force || !self.out.exists(),
            "{shown}: the file already exists: expected a new name, or --force"
        );
        if let Some(state) = state.as_ref().filter(|state| self.is_done(state)) {
            // A chain of passes that was submitted in advance: the last ones have nothing to do.
            state.save(&self.out, recipe)?;
            writeln!(out, "{shown}: the fit is done")?;
            return Ok(ExitStatus::Done);
        }
        let sums = fit_part::merge(&self.shards.merge, &pass_name(state.as_ref(), recipe))?;
        let state = self.advance(problem, held_out, state, &sums);
        state.save(&self.out, recipe)?;
        let rounds = state.rounds;
        let done = if self.is_done(&state) { "; the fit is done" } else { "" };
        writeln!(out, "{shown}: {rounds} of {} rounds{done}", self.rounds)?;
        Ok(ExitStatus::Done)
    }

    /// When the weights are clamped: the weights of the chip have to fit into bytes, and the error
    /// before says nothing about what they lose.
    const fn clamp_at(&self) -> u32 {
        self.rounds * 2 / 3
    }

    /// Whether no pass is left.
    fn is_done(&self, state: &FitState) -> bool {
        let no_gain =
            state.rounds > self.clamp_at() && state.rounds >= state.best_round + self.patience;
        state.rounds >= self.rounds || no_gain
    }

    /// The state after a pass with these sums.
    fn advance(
        &self,
        problem: &Problem<'_>,
        held_out: &[Sample],
        state: Option<FitState>,
        sums: &Sums,
    ) -> FitState {
        let mut state = match state {
            None => FitState::new(problem.start(sums)),
            Some(mut state) if state.clamp == Clamp::Pending => {
                problem.restart(&mut state.descent, sums);
                state.clamp = Clamp::Done;
                state
            }
            Some(mut state) => {
                problem.advance(&mut state.descent, sums);
                state.rounds += 1;
                let off = error(problem.layout, &state.descent.weights, held_out);
                if off < state.best_error || held_out.is_empty() {
                    state.best.clone_from(&state.descent.weights);
                    (state.best_error, state.best_round) = (off, state.rounds);
                }
                state
            }
        };
        if state.rounds == self.clamp_at() && state.clamp == Clamp::Before && !self.is_done(&state)
        {
            let largest = problem.layout.set.largest as f32 / Score::UNIT as f32;
            problem.clamp(&mut state.descent, largest);
            state.best_error = f64::INFINITY;
            state.clamp = Clamp::Pending;
        }
        state
    }

    /// Fits the weights; `None` after Ctrl-C.
    fn fit(
        &self,
        problem: &Problem<'_>,
        held_out: &[Sample],
        state: Option<FitState>,
        recipe: &str,
    ) -> Result<Option<FitState>> {
        let path = fit_state::path(&self.out);
        let mut state = if self.resume && path.is_file() {
            Some(FitState::read(&path, recipe, problem.layout.len())?)
        } else {
            state
        };
        let bar = progress_bar("fit", self.rounds as usize);
        while !state.as_ref().is_some_and(|state| self.is_done(state)) {
            let pass = state.as_ref().map_or(Pass::Start, FitState::next_pass);
            let Some(sums) = problem.pass(pass, Shard::WHOLE)? else { return Ok(None) };
            let next = self.advance(problem, held_out, state.take(), &sums);
            next.save(&path, recipe)?;
            bar.set_position(next.rounds.into());
            bar.set_message(format!("{:.3} discs off", next.best_error));
            state = Some(next);
        }
        bar.finish_and_clear();
        Ok(state.filter(|_| !interrupted()))
    }
}

/// The pass that follows a state.
fn pass_name(state: Option<&FitState>, recipe: &str) -> PassName {
    let after = state
        .map_or_else(|| "start".to_owned(), |state| format!("state {:016x}", state.number(recipe)));
    PassName(format!("a pass after {after} of {recipe}"))
}
