//! The network in integers, as the engine reads it.

use anyhow::{Result, ensure};
use wedge_engine::Score;
use wedge_engine::pattern::train::MOVES;
use wedge_engine::pattern::train::network::{
    EMPTIES, LARGEST_OUTPUT, LARGEST_TERM, ONE, OUTPUT_SCALE, WIDTH, header,
};

use super::file::Training;
use super::model::{DISCS, TERMS};
use crate::io::container::checksum;

/// A number in parts, rounded and limited.
fn rounded(number: f32, parts: f32, largest: i16) -> i16 {
    let largest = f32::from(largest);
    (number * parts).round().clamp(-largest, largest) as i16
}

/// The file of a network.
///
/// # Errors
/// If the training has not finished an epoch.
pub(crate) fn pack(training: &Training) -> Result<Vec<u8>> {
    ensure!(training.epochs > 0, "the training has not finished an epoch: expected one that has");
    let network = &training.network;
    // A score of so many units for an output of 1.
    let units = DISCS * Score::UNIT as f32;
    let mut content = Vec::new();
    for output in &network.outputs {
        let (bias, weights) = output.weights.split_last().unwrap_or((&0.0, &[]));
        let parts = units * OUTPUT_SCALE as f32 / f32::from(ONE);
        for &weight in weights {
            content.extend(rounded(weight, parts, LARGEST_OUTPUT).to_le_bytes());
        }
        content.extend(rounded(*bias, units, i16::MAX).to_le_bytes());
    }
    let (terms, entries) = network.rows.split_at(TERMS);
    let (moves, empties) = terms.split_at(2 * MOVES);
    let mut push = |term: &[f32; WIDTH]| {
        let term = term.iter().map(|&number| rounded(number, ONE.into(), LARGEST_TERM));
        content.extend(term.flat_map(i16::to_le_bytes));
    };
    moves.iter().for_each(&mut push);
    // Numbers of empty squares that no position had take the term of the nearest that one had.
    let had: Vec<usize> = (0..EMPTIES).filter(|&n| training.has_seen(2 * MOVES + n)).collect();
    for number in 0..EMPTIES {
        let nearest = had.iter().min_by_key(|had| had.abs_diff(number)).copied();
        push(&empties[nearest.unwrap_or(number)]);
    }
    let number = |number: &f32| rounded(*number, ONE.into(), i8::MAX.into()) as i8;
    content.extend(entries.as_flattened().iter().map(|n| number(n).cast_unsigned()));
    let recipe = checksum(training.recipe.as_bytes());
    Ok([&header(recipe, &content)[..], &content].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::network::model::{Layout, Network};
    use crate::train::samples::Sample;
    use wedge_engine::pattern::{Network as Quantised, ROWS, Rows};
    use wedge_engine::{Evaluator, Position, SplitMix64};

    /// Positions of random games with the number of discs as their value.
    fn samples(random: &mut SplitMix64) -> Vec<(Position, Sample)> {
        let mut samples = Vec::new();
        for _ in 0..40 {
            let mut position = Position::default();
            while let Some(mv) = position.random_move(random) {
                let board = position.board();
                let (mover, opponent) = (board.mover().0, board.opponent().0);
                let value = mover.count_ones() as f32 - opponent.count_ones() as f32;
                if !board.legal_moves().is_empty() {
                    samples.push((position, Sample { mover, opponent, value, weight: 1.0 }));
                }
                position = position.play(mv).unwrap();
            }
        }
        samples
    }

    /// The engine reads what was trained, but for the rounding of 50 places and the output.
    #[test]
    fn the_engine_computes_what_the_trainer_computes() {
        let (layout, mut random) = (Layout::new(), SplitMix64::new(4));
        let mut network = Network::new(&layout, 1);
        let samples = samples(&mut random);
        for _ in 0..4 {
            for (_, sample) in &samples {
                network.learn(&layout.features(sample), [0.02, 0.001]);
            }
        }
        let training = Training { recipe: String::new(), epochs: 1, blocks: 0, network };
        let file = pack(&training).unwrap();
        let mut rows: Box<Rows> = vec![[0; WIDTH]; ROWS].into_boxed_slice().try_into().unwrap();
        let quantised = Quantised::read(&file, &mut rows).unwrap();
        for (position, sample) in &samples {
            let wanted = DISCS * training.network.value(&layout.features(sample));
            let board = position.board();
            let found =
                quantised.evaluate(&board, board.legal_moves()).units() as f32 / Score::UNIT as f32;
            assert!((found - wanted).abs() < 2.0, "{position}: {found} instead of {wanted}");
        }
        // No position has 60 empty squares but the first of a game.
        assert!(training.has_seen(2 * MOVES + 60) && !training.has_seen(2 * MOVES));
    }

    #[test]
    fn a_training_without_an_epoch_is_refused() {
        let network = Network::new(&Layout::new(), 1);
        let training = Training { recipe: String::new(), epochs: 0, blocks: 1, network };
        assert!(pack(&training).unwrap_err().to_string().contains("has not finished an epoch"));
    }
}
