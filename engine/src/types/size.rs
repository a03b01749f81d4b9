//! Board sizes as types.

use core::fmt::Debug;
use core::hash::Hash;

/// A board size. Both sizes share one layout of 64 bits: a1 is bit 0, b1 bit 1, a2 bit 8.
///
/// The 6x6 board is a1 to f6. Columns g and h and rows 7 and 8 are never occupied, so every rule of
/// the 8x8 board holds once moves are masked with [`Size::MASK`].
pub trait Size: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The number of squares along one side.
    const SIDE: usize;
    /// The squares of the board.
    const MASK: u64;
    /// The four corners.
    const CORNERS: u64;
    /// The squares diagonally next to the corners.
    const X_SQUARES: u64;
    /// Black's two discs at the start: e4 and d5 on the 8x8 board.
    const START_BLACK: u64;
    /// White's two discs at the start.
    const START_WHITE: u64;
}

/// The standard 8x8 board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eight;

/// The 6x6 board, small enough to be solved from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Six;

impl Size for Eight {
    const SIDE: usize = 8;
    const MASK: u64 = !0;
    const CORNERS: u64 = corners(8);
    const X_SQUARES: u64 = x_squares(8);
    const START_BLACK: u64 = start_black(8);
    const START_WHITE: u64 = start_white(8);
}

impl Size for Six {
    const SIDE: usize = 6;
    const MASK: u64 = 0x0000_3F3F_3F3F_3F3F;
    const CORNERS: u64 = corners(6);
    const X_SQUARES: u64 = x_squares(6);
    const START_BLACK: u64 = start_black(6);
    const START_WHITE: u64 = start_white(6);
}

const fn bit(column: usize, row: usize) -> u64 {
    1 << (row * 8 + column)
}

const fn corners(side: usize) -> u64 {
    let far = side - 1;
    bit(0, 0) | bit(far, 0) | bit(0, far) | bit(far, far)
}

const fn x_squares(side: usize) -> u64 {
    let far = side - 2;
    bit(1, 1) | bit(far, 1) | bit(1, far) | bit(far, far)
}

const fn start_black(side: usize) -> u64 {
    let (low, high) = (side / 2 - 1, side / 2);
    bit(high, low) | bit(low, high)
}

const fn start_white(side: usize) -> u64 {
    let (low, high) = (side / 2 - 1, side / 2);
    bit(low, low) | bit(high, high)
}
