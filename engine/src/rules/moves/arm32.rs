//! The form for 32-bit registers: rows 1 to 4 in one, rows 5 to 8 in the other.
//!
//! A 64-bit shift costs a 32-bit processor three instructions, a shift inside a register mostly
//! none: a Cortex-M shifts one operand of any logic instruction for free. So nothing here shifts
//! across the halves but where a line really crosses from row 4 to row 5, and that once a line.
//! Addition runs through a whole row of discs in one instruction by its carry; where the carry
//! would have to run downwards, `rbit` turns the board round first.

use super::portable::INNER;
use super::ray::ray;

/// A set of squares as two registers.
#[derive(Clone, Copy)]
struct Halves {
    /// Rows 1 to 4.
    low: u32,
    /// Rows 5 to 8.
    high: u32,
}

impl Halves {
    #[inline]
    const fn of(set: u64) -> Self {
        Self { low: set as u32, high: (set >> 32) as u32 }
    }

    #[inline]
    const fn join(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }

    #[inline]
    const fn or(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
}

/// The squares behind runs of `over` (columns b to g) that start next to `mover`, along rows.
#[inline]
const fn row_ends(mover: u32, over: u32) -> u32 {
    // A run that starts beside the mover adds up to the square behind it. Runs that do not start
    // there stay as they are, and go when the occupied squares are cut.
    let right = (over & (mover << 1)).wrapping_add(over);
    let (mover, over) = (mover.reverse_bits(), over.reverse_bits());
    let left = (over & (mover << 1)).wrapping_add(over).reverse_bits();
    right | left
}

/// The squares behind runs of `over` that start next to `mover`, `STEP` bits up.
#[inline]
const fn ends_up<const STEP: u32>(mover: Halves, over: Halves) -> Halves {
    // In each half three rows can hold a run that has a square behind it: three single steps.
    let mut low = over.low & (mover.low << STEP);
    low |= over.low & (low << STEP);
    low |= over.low & (low << STEP);
    let crossing = (mover.low | low) >> (32 - STEP);
    let mut high = over.high & (mover.high << STEP | crossing);
    high |= over.high & (high << STEP);
    high |= over.high & (high << STEP);
    Halves { low: low << STEP, high: high << STEP | low >> (32 - STEP) }
}

/// [`ends_up`], the other way.
#[inline]
const fn ends_down<const STEP: u32>(mover: Halves, over: Halves) -> Halves {
    let mut high = over.high & (mover.high >> STEP);
    high |= over.high & (high >> STEP);
    high |= over.high & (high >> STEP);
    let crossing = (mover.high | high) << (32 - STEP);
    let mut low = over.low & (mover.low >> STEP | crossing);
    low |= over.low & (low >> STEP);
    low |= over.low & (low >> STEP);
    Halves { low: low >> STEP | high << (32 - STEP), high: high >> STEP }
}

/// [`super::legal`] half by half.
#[inline]
#[must_use]
pub const fn legal(mover: u64, opponent: u64) -> u64 {
    let occupied = mover | opponent;
    let (mover, opponent) = (Halves::of(mover), Halves::of(opponent));
    let mut ends = ends_up::<8>(mover, opponent).or(ends_down::<8>(mover, opponent));
    let inner = Halves { low: opponent.low & INNER as u32, high: opponent.high & INNER as u32 };
    ends = ends.or(ends_up::<7>(mover, inner)).or(ends_down::<7>(mover, inner));
    ends = ends.or(ends_up::<9>(mover, inner)).or(ends_down::<9>(mover, inner));
    ends = ends
        .or(Halves { low: row_ends(mover.low, inner.low), high: row_ends(mover.high, inner.high) });
    ends.join() & !occupied
}

/// For each square of rows 1 to 4, its rays along step 7, step 8 and step 9 towards higher rows:
/// the only ones that can leave the low half.
static RAYS: [[u64; 3]; 32] = rays();

const fn rays() -> [[u64; 3]; 32] {
    let mut rays = [[0; 3]; 32];
    let mut square = 0;
    while square < 32 {
        rays[square] = [ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)];
        square += 1;
    }
    rays
}

/// The discs that turn on a ray towards higher rows.
///
/// One is added to the ray's opponents and to everything off the ray: the carry stops at the first
/// other square of the ray. If the mover is there, what lies before it turns.
#[inline]
const fn turned_up(ray: u64, mover: u64, opponent: u64) -> u64 {
    let end = (opponent | !ray).wrapping_add(1) & ray & mover;
    if end == 0 {
        return 0;
    }
    seldom();
    ray & (end - 1)
}

/// Most rays turn nothing: better a jump over the rest than work thrown away.
#[cold]
const fn seldom() {}

/// The discs that turn along the row towards higher bits; `over` has columns b to g only.
#[inline]
const fn turned_right(square: u32, mover: u32, over: u32) -> u32 {
    // The carry clears the run and sets the square behind it, or the next one if there is no run.
    let sum = over.wrapping_add(square << 1);
    if sum & mover == 0 { 0 } else { over & !sum }
}

/// The discs that turn towards lower rows: inside the low half a run has two discs at most.
#[inline]
const fn turned_down<const STEP: u32>(square: u32, mover: u32, over: u32) -> u32 {
    let one = over & (square >> STEP);
    let two = over & (one >> STEP);
    let end_of_one = mover & (one >> STEP);
    let end_of_two = mover & (two >> STEP);
    (end_of_one | end_of_two) << STEP | end_of_two << (2 * STEP)
}

/// [`super::flips`] half by half.
#[inline]
#[must_use]
pub const fn flips(square: usize, mover: u64, opponent: u64) -> u64 {
    // A square in the high half is one in the low half of the board turned round.
    if square < 32 {
        flips_of_low_square(mover, opponent, square)
    } else {
        let (mover, opponent) = (mover.reverse_bits(), opponent.reverse_bits());
        flips_of_low_square(mover, opponent, 63 - square % 64).reverse_bits()
    }
}

/// One copy for all callers: it is long. The sets come first, so that they travel in registers.
#[inline(never)]
const fn flips_of_low_square(mover: u64, opponent: u64, square: usize) -> u64 {
    let mut flips = flips_in_low_half(1 << (square % 32), mover as u32, opponent as u32) as u64;
    let [seven, eight, nine] = RAYS[square % 32];
    flips |= turned_up(seven, mover, opponent);
    flips |= turned_up(eight, mover, opponent);
    flips |= turned_up(nine, mover, opponent);
    flips
}

/// The discs that turn along the row and towards lower rows.
#[inline]
const fn flips_in_low_half(square: u32, mover: u32, opponent: u32) -> u32 {
    let inner = opponent & INNER as u32;
    let left = turned_right(square.reverse_bits(), mover.reverse_bits(), inner.reverse_bits());
    let mut flips = left.reverse_bits() | turned_right(square, mover, inner);
    // A line down ends in row 1 at the latest, so only rows 3 and 4 have one.
    if square >= 1 << 16 && opponent & (square >> 7 | square >> 8 | square >> 9) != 0 {
        seldom();
        flips |= turned_down::<7>(square, mover, inner)
            | turned_down::<8>(square, mover, opponent)
            | turned_down::<9>(square, mover, inner);
    }
    flips
}
