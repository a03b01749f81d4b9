//! The backend for 32-bit registers: rows 1 to 4 in one, rows 5 to 8 in the other.
//!
//! A 64-bit shift takes a 32-bit processor three instructions, while a Cortex-M shifts one operand
//! of a logic instruction for free. So bits cross the halves only where a line crosses from row 4
//! to row 5, once a line. The carry of one addition runs through a whole row of discs; where it
//! would have to run downwards, `rbit` reverses the board first.

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
    // A run that starts beside the mover carries to the square behind it. Other runs stay as they
    // are; the mask of occupied squares removes them.
    let right = (over & (mover << 1)).wrapping_add(over);
    let (mover, over) = (mover.reverse_bits(), over.reverse_bits());
    let left = (over & (mover << 1)).wrapping_add(over).reverse_bits();
    right | left
}

/// The squares behind runs of `over` that start next to `mover`, `STEP` bits up.
#[inline]
const fn ends_up<const STEP: u32>(mover: Halves, over: Halves) -> Halves {
    // In each half only three rows can hold a run with a square behind it: three single steps.
    let mut low = over.low & (mover.low << STEP);
    low |= over.low & (low << STEP);
    low |= over.low & (low << STEP);
    let crossing = (mover.low | low) >> (32 - STEP);
    let mut high = over.high & (mover.high << STEP | crossing);
    high |= over.high & (high << STEP);
    high |= over.high & (high << STEP);
    Halves { low: low << STEP, high: high << STEP | low >> (32 - STEP) }
}

/// [`ends_up`] in the other direction.
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

/// The rays of each square of rows 1 to 4 along steps 7, 8 and 9 towards higher rows: the only rays
/// that can leave the low half.
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

/// The discs that flip on a ray towards higher rows.
///
/// Adding one to the opponent's discs on the ray and to all squares off it carries to the first
/// square of the ray without an opponent. If the mover is there, the discs before it flip.
#[inline]
const fn flipped_up(ray: u64, mover: u64, opponent: u64) -> u64 {
    let end = (opponent | !ray).wrapping_add(1) & ray & mover;
    if end == 0 {
        return 0;
    }
    unlikely();
    ray & (end - 1)
}

/// Marks an unlikely branch: most rays flip nothing, and a jump over the rest is cheaper.
#[cold]
const fn unlikely() {}

/// The discs that flip along the row towards higher bits; `over` has columns b to g only.
#[inline]
const fn flipped_right(square: u32, mover: u32, over: u32) -> u32 {
    // The carry clears the run and sets the square behind it, or the first one if there is no run.
    let sum = over.wrapping_add(square << 1);
    if sum & mover == 0 { 0 } else { over & !sum }
}

/// The discs that flip towards lower rows. Inside the low half a run has at most two discs.
#[inline]
const fn flipped_down<const STEP: u32>(square: u32, mover: u32, over: u32) -> u32 {
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
    // A square in the high half is one in the low half of the reversed board.
    if square < 32 {
        flips_of_low_square(mover, opponent, square)
    } else {
        let (mover, opponent) = (mover.reverse_bits(), opponent.reverse_bits());
        flips_of_low_square(mover, opponent, 63 - square % 64).reverse_bits()
    }
}

/// Not inlined, since it is long. The sets come first, so that they are passed in registers.
#[inline(never)]
const fn flips_of_low_square(mover: u64, opponent: u64, square: usize) -> u64 {
    let mut flips = flips_in_low_half(1 << (square % 32), mover as u32, opponent as u32) as u64;
    let [seven, eight, nine] = RAYS[square % 32];
    flips |= flipped_up(seven, mover, opponent);
    flips |= flipped_up(eight, mover, opponent);
    flips |= flipped_up(nine, mover, opponent);
    flips
}

/// The discs that flip along the row and towards lower rows.
#[inline]
const fn flips_in_low_half(square: u32, mover: u32, opponent: u32) -> u32 {
    let inner = opponent & INNER as u32;
    let left = flipped_right(square.reverse_bits(), mover.reverse_bits(), inner.reverse_bits());
    let mut flips = left.reverse_bits() | flipped_right(square, mover, inner);
    // A line towards row 1 needs two rows, so only rows 3 and 4 have one.
    if square >= 1 << 16 && opponent & (square >> 7 | square >> 8 | square >> 9) != 0 {
        unlikely();
        flips |= flipped_down::<7>(square, mover, inner)
            | flipped_down::<8>(square, mover, opponent)
            | flipped_down::<9>(square, mover, inner);
    }
    flips
}
