//! `host-sim train quantise`: quantises weights to bytes, the form that the engine reads.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use wedge_engine::Score;
use wedge_engine::pattern::Weights;
use wedge_engine::pattern::train::{ENTRIES, FILE_LEN, Numbers, PHASES, STEP, shared};

use super::model_file::Model;
use super::samples::{LARGEST, PER_PHASE};
use crate::io::container::checksum;
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;

/// What `host-sim train quantise` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct QuantiseArgs {
    /// Weights from `train fit`
    #[arg(value_name = "FILE")]
    model: PathBuf,
    /// The file to write
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub(crate) fn run(args: &QuantiseArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let model = Model::read(&args.model)?;
    let [file] = output_file::open_all([Some(&args.out)], args.force)?;
    let bytes = pack(&model)?;
    let mut file = file.context("a file to write")?.begin()?;
    file.write_all(&bytes)?;
    let weights = Weights::from_bytes(&bytes)?;
    writeln!(
        out,
        "{}: {FILE_LEN} bytes, recipe {:016x}: {}",
        args.out.display(),
        weights.recipe(),
        model.recipe
    )?;
    Ok(ExitStatus::Done)
}

fn pack(model: &Model) -> Result<Box<[u8]>> {
    let units = Score::UNIT as f32;
    let phases: [&[f32]; PHASES.len()] =
        std::array::from_fn(|phase| &model.weights[phase * PER_PHASE..][..PER_PHASE]);
    let tables = phases.map(|weights| {
        let step = |entry| (weights[shared(entry)] * units / STEP as f32).round();
        (0..ENTRIES).map(|entry| step(entry).clamp(-LARGEST, LARGEST) as i8).collect::<Vec<_>>()
    });
    let whole = |weights: &[f32]| weights.iter().map(|w| (w * units).round() as i16).collect();
    let mobility: Vec<Vec<i16>> = phases.iter().map(|weights| whole(&weights[ENTRIES..])).collect();
    let empties: Vec<i16> = whole(&model.weights[PHASES.len() * PER_PHASE..]);
    let mut bytes = vec![0; FILE_LEN].into_boxed_slice();
    let numbers = Numbers {
        recipe: checksum(model.recipe.as_bytes()),
        empties: &empties,
        mobility: &mobility.concat(),
        tables: &tables.each_ref().map(Vec::as_slice),
    };
    numbers.write((&mut *bytes).try_into().context("the length of a file")?);
    Ok(bytes)
}
