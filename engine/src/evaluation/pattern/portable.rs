//! The sum of the rows of all places, from rows of bits: the backend for the chip and for any target without wide
//! vectors.
//!
//! Eight squares in a row are one byte per colour. A table converts such a byte to base-3 numbers;
//! the mover's number plus twice the opponent's is the state of the row. Transposing the board makes
//! rows of columns; shifting each column down by its number makes rows of diagonals.
//!
//! What an index needs beyond these numbers is in the tables as well: the length of a record and the
//! place of each shape's table. So most indices are a sum of three words.

use core::marker::PhantomData;

use super::form::Form;
use super::shapes::offset;
use super::weights::{Rows, WIDTH};
use crate::rules::{Board, transpose};
use crate::types::Size;

// The shapes, by their numbers in every form.
const CORNER: usize = 0;
const EDGE: usize = 1;
const SQUARE: usize = 2;
const ROW_3: usize = 3;
const ROW_4: usize = 4;
const DIAGONAL_8: usize = 5;
const DIAGONAL_7: usize = 6;
const DIAGONAL_6: usize = 7;
const DIAGONAL_5: usize = 8;
const DIAGONAL_4: usize = 9;

/// Bits of a half's number in the two rows at the edge, four to a word.
const FIELD: u32 = 8;
/// Bits of a half's number in other folded shapes. Two are followed by the [`linear`] part.
const HALF: u32 = 7;

/// The tables of a form.
struct Indices<F>(PhantomData<F>);

impl<F: Form> Indices<F> {
    /// The bytes of a row.
    const RECORD: u32 = WIDTH as u32;
    /// The squares of a row in a corner of two rows, and the number of their states.
    const CORNER_SQUARES: u32 = if Self::CORNER_STATES == 243 { 5 } else { 4 };
    const CORNER_STATES: u32 = F::SHAPES[CORNER].second_states() as u32;
    /// Whether the folded corner is 3x3, not a triangle of six squares.
    const IS_3X3: bool = F::SHAPES[SQUARE].second_states() == 27;
    /// The number of states of its halves, mirror images counted once.
    const CORNER_PAIRS: u32 = F::SHAPES[SQUARE].pairs() as u32;
    /// Whether the edge has its X-squares.
    const HAS_X: bool = F::SHAPES[EDGE].second_states() == 243;

    /// Where the table of a shape begins, in bytes from that of the first shape.
    const fn begin(shape: usize) -> u32 {
        Self::RECORD * offset(F::SHAPES, shape) as u32
    }

    /// Four numbers of an edge row: the corner's half at either end, then the edge's two halves.
    const OUTER: &[u32; 256] = &{
        let mut table = [0; 256];
        let mut bits = 0;
        while bits < 256 {
            let row = bits as u32;
            let corners = half(row, Self::CORNER_SQUARES, FIELD);
            table[bits] = corners | half(row, 4, FIELD) << (2 * FIELD);
            bits += 1;
        }
        table
    };

    /// The same for the row next to an edge, of which the edge has the X-squares.
    const INNER: &[u32; 256] = &{
        let mut table = [0; 256];
        let mut bits = 0;
        while bits < 256 {
            let row = bits as u32;
            let x_squares = 81 * ((row >> 1 & 1) | (row >> 6 & 1) << FIELD);
            let corners = half(row, Self::CORNER_SQUARES, FIELD);
            table[bits] = corners | if Self::HAS_X { x_squares << (2 * FIELD) } else { 0 };
            bits += 1;
        }
        table
    };

    /// The halves of a row further inwards, and their [`linear`] part.
    const MIDDLE: &[u32; 256] = &{
        let mut table = [0; 256];
        let mut bits = 0;
        while bits < 256 {
            table[bits] = Self::linear(half(bits as u32, 4, HALF), 0);
            bits += 1;
        }
        table
    };

    /// The halves of a left and of a right folded corner, and their [`linear`] part, by the bits of its
    /// rows: see [`corner`].
    const CORNERS: &[[u32; 512]; 2] = &{
        let mut tables = [[0; 512]; 2];
        let mut bits = 0;
        while bits < 512 {
            let b = bits as u32;
            let [a1, b1, c1] = [b >> 6 & 1, b >> 7 & 1, b >> 8 & 1];
            let [a2, b2, c2] = [b >> 3 & 1, b >> 4 & 1, b >> 5 & 1];
            let [a3, b3, c3] = [b & 1, b >> 1 & 1, b >> 2 & 1];
            let number = if Self::IS_3X3 {
                let halves = (9 * b1 + 3 * c1 + c2) | (9 * a2 + 3 * a3 + b3) << HALF;
                Self::linear(halves, 9 * a1 + 3 * b2 + c3)
            } else {
                Self::linear((3 * b1 + c1) | (3 * a2 + a3) << HALF, 3 * a1 + b2)
            };
            let mirrored = (b & 0o111) << 2 | (b & 0o222) | (b & 0o444) >> 2;
            tables[0][bits] = number;
            tables[1][mirrored as usize] = number;
            bits += 1;
        }
        tables
    };

    /// Two halves in a word, together with what the index of their unordered pair has of them
    /// besides [`Self::folds`], negated: the chip adds a shifted negative number to an address in
    /// an instruction less.
    const fn linear(halves: u32, centre: u32) -> u32 {
        let sum = (halves & ((1 << HALF) - 1)) + (halves >> HALF);
        let linear = Self::RECORD * (centre * Self::CORNER_PAIRS + sum);
        halves | linear.wrapping_neg() << (2 * HALF)
    }

    /// What the larger half adds to the index of an unordered pair. The number of a pair is
    /// `larger * (larger + 1) / 2 + smaller`, which is `larger * (larger - 1) / 2` plus both.
    const fn folds<const N: usize>(shape: usize) -> [u32; N] {
        let mut table = [0; N];
        let mut larger = 0;
        while larger < N {
            let below = larger as u32 * (larger as u32).saturating_sub(1) / 2;
            table[larger] = Self::begin(shape) + Self::RECORD * below;
            larger += 1;
        }
        table
    }

    const FOLDED_EDGE: &[u32; 1 << FIELD] = &Self::folds(EDGE);
    const FOLDED_CORNER: &[u32; 1 << HALF] = &Self::folds(SQUARE);
    const FOLDED_ROW_3: &[u32; 1 << HALF] = &Self::folds(ROW_3);
    const FOLDED_ROW_4: &[u32; 1 << HALF] = &Self::folds(ROW_4);

    /// The number of a diagonal for each set of bits. The lowest bit is the most significant digit.
    ///
    /// A third of where the shape's table begins is added (modulo 2^32), so that the mover's number
    /// plus twice the opponent's has the whole of it.
    const fn diagonals<const N: usize>(shape: usize) -> [u32; N] {
        const THIRD: u32 = 0xAAAA_AAAB;
        let squares = N.trailing_zeros();
        let mut table = [Self::begin(shape).wrapping_mul(THIRD); N];
        let mut bits = 0;
        while bits < N {
            let mut i = 0;
            while i < squares {
                let digit = (bits as u32 >> i & 1) * 3_u32.pow(squares - 1 - i);
                table[bits] = table[bits].wrapping_add(Self::RECORD * digit);
                i += 1;
            }
            bits += 1;
        }
        table
    }

    const DIAGONALS_8: &[u32; 256] = &Self::diagonals(DIAGONAL_8);
    const DIAGONALS_7: &[u32; 128] = &Self::diagonals(DIAGONAL_7);
    const DIAGONALS_6: &[u32; 64] = &Self::diagonals(DIAGONAL_6);
    const DIAGONALS_5: &[u32; 32] = &Self::diagonals(DIAGONAL_5);
    const DIAGONALS_4: &[u32; 16] = &Self::diagonals(DIAGONAL_4);
}

/// The base-3 numbers of the first and of the last squares of a row from the border inwards, in
/// fields of so many bits.
const fn half(row: u32, squares: u32, field: u32) -> u32 {
    let (mut number, mut i) = (0, 0);
    while i < squares {
        let pair = (row >> i & 1) | (row >> (7 - i) & 1) << field;
        number += pair * 3_u32.pow(squares - 1 - i);
        i += 1;
    }
    number
}

/// The sums of the rows of all places, in two words: the first and the third number as the halves of
/// one, the second and the fourth of the other, each with [`ZERO`](super::weights::ZERO) added for each
/// place.
#[expect(
    unsafe_code,
    reason = "a bounds check of each weight took the chip 19 % longer, when each place had one"
)]
pub(super) fn sum<F: Form, S: Size>(rows: Rows<'_, F>, board: &Board<S>) -> [u32; 2] {
    let look = |at: u32| {
        // SAFETY: the index is where the rows of a shape begin, plus a row's bytes times a base-3
        // number with as many digits as the shape has squares, since no square of a `Board` has two
        // discs. Tests run every backend of every form with all squares empty, all the mover's and
        // all the opponent's.
        unsafe { rows.lookup(at) }
    };
    // All bytes are below 128, so two rows are added without a carry and then taken apart once. The
    // second sum has the first word's upper half in it as well, 256 times, which costs the chip an
    // instruction less than to remove it each time.
    let [mut even, mut odd] = [0_u32; 2];
    let mut add = |rows: u32| {
        even += rows & 0x00FF_00FF;
        odd += rows >> 8;
    };
    let boards = [board.mover().0, board.opponent().0];
    let turned = boards.map(transpose);
    // The four rows next to each of the four sides, the outermost in the lowest byte.
    let top = boards.map(low);
    let bottom = boards.map(|board| high(board).swap_bytes());
    let left = turned.map(low);
    let right = turned.map(|board| high(board).swap_bytes());
    let row = |rows: [u32; 2], table: &[u32; 256], at: u32| {
        let [mover, opponent] = rows.map(|rows| table[usize::from((rows >> (8 * at)) as u8)]);
        mover.wrapping_add(opponent.wrapping_mul(2))
    };
    // Two loops, since the chip has registers for the tables of one only.
    let sides = [top, bottom, left, right];
    for side in sides {
        let (third, fourth) =
            (row(side, Indices::<F>::MIDDLE, 2), row(side, Indices::<F>::MIDDLE, 3));
        let third = look(folded(third, Indices::<F>::FOLDED_ROW_3));
        add(third + look(folded(fourth, Indices::<F>::FOLDED_ROW_4)));
    }
    for side in sides {
        let (outer, inner) = (row(side, Indices::<F>::OUTER, 0), row(side, Indices::<F>::INNER, 1));
        let edge = (outer >> (2 * FIELD)) + (inner >> (2 * FIELD));
        let (first, second) = (edge & 0xFF, edge >> FIELD & 0xFF);
        let pair = Indices::<F>::FOLDED_EDGE[usize::from(first.max(second) as u8)];
        add(look(pair + Indices::<F>::RECORD * (first + second)));
        let [left, right] = [0, FIELD].map(|field| {
            let (outer, inner) = (outer >> field & 0xFF, inner >> field & 0xFF);
            let number = Indices::<F>::CORNER_STATES * outer + inner;
            look(const { Indices::<F>::begin(CORNER) } + Indices::<F>::RECORD * number)
        });
        add(left + right);
    }
    for rows in [top, bottom] {
        let of_side = |side: usize, table: &[u32; 512]| {
            let [mover, opponent] = rows.map(|rows| table[corner(rows, side)]);
            let number = mover.wrapping_add(opponent.wrapping_mul(2));
            look(folded(number, Indices::<F>::FOLDED_CORNER))
        };
        let [left, right] = Indices::<F>::CORNERS;
        add(of_side(0, left) + of_side(1, right));
    }
    // Diagonals in both directions. Each row of the slanted board holds one diagonal followed by
    // another.
    for boards in [boards, boards.map(u64::swap_bytes)] {
        let boards = boards.map(slanted);
        macro_rules! diagonal {
            ($table:ident, $from:expr) => {{
                let table = Indices::<F>::$table;
                let [mover, opponent] = boards.map(|board| {
                    let word = if $from < 32 { low(board) } else { high(board) };
                    table[(word >> ($from & 31)) as usize & (table.len() - 1)]
                });
                look(mover.wrapping_add(opponent.wrapping_mul(2)))
            }};
        }
        add(diagonal!(DIAGONALS_8, 0) + diagonal!(DIAGONALS_7, 8));
        add(diagonal!(DIAGONALS_7, 57) + diagonal!(DIAGONALS_6, 16));
        add(diagonal!(DIAGONALS_6, 50) + diagonal!(DIAGONALS_5, 24));
        add(diagonal!(DIAGONALS_5, 43) + diagonal!(DIAGONALS_4, 32));
        add(diagonal!(DIAGONALS_4, 36));
    }
    [even, odd.wrapping_sub(even >> 16 << 8)]
}

/// The index of an unordered pair of halves, given with their linear part.
#[inline]
fn folded(number: u32, folds: &[u32; 1 << HALF]) -> u32 {
    let mask = (1 << HALF) - 1;
    let (first, second) = (number & mask, number >> HALF & mask);
    let negated = (number as i32 >> (2 * HALF)) as u32;
    folds[first.max(second) as usize].wrapping_sub(negated)
}

/// The bits of the nine squares of the left or the right corner of the first three rows: those of the
/// third row, then of the second, then of the first. The product moves them next to each other.
#[inline]
const fn corner(rows: u32, side: usize) -> usize {
    let (squares, first) = if side == 0 { (0x0007_0707, 7) } else { (0x00E0_E0E0, 2) };
    ((rows & squares).wrapping_mul(0x0040_0801 << first) >> 23) as usize
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
