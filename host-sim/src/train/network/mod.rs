//! `host-sim train network`: trains an evaluation on the values of many positions.
//!
//! The files are read once an epoch, in blocks that are shuffled, so that memory does not grow with
//! them. The network learns from one position after the other. Other threads prepare the positions
//! meanwhile, so the result does not depend on their number.

pub(crate) mod file;
pub(crate) mod model;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::SplitMix64;
use wedge_engine::pattern::train::{CHIP_WIDTH, PC_WIDTH, Set};

use self::file::Training;
use self::model::{Features, Layout, Network};
use super::samples::{Sample, Source};
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{interrupted, progress_bar};
use crate::io::worker_pool::run_ordered;

/// What `host-sim train network` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim train network games-1.pos games-2.pos --out pc.net --threads 2
  host-sim train network games-1.pos --out pc.net --epochs 6 --resume
  host-sim train network games-1.pos --set chip --out chip.net
  host-sim train quantise chip.net --out chip.bin

Reads the files once an epoch, in shuffled blocks, so memory does not grow with
them. One chunk of every sixteen is held out to measure the error. --resume
continues an interrupted training from its last block. The same command makes
the same network, whatever the number of threads, on one kind of processor.")]
pub(crate) struct NetworkArgs {
    /// Files of positions, from `train games` or `train label`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file of the network, for `train quantise`
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// The shapes and the size: pc, chip, 512k or 256k (parts with so much flash)
    #[arg(long, value_name = "SET", default_value = "pc", value_parser = set)]
    set: &'static Set,
    /// How often it learns from each position
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// The learning rate of the patterns
    #[arg(long, value_name = "R", default_value = "0.02", value_parser = rate)]
    rate: f32,
    /// The learning rate of the outputs
    #[arg(long, value_name = "R", default_value = "0.001", value_parser = rate)]
    output_rate: f32,
    /// Determines the first random numbers and the order of positions
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Leave out positions with fewer empty squares
    #[arg(long, value_name = "E", default_value = "1")]
    fewest: u32,
    /// Threads that prepare positions
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Continue an interrupted training
    #[arg(long)]
    resume: bool,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Positions of a block, which is shuffled: 200 MB of memory.
const BLOCK: usize = 1 << 23;
/// Positions that a thread prepares at a time.
const BATCH: usize = 1 << 12;

fn set(text: &str) -> Result<&'static Set, String> {
    let found = Set::ALL.into_iter().find(|set| set.name == text);
    found.ok_or_else(|| "expected pc, chip, 512k or 256k".to_owned())
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "expected a number above 0, up to 1".to_owned())
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub(crate) fn run(args: &NetworkArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    // The sets of the chip have rows of one length, the PC's of another.
    if args.set.width == PC_WIDTH {
        train::<PC_WIDTH>(args, out)
    } else {
        train::<CHIP_WIDTH>(args, out)
    }
}

fn train<const W: usize>(args: &NetworkArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let source = Source { files: args.files.clone(), fewest: args.fewest, block: BLOCK };
    let mut positions = 0;
    source.blocks(|block| {
        positions += block.len();
        Ok(())
    })?;
    let names: Vec<_> = args.files.iter().map(|file| file.display().to_string()).collect();
    ensure!(positions > 0, "{}: no positions to learn from", names.join(", "));
    let held_out = source.held_out()?;
    let layout = Layout::new(args.set);
    let recipe = args.recipe(&source, positions)?;
    let set = Set::ALL.iter().position(|set| set.name == args.set.name).unwrap_or(0);
    let network = || Network::<W>::new(&layout, args.seed);
    let new = || Training { recipe, set, epochs: 0, blocks: 0, network: network() };
    let mut training = Training::open(&args.out, new, layout.len, args.resume, args.force)?;
    writeln!(out, "{positions} positions, {} held out", held_out.len())?;
    let bar = progress_bar("epochs", args.epochs as usize);
    while training.epochs < args.epochs {
        bar.set_position(training.epochs.into());
        if !args.epoch(&source, &layout, positions, &mut training)? {
            bar.finish_and_clear();
            return Ok(ExitStatus::Interrupted);
        }
        let error = training.network.error(&layout, &held_out);
        bar.set_message(format!("{error:.3} discs off"));
    }
    bar.finish_and_clear();
    let error = training.network.error(&layout, &held_out);
    let epochs = training.epochs;
    writeln!(out, "root-mean-square error {error:.3} discs held out, after {epochs} epochs")?;
    Ok(ExitStatus::Done)
}

impl NetworkArgs {
    fn recipe(&self, source: &Source, positions: usize) -> Result<String> {
        let Self { epochs, rate, output_rate, seed, fewest, .. } = self;
        // The first trainings of the PC's set did not name it.
        let set = if self.set.width == PC_WIDTH { "" } else { self.set.name };
        let set = if set.is_empty() { String::new() } else { format!(" set={set}") };
        Ok(format!(
            "network{set} epochs={epochs} rate={rate} output-rate={output_rate} seed={seed} \
             fewest={fewest} of {positions} positions of {}",
            source.recipe()?
        ))
    }

    /// Learns from all blocks that are left in an epoch, and saves after each. Returns false after
    /// Ctrl-C.
    fn epoch<const W: usize>(
        &self,
        source: &Source,
        layout: &Layout,
        positions: usize,
        training: &mut Training<W>,
    ) -> Result<bool> {
        let (mut number, mut before) = (0, positions as f64 * f64::from(training.epochs));
        let all = positions as f64 * f64::from(self.epochs);
        source.blocks(|block| {
            if number >= training.blocks && !interrupted() {
                let order =
                    self.seed ^ (u64::from(training.epochs) << 48) ^ (u64::from(number) << 32);
                let samples = shuffled(block, &mut SplitMix64::new(order));
                let network = &mut training.network;
                let mut seen = before;
                let is_whole = prepare(layout, &samples, self.threads, |features| {
                    let done = (seen / all) as f32;
                    let rates = Network::<W>::rates([self.rate, self.output_rate], done);
                    network.learn(layout, features, rates);
                    seen += 1.0;
                })?;
                if is_whole {
                    training.blocks += 1;
                    training.save(&self.out)?;
                }
            }
            number += 1;
            before += block.len() as f64;
            Ok(())
        })?;
        if interrupted() {
            return Ok(false);
        }
        training.blocks = 0;
        training.epochs += 1;
        training.save(&self.out)?;
        Ok(true)
    }
}

/// The samples in a random order.
fn shuffled(samples: &[Sample], random: &mut SplitMix64) -> Vec<Sample> {
    let mut samples = samples.to_vec();
    for last in (1..samples.len()).rev() {
        samples.swap(last, random.below(last as u32 + 1) as usize);
    }
    samples
}

/// Passes the features of samples in order. Returns false after Ctrl-C, which comes before the last.
fn prepare(
    layout: &Layout,
    samples: &[Sample],
    threads: u16,
    mut then: impl FnMut(&Features),
) -> Result<bool> {
    let batches: Vec<&[Sample]> = samples.chunks(BATCH).collect();
    let mut taken = 0;
    run_ordered(
        threads.into(),
        0..batches.len() as u64,
        || {
            let batches = &batches;
            Ok(move |number: u64| -> Option<Vec<Features>> {
                let batch = batches[number as usize];
                (!interrupted()).then(|| batch.iter().map(|s| layout.features(s)).collect())
            })
        },
        |_, batch| {
            batch.iter().for_each(&mut then);
            taken += 1;
            Ok(())
        },
    )?;
    Ok(taken == batches.len())
}
