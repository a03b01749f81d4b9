//! Classes of endings: who takes whom.

use heapless::Vec;

use crate::types::{Color, Kind, Piece, Square, swap};

/// The most pieces that a table has.
pub(super) const MAX_PIECES: usize = 4;
/// More than the classes of any number of pieces.
const MAX_CLASSES: usize = 96;

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
/// 16 bits: the size of the first army 2, cannons 4, and for each pair of enemies 2, the first
/// army's pieces in the outer order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(u16);

impl Class {
    /// The class of these men in this order, the first army's before the second's.
    fn of(men: &[Man]) -> Self {
        let firsts = men.iter().filter(|man| man.first).count();
        let mut bits = firsts as u16;
        for man in men.iter().rev() {
            bits = bits << 1 | u16::from(man.kind == Kind::Cannon);
        }
        for one in men.iter().filter(|man| man.first) {
            for other in men.iter().filter(|man| !man.first) {
                bits = bits << 1 | u16::from(takes(men.len(), one.kind, other.kind));
                bits = bits << 1 | u16::from(takes(men.len(), other.kind, one.kind));
            }
        }
        Self(bits)
    }
}

/// Who takes whom: with two pieces on the board a cannon has nothing to jump over.
const fn takes(men: usize, kind: Kind, other: Kind) -> bool {
    kind.takes(other) && (men > 2 || !matches!(kind, Kind::Cannon))
}

/// The class of an ending, with its men in the order of the table. `None` unless both armies have a
/// piece and there are at most four.
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
        let mut men: Men = men.iter().map(|man| Man { first: man.first ^ swap, ..*man }).collect();
        men.sort_unstable_by_key(|man| !man.first);
        permutations(&mut men, 0, &mut |men| {
            let in_order = men.windows(2).all(|pair| pair[0].first >= pair[1].first);
            let class = Class::of(men);
            if in_order && best.as_ref().is_none_or(|(least, _)| class < *least) {
                best = Men::from_slice(men).ok().map(|men| (class, men));
            }
        });
    }
    best
}

/// Calls a function with every order of the men.
fn permutations(men: &mut Men, from: usize, each: &mut impl FnMut(&[Man])) {
    if from + 1 >= men.len() {
        return each(men);
    }
    for index in from..men.len() {
        swap(men, from, index);
        permutations(men, from + 1, each);
        swap(men, from, index);
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
