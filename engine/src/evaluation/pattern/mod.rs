//! The trained evaluation: a sum of pattern weights learnt from self-play games.
//!
//! The discs on each of 42 places on the board index the table of that place's shape. The score is
//! the sum of the weights found there, plus terms for the number of moves of both players and for
//! the number of empty squares. There are tables for five phases of the game; a position between
//! two phases interpolates. All numbers are integers, so chip and PC get the same score.

#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
mod avx512;
mod large;
mod portable;
// Only a trainer uses all of these.
#[cfg_attr(not(any(feature = "train", test)), allow(dead_code, unreachable_pub))]
mod set;
#[cfg_attr(not(any(feature = "train", test)), allow(dead_code, unreachable_pub))]
mod shapes;
#[cfg_attr(not(any(feature = "train", test)), allow(dead_code, unreachable_pub))]
mod weights;

pub use large::{LargePatterns, NUMBERS_LEN, is_large};
pub use weights::{Weights, WeightsError};

/// What a trainer needs of the format: shapes, phases, and the writer of a weights file.
#[cfg(any(feature = "train", test))]
pub mod train {
    pub use super::large::header as large_header;
    pub use super::set::{MOST_SQUARES, Set, SquareList};
    pub use super::shapes::{ENTRIES, PLACES_LEN, SHAPES, Shape, entries, entry_of, shared};
    pub use super::weights::{FILE_LEN, MOVES, Numbers, PHASES, STEP};
    pub use super::{WHOLE, phase};
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512vbmi",
    target_feature = "avx512bw"
))]
use avx512 as chosen;
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512vbmi",
    target_feature = "avx512bw"
)))]
use portable as chosen;

use super::stability::Stability;
use super::{Evaluator, Probcut};
use crate::rules::Board;
use crate::types::{Bitboard, Score, Size};
use shapes::PLACES_LEN;
use weights::{FILE_LEN, PHASES, STEP, ZERO};

/// The trained evaluation, for 8x8 boards. Smaller boards use [`Stability`].
#[derive(Clone, Copy, Debug)]
pub struct Patterns<'w>(Weights<'w>);

/// The denominator of the interpolation between two phases.
pub const WHOLE: i32 = 256;

/// The earlier of the two phases between which a position lies, and the share of the later one in
/// parts of [`WHOLE`].
#[must_use]
pub const fn phase(empties: u32) -> (usize, i32) {
    let (phase, share) = PHASE[if empties < 64 { empties as usize } else { 64 }];
    (phase as usize, share as i32)
}

/// [`phase`] for each number of empty squares.
static PHASE: [(u8, u16); 65] = {
    let mut phases = [(0, 0); 65];
    let mut empties = 0;
    while empties < 65 {
        let mut phase = 0;
        while phase < PHASES.len() - 2 && empties < PHASES[phase + 1] {
            phase += 1;
        }
        let (from, to) = (PHASES[phase], PHASES[phase + 1]);
        let past = from.saturating_sub(empties);
        let share = past as u16 * WHOLE as u16 / (from - to) as u16;
        phases[empties as usize] = (phase as u8, if share < 256 { share } else { 256 });
        empties += 1;
    }
    phases
};

/// The built-in weights: see `engine/weights`.
static BUILT_IN: &[u8; FILE_LEN] = include_bytes!("../../../weights/wedge.bin");

impl Patterns<'static> {
    /// The evaluation with the built-in weights.
    pub const BUILT_IN: Self = Self(Weights::trusted(BUILT_IN));
}

impl<'w> Patterns<'w> {
    /// The evaluation with these weights.
    #[must_use]
    pub const fn new(weights: Weights<'w>) -> Self {
        Self(weights)
    }

    /// The weights.
    #[must_use]
    pub const fn weights(&self) -> Weights<'w> {
        self.0
    }

    /// The score of a board, computed by one of the [`BACKENDS`].
    #[must_use]
    pub fn evaluate_in(&self, backend: &Backend, board: &Board, moves: Bitboard) -> Score {
        self.value(board, moves, backend.sum)
    }

    #[inline]
    fn value<S: Size>(&self, board: &Board<S>, moves: Bitboard, sum: Sum) -> Score {
        let (mover, opponent) = (board.mover().0, board.opponent().0);
        let moves = [moves, board.pass().legal_moves()];
        let empties = (!(mover | opponent)).count_ones();
        let (phase, late) = phase(empties);
        let early = WHOLE - late;
        let both = sum(self.0.tables(), phase, mover, opponent);
        let weights = [both & 0xFFFF, both >> 16].map(|sum| sum as i32 - ZERO_SUM);
        let [mover, opponent] = moves.map(|moves| moves.len() as usize);
        let mobility = [phase, phase + 1].map(|phase| self.0.mobility(phase, mover, opponent));
        let shared =
            early * (STEP * weights[0] + mobility[0]) + late * (STEP * weights[1] + mobility[1]);
        let units = shared / WHOLE + self.0.empties(empties as usize);
        Score::from_units(units.clamp(-MAX_UNITS, MAX_UNITS))
    }
}

/// A function that sums the weights of a board: see [`portable::sum`].
type Sum = fn(weights::Tables<'_>, usize, u64, u64) -> u32;

/// A backend: one implementation of the sum of weights.
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// The name in benchmarks and failed tests.
    pub name: &'static str,
    sum: Sum,
}

/// Every backend that runs on this target, the chosen one first, for tests and benchmarks.
pub const BACKENDS: &[Backend] = &[
    Backend { name: "chosen", sum: chosen::sum },
    Backend { name: "portable", sum: portable::sum },
];

/// The sum of zero weights in all places.
const ZERO_SUM: i32 = PLACES_LEN as i32 * ZERO;

impl<S: Size> Evaluator<S> for Patterns<'_> {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        if S::AREA != 64 {
            return Stability.evaluate(board, moves);
        }
        self.value(board, moves, chosen::sum)
    }

    fn probcut(&self) -> Option<&'static Probcut> {
        (S::AREA == 64).then_some(Probcut::CHIP)
    }
}

/// The highest score of an evaluation.
const MAX_UNITS: i32 = 64 * Score::UNIT;

#[cfg(test)]
mod tests {
    extern crate std;
    use std::boxed::Box;
    use std::vec::Vec;

    use super::train::{ENTRIES, MOVES, Numbers, entries, shared};
    use super::*;
    use crate::rules::Position;
    use crate::types::SplitMix64;

    /// A file of random weights, so that every entry matters.
    fn random_weights(random: &mut SplitMix64) -> Box<[u8; FILE_LEN]> {
        let mut tables: [Vec<i8>; 5] = core::array::from_fn(|_| Vec::new());
        for table in &mut tables {
            table.extend((0..ENTRIES).map(|_| random.next() as i8));
            for entry in 0..ENTRIES {
                table[entry] = table[shared(entry)];
            }
        }
        let mobility: Vec<_> =
            (0..PHASES.len() * 2 * MOVES).map(|_| random.next() as i16 >> 4).collect();
        let empties: Vec<_> = (0..64).map(|_| random.next() as i16 >> 4).collect();
        let numbers = Numbers {
            recipe: 7,
            empties: &empties,
            mobility: &mobility,
            tables: &tables.each_ref().map(Vec::as_slice),
        };
        let mut bytes = std::vec![0; FILE_LEN].into_boxed_slice();
        numbers.write((&mut *bytes).try_into().unwrap());
        bytes.try_into().unwrap()
    }

    /// The definition, square by square. It shares nothing with the backends but the bytes.
    fn slowly(bytes: &[u8; FILE_LEN], board: &Board) -> i32 {
        let i16_at = |at: usize| i32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let (mover, opponent) = (board.mover().0, board.opponent().0);
        let moves = [board, &board.pass()].map(|board| board.legal_moves().len() as usize);
        let empties = board.empties() as i32;
        let knots = [48, 37, 28, 19, 10];
        let early = (0..3).find(|&phase| empties >= knots[phase + 1]).unwrap_or(3);
        let (from, to) = (knots[early], knots[early + 1]);
        let late_share = ((from - empties.min(from)) * 256 / (from - to)).min(256);
        let of_phase = |phase: usize| {
            let tables: i32 = entries(mover, opponent)
                .iter()
                .map(|&entry| {
                    let (record, lane) = (entry as usize / 2, entry as usize % 2);
                    i32::from(bytes[800 + 10 * record + 2 * phase + lane]) - 128
                })
                .sum();
            let mobility = 160 + 128 * phase;
            let mobility = i16_at(mobility + 2 * moves[0]) + i16_at(mobility + 64 + 2 * moves[1]);
            4 * tables + mobility
        };
        let shared = (256 - late_share) * of_phase(early) + late_share * of_phase(early + 1);
        (shared / 256 + i16_at(32 + 2 * (empties as usize & 63))).clamp(-64 * 32, 64 * 32)
    }

    fn check(random: &mut SplitMix64, bytes: &[u8; FILE_LEN], patterns: &Patterns<'_>) {
        // The first and the last entry of every table, and some between.
        let mut boards = std::vec![[0, 0], [!0, 0], [0, !0]];
        boards.extend((0..1000).map(|_| [random.next(), random.next()]).map(|[a, b]| [a, b & !a]));
        for [mover, opponent] in boards {
            let board: Board = Board::new(Bitboard(mover), Bitboard(opponent)).unwrap();
            for backend in BACKENDS {
                let value = patterns.evaluate_in(backend, &board, board.legal_moves()).units();
                assert_eq!(
                    value,
                    slowly(bytes, &board),
                    "{}: {mover:x} {opponent:x}",
                    backend.name
                );
            }
        }
        for _ in 0..300 {
            let mut position = Position::default();
            loop {
                let board = position.board();
                let moves = board.legal_moves();
                let wanted = slowly(bytes, &board);
                for backend in BACKENDS {
                    let value = patterns.evaluate_in(backend, &board, moves).units();
                    assert_eq!(value, wanted, "{}: {position}", backend.name);
                }
                let Some(mv) = position.random_move(random) else { break };
                position = position.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn every_backend_gives_the_same_sum() {
        let mut random = SplitMix64::new(1);
        let bytes = random_weights(&mut random);
        let patterns = Patterns::new(Weights::from_bytes(&*bytes).unwrap());
        check(&mut random, &bytes, &patterns);
        check(&mut random, BUILT_IN, &Patterns::BUILT_IN);
    }

    #[test]
    fn symmetric_boards_have_the_same_score() {
        let mut random = SplitMix64::new(2);
        let bytes = random_weights(&mut random);
        let patterns = Patterns::new(Weights::from_bytes(&*bytes).unwrap());
        for _ in 0..1000 {
            let (mover, opponent) = (random.next(), random.next());
            let boards = [mover & !opponent, opponent & !mover];
            let value = |boards: [u64; 2]| {
                let board: Board = Board::new(Bitboard(boards[0]), Bitboard(boards[1])).unwrap();
                patterns.evaluate(&board, board.legal_moves())
            };
            let wanted = value(boards);
            assert_eq!(value(boards.map(u64::swap_bytes)), wanted);
            assert_eq!(value(boards.map(u64::reverse_bits)), wanted);
            let transpose = |board: u64| {
                (0..64).map(|at| (board >> at & 1) << (at % 8 * 8 + at / 8)).sum::<u64>()
            };
            assert_eq!(value(boards.map(transpose)), wanted);
        }
    }

    #[test]
    fn the_built_in_weights_are_a_valid_file() {
        assert!(Weights::from_bytes(BUILT_IN).is_ok());
        const { assert!(FILE_LEN <= 640 * 1024) };
    }

    #[test]
    fn damaged_weights_are_refused() {
        let bytes = random_weights(&mut SplitMix64::new(3));
        let read = |bytes: &[u8]| Weights::from_bytes(bytes).map(|weights| weights.recipe());
        assert_eq!(read(&*bytes), Ok(7));
        assert_eq!(read(b"hello"), Err(WeightsError::NotWeights));
        assert_eq!(read(&bytes[..1000]), Err(WeightsError::Length(1000)));
        for at in [12, 24, 32, 5_000, FILE_LEN - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(read(&*damaged), Err(WeightsError::Damaged), "byte {at}");
        }
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert_eq!(read(&*newer), Err(WeightsError::Version(2)));
    }
}
