//! The shapes of the patterns, their places on the board, and their tables.
//!
//! A shape is a set of squares. Each state of the squares (empty, the mover's or the opponent's) is
//! an entry of the shape's table. Most shapes are symmetric, so mirrored states have the same
//! row. A folded shape has one entry for both, which halves its table. A straight one has both
//! entries, which makes the lookup faster.

use super::form::Form;

/// A set of squares whose state indexes a table of weights.
#[derive(Debug)]
pub struct Shape {
    /// The name in reports.
    pub name: &'static str,
    /// The squares on the mirror axis of a folded shape.
    pub(super) centre: &'static str,
    /// The two halves. In a folded shape, the second is the mirror image of the first, in order.
    pub(super) halves: [&'static str; 2],
    /// How the halves make up the index of an entry.
    kind: Kind,
}

/// How a shape treats its mirror images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Mirror images share one entry.
    Folded,
    /// Mirror images have an entry each, with the same weight.
    Straight,
    /// The shape is not symmetric.
    Asymmetric,
}

/// A corner of two rows.
pub(super) const fn corner(name: &'static str, halves: [&'static str; 2]) -> Shape {
    Shape { name, centre: "", halves, kind: Kind::Asymmetric }
}

/// A shape that is symmetric, with one entry for both mirror images.
pub(super) const fn folded(
    name: &'static str,
    halves: [&'static str; 2],
    centre: &'static str,
) -> Shape {
    Shape { name, centre, halves, kind: Kind::Folded }
}

/// A shape that is symmetric, with an entry for each mirror image.
pub(super) const fn straight(name: &'static str, halves: [&'static str; 2]) -> Shape {
    Shape { name, centre: "", halves, kind: Kind::Straight }
}

/// The kinds of shapes of every form: a corner of two rows, an edge, a corner that is symmetric, two
/// rows and five diagonals.
pub const KINDS: usize = 10;

/// The number of the first row of a shape, or of all rows for the number behind the last shape.
pub(super) const fn offset(shapes: &[Shape; KINDS], shape: usize) -> usize {
    let (mut offset, mut before) = (0, 0);
    while before < shape {
        offset += shapes[before].entries();
        before += 1;
    }
    offset
}

/// The number of states of squares, given as their names in a row.
const fn states(squares: &str) -> usize {
    3_usize.pow(squares.len() as u32 / 2)
}

impl Shape {
    /// The length of the table.
    #[must_use]
    pub const fn entries(&self) -> usize {
        let [first, second] = self.halves;
        match self.kind {
            Kind::Folded => states(self.centre) * states(first) * (states(first) + 1) / 2,
            Kind::Straight | Kind::Asymmetric => states(first) * states(second),
        }
    }

    /// The number of states of the halves of a folded shape, mirror images counted once.
    pub(super) const fn pairs(&self) -> usize {
        self.entries() / states(self.centre)
    }

    /// The number of states of the second half.
    pub(super) const fn second_states(&self) -> usize {
        states(self.halves[1])
    }

    /// The first of the entries with the same weight: the entry itself or its mirror image.
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

    /// The square with `place` squares behind it, or `None` before the first.
    #[cfg(any(
        test,
        all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw")
    ))]
    pub(super) const fn last_but(&self, place: usize) -> Option<u8> {
        if place < self.len { Some(self.squares[self.len - 1 - place]) } else { None }
    }

    /// The base-3 number of the state of the squares, the first one most significant.
    fn state(&self, mover: u64, opponent: u64) -> usize {
        self.squares.iter().take(self.len).fold(0, |state, square| {
            3 * state + (mover >> square & 1) as usize + 2 * (opponent >> square & 1) as usize
        })
    }
}

/// A shape in one of its places on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) shape: usize,
    pub(super) centre: Squares,
    pub(super) halves: [Squares; 2],
    pub(super) folded: bool,
    /// The number of entries for each state of the centre.
    pub(super) pairs: usize,
    /// The number of states of the second half.
    pub(super) second_states: usize,
    /// The number of the shape's first row.
    pub(super) offset: usize,
}

/// The number of places of all shapes: the same in every form.
pub const PLACES_LEN: usize = 42;

/// Every place of a form, shape by shape.
pub(super) const fn places<F: Form>() -> [Place; PLACES_LEN] {
    let mut all = [None; 64];
    assert!(find_places(F::SHAPES, &mut all) == PLACES_LEN);
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
}

/// Finds the places of all shapes: the images under the eight symmetries that cover different
/// squares.
const fn find_places(shapes: &[Shape; KINDS], all: &mut [Option<Place>; 64]) -> usize {
    let (mut count, mut shape) = (0, 0);
    while shape < KINDS {
        let Shape { centre, halves, kind, .. } = shapes[shape];
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let place = Place {
                shape,
                centre: Squares::read(centre, symmetry),
                halves: [Squares::read(halves[0], symmetry), Squares::read(halves[1], symmetry)],
                folded: matches!(kind, Kind::Folded),
                pairs: shapes[shape].pairs(),
                second_states: states(halves[1]),
                offset: offset(shapes, shape),
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

    /// The entry of its table for a board, computed square by square.
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

/// The rows that a board sums, below [`Form::ROWS`], with mirrored entries merged: the definition that
/// tests compare the evaluation with.
#[must_use]
pub fn rows_of<F: Form>(mover: u64, opponent: u64) -> [u32; PLACES_LEN] {
    const { places::<F>() }.map(|place| {
        let entry = F::SHAPES[place.shape].twin(place.entry(mover, opponent));
        (place.offset + entry) as u32
    })
}

/// The row of a shape with these squares in the mover's and the opponent's hands.
#[must_use]
pub fn row_of<F: Form>(shape: usize, mover: u64, opponent: u64) -> usize {
    let places = const { places::<F>() };
    let first = places.iter().find(|place| place.shape == shape);
    first.map_or(0, |place| place.offset + place.entry(mover, opponent))
}

/// The row whose numbers a row shares: itself or that of the mirror image.
#[must_use]
pub fn shared<F: Form>(row: usize) -> usize {
    let shape = (0..KINDS).find(|&shape| {
        let from = offset(F::SHAPES, shape);
        (from..from + F::SHAPES[shape].entries()).contains(&row)
    });
    shape.map_or(row, |shape| {
        let from = offset(F::SHAPES, shape);
        from + F::SHAPES[shape].twin(row - from)
    })
}
