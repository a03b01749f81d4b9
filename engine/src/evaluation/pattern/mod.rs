//! The trained evaluation: a sum of pattern weights learnt from self-play games.
//!
//! The discs on each of 42 places on the board index the table of that place's shape. The score is
//! the sum of the weights found there, plus terms for the number of moves of both players and for
//! the number of empty squares. There are tables for several phases of the game; a position between
//! two phases interpolates. All numbers are integers, so chip and PC get the same score.

// Tests run its algorithm on any target.
#[cfg(any(
    test,
    all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw")
))]
mod avx512;
mod form;
mod lanes;
#[cfg(test)]
mod model;
mod network;
mod portable;
// Only a trainer uses all of these.
#[cfg_attr(not(any(feature = "train", test)), allow(dead_code, unreachable_pub))]
mod set;
#[cfg_attr(not(any(feature = "train", test)), allow(dead_code, unreachable_pub))]
mod shapes;
#[cfg(any(
    test,
    all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw")
))]
mod vector;
#[cfg_attr(not(any(feature = "train", test)), allow(dead_code, unreachable_pub))]
mod weights;

pub use form::{Flash256K, Flash512K, Form, Full};
pub use network::{Network, ROWS, Rows, WIDTH, is_network};
pub use weights::{Weights, WeightsError};

/// What a trainer needs of the formats: shapes, phases, and the writers of files.
#[cfg(any(feature = "train", test))]
pub mod train {
    pub use super::network::train as network;
    pub use super::set::{MOST_SQUARES, Mirrors, Set, SquareList};
    pub use super::shapes::{KINDS, PLACES_LEN, Shape, entries, entries_len, entry_of, shared};
    pub use super::weights::{MOVES, Numbers, STEP};
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
use weights::{STEP, Tables, ZERO};

/// The trained evaluation, for 8x8 boards. Smaller boards use [`Stability`].
#[derive(Clone, Copy, Debug)]
pub struct Patterns<'w, F: Form = Full>(Weights<'w, F>);

/// The denominator of the interpolation between two phases.
pub const WHOLE: i32 = 256;

/// The earlier of the two phases between which a position lies, and the share of the later one in
/// parts of [`WHOLE`].
#[must_use]
pub const fn phase<F: Form>(empties: u32) -> (usize, i32) {
    let (phase, share) = F::PHASE_OF[if empties < 64 { empties as usize } else { 64 }];
    (phase as usize, share as i32)
}

impl Patterns<'static> {
    /// The full form with its built-in weights.
    pub const BUILT_IN: Self = Self::built_in();
}

impl<F: Form> Patterns<'static, F> {
    /// A form with its built-in weights.
    #[must_use]
    pub const fn built_in() -> Self {
        Self(Weights::BUILT_IN)
    }
}

impl Patterns<'_> {
    /// The score of a board, computed by one of the [`BACKENDS`].
    #[must_use]
    pub fn evaluate_in(&self, backend: &Backend, board: &Board, moves: Bitboard) -> Score {
        self.value(board, moves, backend.sum)
    }
}

impl<'w, F: Form> Patterns<'w, F> {
    /// The evaluation with these weights.
    #[must_use]
    pub const fn new(weights: Weights<'w, F>) -> Self {
        Self(weights)
    }

    /// The weights.
    #[must_use]
    pub const fn weights(&self) -> Weights<'w, F> {
        self.0
    }

    #[inline]
    fn value<S: Size>(
        &self,
        board: &Board<S>,
        moves: Bitboard,
        sum: impl Fn(Tables<'_, F>, usize, &Board<S>) -> u32,
    ) -> Score {
        let moves = [moves, board.pass().legal_moves()];
        let empties = board.empties();
        let (phase, late) = phase::<F>(empties);
        let early = WHOLE - late;
        let both = sum(self.0.tables(), phase, board);
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
type Sum = fn(Tables<'_, Full>, usize, &Board) -> u32;

/// A backend: one implementation of the sum of weights.
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// The name in benchmarks and failed tests.
    pub name: &'static str,
    sum: Sum,
}

/// Every backend of the full form that runs on this target, the chosen one first, for tests and
/// benchmarks.
pub const BACKENDS: &[Backend] = &[
    Backend { name: "chosen", sum: chosen::sum },
    Backend { name: "portable", sum: portable::sum },
];

/// The sum of zero weights in all places.
const ZERO_SUM: i32 = PLACES_LEN as i32 * ZERO;

impl<S: Size, F: Form> Evaluator<S> for Patterns<'_, F> {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        if S::AREA != 64 {
            return Stability.evaluate(board, moves);
        }
        self.value(board, moves, F::sum)
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
    use std::vec::Vec;

    use super::train::{MOVES, Numbers, entries, entries_len, shared};
    use super::*;
    use crate::rules::Position;
    use crate::types::SplitMix64;

    /// A file of random weights, so that every entry matters.
    pub(super) fn random_weights<F: Form>(random: &mut SplitMix64) -> Vec<u8> {
        let phases = F::PHASES.len();
        let mut tables = std::vec![Vec::new(); phases];
        for table in &mut tables {
            table.extend((0..entries_len::<F>()).map(|_| random.next() as i8));
            for entry in 0..entries_len::<F>() {
                table[entry] = table[shared::<F>(entry)];
            }
        }
        let mobility: Vec<_> = (0..phases * 2 * MOVES).map(|_| random.next() as i16 >> 4).collect();
        let empties: Vec<_> = (0..64).map(|_| random.next() as i16 >> 4).collect();
        let tables: Vec<&[i8]> = tables.iter().map(Vec::as_slice).collect();
        let numbers =
            Numbers { recipe: 7, empties: &empties, mobility: &mobility, tables: &tables };
        let mut bytes = std::vec![0; Weights::<F>::FILE_LEN];
        numbers.write::<F>(&mut bytes);
        bytes
    }

    /// The definition, square by square. It shares nothing with the backends but the bytes.
    fn slowly<F: Form>(bytes: &[u8], board: &Board) -> i32 {
        let i16_at = |at: usize| i32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let (mover, opponent) = (board.mover().0, board.opponent().0);
        let moves = [board, &board.pass()].map(|board| board.legal_moves().len() as usize);
        let empties = board.empties() as i32;
        let knots: Vec<i32> = F::PHASES.iter().map(|&knot| knot.into()).collect();
        let last = knots.len() - 2;
        let early = (0..last).find(|&phase| empties >= knots[phase + 1]).unwrap_or(last);
        let (from, to) = (knots[early], knots[early + 1]);
        let late_share = ((from - empties.min(from)) * 256 / (from - to)).min(256);
        let (tables, record_len) = (160 + 128 * knots.len(), 2 * knots.len());
        let of_phase = |phase: usize| {
            let tables: i32 = entries::<F>(mover, opponent)
                .iter()
                .map(|&entry| {
                    let (record, lane) = (entry as usize / 2, entry as usize % 2);
                    i32::from(bytes[tables + record_len * record + 2 * phase + lane]) - 128
                })
                .sum();
            let mobility = 160 + 128 * phase;
            let mobility = i16_at(mobility + 2 * moves[0]) + i16_at(mobility + 64 + 2 * moves[1]);
            4 * tables + mobility
        };
        let shared = (256 - late_share) * of_phase(early) + late_share * of_phase(early + 1);
        (shared / 256 + i16_at(32 + 2 * (empties as usize & 63))).clamp(-64 * 32, 64 * 32)
    }

    /// Boards with the first and the last entry of every table, random ones, and games.
    pub(super) fn boards(random: &mut SplitMix64) -> Vec<Board> {
        let mut discs = std::vec![[0, 0], [!0, 0], [0, !0]];
        discs.extend((0..1000).map(|_| [random.next(), random.next()]).map(|[a, b]| [a, b & !a]));
        let board = |&[mover, opponent]: &[u64; 2]| {
            Board::new(Bitboard(mover), Bitboard(opponent)).unwrap()
        };
        let mut boards: Vec<Board> = discs.iter().map(board).collect();
        for _ in 0..300 {
            let mut position = Position::default();
            while let Some(mv) = position.random_move(random) {
                boards.push(position.board());
                position = position.play(mv).unwrap();
            }
        }
        boards
    }

    fn check<F: Form>(bytes: &[u8], boards: &[Board]) {
        let patterns = Patterns::<F>::new(Weights::from_bytes(bytes).unwrap());
        for board in boards {
            let wanted = slowly::<F>(bytes, board);
            let moves = board.legal_moves();
            assert_eq!(patterns.evaluate(board, moves).units(), wanted, "{board:?}");
        }
    }

    #[test]
    fn every_form_and_backend_gives_the_defined_sum() {
        let mut random = SplitMix64::new(1);
        let boards = boards(&mut random);
        let bytes = random_weights::<Full>(&mut random);
        check::<Full>(&bytes, &boards);
        check::<Full>(Full::BUILT_IN, &boards);
        check::<Flash512K>(&random_weights::<Flash512K>(&mut random), &boards);
        check::<Flash512K>(Flash512K::BUILT_IN, &boards);
        check::<Flash256K>(&random_weights::<Flash256K>(&mut random), &boards);
        check::<Flash256K>(Flash256K::BUILT_IN, &boards);
        let patterns = Patterns::<Full>::new(Weights::from_bytes(&bytes).unwrap());
        for board in &boards {
            let wanted = slowly::<Full>(&bytes, board);
            for backend in BACKENDS {
                let value = patterns.evaluate_in(backend, board, board.legal_moves()).units();
                assert_eq!(value, wanted, "{}: {board:?}", backend.name);
            }
        }
    }

    #[test]
    fn symmetric_boards_have_the_same_score() {
        let mut random = SplitMix64::new(2);
        let bytes = random_weights::<Full>(&mut random);
        let patterns = Patterns::<Full>::new(Weights::from_bytes(&bytes).unwrap());
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
        assert!(Weights::<Full>::from_bytes(Full::BUILT_IN).is_ok());
        assert!(Weights::<Flash512K>::from_bytes(Flash512K::BUILT_IN).is_ok());
        assert!(Weights::<Flash256K>::from_bytes(Flash256K::BUILT_IN).is_ok());
        const { assert!(Weights::<Full>::FILE_LEN <= 640 * 1024) };
        const { assert!(Weights::<Flash512K>::FILE_LEN <= 256 * 1024) };
        const { assert!(Weights::<Flash256K>::FILE_LEN <= 112 * 1024) };
    }

    #[test]
    fn damaged_weights_are_refused() {
        let bytes = random_weights::<Full>(&mut SplitMix64::new(3));
        let read =
            |bytes: &[u8]| Weights::<Full>::from_bytes(bytes).map(|weights| weights.recipe());
        const FILE_LEN: usize = Weights::<Full>::FILE_LEN;
        assert_eq!(read(&bytes), Ok(7));
        assert_eq!(read(b"hello"), Err(WeightsError::NotWeights));
        assert_eq!(
            read(&bytes[..1000]),
            Err(WeightsError::Length { found: 1000, expected: FILE_LEN })
        );
        for at in [12, 24, 32, 5_000, FILE_LEN - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(read(&damaged), Err(WeightsError::Damaged), "byte {at}");
        }
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert_eq!(read(&newer), Err(WeightsError::Version(2)));
    }
}
