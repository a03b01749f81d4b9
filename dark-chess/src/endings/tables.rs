//! Reading the tables.

use core::fmt;

use heapless::Vec;

use super::class::{Class, MAX_CLASSES, MAX_PIECES, Ordered, classes};
use crate::rules::{Position, Rules};
use crate::types::Square;

/// The result of an ending for its mover, with the plies to the next capture or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The mover wins.
    Win(u8),
    /// Neither side can force a win.
    Draw,
    /// The mover loses.
    Loss(u8),
}

impl Verdict {
    /// A byte: 0 a draw, 1 to 127 a win in so many plies, from 128 on a loss in so many less 128.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Draw,
            1..=127 => Self::Win(byte),
            _ => Self::Loss(byte - 128),
        }
    }
}

/// Endgame tables, whatever keeps them.
pub trait Tablebase: fmt::Debug + Sync {
    /// Whether the wins of these tables are wins by these rules.
    fn suits(&self, rules: Rules) -> bool;

    /// The result of a position, or `None` if a piece is face down, there are too many, or a side has
    /// none.
    fn probe(&self, position: &Position) -> Option<Verdict>;
}

/// Bytes of the table of one class: the mover, a quarter of the board for the first piece, and all
/// squares for the others.
#[must_use]
pub const fn class_len(pieces: usize) -> usize {
    match pieces {
        2..=MAX_PIECES => 16 << (5 * (pieces - 1)),
        _ => 0,
    }
}

/// Bytes of the tables of all endings with up to this many pieces, at most five.
#[must_use]
pub fn table_len(pieces: usize) -> usize {
    (2..=pieces.min(MAX_PIECES)).map(|n| class_len(n) * classes(n).len()).sum()
}

/// Where each ending is in the tables: the classes in ascending order, a byte for each position.
#[derive(Clone, Debug)]
pub struct Layout {
    pieces: usize,
    classes: Vec<Class, MAX_CLASSES>,
    /// For each number of pieces, how many classes have fewer, and the bytes of those.
    fewer: [(usize, usize); MAX_PIECES + 1],
}

impl Layout {
    /// The layout of the tables with up to this many pieces, at most five.
    #[must_use]
    pub fn new(pieces: usize) -> Self {
        let pieces = pieces.min(MAX_PIECES);
        let (mut all, mut fewer, mut bytes) = (Vec::new(), [(0, 0); MAX_PIECES + 1], 0);
        for (n, fewer) in fewer.iter_mut().enumerate().take(pieces + 1).skip(2) {
            *fewer = (all.len(), bytes);
            for (class, _) in &classes(n) {
                // As many places as there are classes: a test counts them.
                let _ = all.push(*class);
                bytes += class_len(n);
            }
        }
        Self { pieces, classes: all, fewer }
    }

    /// The most pieces of an ending in the tables.
    #[must_use]
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// The place of a position, or `None` if it has none: see [`Tablebase::probe`].
    #[must_use]
    pub fn place(&self, position: &Position) -> Option<usize> {
        let ending = Ordered::of(position, self.pieces)?;
        let start = self.start(ending.class)?;
        Some(start + index(&ending.squares, ending.first_moves))
    }

    /// Where the table of a class starts.
    pub(super) fn start(&self, class: Class) -> Option<usize> {
        let at = self.classes.binary_search(&class).ok()?;
        let pieces = class.pieces();
        let (first, start) = self.fewer.get(pieces)?;
        Some(start + at.checked_sub(*first)? * class_len(pieces))
    }
}

/// The tables of all endings with up to a number of pieces, in memory that the caller owns.
///
/// ```
/// use wedge_dark_chess::{Endings, Rules, Tablebase, Verdict, solve, table_len};
///
/// let mut bytes = vec![0; table_len(2)];
/// solve(2, Rules::default(), &mut bytes, |_| ()).unwrap();
/// let endings = Endings::new(2, Rules::default(), &bytes).unwrap();
/// let position = "k.../..../..../..../..../..../..../.P.. r - 0".parse().unwrap();
/// assert!(matches!(endings.probe(&position), Some(Verdict::Draw | Verdict::Win(_))));
/// ```
#[derive(Clone, Debug)]
pub struct Endings<'d> {
    bytes: &'d [u8],
    rules: Rules,
    layout: Layout,
}

impl<'d> Endings<'d> {
    /// The tables in these bytes, made for these rules; `None` if there are not [`table_len`] bytes.
    #[must_use]
    pub fn new(pieces: usize, rules: Rules, bytes: &'d [u8]) -> Option<Self> {
        let valid = (2..=MAX_PIECES).contains(&pieces) && bytes.len() == table_len(pieces);
        valid.then(|| Self { bytes, rules, layout: Layout::new(pieces) })
    }

    /// The most pieces of an ending in the tables.
    #[must_use]
    pub const fn pieces(&self) -> usize {
        self.layout.pieces()
    }

    /// The rules that they were made for.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The bytes, in the order of [`Layout`].
    #[must_use]
    pub const fn bytes(&self) -> &'d [u8] {
        self.bytes
    }

    pub(super) const fn layout(&self) -> &Layout {
        &self.layout
    }
}

impl Tablebase for Endings<'_> {
    fn suits(&self, rules: Rules) -> bool {
        rules.quiet_limit >= self.rules.quiet_limit
    }

    fn probe(&self, position: &Position) -> Option<Verdict> {
        let byte = self.bytes.get(self.layout.place(position)?)?;
        Some(Verdict::from_byte(*byte))
    }
}

/// The place of a position in the table of its class. The board is turned so that the first piece is
/// in the quarter of a1; none of the four turns keeps a square where it is, so one and only one does.
pub(super) fn index(squares: &[Square], first_moves: bool) -> usize {
    let Some(lead) = squares.first() else { return 0 };
    // Turns: exclusive or with 3 mirrors the files, with 28 the ranks.
    let turn = if lead.file() >= 2 { 3 } else { 0 } | if lead.rank() >= 4 { 28 } else { 0 };
    let mut index = usize::from(!first_moves);
    for (at, square) in squares.iter().enumerate() {
        let square = Square::wrapping(square.index() as u32 ^ turn);
        index = if at == 0 {
            index << 3 | usize::from(square.rank()) << 1 | usize::from(square.file())
        } else {
            index << 5 | square.index()
        };
    }
    index
}

/// The squares and the mover of a place in a table of this many pieces.
pub(super) fn position_at(index: usize, pieces: usize) -> (Vec<Square, MAX_PIECES>, bool) {
    let mut squares = Vec::new();
    let shift = 5 * (pieces - 1);
    let lead = index >> shift & 7;
    let _ = squares.push(Square::wrapping(((lead >> 1) << 2 | (lead & 1)) as u32));
    for at in 1..pieces {
        let _ = squares.push(Square::wrapping((index >> (5 * (pieces - 1 - at))) as u32));
    }
    (squares, index >> (shift + 3) & 1 == 0)
}
