//! Sets of shapes: what a trainer needs to know of an evaluation.
//!
//! A shape is a list of squares. Their contents, each empty, the mover's or the opponent's, are the
//! digits of a base-3 number, which selects an entry of the shape. The chip's forms and the PC's
//! network are sets; a trainer treats them alike.

use super::form::{Flash256K, Flash512K, Form, Full};
use super::shapes::{KINDS, Shape};
use super::{lanes, network, weights};

/// A set of shapes, with the size of its rows.
#[derive(Debug)]
pub struct Set {
    /// The name in commands and files.
    pub name: &'static str,
    /// The shapes, in the order of their rows.
    pub shapes: &'static [SquareList],
    /// The numbers of a row.
    pub width: usize,
    /// The number 1 in a row.
    pub one: i16,
    /// The largest number in a row of an entry, and the smallest negated.
    pub largest: i16,
}

impl Set {
    /// The PC's network.
    pub const PC: Self = Self {
        name: "pc",
        shapes: &lanes::SHAPES,
        width: network::WIDTH,
        one: network::ONE,
        largest: 127,
    };
    /// The chip's set, which is also that of a PC wherever both must agree.
    pub const CHIP: Self = Self::of_form::<Full>("chip");
    /// The set of parts with 512 KB of flash.
    pub const FLASH_512K: Self = Self::of_form::<Flash512K>("512k");
    /// The set of parts with 256 KB of flash.
    pub const FLASH_256K: Self = Self::of_form::<Flash256K>("256k");
    /// All sets. A file of a training has the place of its set in this list.
    pub const ALL: [&'static Self; 4] =
        [&Self::PC, &Self::CHIP, &Self::FLASH_512K, &Self::FLASH_256K];

    /// The set of a form.
    const fn of_form<F: Form>(name: &'static str) -> Self {
        let shapes = const { &squares_of(F::SHAPES) };
        Self { name, shapes, width: weights::WIDTH, one: weights::ONE, largest: 63 }
    }
}

const fn squares_of(shapes: &[Shape; KINDS]) -> [SquareList; KINDS] {
    let mut squares = [SquareList::NONE; KINDS];
    let mut shape = 0;
    while shape < KINDS {
        let Shape { halves: [first, second], centre, .. } = shapes[shape];
        squares[shape] = SquareList::read(first).and(second).and(centre);
        shape += 1;
    }
    squares
}

/// The most squares of a shape: their states have to fit into 16 bits.
pub const MOST_SQUARES: usize = 10;

/// A list of squares, the first the most significant digit of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareList {
    squares: [u8; MOST_SQUARES],
    len: usize,
}

impl SquareList {
    const NONE: Self = Self { squares: [0; MOST_SQUARES], len: 0 };

    /// Reads names of squares, as in `a1b2`.
    pub(super) const fn read(names: &str) -> Self {
        Self::NONE.and(names)
    }

    /// The list with more squares behind.
    const fn and(mut self, names: &str) -> Self {
        let names = names.as_bytes();
        let mut i = 0;
        while i < names.len() {
            self.squares[self.len] = names[i] - b'a' + 8 * (names[i + 1] - b'1');
            self.len += 1;
            i += 2;
        }
        self
    }

    /// The squares, as numbers below 64.
    #[must_use]
    pub const fn as_slice(&self) -> &[u8] {
        self.squares.split_at(self.len).0
    }

    /// The number of states.
    #[must_use]
    pub const fn states(&self) -> usize {
        3_usize.pow(self.len as u32)
    }

    /// The squares as a set of bits.
    const fn bits(&self) -> u64 {
        let (mut bits, mut i) = (0, 0);
        while i < self.len {
            bits |= 1 << self.squares[i];
            i += 1;
        }
        bits
    }

    /// The image under one of the eight symmetries of the board.
    const fn image(&self, symmetry: usize) -> Self {
        let (mut image, mut i) = (*self, 0);
        while i < self.len {
            image.squares[i] = moved(self.squares[i], symmetry);
            i += 1;
        }
        image
    }

    /// The places of the shape on the board: the images that cover different squares, and how many.
    #[must_use]
    pub const fn places(&self) -> ([Self; 8], usize) {
        let (mut places, mut count, mut symmetry) = ([Self::NONE; 8], 0, 0);
        while symmetry < 8 {
            let image = self.image(symmetry);
            let (mut is_new, mut i) = (true, 0);
            while i < count {
                is_new &= places[i].bits() != image.bits();
                i += 1;
            }
            if is_new {
                places[count] = image;
                count += 1;
            }
            symmetry += 1;
        }
        (places, count)
    }

    /// The first of the entries that share a row with this one: the entry itself or one of its
    /// mirror images. [`Mirrors`] is faster for many entries.
    #[must_use]
    pub fn shared(&self, entry: usize) -> usize {
        Mirrors::of(self).shared(entry)
    }
}

/// The other orders of a shape's squares in which a symmetry of the board maps it to itself.
#[derive(Debug)]
pub struct Mirrors {
    mirrors: [Mirror; 7],
    len: usize,
}

impl Mirrors {
    /// Those of a shape.
    #[must_use]
    pub fn of(shape: &SquareList) -> Self {
        let none = Mirror { worth: [0; MOST_SQUARES], len: shape.len };
        let mut mirrors = Self { mirrors: [none; 7], len: 0 };
        for symmetry in 1..8 {
            let image = shape.image(symmetry);
            if image.bits() != shape.bits() {
                continue;
            }
            let Some(mirror) = mirrors.mirrors.get_mut(mirrors.len) else { break };
            for (worth, square) in mirror.worth.iter_mut().zip(image.as_slice()) {
                let at = shape.as_slice().iter().position(|own| own == square).unwrap_or(0);
                *worth = 3_usize.pow((shape.len - 1 - at) as u32);
            }
            mirrors.len += 1;
        }
        mirrors
    }

    /// The first of the entries that share a row with this one.
    #[must_use]
    pub fn shared(&self, entry: usize) -> usize {
        let mirrors = self.mirrors.iter().take(self.len);
        mirrors.map(|mirror| mirror.of(entry)).fold(entry, usize::min)
    }
}

/// A symmetry of a shape, as the worth of each digit in the mirrored entry.
#[derive(Clone, Copy, Debug)]
struct Mirror {
    worth: [usize; MOST_SQUARES],
    len: usize,
}

impl Mirror {
    /// The mirror image of an entry.
    fn of(&self, mut entry: usize) -> usize {
        let mut mirrored = 0;
        for worth in self.worth.iter().take(self.len).rev() {
            mirrored += entry % 3 * worth;
            entry /= 3;
        }
        mirrored
    }
}

/// The image of a square under one of the eight symmetries of the board.
pub(super) const fn moved(square: u8, symmetry: usize) -> u8 {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    column + 8 * row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_shared_entries_are_those_one_counts_by_hand() {
        let entries = |set: &Set, shape: usize| {
            let squares = set.shapes[shape];
            let own = (0..squares.states()).filter(|&entry| squares.shared(entry) == entry);
            (squares.places().1, own.count())
        };
        // 2x5: no symmetry. Edge and X: (3^10 + 3^5) / 2. 3x3: (3^9 + 3^6) / 2. Diagonal 8: two
        // symmetries, of which one leaves every square where it is.
        assert_eq!(entries(&Set::CHIP, 0), (8, 59_049));
        assert_eq!(entries(&Set::CHIP, 1), (4, 29_646));
        assert_eq!(entries(&Set::CHIP, 2), (4, 10_206));
        assert_eq!(entries(&Set::CHIP, 5), (2, 3_321));
        assert_eq!(entries(&Set::CHIP, 9), (4, 45));
        // The smaller forms: 2x4, and an edge alone.
        assert_eq!(entries(&Set::FLASH_512K, 0), (8, 6_561));
        assert_eq!(entries(&Set::FLASH_256K, 1), (4, 3_321));
    }
}
