//! The entries of all places of the network's shapes at once: each has a lane of 16 bits.
//!
//! What the discs on four neighbouring squares add to all lanes is one row of a table, so an entry is
//! a sum of 32 rows: 16 for each player. The sums are plain loops over arrays, which a compiler turns
//! into vector instructions.

use super::set::SquareList;
use crate::types::Bitboard;

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
/// The number of places.
pub(super) const PLACES: usize = CONST_LAYOUT.places;
/// The number of entries of all shapes, mirror images counted separately.
pub(super) const ENTRIES: usize = CONST_LAYOUT.entries;

/// Where the lanes find their entries.
pub(super) struct Layout {
    places: usize,
    entries: usize,
    /// The number of the first entry of each lane's shape.
    pub(super) first: [u32; LANES],
    /// What the discs on squares 4n to 4n+3 add to the entries, for each n and each set of them.
    rows: [[u16; LANES]; 256],
}

/// The layout in memory.
pub(super) static LAYOUT: Layout = CONST_LAYOUT;

const CONST_LAYOUT: Layout = {
    let (first, rows) = ([0; LANES], [[0; LANES]; 256]);
    let mut layout = Layout { places: 0, entries: 0, first, rows };
    let mut shape = 0;
    while shape < SHAPES.len() {
        let (places, count) = SHAPES[shape].places();
        let mut place = 0;
        while place < count {
            let lane = layout.places;
            layout.first[lane] = layout.entries as u32;
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

/// What each player's discs add to the entries of all places.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    mover: [u16; LANES],
    opponent: [u16; LANES],
}

impl Lanes {
    #[inline]
    pub(super) fn new(mover: Bitboard, opponent: Bitboard) -> Self {
        let mut lanes = Self { mover: [0; LANES], opponent: [0; LANES] };
        for group in 0..16 {
            let row =
                |set: Bitboard| &LAYOUT.rows[16 * group + (set.0 >> (4 * group) & 15) as usize];
            let (mine, theirs) = (row(mover), row(opponent));
            for lane in 0..LANES {
                lanes.mover[lane] += mine[lane];
                lanes.opponent[lane] += theirs[lane];
            }
        }
        lanes
    }

    /// The entry of each place: a digit of 0 is an empty square, 1 a disc of the mover's, 2 one of
    /// the opponent's.
    #[inline]
    pub(super) fn entries(&self) -> [u16; LANES] {
        let mut entries = self.mover;
        for (entry, opponent) in entries.iter_mut().zip(&self.opponent) {
            *entry += 2 * opponent;
        }
        entries
    }
}
