//! Board sizes as types.

use core::fmt::Debug;
use core::hash::Hash;

/// A board size. All sizes share one layout of 64 bits: a1 is bit 0, b1 bit 1, a2 bit 8.
///
/// A smaller board lies in the a1 corner: the 6x6 board is a1 to f6. The squares beyond it are never
/// occupied, so every rule of the 8x8 board holds once moves are masked with [`Size::MASK`].
///
/// Only [`Rectangle`] implements it: no board has a square with two discs, which code without bounds
/// checks relies on.
pub trait Size: Sealed + Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The number of columns, 2 to 8.
    const WIDTH: usize;
    /// The number of rows, 2 to 8.
    const HEIGHT: usize;
    /// The number of squares along one side of a square board, along the longer side of another.
    const SIDE: usize = if Self::WIDTH > Self::HEIGHT { Self::WIDTH } else { Self::HEIGHT };
    /// The number of squares.
    const AREA: usize = Self::WIDTH * Self::HEIGHT;
    /// Whether the board has as many columns as rows, and so eight symmetries instead of four.
    const IS_SQUARE: bool = Self::WIDTH == Self::HEIGHT;
    /// The squares of the board.
    const MASK: u64 = mask(Self::WIDTH, Self::HEIGHT);
    /// The four corners.
    const CORNERS: u64 = ends(Self::WIDTH, Self::HEIGHT, 0);
    /// The squares diagonally next to the corners.
    const X_SQUARES: u64 = ends(Self::WIDTH, Self::HEIGHT, 1);
    /// Black's two discs at the start: e4 and d5 on the 8x8 board.
    const START_BLACK: u64 = start(Self::WIDTH, Self::HEIGHT, 1);
    /// White's two discs at the start: d4 and e5 on the 8x8 board.
    const START_WHITE: u64 = start(Self::WIDTH, Self::HEIGHT, 0);
}

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// A board with this many columns and rows, 2 to 8 of each. With an odd number of them the start
/// position is one line nearer to a1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangle<const WIDTH: usize, const HEIGHT: usize>;

/// The standard 8x8 board.
pub type Eight = Rectangle<8, 8>;

/// The 6x6 board, small enough to be solved from the start.
pub type Six = Rectangle<6, 6>;

impl<const W: usize, const H: usize> Sealed for Rectangle<W, H> {}

impl<const W: usize, const H: usize> Size for Rectangle<W, H> {
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
}

const fn bit(column: usize, row: usize) -> u64 {
    1 << (row * 8 + column)
}

const fn mask(width: usize, height: usize) -> u64 {
    assert!(
        width >= 2 && width <= 8 && height >= 2 && height <= 8,
        "a board has 2 to 8 columns and rows"
    );
    let row = (1 << width) - 1;
    let mut mask = 0;
    let mut at = 0;
    while at < height {
        mask |= row << (8 * at);
        at += 1;
    }
    mask
}

/// The squares that are `inwards` steps along the diagonals from the corners.
const fn ends(width: usize, height: usize, inwards: usize) -> u64 {
    let (right, last) = (width - 1 - inwards, height - 1 - inwards);
    bit(inwards, inwards) | bit(right, inwards) | bit(inwards, last) | bit(right, last)
}

/// One diagonal of the four centre squares: the one through the square nearest to a1, or the other.
const fn start(width: usize, height: usize, other: usize) -> u64 {
    let (column, row) = (width / 2 - 1, height / 2 - 1);
    bit(column + other, row) | bit(column + 1 - other, row + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_those_of_the_pictures() {
        assert_eq!((Eight::MASK, Six::MASK), (!0, 0x0000_3F3F_3F3F_3F3F));
        assert_eq!(Eight::CORNERS, 0x8100_0000_0000_0081);
        assert_eq!(Eight::X_SQUARES, 0x0042_0000_0000_4200);
        assert_eq!(Eight::START_BLACK, 0x0000_0008_1000_0000);
        assert_eq!(Eight::START_WHITE, 0x0000_0010_0800_0000);
        // . . . .      corners a1, d1, a5, d5; b2 and c3 are white, c2 and b3 black
        // . O X .
        // . X O .
        // . . . .
        // . . . .
        type Small = Rectangle<4, 5>;
        assert_eq!(Small::MASK, 0x0000_000F_0F0F_0F0F);
        assert_eq!(Small::CORNERS, 0x0000_0009_0000_0009);
        assert_eq!(Small::X_SQUARES, 0x0000_0000_0600_0600);
        assert_eq!(Small::START_BLACK, 0x0000_0000_0002_0400);
        assert_eq!(Small::START_WHITE, 0x0000_0000_0004_0200);
        assert_eq!((Small::SIDE, Small::AREA, Small::IS_SQUARE), (5, 20, false));
        assert_eq!((Six::SIDE, Six::AREA, Six::IS_SQUARE), (6, 36, true));
    }
}
