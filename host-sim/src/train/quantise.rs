//! `host-sim train quantise`: rounds a network to integers, the form that the engine reads.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use wedge_engine::Score;
use wedge_engine::pattern::train::{
    CHIP_WIDTH, EMPTIES, LARGEST_OUTPUT, LARGEST_TERM, MOVES, Numbers, PC_WIDTH, Set, SquareList,
    network_header, row_of,
};
use wedge_engine::pattern::{Flash256K, Flash512K, Form, Full, Weights};

use super::network::file::{Training, set_of};
use super::network::model::{DISCS, Layout, Network, TERMS};
use crate::io::container::checksum;
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;

/// What `host-sim train quantise` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct QuantiseArgs {
    /// A network from `train network`
    #[arg(value_name = "FILE")]
    network: PathBuf,
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
    let (bytes, text) = file_of(&args.network)?;
    let [file] = output_file::open_all([Some(&args.out)], args.force)?;
    let mut file = file.context("a file to write")?.begin()?;
    file.write_all(&bytes)?;
    let (path, len, recipe) = (args.out.display(), bytes.len(), checksum(text.as_bytes()));
    writeln!(out, "{path}: {len} bytes, recipe {recipe:016x}: {text}")?;
    Ok(ExitStatus::Done)
}

/// The engine's file of a training, and its recipe.
fn file_of(path: &Path) -> Result<(Vec<u8>, String)> {
    let name = set_of(path)?.name;
    if name == Set::PC.name {
        let training = Training::<PC_WIDTH>::read(path)?;
        return Ok((pack_pc(&training)?, training.recipe));
    }
    let training = Training::<CHIP_WIDTH>::read(path)?;
    let bytes = if name == Set::FLASH_512K.name {
        pack_chip::<Flash512K>(&training, &Set::FLASH_512K)
    } else if name == Set::FLASH_256K.name {
        pack_chip::<Flash256K>(&training, &Set::FLASH_256K)
    } else {
        pack_chip::<Full>(&training, &Set::CHIP)
    };
    Ok((bytes?, training.recipe))
}

/// A number in parts, rounded and limited.
fn rounded(number: f32, parts: f32, largest: i16) -> i16 {
    let largest = f32::from(largest);
    (number * parts).round().clamp(-largest, largest) as i16
}

/// The outputs of a network, then its rows of moves and of empty squares.
///
/// # Errors
/// If the training has not finished an epoch.
fn small_numbers<const W: usize>(training: &Training<W>, one: i16) -> Result<Vec<i16>> {
    ensure!(training.epochs > 0, "the training has not finished an epoch: expected one that has");
    let network = &training.network;
    // A score of so many units for an output of 1. The engine's weights are in parts of twice its one.
    let units = DISCS * Score::UNIT as f32;
    let mut numbers = Vec::new();
    for output in &network.outputs {
        let (bias, weights) =
            output.weights[..Network::<W>::WEIGHTS].split_last().unwrap_or((&0.0, &[]));
        numbers.extend(weights.iter().map(|&weight| rounded(weight, 2.0 * units, LARGEST_OUTPUT)));
        numbers.push(rounded(*bias, units, i16::MAX));
    }
    let (moves, empties) = network.rows[..TERMS].split_at(2 * MOVES);
    let mut push = |row: &[f32; W]| {
        numbers.extend(row.iter().map(|&number| rounded(number, one.into(), LARGEST_TERM)));
    };
    moves.iter().for_each(&mut push);
    // Numbers of empty squares that no position had take the row of the nearest that one had.
    let had: Vec<usize> = (0..EMPTIES).filter(|&n| training.has_seen(2 * MOVES + n)).collect();
    for number in 0..EMPTIES {
        let nearest = had.iter().min_by_key(|had| had.abs_diff(number)).copied();
        push(&empties[nearest.unwrap_or(number)]);
    }
    Ok(numbers)
}

/// A row of an entry in bytes.
fn bytes_of<const W: usize>(row: &[f32; W], set: &Set) -> [i8; W] {
    row.map(|number| rounded(number, set.one.into(), set.largest) as i8)
}

/// The file of the PC's network.
fn pack_pc(training: &Training<PC_WIDTH>) -> Result<Vec<u8>> {
    let small = small_numbers(training, Set::PC.one)?;
    let mut content: Vec<u8> = small.into_iter().flat_map(i16::to_le_bytes).collect();
    for row in &training.network.rows[TERMS..] {
        content.extend(bytes_of(row, &Set::PC).map(i8::cast_unsigned));
    }
    let recipe = checksum(training.recipe.as_bytes());
    Ok([&network_header(recipe, &content)[..], &content].concat())
}

/// The file of one of the chip's forms, which has the order of its lookups.
fn pack_chip<F: Form>(training: &Training<CHIP_WIDTH>, set: &'static Set) -> Result<Vec<u8>> {
    let small = small_numbers(training, set.one)?;
    let layout = Layout::new(set);
    let mut rows = vec![[0_i8; CHIP_WIDTH]; F::ROWS];
    for (number, shape) in set.shapes.iter().enumerate() {
        for entry in 0..shape.states() {
            let [mover, opponent] = discs(shape, entry);
            let row = layout.row(number, entry);
            // A row that no position had still has its first random numbers.
            if training.has_seen(row) {
                let row = bytes_of(&training.network.rows[row], set);
                rows[row_of::<F>(number, mover, opponent)] = row;
            }
        }
    }
    let mut bytes = vec![0; Weights::<F>::FILE_LEN];
    let recipe = checksum(training.recipe.as_bytes());
    Numbers { recipe, small: &small, rows: &rows }.write::<F>(&mut bytes);
    Ok(bytes)
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
    use crate::train::samples::Sample;
    use wedge_engine::pattern::{Network as OfPc, ROWS, Rows};
    use wedge_engine::{Board, Evaluator, Patterns, Position, SplitMix64};

    /// Positions of random games with the number of discs as their value.
    fn samples(random: &mut SplitMix64) -> Vec<(Board, Sample)> {
        let mut samples = Vec::new();
        for _ in 0..40 {
            let mut position = Position::default();
            while let Some(mv) = position.random_move(random) {
                let board = position.board();
                let (mover, opponent) = (board.mover().0, board.opponent().0);
                let value = mover.count_ones() as f32 - opponent.count_ones() as f32;
                if !board.legal_moves().is_empty() {
                    samples.push((board, Sample { mover, opponent, value }));
                }
                position = position.play(mv).unwrap();
            }
        }
        samples
    }

    /// A network that has learnt from the samples.
    fn trained<const W: usize>(
        set: &'static Set,
        samples: &[(Board, Sample)],
    ) -> (Layout, Training<W>) {
        let layout = Layout::new(set);
        let mut network = Network::new(&layout, 1);
        for _ in 0..4 {
            for (_, sample) in samples {
                network.learn(&layout, &layout.features(sample), [0.02, 0.001]);
            }
        }
        (layout, Training { recipe: String::new(), set: 0, epochs: 1, blocks: 0, network })
    }

    /// The engine computes what the trainer computes, but for the rounding of all places and the
    /// output.
    fn check<const W: usize>(
        samples: &[(Board, Sample)],
        (layout, training): &(Layout, Training<W>),
        engine: &impl Evaluator,
    ) {
        for (board, sample) in samples {
            let wanted = DISCS * training.network.value(&layout.features(sample));
            let found = engine.evaluate(board, board.legal_moves()).units() as f32;
            let found = found / Score::UNIT as f32;
            let name = layout.set.name;
            assert!((found - wanted).abs() < 2.0, "{name}: {board:?}: {found}, {wanted} wanted");
        }
        // No position has 60 empty squares but the first of a game.
        assert!(training.has_seen(2 * MOVES + 60) && !training.has_seen(2 * MOVES));
    }

    fn check_form<F: Form>(set: &'static Set, samples: &[(Board, Sample)]) {
        let trained = trained(set, samples);
        let file = pack_chip::<F>(&trained.1, set).unwrap();
        check(samples, &trained, &Patterns::<F>::new(Weights::from_bytes(&file).unwrap()));
    }

    #[test]
    fn the_engine_computes_what_the_trainer_computes() {
        let samples = samples(&mut SplitMix64::new(4));
        let pc = trained(&Set::PC, &samples);
        let file = pack_pc(&pc.1).unwrap();
        let mut rows: Box<Rows> = vec![[0; PC_WIDTH]; ROWS].into_boxed_slice().try_into().unwrap();
        check(&samples, &pc, &OfPc::read(&file, &mut rows).unwrap());
        check_form::<Full>(&Set::CHIP, &samples);
        check_form::<Flash512K>(&Set::FLASH_512K, &samples);
        check_form::<Flash256K>(&Set::FLASH_256K, &samples);
    }

    #[test]
    fn a_training_without_an_epoch_is_refused() {
        let network = Network::<CHIP_WIDTH>::new(&Layout::new(&Set::FLASH_256K), 1);
        let training = Training { recipe: String::new(), set: 3, epochs: 0, blocks: 1, network };
        let error = pack_chip::<Flash256K>(&training, &Set::FLASH_256K).unwrap_err();
        assert!(error.to_string().contains("has not finished an epoch"));
    }
}
