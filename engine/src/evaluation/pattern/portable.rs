//! The sum of weights from rows of bits: the backend for the chip and for any target without wide
//! vectors.
//!
//! Eight squares in a row are one byte per colour. A table converts such a byte to base-3 numbers;
//! the mover's number plus twice the opponent's is the state of the row. Transposing the board makes
//! rows of columns; shifting each column down by its number makes rows of diagonals.

use super::form::Form;
use super::shapes::offset;
use super::weights::Tables;
use crate::rules::transpose;

// The shapes, by their numbers in every form.
const CORNER: usize = 0;
const EDGE: usize = 1;
const CORNER_3X3: usize = 2;
const ROW_3: usize = 3;
const ROW_4: usize = 4;
const DIAGONAL_8: usize = 5;
const DIAGONAL_7: usize = 6;
const DIAGONAL_6: usize = 7;
const DIAGONAL_5: usize = 8;
const DIAGONAL_4: usize = 9;

/// Bits per number in a word. Every state fits: one number plus twice another.
const FIELD: u32 = 8;

/// Four base-3 numbers for each byte of a row: those of the first and the last four squares from
/// the border inwards, then those of the first and the last five.
static ROWS: [u32; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 5 {
            let (first, last) = (bits as u32 >> i & 1, bits as u32 >> (7 - i) & 1);
            let pair = first | last << FIELD;
            if i < 4 {
                table[bits] += pair * 3_u32.pow(3 - i);
            }
            table[bits] += (pair * 3_u32.pow(4 - i)) << (2 * FIELD);
            i += 1;
        }
        bits += 1;
    }
    table
};

/// What the X-squares in row 2 add to the first two numbers of the edge row.
static BESIDE_EDGE: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        table[bits] = 81 * ((bits >> 1 & 1) | (bits >> 6 & 1) << FIELD) as u16;
        bits += 1;
    }
    table
};

/// The base-3 number of the squares of a diagonal for each set of bits. The lowest bit is the most
/// significant digit. Bits beyond the end of the diagonal are never set.
const fn straight<const N: usize>(squares: u32) -> [u16; N] {
    let mut table = [0; N];
    let mut bits = 0;
    while bits < N {
        let mut i = 0;
        while i < squares {
            table[bits] += (bits as u16 >> i & 1) * 3_u16.pow(squares - 1 - i);
            i += 1;
        }
        bits += 1;
    }
    table
}

static STRAIGHT_8: [u16; 256] = straight(8);
static STRAIGHT_7: [u16; 128] = straight(7);
static STRAIGHT_6: [u16; 64] = straight(6);
static STRAIGHT_5: [u16; 32] = straight(5);
static STRAIGHT_4: [u16; 16] = straight(4);

/// The base-3 numbers of the two halves and the centre of a corner, by the bits of its nine squares
/// a1 to c1, a2 to c2 and a3 to c3.
static CORNERS: [u32; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let b = bits as u32;
        let [a1, b1, c1] = [b & 1, b >> 1 & 1, b >> 2 & 1];
        let [a2, b2, c2] = [b >> 3 & 1, b >> 4 & 1, b >> 5 & 1];
        let [a3, b3, c3] = [b >> 6 & 1, b >> 7 & 1, b >> 8 & 1];
        let halves = (9 * b1 + 3 * c1 + c2) | (9 * a2 + 3 * a3 + b3) << FIELD;
        table[bits] = halves | (9 * a1 + 3 * b2 + c3) << (2 * FIELD);
        bits += 1;
    }
    table
};

/// The number of states of a corner's halves with mirror images counted once.
const CORNER_PAIRS: u32 = 27 * 28 / 2;

/// The sum of all weights of a board in a phase and in the next: see [`Tables::lookup`].
///
/// Whatever the arguments are, only entries of the tables are read: squares with two discs count as
/// empty, and the last phase as the one before.
#[allow(unsafe_code)]
pub(super) fn sum<F: Form>(tables: Tables<'_, F>, phase: usize, mover: u64, opponent: u64) -> u32 {
    let both = mover & opponent;
    let (mover, opponent) = (mover & !both, opponent & !both);
    let phase = phase.min(F::PHASES.len() - 2);
    macro_rules! look {
        ($shape:expr, $entry:expr) => {{
            let (offset, lane) = const { (offset(F::SHAPES, $shape), F::SHAPES[$shape].lane) };
            // SAFETY: the record is the offset of the shape's table plus a base-3 number with as many
            // digits as the shape has squares, since no square has two discs. Tests run every
            // backend of every form with all squares empty, all the mover's and all the opponent's.
            unsafe { tables.lookup(offset + $entry as usize, lane, phase) }
        }};
    }
    // A corner's half is five squares, or four: then it is the first number of the row.
    let corner_states = const { F::SHAPES[CORNER].second_states() as u32 };
    let corner_field =
        const { if F::SHAPES[CORNER].second_states() == 243 { 2 * FIELD } else { 0 } };
    let has_x = const { F::SHAPES[EDGE].second_states() == 243 };
    let mut sum = 0;
    // Edges and the rows next to them, from each of the four sides.
    let boards = [mover, opponent];
    let turned = boards.map(transpose);
    for [mover, opponent] in [
        boards.map(low),
        boards.map(|board| high(board).swap_bytes()),
        turned.map(low),
        turned.map(|board| high(board).swap_bytes()),
    ] {
        let row = |row: u32| [mover, opponent].map(|rows| (rows >> (8 * row)) as u8);
        let number =
            |[mover, opponent]: [u8; 2]| ROWS[usize::from(mover)] + 2 * ROWS[usize::from(opponent)];
        let (outer, inner) = (number(row(0)), number(row(1)));
        let beside = if has_x {
            let [mover, opponent] = row(1).map(|bits| u32::from(BESIDE_EDGE[usize::from(bits)]));
            mover + 2 * opponent
        } else {
            0
        };
        sum += look!(EDGE, folded(outer + beside));
        for field in [corner_field, corner_field + FIELD] {
            let entry = corner_states * (outer >> field & 0xFF) + (inner >> field & 0xFF);
            sum += look!(CORNER, entry);
        }
        sum += look!(ROW_3, folded(number(row(2)))) + look!(ROW_4, folded(number(row(3))));
    }
    // Corners.
    for [mover, opponent] in [
        boards.map(low),
        boards.map(|board| low(board).swap_bytes().reverse_bits()),
        boards.map(|board| high(board).swap_bytes()),
        boards.map(|board| high(board).reverse_bits()),
    ] {
        let number = CORNERS[corner(mover)] + 2 * CORNERS[corner(opponent)];
        sum += look!(CORNER_3X3, (number >> (2 * FIELD)) * CORNER_PAIRS + folded(number));
    }
    // Diagonals in both directions. Each row of the slanted board holds one diagonal followed by
    // another.
    for boards in [boards, boards.map(u64::swap_bytes)] {
        let boards = boards.map(slanted);
        macro_rules! diagonal {
            ($table:ident, $shape:ident, $from:expr) => {{
                let bits = |board: u64| {
                    let word = if $from < 32 { low(board) } else { high(board) };
                    (word >> ($from & 31)) as usize & ($table.len() - 1)
                };
                let [mover, opponent] = boards.map(|board| u32::from($table[bits(board)]));
                sum += look!($shape, mover + 2 * opponent);
            }};
        }
        diagonal!(STRAIGHT_8, DIAGONAL_8, 0);
        diagonal!(STRAIGHT_7, DIAGONAL_7, 8);
        diagonal!(STRAIGHT_7, DIAGONAL_7, 57);
        diagonal!(STRAIGHT_6, DIAGONAL_6, 16);
        diagonal!(STRAIGHT_6, DIAGONAL_6, 50);
        diagonal!(STRAIGHT_5, DIAGONAL_5, 24);
        diagonal!(STRAIGHT_5, DIAGONAL_5, 43);
        diagonal!(STRAIGHT_4, DIAGONAL_4, 32);
        diagonal!(STRAIGHT_4, DIAGONAL_4, 36);
    }
    sum
}

/// The number of an unordered pair of halves, given in the lowest two fields.
#[inline]
fn folded(halves: u32) -> u32 {
    let (first, second) = (halves & 0xFF, halves >> FIELD & 0xFF);
    let (larger, smaller) = if first > second { (first, second) } else { (second, first) };
    larger * (larger + 1) / 2 + smaller
}

/// The bits of the nine squares of a corner.
#[inline]
const fn corner(rows: u32) -> usize {
    ((rows & 7) | (rows >> 5 & 0x38) | (rows >> 10 & 0x1C0)) as usize
}

#[inline]
const fn low(board: u64) -> u32 {
    board as u32
}

#[inline]
const fn high(board: u64) -> u32 {
    (board >> 32) as u32
}

/// Rotates each column down by its number, so that diagonals become rows. The one from a1 to h8
/// becomes the first.
#[inline]
const fn slanted(board: u64) -> u64 {
    let x = board;
    let x = x ^ (0xAAAA_AAAA_AAAA_AAAA & (x ^ x.rotate_right(8)));
    let x = x ^ (0xCCCC_CCCC_CCCC_CCCC & (x ^ x.rotate_right(16)));
    x ^ (0xF0F0_F0F0_F0F0_F0F0 & (x ^ x.rotate_right(32)))
}
