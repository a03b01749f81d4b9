//! The entries of all places of the network's shapes at once: each has a lane of 16 bits.
//!
//! What the discs on four neighbouring squares add to all lanes is one row of a table, so an entry is
//! a sum of 32 rows: 16 for each player. The sums are plain loops over arrays, which a compiler turns
//! into vector instructions.

use super::set::SquareList;
use crate::types::{Bitboard, Square};

/// The shapes, in the order of their rows.
pub(super) const SHAPES: [SquareList; 11] = [
    // Corner 2x5, corner 3x3, corner triangle.
    SquareList::read("a1b1c1d1e1a2b2c2d2e2"),
    SquareList::read("a1b1c1a2b2c2a3b3c3"),
    SquareList::read("a1b1c1d1a2b2c2a3b3a4"),
    // 3x3 beside the corner's two columns, and one square inward.
    SquareList::read("c1d1e1c2d2e2c3d3e3c4"),
    // Edge and both X-squares, edge and the four squares beside its middle.
    SquareList::read("b2a1b1c1d1e1f1g1h1g2"),
    SquareList::read("a1c1d1e1f1h1c2d2e2f2"),
    // Rows 2 and 3.
    SquareList::read("a2b2c2d2e2f2g2h2"),
    SquareList::read("a3b3c3d3e3f3g3h3"),
    // Diagonals of 8, 7 and 6 squares.
    SquareList::read("a1b2c3d4e5f6g7h8"),
    SquareList::read("a2b3c4d5e6f7g8"),
    SquareList::read("a3b4c5d6e7f8"),
];

/// The most places.
const LANES: usize = 64;
/// The number of entries of all shapes, mirror images counted separately.
pub(super) const ENTRIES: usize = CONST_LAYOUT.first_entry[SHAPES.len()];

/// Where the lanes find their entries.
#[repr(align(64))]
pub(super) struct Layout {
    /// The first lane of each shape, then their number.
    first_lane: [usize; SHAPES.len() + 1],
    /// The number of each shape's first entry, then the number of all.
    first_entry: [usize; SHAPES.len() + 1],
    /// What the discs on squares 4n to 4n+3 add to the entries, for each n and each set of them.
    rows: [[u16; LANES]; 256],
    /// What a disc on each square adds, and twice that.
    squares: [[[u16; LANES]; 2]; 64],
}

/// Each shape has an even number of places, which [`Entries::of_shape`] gives in pairs.
const _: () = {
    let mut shape = 0;
    while shape < SHAPES.len() {
        assert!(CONST_LAYOUT.first_lane[shape + 1].is_multiple_of(2));
        shape += 1;
    }
};

/// The layout in memory.
pub(super) static LAYOUT: Layout = CONST_LAYOUT;

const CONST_LAYOUT: Layout = {
    let (first, rows) = ([0; SHAPES.len() + 1], [[0; LANES]; 256]);
    let squares = [[[0; LANES]; 2]; 64];
    let mut layout = Layout { first_lane: first, first_entry: first, rows, squares };
    let mut shape = 0;
    while shape < SHAPES.len() {
        let (places, count) = SHAPES[shape].places();
        let mut place = 0;
        while place < count {
            let lane = layout.first_lane[shape] + place;
            let (squares, mut digit) = (places[place].as_slice(), 0);
            while digit < squares.len() {
                let (square, mut set) = (squares[digit] as usize, 0);
                let worth = 3_u16.pow((squares.len() - 1 - digit) as u32);
                layout.squares[square][0][lane] = worth;
                layout.squares[square][1][lane] = 2 * worth;
                while set < 16 {
                    if set >> (square % 4) & 1 != 0 {
                        layout.rows[square / 4 * 16 + set][lane] += worth;
                    }
                    set += 1;
                }
                digit += 1;
            }
            place += 1;
        }
        layout.first_lane[shape + 1] = layout.first_lane[shape] + count;
        layout.first_entry[shape + 1] = layout.first_entry[shape] + SHAPES[shape].states();
        shape += 1;
    }
    layout
};

/// The entry of each place.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(in super::super) struct Entries([u16; LANES]);

impl Entries {
    /// The entries of a board: a digit of 0 is an empty square, 1 a disc of the mover's, 2 one of the
    /// opponent's.
    #[inline]
    pub(super) fn new(mover: Bitboard, opponent: Bitboard) -> Self {
        Self::of_both(mover, opponent).0
    }

    /// The entries of a board, and those of the same board for the opponent.
    #[inline]
    pub(super) fn of_both(mover: Bitboard, opponent: Bitboard) -> (Self, Self) {
        let (mut one, mut two) = ([0_u16; LANES], [0_u16; LANES]);
        for group in 0..16 {
            let row =
                |set: Bitboard| &LAYOUT.rows[16 * group + (set.0 >> (4 * group) & 15) as usize];
            let (mine, theirs) = (row(mover), row(opponent));
            for lane in 0..LANES {
                one[lane] += mine[lane];
                two[lane] += theirs[lane];
            }
        }
        for (one, two) in one.iter_mut().zip(&mut two) {
            (*one, *two) = (*one + 2 * *two, *two + 2 * *one);
        }
        (Self(one), Self(two))
    }

    /// The entries after a move of the opponent's on this square, which flips these discs.
    #[inline]
    pub(super) fn after(&self, square: Square, flips: Bitboard) -> Self {
        let mut entries = self.0;
        let mut add = |worths: &[u16; LANES]| {
            for (entry, worth) in entries.iter_mut().zip(worths) {
                *entry = entry.wrapping_add(*worth);
            }
        };
        add(&LAYOUT.squares[square.index()][1]);
        for flipped in flips {
            add(&LAYOUT.squares[flipped.index()][0]);
        }
        Self(entries)
    }

    /// The number of a shape's first entry, and the entries of its places.
    #[inline]
    pub(super) fn of_shape<const SHAPE: usize>(&self) -> (usize, &[[u16; 2]]) {
        let places = const { CONST_LAYOUT.first_lane[SHAPE]..CONST_LAYOUT.first_lane[SHAPE + 1] };
        (const { CONST_LAYOUT.first_entry[SHAPE] }, self.0[places].as_chunks().0)
    }
}
