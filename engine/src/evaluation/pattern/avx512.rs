//! The sum of the rows of the full form with AVX-512: all places at once, one per lane.
//!
//! The board becomes 64 bytes, one per square: 0, 1 or 2. A half has at most five squares. In five
//! steps, every lane fetches the byte of its next square and appends it to its base-3 number.
//!
//! The algorithm is written for any [`Vector`]. The processor's is one kind; tests also run it on
//! arrays, so that a machine without AVX-512 checks it.

use super::form::Full;
use super::shapes::{PLACES_LEN, Place, Squares, places};
use super::vector::{Lanes, Vector};
use super::weights::{Rows, WIDTH};
use crate::rules::Board;
use crate::types::Size;

const PLACES: [Place; PLACES_LEN] = places::<Full>();

/// The squares that the lanes fetch in one step. Lanes without a square keep 0.
#[derive(Clone, Copy)]
struct Step {
    squares: Lanes<[u8; 64]>,
    lanes: u64,
}

/// The steps for one of the three lists of squares of each place.
const fn steps<const N: usize>(list: usize) -> [Step; N] {
    let mut steps = [Step { squares: Lanes([0; 64]), lanes: 0 }; N];
    let mut lane = 0;
    while lane < PLACES_LEN {
        let Place { centre, halves: [first, second], .. } = PLACES[lane];
        let squares: [Squares; 3] = [first, second, centre];
        let mut place = 0;
        while place < N {
            if let Some(square) = squares[list].last_but(place) {
                steps[N - 1 - place].squares.0[lane] = square;
                steps[N - 1 - place].lanes |= 1 << lane;
            }
            place += 1;
        }
        lane += 1;
    }
    steps
}

static FIRST: [Step; 5] = steps(0);
static SECOND: [Step; 5] = steps(1);
static CENTRE: [Step; 3] = steps(2);

/// The factor of the first half in straight lanes (folded lanes multiply the larger half by itself
/// plus one), and the factor of the centre.
static FACTORS: [Lanes<[u16; 32]>; 2] = by_lane(0);
static PAIRS: [Lanes<[u16; 32]>; 2] = by_lane(1);

const fn by_lane(what: usize) -> [Lanes<[u16; 32]>; 2] {
    let mut lanes = [Lanes([0; 32]); 2];
    let mut lane = 0;
    while lane < PLACES_LEN {
        let Place { second_states, pairs, .. } = PLACES[lane];
        lanes[lane / 32].0[lane % 32] = if what == 0 { second_states } else { pairs } as u16;
        lane += 1;
    }
    lanes
}

const FOLDED: u64 = {
    let mut folded = 0;
    let mut lane = 0;
    while lane < PLACES_LEN {
        folded |= (PLACES[lane].folded as u64) << lane;
        lane += 1;
    }
    folded
};

/// The byte offset of the first row of each lane.
static BEGIN: [Lanes<[u32; 16]>; 4] = {
    let mut lanes = [Lanes([0; 16]); 4];
    let mut lane = 0;
    while lane < PLACES_LEN {
        lanes[lane / 16].0[lane % 16] = (WIDTH * PLACES[lane].offset) as u32;
        lane += 1;
    }
    lanes
};

/// [`super::portable::sum`] with AVX-512.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
#[inline]
pub(super) fn sum<S: Size>(rows: Rows<'_, Full>, board: &Board<S>) -> [u32; 2] {
    in_lanes::<super::vector::Processor, S>(rows, board)
}

/// The sum with vectors of some kind.
#[expect(unsafe_code, reason = "a gather loads by address")]
#[inline]
pub(super) fn in_lanes<V: Vector, S: Size>(rows: Rows<'_, Full>, board: &Board<S>) -> [u32; 2] {
    let digits = V::digits(board.mover().0, board.opponent().0);
    let (first, second) = (in_base_3(&FIRST, digits), in_base_3(&SECOND, digits));
    let centre = in_base_3(&CENTRE, digits);
    let mut sums = [V::zero(); 2];
    for part in 0..2 {
        let (factors, pairs) = (V::load_u16(&FACTORS[part]), V::load_u16(&PAIRS[part]));
        let folded = (FOLDED >> (32 * part)) as u32;
        let [first, second, centre] =
            [first, second, centre].map(|bytes: V| bytes.widen_u8(part == 1));
        let larger = first.max_u16(second).or_else_u16(folded, first);
        let smaller = first.min_u16(second).or_else_u16(folded, second);
        let factor = larger.add_u16(V::all_u16(1)).or_else_u16(folded, factors);
        let product = larger.mul_u16(factor);
        let before = product.half_u16().or_else_u16(folded, product);
        let pair = before.add_u16(smaller);
        let entries = pair.add_u16(centre.mul_u16(pairs));
        for quarter in 0..2 {
            let quarters = 2 * part + quarter;
            let left = PLACES_LEN.saturating_sub(16 * quarters).min(16);
            if left == 0 {
                continue;
            }
            let entries = entries.widen_u16(quarter == 1);
            let bytes = entries.mul_u32(V::all_u32(WIDTH as u32));
            let bytes = bytes.add_u32(V::load_u32(&BEGIN[quarters]));
            let lanes = (0xFFFF_u32 >> (16 - left)) as u16;
            // SAFETY: no square of a `Board` has two discs, so an entry is one of its shape's, and
            // the four bytes of its row are in bounds.
            let found = unsafe { bytes.gather_u32(lanes, rows.bytes()) };
            let even = V::all_u32(0x00FF_00FF);
            sums[0] = sums[0].add_u32(found.and(even));
            sums[1] = sums[1].add_u32(found.next_byte_u32().and(even));
        }
    }
    sums.map(V::total_u32)
}

/// The base-3 number of the squares of each lane.
#[inline]
fn in_base_3<const N: usize, V: Vector>(steps: &[Step; N], digits: V) -> V {
    let mut number = V::zero();
    for step in steps {
        let digit = digits.pick_u8(V::load_u8(&step.squares), step.lanes);
        let twice = number.add_u8(number);
        number = number.add_u8(twice).add_u8(digit);
    }
    number
}
