//! The opening book: positions from the start on, with what they are worth.
//!
//! A book is bytes, as they are in a file or in a chip's flash, and is read where it lies.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `WEDGEBOK` |
//! | 4 | version |
//! | 4 | number of positions |
//! | 8 | hash of the recipe that made it |
//! | 8 | checksum (FNV-1a, 64 bits) of everything before and after it |
//! | 2 a position | the positions, as a tree |
//!
//! Numbers are little-endian. The first position is the start; after each position come those that
//! one move leads to, each with all that follows from it. Of the two bytes of a position the first
//! says how it comes about:
//!
//! | bits | what |
//! |---|---|
//! | 0 to 5 | the square that was played |
//! | 6 | positions that follow from it come next |
//! | 7 | no other move of the same position comes after it |
//!
//! The second is what it is worth to the mover there, in quarters of a disc; -128 is a draw that is
//! known for sure. A position where the mover has to pass is kept as the one after the pass.
//!
//! A position is in the tree once, however it may be reached, and with it all its images: whoever
//! looks for it finds it turned, mirrored, or by other moves. Boards are compared whole, so none is
//! taken for another.

mod opening;
mod walk;

use core::fmt;

use crate::evaluation::pattern::checksum;
use crate::rules::{Board, Position};
use crate::types::{Color, Eight, Score, Size, SplitMix64, Square};
pub use opening::{BookMove, Opening};
pub use walk::Step;
use walk::{deepest, walk};

const MAGIC: [u8; 8] = *b"WEDGEBOK";
const VERSION: u32 = 1;
/// The bytes before the positions.
pub const HEADER: usize = 32;
/// The bytes of a position.
pub const ENTRY: usize = 2;
/// Where the checksum stands.
const SUM: usize = HEADER - 8;

/// A book that fits the chip has at most this many bytes.
pub const CHIP: usize = 48 * 1024;

/// The book that is built in: that of the chip, for PCs as well.
static BUILT_IN: &[u8] = include_bytes!("../../book/wedge.book");

/// What a position in a book is worth to the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Value {
    /// In quarters of a disc.
    quarters: i8,
    /// It is a draw, and that is known for sure.
    drawn: bool,
}

/// The byte of a known draw.
const DRAWN: i8 = i8::MIN;

impl Value {
    /// Units of a [`Score`] in a step.
    const STEP: i32 = Score::UNIT / 4;

    /// A score, rounded to a quarter of a disc and cut to 31.75 discs either way.
    #[must_use]
    pub const fn of(score: Score) -> Self {
        let units = score.units();
        let half = if units < 0 { -Self::STEP / 2 } else { Self::STEP / 2 };
        let quarters = (units + half) / Self::STEP;
        let most = i8::MAX as i32;
        let quarters = if quarters > most {
            most
        } else if quarters < -most {
            -most
        } else {
            quarters
        };
        Self { quarters: quarters as i8, drawn: false }
    }

    /// A draw that is known for sure.
    pub const DRAW: Self = Self { quarters: 0, drawn: true };

    /// The score.
    #[must_use]
    pub const fn score(self) -> Score {
        Score::from_units(self.quarters as i32 * Self::STEP)
    }

    /// Whether it is a draw for sure.
    #[must_use]
    pub const fn is_drawn(self) -> bool {
        self.drawn
    }

    /// The byte that stands for it.
    #[must_use]
    pub const fn byte(self) -> u8 {
        (if self.drawn { DRAWN } else { self.quarters }) as u8
    }

    /// What a byte stands for.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Self {
        match byte as i8 {
            DRAWN => Self::DRAW,
            quarters => Self { quarters, drawn: false },
        }
    }

    /// What it is worth to the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { quarters: -self.quarters, ..self }
    }
}

/// An opening book.
///
/// ```
/// use wedge_engine::{Book, Position, SplitMix64};
///
/// let book = Book::built_in();
/// let opening = book.find(&Position::start().board()).unwrap();
/// assert_eq!(opening.moves.len(), 4, "all first moves are the same, turned or mirrored");
/// let choice = book.choose(&Position::start(), Book::MARGIN, &mut SplitMix64::new(1)).unwrap();
/// assert!(opening.moves.contains(&choice));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Book<'b> {
    bytes: &'b [u8],
}

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// They do not begin as a book does.
    NotABook,
    /// They are of another version.
    Version(u32),
    /// They have another length than their number of positions asks for.
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many positions there should be.
        positions: usize,
    },
    /// They were damaged.
    Damaged,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotABook => f.write_str("expected a book, as `host-sim book pack` writes"),
            Self::Version(version) => {
                write!(f, "a book of version {version}: expected version {VERSION}")
            }
            Self::Length { found, positions } => {
                write!(f, "{found} bytes for {positions} positions: the book is cut off or damaged")
            }
            Self::Damaged => f.write_str("wrong checksum: the book is damaged"),
        }
    }
}

impl core::error::Error for BookError {}

impl Book<'static> {
    /// The book that is built in.
    #[must_use]
    pub const fn built_in() -> Self {
        Self { bytes: BUILT_IN }
    }
}

impl<'b> Book<'b> {
    /// How much a move may be worse than the best and still be chosen, unless a level has its own
    /// idea: one disc.
    pub const MARGIN: Score = Score::from_discs(1);

    /// A book from the bytes of a file.
    ///
    /// # Errors
    /// If they are not a whole book that this engine understands.
    pub fn from_bytes(bytes: &'b [u8]) -> Result<Self, BookError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(BookError::NotABook);
        }
        let book = Self { bytes };
        let version = u32::from_le_bytes(book.at(8));
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let positions = u32::from_le_bytes(book.at(12)) as usize;
        let wanted = positions.checked_mul(ENTRY).and_then(|length| length.checked_add(HEADER));
        if positions == 0 || wanted != Some(bytes.len()) {
            return Err(BookError::Length { found: bytes.len(), positions });
        }
        if u64::from_le_bytes(book.at(SUM)) != sum(bytes) {
            return Err(BookError::Damaged);
        }
        Ok(book)
    }

    /// How many positions are in it.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.bytes.len().saturating_sub(HEADER) / ENTRY
    }

    /// The hash of the recipe that made it.
    #[must_use]
    pub fn recipe(&self) -> u64 {
        u64::from_le_bytes(self.at(16))
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Visits the positions in the order they are kept, from the start on. What follows from a
    /// position is only visited where `visit` says so.
    ///
    /// Squares that are no legal moves are passed over, with all that follows: a damaged book can
    /// do no harm.
    pub fn walk(&self, visit: impl FnMut(&Step) -> bool) {
        walk(self.entries(), visit);
    }

    /// How many plies from the start its last positions are.
    #[must_use]
    pub fn deepest(&self) -> usize {
        deepest(self.entries())
    }

    fn entries(&self) -> &'b [[u8; ENTRY]] {
        self.bytes.get(HEADER..).unwrap_or_default().as_chunks().0
    }

    /// What the book knows about a position; nothing if it is not in it, or no move that it
    /// recommends. There is no book for the 6x6 board.
    #[must_use]
    pub fn find<S: Size>(&self, board: &Board<S>) -> Option<Opening> {
        if S::SIDE != Eight::SIDE {
            return None;
        }
        Opening::find(self, &Board::new(board.mover(), board.opponent())?)
    }

    /// Chooses by chance one of the moves that are hardly worse than the best; nothing if the book
    /// does not know the position.
    ///
    /// A move may be worth up to `margin` less than the best. But once the player has less than
    /// `margin` below what the start gives, only the best move will do: a game does not lose a
    /// little with each of its moves.
    #[must_use]
    pub fn choose<S: Size>(
        &self,
        position: &Position<S>,
        margin: Score,
        random: &mut SplitMix64,
    ) -> Option<BookMove> {
        let opening = self.find(&position.board())?;
        let start = self.start();
        let fair = if position.side() == Color::Black { start } else { start.reversed() };
        opening.choose(fair.score(), margin, random)
    }

    /// What the start is worth.
    #[must_use]
    pub fn start(&self) -> Value {
        let [_, value] = self.at(HEADER);
        Value::from_byte(value)
    }

    /// Some of its bytes; zeros beyond the end.
    fn at<const N: usize>(&self, at: usize) -> [u8; N] {
        self.bytes.get(at..).and_then(<[u8]>::first_chunk).copied().unwrap_or([0; N])
    }
}

/// The two bytes of a position.
#[must_use]
pub const fn entry(square: Square, has_next: bool, is_last: bool, value: Value) -> [u8; ENTRY] {
    let place = square.index() as u8 | (has_next as u8) << 6 | (is_last as u8) << 7;
    [place, value.byte()]
}

/// The header of a book with these positions: see [`entry`].
#[must_use]
pub fn header(recipe: u64, positions: &[[u8; ENTRY]]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let front = MAGIC.into_iter().chain(VERSION.to_le_bytes());
    let front = front.chain((positions.len() as u32).to_le_bytes()).chain(recipe.to_le_bytes());
    for (to, from) in header.iter_mut().zip(front) {
        *to = from;
    }
    let sum = fold(checksum(&header[..SUM]), positions.as_flattened());
    for (to, from) in header[SUM..].iter_mut().zip(sum.to_le_bytes()) {
        *to = from;
    }
    header
}

/// The checksum of a book: of everything but itself.
fn sum(bytes: &[u8]) -> u64 {
    let (header, positions) = bytes.split_at_checked(HEADER).unwrap_or((bytes, &[]));
    fold(checksum(header.get(..SUM).unwrap_or_default()), positions)
}

/// Goes on with a checksum.
fn fold(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests;
