//! `host-sim train`: the steps of training the evaluation.

use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::io::exit_status::ExitStatus;
use crate::train::games::{self, GamesArgs};
use crate::train::import::{self, ImportArgs};
use crate::train::label::{self, LabelArgs};
use crate::train::network::{self, NetworkArgs};
use crate::train::probcut::{self, ProbcutArgs};
use crate::train::quantise::{self, QuantiseArgs};
use crate::train::report::{self, ReportArgs};

/// The options of `host-sim train`.
#[derive(Args, Clone, Debug)]
pub struct TrainArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand, Clone, Debug)]
enum Step {
    /// Play self-play games and keep their positions with the results
    Games(GamesArgs),
    /// Take positions with exact scores from tournament games
    Import(ImportArgs),
    /// Give positions better values, by a deeper search or by solving them
    Label(LabelArgs),
    /// Train an evaluation on the values of positions
    Network(NetworkArgs),
    /// Quantize weights to bytes, as the engine reads them
    #[command(alias = "quantize")]
    Quantise(QuantiseArgs),
    /// Measure the errors of evaluations against exact scores
    Report(ReportArgs),
    /// Measure the errors of shallow searches against deeper ones, for ProbCut
    Probcut(ProbcutArgs),
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub fn run(args: &TrainArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    match &args.step {
        Step::Games(args) => games::run(args, out),
        Step::Import(args) => import::run(args, out),
        Step::Label(args) => label::run(args, out),
        Step::Network(args) => network::run(args, out),
        Step::Quantise(args) => quantise::run(args, out),
        Step::Report(args) => report::run(args, out),
        Step::Probcut(args) => probcut::run(args, out),
    }
}
