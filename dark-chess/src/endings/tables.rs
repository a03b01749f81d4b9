//! Reading the tables.

use super::class::{self, Class, MAX_PIECES, Man, Men, classify};
use crate::rules::{Position, Rules};
use crate::types::{Color, Piece, Square};
use heapless::Vec;

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
    pub(super) const fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Draw,
            1..=127 => Self::Win(byte),
            _ => Self::Loss(byte - 128),
        }
    }
}

/// Bytes of the table of one class: the mover, a quarter of the board for the first piece, and all
/// squares for the others.
const fn class_len(pieces: usize) -> usize {
    match pieces {
        2..=MAX_PIECES => 16 << (5 * (pieces - 1)),
        _ => 0,
    }
}

/// Bytes of the tables of all endings with up to this many pieces, at most four.
#[must_use]
pub fn table_len(pieces: usize) -> usize {
    (2..=pieces.min(MAX_PIECES)).map(|n| class_len(n) * class::classes(n).len()).sum()
}

/// The tables of all endings with up to a number of pieces, in memory that the caller owns.
///
/// ```
/// use wedge_dark_chess::{Endings, Rules, Verdict, solve, table_len};
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
    pieces: usize,
    rules: Rules,
    /// For each class its place in the bytes, by number of pieces.
    classes: [Vec<(Class, usize), 96>; 3],
}

impl<'d> Endings<'d> {
    /// The tables in these bytes, made for these rules; `None` if there are not [`table_len`] bytes.
    #[must_use]
    pub fn new(pieces: usize, rules: Rules, bytes: &'d [u8]) -> Option<Self> {
        let valid = (2..=MAX_PIECES).contains(&pieces) && bytes.len() == table_len(pieces);
        valid.then(|| Self { bytes, pieces, rules, classes: places(pieces) })
    }

    /// The most pieces of an ending in the tables.
    #[must_use]
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// Whether the wins of these tables are wins by these rules: they allow as many quiet plies.
    #[must_use]
    pub const fn suit(&self, rules: Rules) -> bool {
        rules.quiet_limit >= self.rules.quiet_limit
    }

    /// The result of a position, or `None` if a piece is face down, there are too many, or a side has
    /// none.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        let side = position.side()?;
        let occupied = position.occupied();
        if !position.face_down().is_empty() || occupied.len() as usize > self.pieces {
            return None;
        }
        let mut men = Men::new();
        for square in occupied {
            let piece = position.piece_at(square)?;
            let first = piece.color() == Color::Red;
            men.push(Man { first, kind: piece.kind(), square }).ok()?;
        }
        let (class, sorted) = classify(&men)?;
        let place = find(&self.classes, sorted.len(), class)?;
        // Which army is the mover's: the class may have swapped them.
        let lead = sorted.first()?;
        let lead_color = position.piece_at(lead.square).map(Piece::color)?;
        let squares: Vec<Square, MAX_PIECES> = sorted.iter().map(|man| man.square).collect();
        let index = place + index(&squares, lead_color == side);
        self.bytes.get(index).map(|&byte| Verdict::from_byte(byte))
    }
}

type Places = [Vec<(Class, usize), 96>; 3];

/// The place of each class, by number of pieces.
pub(super) fn places(pieces: usize) -> Places {
    let (mut places, mut at) = ([const { Vec::new() }; 3], 0);
    for (n, list) in (2..=pieces.min(MAX_PIECES)).zip(&mut places) {
        for (class, _) in &class::classes(n) {
            // As many places as `classes` has.
            let _ = list.push((*class, at));
            at += class_len(n);
        }
    }
    places
}

pub(super) fn find(places: &Places, pieces: usize, class: Class) -> Option<usize> {
    let list = places.get(pieces.checked_sub(2)?)?;
    let at = list.binary_search_by_key(&class, |(class, _)| *class).ok()?;
    list.get(at).map(|(_, place)| *place)
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

/// The bytes of one class.
pub(super) const fn len_of(pieces: usize) -> usize {
    class_len(pieces)
}
