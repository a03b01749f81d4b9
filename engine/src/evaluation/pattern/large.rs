//! The PC's own set of patterns: more shapes than the chip has room for, and 16-bit weights.
//!
//! Each of up to 64 places has a lane of 16 bits for its entry. What the discs on four neighbouring
//! squares add to all lanes is one row of a table, so an entry is a sum of 32 rows: 16 for each
//! colour. The sums are plain loops over arrays, which a compiler turns into vector instructions of
//! whatever width the target has: all targets compute the same numbers.
//!
//! The file holds a few phases. When it is read, they are interpolated to [`TABLES`] tables, one for
//! every two numbers of empty squares. A search uses few of them at a time, so that those stay in the
//! cache.

use super::set::{Set, SquareList};
use super::weights::{MOVES, WeightsError};
use super::{Evaluator, MAX_UNITS, Probcut, Stability};
use crate::container::{HEADER, Header, bytes_at, checksum};
use crate::rules::Board;
use crate::types::{Bitboard, Score, Size};

/// The shapes, in the order of their tables.
pub(super) const SHAPES: [SquareList; 13] = [
    // Corner 2x5, corner 3x3, corner triangle.
    SquareList::read("a1b1c1d1e1a2b2c2d2e2"),
    SquareList::read("a1b1c1a2b2c2a3b3c3"),
    SquareList::read("a1b1c1d1a2b2c2a3b3a4"),
    // Edge and both X-squares, edge and the four squares beside its middle.
    SquareList::read("b2a1b1c1d1e1f1g1h1g2"),
    SquareList::read("a1c1d1e1f1h1c2d2e2f2"),
    // Rows 2 to 4.
    SquareList::read("a2b2c2d2e2f2g2h2"),
    SquareList::read("a3b3c3d3e3f3g3h3"),
    SquareList::read("a4b4c4d4e4f4g4h4"),
    // Diagonals of 8, 7, 6, 5 and 4 squares.
    SquareList::read("a1b2c3d4e5f6g7h8"),
    SquareList::read("a2b3c4d5e6f7g8"),
    SquareList::read("a3b4c5d6e7f8"),
    SquareList::read("a4b5c6d7e8"),
    SquareList::read("a5b6c7d8"),
];

/// The number of empty squares at the centre of each phase in the file.
pub(super) const PHASES: [u8; 7] = [52, 44, 36, 29, 22, 16, 10];

/// The tables in memory: one for every two numbers of empty squares.
const TABLES: usize = 31;
/// The most places.
const LANES: usize = 64;

/// The number of places.
const PLACES_LEN: usize = LAYOUT.places;
/// The number of entries of all shapes, mirror images counted separately.
const ENTRIES: usize = LAYOUT.entries;
/// A table: the entries of all shapes, then the terms for the mover's and the opponent's moves.
const TABLE_LEN: usize = ENTRIES + 2 * MOVES;
/// The terms for each number of empty squares, which follow the tables.
const EMPTIES: usize = TABLES * TABLE_LEN;
/// The numbers that [`LargePatterns`] needs room for.
pub const NUMBERS_LEN: usize = EMPTIES + 64;

/// Where the lanes find their entries.
struct Layout {
    places: usize,
    entries: usize,
    /// The offset of the table of each lane.
    offsets: [u32; LANES],
    /// What the discs on squares 4n to 4n+3 add to the entries, for each n and each set of them.
    rows: [[u16; LANES]; 256],
}

static LAYOUT_IN_MEMORY: Layout = LAYOUT;

const LAYOUT: Layout = {
    let (offsets, rows) = ([0; LANES], [[0; LANES]; 256]);
    let mut layout = Layout { places: 0, entries: 0, offsets, rows };
    let mut shape = 0;
    while shape < SHAPES.len() {
        let (places, count) = SHAPES[shape].places();
        let mut place = 0;
        while place < count {
            let lane = layout.places;
            layout.offsets[lane] = layout.entries as u32;
            let (squares, mut digit) = (places[place].as_slice(), 0);
            while digit < squares.len() {
                let (square, mut set) = (squares[digit] as usize, 0);
                let worth = 3_u16.pow((squares.len() - 1 - digit) as u32);
                while set < 16 {
                    if set >> (square % 4) & 1 != 0 {
                        layout.rows[square / 4 * 16 + set][lane] += worth;
                    }
                    set += 1;
                }
                digit += 1;
            }
            layout.places += 1;
            place += 1;
        }
        layout.entries += SHAPES[shape].states();
        shape += 1;
    }
    layout
};

/// The PC's trained evaluation, for 8x8 boards. Smaller boards use [`Stability`].
#[derive(Clone, Copy, Debug)]
pub struct LargePatterns<'w> {
    numbers: &'w [i16; NUMBERS_LEN],
    recipe: u64,
}

impl<'w> LargePatterns<'w> {
    /// Reads the bytes of a file into `numbers`.
    ///
    /// # Errors
    /// If the bytes are not a complete file of these weights.
    pub fn read(bytes: &[u8], numbers: &'w mut [i16; NUMBERS_LEN]) -> Result<Self, WeightsError> {
        let header = check(bytes)?;
        let i16_at = |at: usize| i16::from_le_bytes(bytes_at(bytes, HEADER + 2 * at));
        for (empties, term) in numbers[EMPTIES..].iter_mut().enumerate() {
            *term = i16_at(empties);
        }
        let per_phase = phase_len();
        // A weight between the two phases of a table.
        let between = |number: usize, at: usize| {
            let (early, share) = Set::LARGE.phase(2 * number as u32);
            let [early, late] =
                [early, early + 1].map(|phase| i32::from(i16_at(64 + phase * per_phase + at)));
            ((early * (256 - share) + late * share + 128) >> 8) as i16
        };
        let mut first = 2 * MOVES;
        let mut offset = 0;
        for shape in &SHAPES {
            let mut next = first;
            for entry in 0..shape.states() {
                let shared = shape.shared(entry);
                let is_own = shared == entry;
                for (number, table) in numbers[..EMPTIES].chunks_exact_mut(TABLE_LEN).enumerate() {
                    table[offset + entry] =
                        if is_own { between(number, next) } else { table[offset + shared] };
                }
                next += usize::from(is_own);
            }
            first = next;
            offset += shape.states();
        }
        for (number, table) in numbers[..EMPTIES].chunks_exact_mut(TABLE_LEN).enumerate() {
            for (at, term) in table[ENTRIES..].iter_mut().enumerate() {
                *term = between(number, at);
            }
        }
        Ok(Self { numbers, recipe: header.recipe })
    }

    /// The hash of the recipe that made the weights.
    #[must_use]
    pub const fn recipe(&self) -> u64 {
        self.recipe
    }

    /// The score of a board with 64 squares.
    #[inline]
    fn value<S: Size>(&self, board: &Board<S>, moves: Bitboard) -> Score {
        let (mover, opponent) = (board.mover().0, board.opponent().0);
        let replies = board.pass().legal_moves();
        let empties = (!(mover | opponent)).count_ones() as usize;
        let number = (empties / 2).min(TABLES - 1);
        let table = &self.numbers[number * TABLE_LEN..][..TABLE_LEN];
        let entries = entries(mover, opponent);
        let at = |entry: usize| i32::from(table.get(entry).copied().unwrap_or(0));
        let mut units = i32::from(self.numbers[EMPTIES + empties % 64]);
        for (&offset, &entry) in LAYOUT_IN_MEMORY.offsets.iter().zip(&entries).take(PLACES_LEN) {
            units += at(offset as usize + usize::from(entry));
        }
        let [mover, opponent] = [moves, replies].map(|moves| (moves.len() as usize).min(MOVES - 1));
        units += at(ENTRIES + mover) + at(ENTRIES + MOVES + opponent);
        Score::from_units(units.clamp(-MAX_UNITS, MAX_UNITS))
    }
}

/// The entry of each lane.
#[inline]
fn entries(mover: u64, opponent: u64) -> [u16; LANES] {
    let rows = &LAYOUT_IN_MEMORY.rows;
    let (mut own, mut other) = ([0; LANES], [0; LANES]);
    for group in 0..16 {
        let row = |board: u64| &rows[16 * group + (board >> (4 * group) & 15) as usize];
        let (mine, theirs) = (row(mover), row(opponent));
        for lane in 0..LANES {
            own[lane] += mine[lane];
            other[lane] += theirs[lane];
        }
    }
    for lane in 0..LANES {
        own[lane] += 2 * other[lane];
    }
    own
}

impl<S: Size> Evaluator<S> for LargePatterns<'_> {
    #[inline]
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        if S::AREA != 64 {
            return Stability.evaluate(board, moves);
        }
        self.value(board, moves)
    }

    fn probcut(&self) -> Option<&'static Probcut> {
        (S::AREA == 64).then_some(Probcut::LARGE)
    }
}

const MAGIC: [u8; 8] = *b"WEDGEVAL";
/// The version that tells these files from those of the chip's set.
const VERSION: u32 = 2;

/// The number of weights of a phase in the file: the terms for moves, then the entries of all
/// shapes, of mirror images only the first.
fn phase_len() -> usize {
    let own = |shape: &SquareList| (0..shape.states()).filter(|&at| shape.shared(at) == at).count();
    2 * MOVES + SHAPES.iter().map(own).sum::<usize>()
}

/// Checks the bytes of a file.
fn check(bytes: &[u8]) -> Result<Header, WeightsError> {
    let header = Header::read(bytes, &MAGIC).ok_or(WeightsError::NotWeights)?;
    if header.version != VERSION {
        return Err(WeightsError::Version(header.version));
    }
    let (found, expected) = (bytes.len(), HEADER + 2 * (64 + PHASES.len() * phase_len()));
    if found != expected {
        return Err(WeightsError::Length { found, expected });
    }
    if header.size != bytes.len() as u32 || header.checksum != checksum(&bytes[HEADER..]) {
        return Err(WeightsError::Damaged);
    }
    Ok(header)
}

/// Whether bytes begin like a file of this set, whatever the rest.
#[must_use]
pub fn is_large(bytes: &[u8]) -> bool {
    Header::read(bytes, &MAGIC).is_some_and(|header| header.version == VERSION)
}

/// The header of a file with this content: see the order in [`LargePatterns::read`].
#[cfg(any(feature = "train", test))]
#[must_use]
pub fn header(recipe: u64, content: &[u8]) -> [u8; HEADER] {
    let size = (HEADER + content.len()) as u32;
    Header { version: VERSION, size, recipe, checksum: checksum(content) }.to_bytes(MAGIC)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::boxed::Box;
    use std::vec::Vec;

    use super::*;
    use crate::rules::Position;
    use crate::types::SplitMix64;

    /// A file of random weights, so that every entry matters.
    fn random_file(random: &mut SplitMix64) -> Vec<u8> {
        let numbers = 64 + PHASES.len() * phase_len();
        let content: Vec<u8> =
            (0..numbers).flat_map(|_| (random.next() as i16 >> 6).to_le_bytes()).collect();
        [&header(7, &content)[..], &content].concat()
    }

    fn room() -> &'static mut [i16; NUMBERS_LEN] {
        Box::leak(std::vec![0; NUMBERS_LEN].into_boxed_slice().try_into().unwrap())
    }

    /// The definition, square by square, from the bytes of the file.
    struct Slowly<'b> {
        bytes: &'b [u8],
        /// For each shape the number in the file of the weight of each entry.
        numbers: Vec<Vec<usize>>,
        per_phase: usize,
    }

    impl<'b> Slowly<'b> {
        fn new(bytes: &'b [u8]) -> Self {
            let mut next = 64;
            let numbers = SHAPES.map(|shape| {
                let mut numbers = Vec::new();
                for entry in 0..shape.states() {
                    let shared = shape.shared(entry);
                    numbers.push(if shared < entry { numbers[shared] } else { next });
                    next += usize::from(shared == entry);
                }
                numbers
            });
            Self { bytes, numbers: numbers.into(), per_phase: next }
        }

        fn evaluate(&self, board: &Board) -> i32 {
            let at = |number: usize| {
                i32::from(i16::from_le_bytes([
                    self.bytes[32 + 2 * number],
                    self.bytes[33 + 2 * number],
                ]))
            };
            let (mover, opponent) = (board.mover().0, board.opponent().0);
            let empties = board.empties() as usize;
            let moves = [board, &board.pass()].map(|board| board.legal_moves().len() as usize);
            let knots = [52, 44, 36, 29, 22, 16, 10];
            let even = (empties / 2 * 2).min(60);
            let early = (0..5).find(|&phase| even >= knots[phase + 1]).unwrap_or(5);
            let (from, to) = (knots[early], knots[early + 1]);
            let late = ((from - even.min(from)) * 256 / (from - to)).min(256) as i32;
            let weight = |number: usize| {
                let [one, two] =
                    [early, early + 1].map(|phase| at(64 + phase * self.per_phase + number));
                (one * (256 - late) + two * late + 128).div_euclid(256)
            };
            let mut sum = at(empties % 64) + weight(moves[0]) + weight(32 + moves[1]);
            for (shape, numbers) in SHAPES.iter().zip(&self.numbers) {
                let mut seen = Vec::new();
                for symmetry in 0..8 {
                    let squares: Vec<u8> = shape
                        .as_slice()
                        .iter()
                        .map(|&square| super::super::set::moved(square, symmetry))
                        .collect();
                    let set = squares.iter().fold(0_u64, |set, square| set | 1 << square);
                    if seen.contains(&set) {
                        continue;
                    }
                    seen.push(set);
                    let entry = squares.iter().fold(0, |entry, square| {
                        3 * entry
                            + (mover >> square & 1) as usize
                            + 2 * (opponent >> square & 1) as usize
                    });
                    sum += weight(numbers[entry]);
                }
            }
            sum.clamp(-64 * 32, 64 * 32)
        }
    }

    #[test]
    fn the_score_is_the_sum_of_the_definition() {
        let mut random = SplitMix64::new(1);
        let file = random_file(&mut random);
        let patterns = LargePatterns::read(&file, room()).unwrap();
        let slowly = Slowly::new(&file);
        let mut boards = std::vec![[0, 0], [!0, 0], [0, !0]];
        boards.extend((0..500).map(|_| [random.next(), random.next()]).map(|[a, b]| [a, b & !a]));
        for _ in 0..20 {
            let mut position = Position::default();
            while let Some(mv) = position.random_move(&mut random) {
                boards.push([position.board().mover().0, position.board().opponent().0]);
                position = position.play(mv).unwrap();
            }
        }
        for [mover, opponent] in boards {
            let board: Board = Board::new(Bitboard(mover), Bitboard(opponent)).unwrap();
            let value = patterns.evaluate(&board, board.legal_moves()).units();
            assert_eq!(value, slowly.evaluate(&board), "{mover:x} {opponent:x}");
        }
    }

    #[test]
    fn symmetric_boards_have_the_same_score() {
        let mut random = SplitMix64::new(2);
        let file = random_file(&mut random);
        let patterns = LargePatterns::read(&file, room()).unwrap();
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
            assert_eq!(value(boards.map(crate::rules::transpose)), wanted);
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let file = random_file(&mut SplitMix64::new(3));
        let read = |bytes: &[u8]| LargePatterns::read(bytes, room()).map(|read| read.recipe());
        assert_eq!(read(&file), Ok(7));
        assert_eq!(read(b"hello"), Err(WeightsError::NotWeights));
        assert_eq!(
            read(&file[..1000]),
            Err(WeightsError::Length { found: 1000, expected: file.len() })
        );
        for at in [12, 24, 32, 5_000, file.len() - 1] {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            assert_eq!(read(&damaged), Err(WeightsError::Damaged), "byte {at}");
        }
        let mut other = file.clone();
        other[8] = 1;
        assert_eq!(read(&other), Err(WeightsError::Version(1)));
    }
}
