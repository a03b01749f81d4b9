//! The shapes that the evaluation knows, where they lie on the board, and where their tables are.
//!
//! A shape is a handful of squares. What stands on them (each empty, the mover's or the
//! opponent's) is one entry of the shape's table. Most shapes look the same in a mirror, so both
//! ways to see the same thing are worth the same. A folded shape has but one entry for the two,
//! which makes its table half as large; a straight one has both, which is quicker to look up.

/// A handful of squares.
#[derive(Debug)]
pub struct Shape {
    /// What it is called in reports.
    pub name: &'static str,
    /// The squares on the mirror's line, if it is folded there.
    centre: &'static str,
    /// One half, and the other; if folded, in the order that the mirror makes of the first.
    halves: [&'static str; 2],
    /// How the halves make up the number of an entry.
    kind: Kind,
    /// Which of the two lanes its table is in: see [`RECORDS`].
    lane: usize,
}

/// How a shape reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One entry for both ways to see it.
    Folded,
    /// An entry for each way; the weights are the same.
    Straight,
    /// No mirror image of itself.
    Lopsided,
}

const fn folded(name: &'static str, halves: [&'static str; 2], centre: &'static str) -> Shape {
    Shape { name, centre, halves, kind: Kind::Folded, lane: 1 }
}

const fn straight(name: &'static str, halves: [&'static str; 2]) -> Shape {
    Shape { name, centre: "", halves, kind: Kind::Straight, lane: 1 }
}

/// The shapes, in the order of their tables.
pub const SHAPES: [Shape; 10] = [
    Shape {
        name: "corner 2x5",
        centre: "",
        halves: ["a1b1c1d1e1", "a2b2c2d2e2"],
        kind: Kind::Lopsided,
        lane: 0,
    },
    folded("edge and X", ["b2a1b1c1d1", "g2h1g1f1e1"], ""),
    folded("corner 3x3", ["b1c1c2", "a2a3b3"], "a1b2c3"),
    folded("row 3", ["a3b3c3d3", "h3g3f3e3"], ""),
    folded("row 4", ["a4b4c4d4", "h4g4f4e4"], ""),
    straight("diagonal 8", ["a1b2c3d4", "e5f6g7h8"]),
    straight("diagonal 7", ["a2b3c4d5", "e6f7g8"]),
    straight("diagonal 6", ["a3b4c5", "d6e7f8"]),
    straight("diagonal 5", ["a4b5c6", "d7e8"]),
    straight("diagonal 4", ["a5b6", "c7d8"]),
];

/// Entries come in records of two, one for each lane: this many are enough for the larger lane,
/// which is that of the 2x5 corner alone.
pub(super) const RECORDS: usize = 3_usize.pow(10);

/// The entries of a phase.
pub const ENTRIES: usize = 2 * RECORDS;

/// How many things can stand on squares, given as text of two letters each.
const fn states(squares: &str) -> usize {
    3_usize.pow(squares.len() as u32 / 2)
}

impl Shape {
    /// The length of its table.
    #[must_use]
    pub const fn entries(&self) -> usize {
        let [first, second] = self.halves;
        match self.kind {
            Kind::Folded => states(self.centre) * states(first) * (states(first) + 1) / 2,
            Kind::Straight | Kind::Lopsided => states(first) * states(second),
        }
    }

    /// Where its table begins in its lane.
    pub(super) const fn offset(shape: usize) -> usize {
        let (mut offset, mut before) = (0, 0);
        while before < shape {
            if SHAPES[before].lane == SHAPES[shape].lane {
                offset += SHAPES[before].entries();
            }
            before += 1;
        }
        assert!(offset + SHAPES[shape].entries() <= RECORDS);
        offset
    }

    /// The first of the entries that are worth the same: the entry itself or its mirror image.
    fn twin(&self, entry: usize) -> usize {
        if self.kind != Kind::Straight {
            return entry;
        }
        let (mut rest, mut mirrored) = (entry, 0);
        let mut squares = self.halves[0].len() / 2 + self.halves[1].len() / 2;
        while squares > 0 {
            mirrored = 3 * mirrored + rest % 3;
            rest /= 3;
            squares -= 1;
        }
        entry.min(mirrored)
    }
}

/// A list of at most five squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    squares: [u8; 5],
    len: usize,
}

impl Squares {
    /// Reads names of squares, as in `a1b2`, and moves them by one of the eight symmetries.
    const fn read(names: &str, symmetry: usize) -> Self {
        let names = names.as_bytes();
        let mut squares = [0; 5];
        let mut i = 0;
        while 2 * i < names.len() {
            let (mut column, mut row) = (names[2 * i] - b'a', names[2 * i + 1] - b'1');
            if symmetry & 1 != 0 {
                column = 7 - column;
            }
            if symmetry & 2 != 0 {
                row = 7 - row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            squares[i] = column + 8 * row;
            i += 1;
        }
        Self { squares, len: i }
    }

    const fn set(&self) -> u64 {
        let mut set = 0;
        let mut i = 0;
        while i < self.len {
            set |= 1 << self.squares[i];
            i += 1;
        }
        set
    }

    /// The square with so many behind it; none before the first.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
    pub(super) const fn last_but(&self, place: usize) -> Option<u8> {
        if place < self.len { Some(self.squares[self.len - 1 - place]) } else { None }
    }

    /// The number in base 3 of what stands on the squares, the first one weighing most.
    fn state(&self, mover: u64, opponent: u64) -> usize {
        self.squares.iter().take(self.len).fold(0, |state, square| {
            3 * state + (mover >> square & 1) as usize + 2 * (opponent >> square & 1) as usize
        })
    }
}

/// A shape at one of its places on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) shape: usize,
    pub(super) centre: Squares,
    pub(super) halves: [Squares; 2],
    pub(super) folded: bool,
    /// How many entries there are for each state of the centre.
    pub(super) pairs: usize,
    /// How many things can stand on the second half.
    pub(super) second_states: usize,
    /// Where its table begins in its lane, and which lane that is.
    pub(super) offset: usize,
    pub(super) lane: usize,
}

/// How many places the shapes have together.
pub const PLACES_LEN: usize = find_places(&mut [None; 64]);

/// Every place, shape by shape.
pub(super) const PLACES: [Place; PLACES_LEN] = {
    let mut all = [None; 64];
    find_places(&mut all);
    let Some(first) = all[0] else { panic!("there are shapes") };
    let mut places = [first; PLACES_LEN];
    let mut i = 0;
    while i < PLACES_LEN {
        if let Some(place) = all[i] {
            places[i] = place;
        }
        i += 1;
    }
    places
};

/// Finds the places of all shapes: those of the eight symmetries that cover different squares.
const fn find_places(all: &mut [Option<Place>; 64]) -> usize {
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let Shape { centre, halves, kind, lane, .. } = SHAPES[shape];
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let place = Place {
                shape,
                centre: Squares::read(centre, symmetry),
                halves: [Squares::read(halves[0], symmetry), Squares::read(halves[1], symmetry)],
                folded: matches!(kind, Kind::Folded),
                pairs: SHAPES[shape].entries() / states(centre),
                second_states: states(halves[1]),
                offset: Shape::offset(shape),
                lane,
            };
            let mut is_new = true;
            let mut i = first;
            while i < count {
                if let Some(known) = &all[i] {
                    is_new &= known.set() != place.set();
                }
                i += 1;
            }
            if is_new {
                all[count] = Some(place);
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    count
}

impl Place {
    const fn set(&self) -> u64 {
        self.centre.set() | self.halves[0].set() | self.halves[1].set()
    }

    /// The entry of its table that a board looks up, square by square.
    pub(super) fn entry(&self, mover: u64, opponent: u64) -> usize {
        let [first, second] = self.halves.map(|half| half.state(mover, opponent));
        if self.folded {
            let (larger, smaller) = (first.max(second), first.min(second));
            let centre = self.centre.state(mover, opponent);
            centre * self.pairs + larger * (larger + 1) / 2 + smaller
        } else {
            first * self.second_states + second
        }
    }
}

/// Which weights a board adds up: numbers below [`ENTRIES`], those that are worth the same made
/// one. For training; the evaluation has quicker ways.
#[must_use]
pub fn entries(mover: u64, opponent: u64) -> [u32; PLACES_LEN] {
    PLACES.map(|place| {
        let entry = SHAPES[place.shape].twin(place.entry(mover, opponent));
        (2 * (place.offset + entry) + place.lane) as u32
    })
}

/// The weight that each of [`ENTRIES`] shares: itself, or that of its mirror image.
#[must_use]
pub fn shared(entry: usize) -> usize {
    let (record, lane) = (entry / 2, entry % 2);
    let shape = (0..SHAPES.len()).find(|&shape| {
        let from = Shape::offset(shape);
        SHAPES[shape].lane == lane && (from..from + SHAPES[shape].entries()).contains(&record)
    });
    shape.map_or(entry, |shape| {
        let from = Shape::offset(shape);
        2 * (from + SHAPES[shape].twin(record - from)) + lane
    })
}
