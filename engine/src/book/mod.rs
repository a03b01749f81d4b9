//! The opening book: a tree of positions from the start, with their scores.
//!
//! A book is read in place, from the bytes of a file or from a chip's flash.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `WEDGEBOK` |
//! | 4 | version |
//! | 4 | number of positions |
//! | 8 | hash of the recipe that made it |
//! | 8 | checksum (FNV-1a, 64 bits) of everything before and after it |
//! | 2 a position | the positions, as a tree |
//!
//! Numbers are little-endian. The tree is in depth-first order: the start, then for each of its moves
//! the position after it with all that follow. The moves of a position come in the order of how deep
//! their subtrees are, the deepest first, so that a run of positions with others behind them is as
//! long as the subtree is deep, and a lookup passes over all that are too shallow. It misses
//! positions of a book in another order. The first of the two bytes of a position describes the move
//! that leads to it:
//!
//! | bits | content |
//! |---|---|
//! | 0 to 5 | the square played |
//! | 6 | set if positions follow from this one: they come next |
//! | 7 | set if this is the last move of the position before |
//!
//! The second byte is the score for the mover in quarters of a disc; -128 is a proven draw. A
//! position in which the mover has to pass is stored as the position after the pass.
//!
//! Transpositions and symmetric positions are stored once. A lookup compares whole boards under all
//! eight symmetries, so it never mistakes one position for another.

mod lookup;
mod opening;
mod skip;
mod walk;

use core::fmt;

use crate::container::{self, CHECKSUM, bytes_at, checksum, extend_checksum};
use crate::rules::{Board, Position};
use crate::types::{Color, Eight, Score, Size, SplitMix64, Square};
pub use opening::{BookMove, Opening};
use skip::Index;
pub use walk::Step;
use walk::{deepest, walk};

const MAGIC: [u8; 8] = *b"WEDGEBOK";
const VERSION: u32 = 2;
/// The number of bytes before the positions.
pub const HEADER: usize = container::HEADER;
/// The number of bytes of a position.
pub const ENTRY: usize = 2;
/// The maximum size in bytes of a book for the chip.
pub const CHIP: usize = 48 * 1024;

/// The built-in book, the same on the chip and on a PC; empty with the feature `no-book`.
#[cfg(not(feature = "no-book"))]
static BUILT_IN: &[u8] = include_bytes!("../../book/wedge.book");
#[cfg(feature = "no-book")]
static BUILT_IN: &[u8] = &[];

/// The score of a book position for the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Value {
    /// The score in quarters of a disc.
    quarters: i8,
    /// Whether it is a proven draw.
    drawn: bool,
}

/// The byte of a proven draw.
const DRAWN: i8 = i8::MIN;

impl Value {
    /// Units of [`Score`] in a quarter of a disc.
    const STEP: i32 = Score::UNIT / 4;

    /// A score, rounded to a quarter of a disc and clamped to 31.75 discs either way.
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

    /// A proven draw.
    pub const DRAW: Self = Self { quarters: 0, drawn: true };

    /// The score.
    #[must_use]
    pub const fn score(self) -> Score {
        Score::from_units(self.quarters as i32 * Self::STEP)
    }

    /// Whether it is a proven draw.
    #[must_use]
    pub const fn is_drawn(self) -> bool {
        self.drawn
    }

    /// The byte in a book.
    #[must_use]
    pub const fn byte(self) -> u8 {
        (if self.drawn { DRAWN } else { self.quarters }) as u8
    }

    /// The value of a byte in a book.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Self {
        match byte as i8 {
            DRAWN => Self::DRAW,
            quarters => Self { quarters, drawn: false },
        }
    }

    /// The value for the other player.
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
/// let opening = book.find(&Position::default().board()).unwrap();
/// assert_eq!(opening.moves().len(), 4, "the four first moves are symmetric");
/// let choice = book.choose(&Position::default(), Book::MARGIN, &mut SplitMix64::new(1)).unwrap();
/// assert!(opening.moves().contains(&choice));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Book<'b> {
    bytes: &'b [u8],
    deepest: usize,
    index: Index<'b>,
}

/// The error of reading a [`Book`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The bytes do not begin like a book.
    NotABook,
    /// The book has another version.
    Version(u32),
    /// The length does not match the number of positions.
    Length {
        /// The number of bytes found.
        found: usize,
        /// The number of positions that the header states.
        positions: usize,
    },
    /// The checksum does not match.
    Damaged,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotABook => f.write_str("expected a book, as `host-sim book pack` writes"),
            Self::Version(version) => {
                write!(
                    f,
                    "a book of version {version}: expected version {VERSION}, \
                     as `host-sim book pack` writes"
                )
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
    /// The built-in book.
    #[must_use]
    pub const fn built_in() -> Self {
        const BOOK: Book<'static> = Book::with_depth(BUILT_IN, Index::built_in());
        BOOK
    }
}

impl<'b> Book<'b> {
    /// The default margin of [`Book::choose`]: one disc.
    pub const MARGIN: Score = Score::from_discs(1);

    /// A book from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not a complete book of this version.
    pub fn from_bytes(bytes: &'b [u8]) -> Result<Self, BookError> {
        let header = container::Header::read(bytes, &MAGIC).ok_or(BookError::NotABook)?;
        if header.version != VERSION {
            return Err(BookError::Version(header.version));
        }
        let positions = header.size as usize;
        let wanted = positions.checked_mul(ENTRY).and_then(|length| length.checked_add(HEADER));
        if positions == 0 || wanted != Some(bytes.len()) {
            return Err(BookError::Length { found: bytes.len(), positions });
        }
        if header.checksum != sum(bytes) {
            return Err(BookError::Damaged);
        }
        Ok(Self::with_depth(bytes, Index(&[])))
    }

    /// A book with the depth of its tree, so that a lookup need not count it.
    const fn with_depth(bytes: &'b [u8], index: Index<'b>) -> Self {
        let entries = match bytes.split_at_checked(HEADER) {
            Some((_, entries)) => entries,
            None => &[],
        };
        Self { bytes, deepest: deepest(entries), index }
    }

    /// The number of positions.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.bytes.len().saturating_sub(HEADER) / ENTRY
    }

    /// The hash of the recipe that made the book.
    #[must_use]
    pub fn recipe(&self) -> u64 {
        u64::from_le_bytes(bytes_at(self.bytes, 16))
    }

    /// The bytes of the book.
    #[must_use]
    pub const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Visits the positions in depth-first order from the start. The positions that follow from one
    /// are visited only if `visit` returns true for it.
    ///
    /// An illegal move is skipped with all that follows it, so a damaged book is harmless.
    pub fn walk(&self, visit: impl FnMut(&Step) -> bool) {
        walk(self.entries(), self.index, visit);
    }

    /// The depth of the tree: the most plies from the start to a position.
    #[must_use]
    pub const fn deepest(&self) -> usize {
        self.deepest
    }

    fn entries(&self) -> &'b [[u8; ENTRY]] {
        self.bytes.get(HEADER..).unwrap_or_default().as_chunks().0
    }

    /// The book's entry for a position, or `None` if the position or all of its moves are missing.
    /// There is no book for smaller boards.
    #[must_use]
    pub fn find<S: Size>(&self, board: &Board<S>) -> Option<Opening> {
        if S::AREA != Eight::AREA {
            return None;
        }
        lookup::find(self, &Board::new(board.mover(), board.opponent())?)
    }

    /// Chooses at random one of the moves that are at most `margin` worse than the best, or returns
    /// `None` if the book has no entry for the position.
    ///
    /// A move that leaves the player more than `margin` below the score of the start is not chosen
    /// unless it is the best. So a game does not lose a little with every move.
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

    /// The value of the start.
    #[must_use]
    pub fn start(&self) -> Value {
        let [_, value] = bytes_at(self.bytes, HEADER);
        Value::from_byte(value)
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
    let size = positions.len() as u32;
    let header = container::Header { version: VERSION, size, recipe, checksum: 0 };
    let sum =
        extend_checksum(checksum(&header.to_bytes(MAGIC)[..CHECKSUM]), positions.as_flattened());
    container::Header { checksum: sum, ..header }.to_bytes(MAGIC)
}

/// The checksum of a book: of everything but the checksum itself.
fn sum(bytes: &[u8]) -> u64 {
    let (header, positions) = bytes.split_at_checked(HEADER).unwrap_or((bytes, &[]));
    extend_checksum(checksum(header.get(..CHECKSUM).unwrap_or_default()), positions)
}

#[cfg(test)]
mod tests;
