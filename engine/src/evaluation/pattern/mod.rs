//! The trained evaluations: small networks over patterns, learnt from self-play games.
//!
//! The discs on each place of a shape on the board select a row of numbers. The rows of all places add
//! up, with one for the number of moves of each player and one for the number of empty squares. The
//! sums pass through gates, and a weighted sum of both is the score (`output.rs`). All numbers are
//! integers, so chip and PC get the same score.
//!
//! [`Patterns`] is the chip's: ten shapes in 42 places and four numbers a row, read where they lie in
//! flash. [`Network`] is the PC's.

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
#[cfg_attr(not(any(feature = "train", test)), allow(dead_code, unreachable_pub))]
mod output;
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
pub(super) use lanes::Entries;
pub use network::{Network, ROWS, Rows, WIDTH as PC_WIDTH, is_network};
pub use weights::{Weights, WeightsError};

/// What a trainer needs of the formats: shapes, sizes, and the writers of files.
#[cfg(any(feature = "train", test))]
pub mod train {
    pub use super::PC_WIDTH;
    pub use super::network::train::header as network_header;
    pub use super::output::{EMPTIES, LARGEST_OUTPUT, LARGEST_TERM, MOVES, PHASES, phase};
    pub use super::set::{MOST_SQUARES, Mirrors, Set, SquareList};
    pub use super::shapes::{KINDS, PLACES_LEN, Shape, row_of, rows_of, shared};
    pub use super::weights::{Numbers, WIDTH as CHIP_WIDTH};
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
use super::{Evaluator, Parent, Probcut};
use crate::rules::Board;
use crate::types::{Bitboard, Score, Size};

/// The chip's trained evaluation, for 8x8 boards. Smaller boards use [`Stability`].
#[derive(Clone, Copy, Debug)]
pub struct Patterns<'w, F: Form = Full>(Weights<'w, F>);

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
        sum: impl Fn(weights::Rows<'_, F>, &Board<S>) -> [u32; 2],
    ) -> Score {
        let moves = [moves, board.pass().legal_moves()].map(Bitboard::len);
        let empties = board.empties();
        let mut sums = sum(self.0.rows(), board);
        for row in output::term_rows(moves, empties) {
            for (sum, term) in sums.iter_mut().zip(self.0.term(row)) {
                *sum = sum.wrapping_add(term);
            }
        }
        let sums = Weights::<F>::accumulator(sums);
        self.0.output(output::phase(empties as usize)).score(&sums)
    }
}

/// A function that sums the rows of a board: see [`portable::sum`].
type Sum = fn(weights::Rows<'_, Full>, &Board) -> [u32; 2];

/// A backend: one implementation of the sum of rows.
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

    use super::output::small_numbers;
    use super::train::{Numbers, rows_of, shared};
    use super::weights::WIDTH;
    use super::*;
    use crate::rules::Position;
    use crate::types::SplitMix64;

    /// A file of random numbers, so that every entry matters.
    pub(super) fn random_weights<F: Form>(random: &mut SplitMix64) -> Vec<u8> {
        let mut rows: Vec<[i8; WIDTH]> =
            (0..F::ROWS).map(|_| [(); WIDTH].map(|()| random.next() as i8 >> 1)).collect();
        for row in 0..F::ROWS {
            rows[row] = rows[shared::<F>(row)];
        }
        let small: Vec<_> = (0..small_numbers(WIDTH)).map(|_| random.next() as i16 >> 4).collect();
        let mut bytes = std::vec![0; Weights::<F>::FILE_LEN];
        Numbers { recipe: 7, small: &small, rows: &rows }.write::<F>(&mut bytes);
        bytes
    }

    /// The definition, square by square and number by number. It shares nothing with the backends but
    /// the bytes.
    fn slowly<F: Form>(bytes: &[u8], board: &Board) -> i32 {
        let short =
            |at: usize| i32::from(i16::from_le_bytes([bytes[32 + 2 * at], bytes[33 + 2 * at]]));
        let empties = board.empties().min(60) as usize;
        let moves = [board, &board.pass()].map(|board| board.legal_moves().len() as usize);
        let terms = [moves[0], 32 + moves[1], 64 + empties].map(|row| 15 * 9 + 4 * row);
        let rows = 32 + 2 * (15 * 9 + 4 * (64 + 61)) + 2;
        let entries = rows_of::<F>(board.mover().0, board.opponent().0);
        let sum = |k: usize| -> i32 {
            let entries =
                entries.iter().map(|&at| i32::from(bytes[rows + 4 * at as usize + k]) - 64);
            // Rows of moves and of empty squares have the second and the third number exchanged.
            let term = |row: usize| short(row + [0, 2, 1, 3][k]) - 8192;
            terms.into_iter().map(term).sum::<i32>() + entries.sum::<i32>()
        };
        let output = 9 * (empties / 4).min(14);
        let gate = |k: usize| sum(k).clamp(0, 128);
        let mut total = 0;
        for k in 0..4 {
            let gated = if k < 2 { gate(k) } else { gate(k - 2) * gate(k) / 128 };
            total += short(output + k) * sum(k).clamp(-4096, 4096) + short(output + 4 + k) * gated;
        }
        (short(output + 8) + total.div_euclid(256)).clamp(-64 * 32, 64 * 32)
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
        const { assert!(Weights::<Full>::FILE_LEN <= 452 * 1024) };
        const { assert!(Weights::<Flash512K>::FILE_LEN <= 247 * 1024) };
        const { assert!(Weights::<Flash256K>::FILE_LEN <= 106 * 1024) };
    }

    /// A file with some of its numbers replaced, and the checksum that belongs to it.
    fn replaced(with: impl Fn(usize) -> Option<u8>) -> Vec<u8> {
        let mut bytes = random_weights::<Full>(&mut SplitMix64::new(3));
        for (at, byte) in bytes.iter_mut().enumerate().skip(32) {
            *byte = with(at).unwrap_or(*byte);
        }
        let sum = crate::container::checksum(&bytes[32..]);
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The largest numbers that a file may hold stay within the range of the sums.
    #[test]
    fn no_file_overflows() {
        const ROWS: usize = 32 + 2 * (15 * 9 + 4 * 125) + 2;
        for [term, entry] in [[8192 + 8000, 127], [8192 - 8000, 0], [8192 + 8000, 0]] {
            let term: [u8; 2] = i16::to_le_bytes(term);
            let bytes = replaced(|at| match at {
                0..302 => None,
                302..1302 => Some(term[at % 2]),
                ROWS.. => Some(entry as u8),
                _ => None,
            });
            let patterns = Patterns::<Full>::new(Weights::from_bytes(&bytes).unwrap());
            for board in boards(&mut SplitMix64::new(4)) {
                let value = patterns.evaluate(&board, board.legal_moves()).units();
                assert_eq!(value, slowly::<Full>(&bytes, &board), "{term:?} {entry}");
            }
        }
        // One more is refused.
        for (at, byte) in [(ROWS, 128), (303, 0x40), (303, 0), (33, 0x7F)] {
            let bytes = replaced(|here| (here == at).then_some(byte));
            let refused = Weights::<Full>::from_bytes(&bytes).map(|_| ());
            assert_eq!(refused, Err(WeightsError::Damaged), "{at}");
        }
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
        newer[8] = 3;
        assert_eq!(read(&newer), Err(WeightsError::Version(3)));
    }
}
