//! The PC's own evaluation: a network over more shapes, with longer rows, than the chip has room for.
//!
//! The numbers of a row are bytes, and the sums have 16 bits. The loops are plain ones over arrays,
//! which a compiler turns into vector instructions of whatever width the target has.

use super::lanes::{ENTRIES, Entries, SHAPES};
use super::output::{
    EMPTIES, LARGEST_TERM, MOVES, Output, PHASES, phase, small_numbers, term_rows,
};
use super::set::{Mirrors, SquareList};
use super::weights::WeightsError;
use super::{Evaluator, Parent, Probcut, Stability};
use crate::container::{HEADER, Header, bytes_at, checksum};
use crate::rules::Board;
use crate::types::{Bitboard, Score, Size, Square};

/// The numbers of a row.
pub const WIDTH: usize = 16;
/// The accumulator's 1.
pub(super) const ONE: i16 = 256;

/// The number of rows in memory: one for each entry, mirror images separately, and as many more as an
/// entry of 16 bits could reach, so that no sum has to check one. The last are never read.
pub const ROWS: usize = ENTRIES + (1 << 16);
/// What the entries add to the accumulator: [`Network`] needs room for it.
pub type Rows = [[i8; WIDTH]; ROWS];

/// A row for a number of moves or of empty squares.
type Term = [i16; WIDTH];

/// The PC's trained evaluation, for 8x8 boards. Smaller boards use [`Stability`].
#[derive(Debug)]
pub struct Network<'r> {
    rows: &'r Rows,
    /// The rows of the mover's moves, of the opponent's, and of empty squares.
    terms: [Term; 2 * MOVES + EMPTIES],
    outputs: [Output<WIDTH, ONE>; PHASES],
    recipe: u64,
}

impl<'r> Network<'r> {
    /// Reads the bytes of a file into `rows` and a network that uses them.
    ///
    /// # Errors
    /// If the bytes are not a complete file of a network.
    pub fn read(bytes: &[u8], rows: &'r mut Rows) -> Result<Self, WeightsError> {
        let header = check(bytes)?;
        let mut at = HEADER;
        let mut next = || {
            at += 2;
            i16::from_le_bytes(bytes_at(bytes, at - 2))
        };
        let outputs = [(); PHASES].map(|()| Output::read(&mut next).limited());
        let mut term = || [(); WIDTH].map(|()| next().clamp(-LARGEST_TERM, LARGEST_TERM));
        let terms = [(); 2 * MOVES + EMPTIES].map(|()| term());
        let mut first = 0;
        for shape in &SHAPES {
            let mirrors = Mirrors::of(shape);
            for entry in 0..shape.states() {
                let shared = mirrors.shared(entry);
                rows[first + entry] = if shared < entry {
                    rows[first + shared]
                } else {
                    at += WIDTH;
                    bytes_at(bytes, at - WIDTH).map(u8::cast_signed)
                };
            }
            first += shape.states();
        }
        Ok(Self { rows, terms, outputs, recipe: header.recipe })
    }

    /// The hash of the recipe that made the network.
    #[must_use]
    pub const fn recipe(&self) -> u64 {
        self.recipe
    }

    /// Adds the rows of a shape's places to two sums in turn: the processor then need not wait for one
    /// addition to begin the next.
    #[inline]
    fn add<const SHAPE: usize>(&self, entries: &Entries, sums: &mut [[i16; WIDTH]; 2]) {
        let (first, entries) = entries.of_shape::<SHAPE>();
        let rows = &self.rows[first..first + (1 << 16)];
        for pair in entries {
            for (sums, &entry) in sums.iter_mut().zip(pair) {
                for (sum, number) in sums.iter_mut().zip(&rows[usize::from(entry)]) {
                    *sum = sum.wrapping_add(i16::from(*number));
                }
            }
        }
    }

    /// The score of a board with 64 squares.
    #[inline]
    fn value<S: Size>(&self, board: &Board<S>, moves: Bitboard, entries: &Entries) -> Score {
        let moves = [moves, board.pass().legal_moves()].map(Bitboard::len);
        let empties = board.empties();
        let mut sums = [[0_i16; WIDTH]; 2];
        self.add::<0>(entries, &mut sums);
        self.add::<1>(entries, &mut sums);
        self.add::<2>(entries, &mut sums);
        self.add::<3>(entries, &mut sums);
        self.add::<4>(entries, &mut sums);
        self.add::<5>(entries, &mut sums);
        self.add::<6>(entries, &mut sums);
        self.add::<7>(entries, &mut sums);
        self.add::<8>(entries, &mut sums);
        self.add::<9>(entries, &mut sums);
        self.add::<10>(entries, &mut sums);
        // Far below the range of 16 bits: three terms of at most `LARGEST_TERM` and a byte a place.
        let [mut sums, others] = sums;
        for (sum, other) in sums.iter_mut().zip(others) {
            *sum = sum.wrapping_add(other);
        }
        for row in term_rows(moves, empties) {
            // Never beyond the end; the compiler cannot know.
            let term = self.terms.get(row).unwrap_or(&[0; WIDTH]);
            for (sum, number) in sums.iter_mut().zip(term) {
                *sum = sum.wrapping_add(*number);
            }
        }
        self.outputs[phase(empties as usize)].score(&sums)
    }
}

impl<S: Size> Evaluator<S> for Network<'_> {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        if S::AREA != 64 {
            return Stability.evaluate(board, moves);
        }
        self.value(board, moves, &Entries::new(board.mover(), board.opponent()))
    }

    #[inline]
    fn parent(&self, board: &Board<S>) -> Option<Parent> {
        let parent = || {
            let (own, passed) = Entries::of_both(board.mover(), board.opponent());
            Parent { own, passed }
        };
        (S::AREA == 64).then(parent)
    }

    #[inline]
    fn evaluate_parent(&self, parent: &Parent, board: &Board<S>, moves: Bitboard) -> Score {
        if S::AREA != 64 {
            return Stability.evaluate(board, moves);
        }
        self.value(board, moves, &parent.own)
    }

    #[inline]
    fn evaluate_child(
        &self,
        parent: &Parent,
        square: Square,
        flips: Bitboard,
        board: &Board<S>,
        moves: Bitboard,
    ) -> Score {
        if S::AREA != 64 {
            return Stability.evaluate(board, moves);
        }
        self.value(board, moves, &parent.passed.after(square, flips))
    }

    fn probcut(&self) -> Option<&'static Probcut> {
        (S::AREA == 64).then_some(Probcut::NETWORK)
    }
}

const MAGIC: [u8; 8] = *b"WEDGENET";
const VERSION: u32 = 1;

/// Checks the bytes of a file.
fn check(bytes: &[u8]) -> Result<Header, WeightsError> {
    let header = Header::read(bytes, &MAGIC).ok_or(WeightsError::NotWeights)?;
    if header.version != VERSION {
        return Err(WeightsError::Version(header.version));
    }
    let own = |shape: &SquareList| {
        let mirrors = Mirrors::of(shape);
        (0..shape.states()).filter(|&entry| mirrors.shared(entry) == entry).count()
    };
    let (found, entries) = (bytes.len(), SHAPES.iter().map(own).sum::<usize>());
    let expected = HEADER + 2 * small_numbers(WIDTH) + WIDTH * entries;
    if found != expected {
        return Err(WeightsError::Length { found, expected });
    }
    if header.size != bytes.len() as u32 || header.checksum != checksum(&bytes[HEADER..]) {
        return Err(WeightsError::Damaged);
    }
    Ok(header)
}

/// Whether bytes begin like a file of a network, whatever the rest.
#[must_use]
pub fn is_network(bytes: &[u8]) -> bool {
    Header::read(bytes, &MAGIC).is_some()
}

/// What a trainer needs of the network.
#[cfg(any(feature = "train", test))]
pub(super) mod train {
    use super::{HEADER, Header, MAGIC, VERSION, checksum};

    /// The header of a file with this content: see the order in [`super::Network::read`].
    #[must_use]
    pub fn header(recipe: u64, content: &[u8]) -> [u8; HEADER] {
        let size = (HEADER + content.len()) as u32;
        Header { version: VERSION, size, recipe, checksum: checksum(content) }.to_bytes(MAGIC)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::boxed::Box;
    use std::vec::Vec;

    use super::*;
    use crate::rules::Position;
    use crate::types::SplitMix64;

    /// The numbers of a file and the row of each entry of each shape.
    struct Slowly<'b> {
        bytes: &'b [u8],
        rows: Vec<Vec<usize>>,
    }

    /// A file of random numbers, so that every entry matters.
    fn random_file(random: &mut SplitMix64) -> Vec<u8> {
        let own = |shape: &SquareList| {
            (0..shape.states()).filter(|&entry| shape.shared(entry) == entry).count()
        };
        let rows = SHAPES.iter().map(own).sum::<usize>();
        let mut content: Vec<u8> = (0..small_numbers(WIDTH))
            .flat_map(|_| (random.next() as i16 >> 6).to_le_bytes())
            .collect();
        content.extend((0..rows * WIDTH).map(|_| (random.next() as i8 >> 2).cast_unsigned()));
        [&train::header(7, &content)[..], &content].concat()
    }

    fn room() -> Box<Rows> {
        std::vec![[0; WIDTH]; ROWS].into_boxed_slice().try_into().unwrap()
    }

    impl<'b> Slowly<'b> {
        fn new(bytes: &'b [u8]) -> Self {
            let mut next = 0;
            let rows = SHAPES.map(|shape| {
                let mut rows = Vec::new();
                for entry in 0..shape.states() {
                    let shared = shape.shared(entry);
                    rows.push(if shared < entry { rows[shared] } else { next });
                    next += usize::from(shared == entry);
                }
                rows
            });
            Self { bytes, rows: rows.into() }
        }

        /// The definition, square by square and number by number.
        fn evaluate(&self, board: &Board) -> i32 {
            let short = |at: usize| {
                i32::from(i16::from_le_bytes([self.bytes[32 + 2 * at], self.bytes[33 + 2 * at]]))
            };
            let empties = board.empties().min(60) as usize;
            let moves = [board, &board.pass()].map(|board| board.legal_moves().len() as usize);
            let terms = 15 * 33;
            let rows = [moves[0], 32 + moves[1], 64 + empties].map(|row| terms + 16 * row);
            let mut sums = [0; 16];
            for (k, sum) in sums.iter_mut().enumerate() {
                *sum = rows.iter().map(|row| short(row + k)).sum();
            }
            for (shape, rows) in SHAPES.iter().zip(&self.rows) {
                let mut seen = Vec::new();
                for symmetry in 0..8 {
                    let squares = shape.as_slice().iter();
                    let squares: Vec<u8> =
                        squares.map(|&at| super::super::set::moved(at, symmetry)).collect();
                    let set = squares.iter().fold(0_u64, |set, square| set | 1 << square);
                    if seen.contains(&set) {
                        continue;
                    }
                    seen.push(set);
                    let entry = squares.iter().fold(0, |entry, &square| {
                        3 * entry
                            + (board.mover().0 >> square & 1) as usize
                            + 2 * (board.opponent().0 >> square & 1) as usize
                    });
                    let row = 32 + 2 * (terms + 16 * (64 + 61)) + 16 * rows[entry];
                    for (k, sum) in sums.iter_mut().enumerate() {
                        *sum += i32::from(self.bytes[row + k].cast_signed());
                    }
                }
            }
            let output = 33 * (empties / 4).min(14);
            let mut sum = 0;
            for k in 0..16 {
                let gate = |k: usize| sums[k].clamp(0, 256);
                sum += short(output + k) * sums[k].clamp(-8192, 8192);
                let gated = if k < 8 { gate(k) } else { (gate(k - 8) / 2) * (gate(k) / 2) / 64 };
                sum += short(output + 16 + k) * gated;
            }
            (short(output + 32) + sum.div_euclid(512)).clamp(-64 * 32, 64 * 32)
        }
    }

    fn boards(random: &mut SplitMix64) -> Vec<Board> {
        let mut sets = std::vec![[0, 0], [!0, 0], [0, !0]];
        sets.extend((0..500).map(|_| [random.next(), random.next()]).map(|[a, b]| [a, b & !a]));
        for _ in 0..20 {
            let mut position = Position::default();
            while let Some(mv) = position.random_move(random) {
                sets.push([position.board().mover().0, position.board().opponent().0]);
                position = position.play(mv).unwrap();
            }
        }
        let board = |[mover, opponent]: [u64; 2]| Board::new(Bitboard(mover), Bitboard(opponent));
        sets.into_iter().filter_map(board).collect()
    }

    #[test]
    fn the_score_is_that_of_the_definition() {
        let mut random = SplitMix64::new(1);
        let file = random_file(&mut random);
        let mut rows = room();
        let network = Network::read(&file, &mut rows).unwrap();
        let slowly = Slowly::new(&file);
        let mut different = Vec::new();
        for board in boards(&mut random) {
            let value = network.evaluate(&board, board.legal_moves()).units();
            assert_eq!(value, slowly.evaluate(&board), "{board:?}");
            different.push(value);
        }
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 500, "{} scores", different.len());
    }

    /// The fast forms for a parent and its children have a slow twin, which is `evaluate`.
    #[test]
    fn a_parent_and_its_children_have_the_scores_that_they_have_alone() {
        let mut random = SplitMix64::new(5);
        let file = random_file(&mut random);
        let mut rows = room();
        let network = Network::read(&file, &mut rows).unwrap();
        let mut children = 0;
        for board in boards(&mut random) {
            let (moves, parent) = (board.legal_moves(), network.parent(&board).unwrap());
            let alone = network.evaluate(&board, moves);
            assert_eq!(network.evaluate_parent(&parent, &board, moves), alone, "{board:?}");
            for square in moves {
                let flips = board.flips(square);
                let child = board.play(square).unwrap();
                let replies = child.legal_moves();
                let score = network.evaluate_child(&parent, square, flips, &child, replies);
                assert_eq!(score, network.evaluate(&child, replies), "{board:?} {square}");
                children += 1;
            }
        }
        assert!(children > 5000, "{children}");
    }

    #[test]
    fn symmetric_boards_have_the_same_score() {
        let mut random = SplitMix64::new(2);
        let file = random_file(&mut random);
        let mut rows = room();
        let network = Network::read(&file, &mut rows).unwrap();
        for board in boards(&mut random) {
            let score = network.evaluate(&board, board.legal_moves());
            for symmetry in 1..8 {
                let image = |set: Bitboard| {
                    let moved = |at| super::super::set::moved(at, symmetry);
                    (0..64).filter(|&at| set.0 >> at & 1 != 0).fold(0, |to, at| to | 1 << moved(at))
                };
                let (mover, opponent) = (image(board.mover()), image(board.opponent()));
                let image: Board = Board::new(Bitboard(mover), Bitboard(opponent)).unwrap();
                assert_eq!(network.evaluate(&image, image.legal_moves()), score, "{board:?}");
            }
        }
    }

    /// The largest numbers that a file can hold stay within the range of the sums.
    #[test]
    fn no_file_overflows() {
        for byte in [0x7F, 0x80, 0xFF] {
            let mut file = random_file(&mut SplitMix64::new(3));
            let content = std::vec![byte; file.len() - HEADER];
            file.splice(.., [&train::header(7, &content)[..], &content].concat());
            let mut rows = room();
            let network = Network::read(&file, &mut rows).unwrap();
            let board = Board::default();
            let score = network.evaluate(&board, board.legal_moves()).units();
            // All numbers have the same sign, so the score has it: none wrapped round.
            let wanted = if byte == 0xFF { 0..=16 } else { 2048..=2048 };
            assert!(wanted.contains(&score.abs()), "{byte:x}: {score}");
        }
    }

    #[test]
    fn files_that_are_damaged_are_refused() {
        let file = random_file(&mut SplitMix64::new(4));
        let mut rows = room();
        let mut refused = |bytes: &[u8]| Network::read(bytes, &mut rows).map(|_| ()).unwrap_err();
        assert_eq!(refused(&[]), WeightsError::NotWeights);
        assert!(matches!(refused(&file[..file.len() - 1]), WeightsError::Length { .. }));
        let mut other = file.clone();
        other[8] = 9;
        assert_eq!(refused(&other), WeightsError::Version(9));
        let mut damaged = file.clone();
        damaged[1000] ^= 1;
        assert_eq!(refused(&damaged), WeightsError::Damaged);
    }
}
