//! Classes of endings: who takes whom.

use heapless::Vec;

use crate::rules::Position;
use crate::types::{Color, Kind, Piece, Square, swap};

/// The most pieces that a table has.
pub(super) const MAX_PIECES: usize = 5;
/// More than the classes of any number of pieces, and of all: a test counts them.
pub(super) const MAX_CLASSES: usize = 512;

/// A piece of an ending: whether it belongs to the first army, its kind and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) first: bool,
    pub(super) kind: Kind,
    pub(super) square: Square,
}

pub(super) type Men = Vec<Man, MAX_PIECES>;

/// What decides an ending: the sizes of the two armies, which pieces are cannons, and who takes
/// whom. The larger army is the first.
///
/// From the highest bit: the size of the first army, a bit for each piece that is a cannon, and two
/// for each pair of enemies, the first army's pieces in the outer order. So a class of more pieces
/// has a higher number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(pub(super) u32);

impl Class {
    /// The class of these men in this order, the first army's before the second's.
    fn of(men: &[Man]) -> Self {
        let firsts = men.iter().filter(|man| man.first).count();
        let mut bits = firsts as u32;
        for man in men.iter().rev() {
            bits = bits << 1 | u32::from(man.kind == Kind::Cannon);
        }
        for one in men.iter().filter(|man| man.first) {
            for other in men.iter().filter(|man| !man.first) {
                bits = bits << 1 | u32::from(takes(men.len(), one.kind, other.kind));
                bits = bits << 1 | u32::from(takes(men.len(), other.kind, one.kind));
            }
        }
        Self(bits)
    }

    /// How many pieces it has. The highest number of each is below the lowest of the next.
    pub(super) const fn pieces(self) -> usize {
        match self.0 {
            ..64 => 2,
            64..1024 => 3,
            1024..16_384 => 4,
            _ => 5,
        }
    }
}

/// Who takes whom: with two pieces on the board a cannon has nothing to jump over.
const fn takes(men: usize, kind: Kind, other: Kind) -> bool {
    kind.takes(other) && (men > 2 || !matches!(kind, Kind::Cannon))
}

/// The class of an ending, with its men in the order of the table. `None` unless both armies have a
/// piece.
pub(super) fn classify(men: &Men) -> Option<(Class, Men)> {
    let firsts = men.iter().filter(|man| man.first).count();
    let seconds = men.len() - firsts;
    if firsts == 0 || seconds == 0 {
        return None;
    }
    let mut best: Option<(Class, Men)> = None;
    for swap in [false, true] {
        if (swap && firsts > seconds) || (!swap && firsts < seconds) {
            continue;
        }
        let mut ordered = Men::new();
        for first in [true, false] {
            for man in men.iter().filter(|man| man.first ^ swap == first) {
                // As many places as men.
                let _ = ordered.push(Man { first, ..*man });
            }
        }
        let size = if swap { seconds } else { firsts };
        permutations(&mut ordered, 0, size, &mut |men| {
            let class = Class::of(men);
            if best.as_ref().is_none_or(|(least, _)| class < *least) {
                best = Men::from_slice(men).ok().map(|men| (class, men));
            }
        });
    }
    best
}

/// Calls a function with every order of the men within their armies; the first has this size.
fn permutations(men: &mut Men, from: usize, size: usize, each: &mut impl FnMut(&[Man])) {
    if from + 1 >= men.len() {
        return each(men);
    }
    let end = if from < size { size } else { men.len() };
    for index in from..end {
        swap(men, from, index);
        permutations(men, from + 1, size, each);
        swap(men, from, index);
    }
}

/// An ending as the tables order it.
pub(super) struct Ordered {
    pub(super) class: Class,
    pub(super) squares: Vec<Square, MAX_PIECES>,
    /// Whether the first army moves.
    pub(super) first_moves: bool,
}

impl Ordered {
    /// The ending of a position. `None` if a piece is face down, there are more than `most`, or a
    /// side has none.
    pub(super) fn of(position: &Position, most: usize) -> Option<Self> {
        let side = position.side()?;
        let occupied = position.occupied();
        if !position.face_down().is_empty() || occupied.len() as usize > most {
            return None;
        }
        let mut men = Men::new();
        for square in occupied {
            let piece = position.piece_at(square)?;
            let first = piece.color() == Color::Red;
            men.push(Man { first, kind: piece.kind(), square }).ok()?;
        }
        let (class, men) = classify(&men)?;
        // Which army is the mover's: the class may have swapped them.
        let first_moves = position.of(side).has(men.first()?.square);
        let mut squares = Vec::new();
        for man in &men {
            squares.push(man.square).ok()?;
        }
        Some(Self { class, squares, first_moves })
    }
}

/// Every class of this many pieces in ascending order, each with the pieces of one of its endings:
/// the first army's as red, in the order of the table.
#[must_use]
pub fn classes(pieces: usize) -> Vec<(Class, Vec<Piece, MAX_PIECES>), MAX_CLASSES> {
    let mut found: Vec<(Class, Vec<Piece, MAX_PIECES>), MAX_CLASSES> = Vec::new();
    let mut men = Men::new();
    add_materials(pieces, 0, &mut men, &mut |men| {
        let Some((class, men)) = classify(men) else { return };
        if let Err(at) = found.binary_search_by_key(&class, |(class, _)| *class) {
            let color = |man: &Man| if man.first { Color::Red } else { Color::Black };
            let pieces = men.iter().map(|man| Piece::new(color(man), man.kind)).collect();
            // There is room for all: a test counts them.
            let _ = found.insert(at, (class, pieces));
        }
    });
    found
}

/// Calls a function with every material of so many pieces, none above its number in the game.
fn add_materials(pieces: usize, from: usize, men: &mut Men, each: &mut impl FnMut(&Men)) {
    if men.len() == pieces.min(MAX_PIECES) {
        return each(men);
    }
    for index in from..Piece::COUNT {
        let Some(piece) = Piece::from_index(index) else { return };
        let (first, kind) = (piece.color() == Color::Red, piece.kind());
        let same = men.iter().filter(|man| man.first == first && man.kind == kind).count();
        if same < usize::from(kind.per_side()) {
            let _ = men.push(Man { first, kind, square: Square::wrapping(0) });
            add_materials(pieces, index, men, each);
            men.pop();
        }
    }
}
