//! The sum of weights of the full form with AVX-512: all places at once, one per lane.
//!
//! The board becomes 64 bytes, one per square: 0, 1 or 2. A half has at most five squares. In five
//! steps, every lane fetches the byte of its next square and appends it to its base-3 number.

#![allow(unsafe_code)] // Loads by address; each comment says why they stay in bounds.

use core::arch::x86_64::*;

use super::form::{Form, Full};
use super::shapes::{PLACES_LEN, Place, Squares, places};
use super::weights::Tables;
use crate::rules::Board;
use crate::types::Size;

const PLACES: [Place; PLACES_LEN] = places::<Full>();
const RECORD: usize = Full::RECORD;

/// The bytes of one vector.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lanes<T>(T);

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

/// The byte offset of the table of each lane.
static BEGIN: [Lanes<[u32; 16]>; 4] = {
    let mut lanes = [Lanes([0; 16]); 4];
    let mut lane = 0;
    while lane < PLACES_LEN {
        let Place { offset, lane: within, .. } = PLACES[lane];
        lanes[lane / 16].0[lane % 16] = (RECORD * offset + within) as u32;
        lane += 1;
    }
    lanes
};

/// [`super::portable::sum`] with AVX-512.
#[inline]
pub(super) fn sum<S: Size>(tables: Tables<'_, Full>, phase: usize, board: &Board<S>) -> u32 {
    debug_assert!(phase < Full::PHASES.len() - 1);
    // SAFETY: this module is compiled only for processors with these parts of AVX-512.
    unsafe { in_lanes(tables, phase, board.mover().0, board.opponent().0) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn in_lanes(tables: Tables<'_, Full>, phase: usize, mover: u64, opponent: u64) -> u32 {
    let digits = _mm512_maskz_set1_epi8(mover, 1);
    let digits = _mm512_mask_mov_epi8(digits, opponent, _mm512_set1_epi8(2));
    let (first, second) = (in_base_3(&FIRST, digits), in_base_3(&SECOND, digits));
    let centre = in_base_3(&CENTRE, digits);
    let tables = tables.of_phase(phase).as_ptr();
    let mut sum = _mm512_setzero_si512();
    for part in 0..2 {
        let (factors, pairs) = (load(&FACTORS[part]), load(&PAIRS[part]));
        let folded = (FOLDED >> (32 * part)) as u32;
        let [first, second, centre] = [first, second, centre].map(|bytes| {
            let half = if part == 0 {
                _mm512_castsi512_si256(bytes)
            } else {
                _mm512_extracti64x4_epi64::<1>(bytes)
            };
            _mm512_cvtepu8_epi16(half)
        });
        let larger = _mm512_mask_max_epu16(first, folded, first, second);
        let smaller = _mm512_mask_min_epu16(second, folded, first, second);
        let factor = _mm512_mask_add_epi16(factors, folded, larger, _mm512_set1_epi16(1));
        let product = _mm512_mullo_epi16(larger, factor);
        let before = _mm512_mask_srli_epi16::<1>(product, folded, product);
        let pair = _mm512_add_epi16(before, smaller);
        let entries = _mm512_add_epi16(pair, _mm512_mullo_epi16(centre, pairs));
        for quarter in 0..2 {
            let quarters = 2 * part + quarter;
            let left = PLACES_LEN.saturating_sub(16 * quarters).min(16);
            if left == 0 {
                continue;
            }
            let entries = if quarter == 0 {
                _mm512_castsi512_si256(entries)
            } else {
                _mm512_extracti64x4_epi64::<1>(entries)
            };
            let entries = _mm512_cvtepu16_epi32(entries);
            let bytes = _mm512_mullo_epi32(entries, _mm512_set1_epi32(RECORD as i32));
            let bytes = _mm512_add_epi32(bytes, load(&BEGIN[quarters]));
            let lanes = (0xFFFF_u32 >> (16 - left)) as u16;
            // SAFETY: no square of a `Board` has two discs, so an entry is below the length of its
            // table; and the phase is not the last. So the four bytes from there on are in bounds:
            // see `PhaseTables`.
            let found = unsafe {
                let zero = _mm512_setzero_si512();
                _mm512_mask_i32gather_epi32::<1>(zero, lanes, bytes, tables.cast())
            };
            let both = _mm512_and_si512(found, _mm512_set1_epi32(0x00FF_00FF));
            sum = _mm512_add_epi32(sum, both);
        }
    }
    _mm512_reduce_add_epi32(sum) as u32
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load<T: Copy>(lanes: &Lanes<T>) -> __m512i {
    const { assert!(size_of::<T>() == 64) };
    // SAFETY: `T` has the size of the vector, and `Lanes` its alignment.
    unsafe { _mm512_load_si512(core::ptr::from_ref(lanes).cast()) }
}

/// The base-3 number of the squares of each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn in_base_3<const N: usize>(steps: &[Step; N], digits: __m512i) -> __m512i {
    let mut number = _mm512_setzero_si512();
    for step in steps {
        let digit = _mm512_maskz_permutexvar_epi8(step.lanes, load(&step.squares), digits);
        let twice = _mm512_add_epi8(number, number);
        number = _mm512_add_epi8(_mm512_add_epi8(number, twice), digit);
    }
    number
}
