//! `host-sim train quantise`: quantises weights to integers, the form that the engine reads.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use wedge_engine::Score;
use wedge_engine::pattern::train::{MOVES, Numbers, STEP, Set, SquareList, entries_len, entry_of};
use wedge_engine::pattern::{Flash256K, Flash512K, Form, Full, Weights};

use super::layout::{EMPTIES, Layout};
use super::model_file::Model;
use super::network::file::Training;
use super::network::quantise as quantise_network;
use crate::io::container::checksum;
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;

/// What `host-sim train quantise` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct QuantiseArgs {
    /// Weights from `train fit`, or a network from `train network`
    #[arg(value_name = "FILE")]
    model: PathBuf,
    /// The file to write
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub(crate) fn run(args: &QuantiseArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let (bytes, text) = if Training::is_in(&args.model) {
        let training = Training::read(&args.model)?;
        (quantise_network::pack(&training)?, training.recipe)
    } else {
        let model = Model::read(&args.model)?;
        (pack(&model), model.recipe)
    };
    let [file] = output_file::open_all([Some(&args.out)], args.force)?;
    let mut file = file.context("a file to write")?.begin()?;
    file.write_all(&bytes)?;
    let (path, len, recipe) = (args.out.display(), bytes.len(), checksum(text.as_bytes()));
    writeln!(out, "{path}: {len} bytes, recipe {recipe:016x}: {text}")?;
    Ok(ExitStatus::Done)
}

/// The file of a model.
fn pack(model: &Model) -> Vec<u8> {
    let recipe = checksum(model.recipe.as_bytes());
    let layout = Layout::new(model.set);
    let name = model.set.name;
    if name == Set::FLASH_512K.name {
        pack_chip::<Flash512K>(model, &layout, recipe)
    } else if name == Set::FLASH_256K.name {
        pack_chip::<Flash256K>(model, &layout, recipe)
    } else {
        pack_chip::<Full>(model, &layout, recipe)
    }
}

/// A weight in units.
fn units(weight: f32) -> i16 {
    // The conversion saturates.
    (weight * Score::UNIT as f32).round() as i16
}

/// The chip's file has the order of its lookups, with steps of an eighth of a disc in a byte.
fn pack_chip<F: Form>(model: &Model, layout: &Layout, recipe: u64) -> Vec<u8> {
    let phases = 0..F::PHASES.len();
    let phases: Vec<&[f32]> =
        phases.map(|phase| &model.weights[layout.phase(phase)..][..layout.per_phase]).collect();
    let mut tables = vec![vec![0_i8; entries_len::<F>()]; phases.len()];
    for (number, shape) in model.set.shapes.iter().enumerate() {
        for entry in 0..shape.states() {
            let [mover, opponent] = discs(shape, entry);
            let (to, from) = (entry_of::<F>(number, mover, opponent), layout.weight(number, entry));
            for (table, weights) in tables.iter_mut().zip(&phases) {
                let step = weights[from] * Score::UNIT as f32 / STEP as f32;
                table[to] = step.round().clamp(-127.0, 127.0) as i8;
            }
        }
    }
    let empties: Vec<i16> = model.weights[..EMPTIES].iter().copied().map(units).collect();
    let mobility = phases.iter().flat_map(|weights| weights[..2 * MOVES].iter().copied());
    let mobility: Vec<i16> = mobility.map(units).collect();
    let tables: Vec<&[i8]> = tables.iter().map(Vec::as_slice).collect();
    let mut bytes = vec![0; Weights::<F>::FILE_LEN];
    let numbers = Numbers { recipe, empties: &empties, mobility: &mobility, tables: &tables };
    numbers.write::<F>(&mut bytes);
    bytes
}

/// The mover's and the opponent's discs of an entry of a shape.
fn discs(shape: &SquareList, mut entry: usize) -> [u64; 2] {
    let mut discs = [0; 2];
    for square in shape.as_slice().iter().rev() {
        if let Some(discs) = (entry % 3).checked_sub(1).and_then(|colour| discs.get_mut(colour)) {
            *discs |= 1 << square;
        }
        entry /= 3;
    }
    discs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::layout::MOST_INDICES;
    use crate::train::samples::Sample;
    use wedge_engine::{Bitboard, Board, Evaluator, Patterns, Position, SplitMix64};

    /// What the weights of a model say about a board, in units, before rounding.
    fn by_model(model: &Model, layout: &Layout, board: &Board) -> f32 {
        let (mover, opponent) = (board.mover().0, board.opponent().0);
        let sample = Sample { mover, opponent, value: 0.0, weight: 1.0 };
        let table = layout.table(&model.weights, sample.empties());
        let mut indices = [0; MOST_INDICES];
        let indices = layout.indices(&sample, &mut indices);
        let sum = indices.iter().map(|&at| table[at as usize]).sum::<f32>();
        (sum + table[layout.per_phase]) * Score::UNIT as f32
    }

    /// Random weights of half discs, none too large for a byte.
    fn model(set: &'static Set) -> (Model, Layout) {
        let (layout, mut random) = (Layout::new(set), SplitMix64::new(4));
        let weights = (0..layout.len()).map(|_| random.below(9) as f32 / 2.0 - 2.0).collect();
        (Model { set, weights, recipe: String::new() }, layout)
    }

    fn boards() -> Vec<Board> {
        let mut random = SplitMix64::new(5);
        let mut boards = Vec::new();
        for _ in 0..20 {
            let mut position = Position::default();
            while let Some(mv) = position.random_move(&mut random) {
                boards.push(position.board());
                position = position.play(mv).unwrap();
            }
        }
        boards.extend(
            [[0, !0], [!0, 0]]
                .map(|[mover, opponent]| Board::new(Bitboard(mover), Bitboard(opponent)).unwrap()),
        );
        boards
    }

    /// Checks a form: the trainer's sum and the engine's agree but for the rounding of interpolation.
    fn check_form<F: Form>(set: &'static Set) {
        let (model, layout) = model(set);
        let bytes = pack_chip::<F>(&model, &layout, 1);
        let patterns = Patterns::<F>::new(Weights::from_bytes(&bytes).unwrap());
        for board in boards() {
            let wanted = by_model(&model, &layout, &board).clamp(-2048.0, 2048.0);
            let found = patterns.evaluate(&board, board.legal_moves()).units() as f32;
            assert!((found - wanted).abs() <= 2.0, "{}: {found} instead of {wanted}", set.name);
        }
    }

    /// The engine reads what the trainer fitted.
    #[test]
    fn the_engine_sums_what_the_trainer_sums() {
        check_form::<Full>(&Set::CHIP);
        check_form::<Flash512K>(&Set::FLASH_512K);
        check_form::<Flash256K>(&Set::FLASH_256K);
    }
}
