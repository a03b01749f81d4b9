//! The forms of the built-in evaluation: the full one, and two for parts with less flash.
//!
//! A form has the same ten kinds of shapes in the same 42 places, so that one sum serves all. The
//! smaller forms have shorter corners and edges. A board's features choose one; a PC has all three, to
//! compare them.

use core::fmt;

use super::portable;
use super::shapes::{KINDS, Shape, corner, folded, offset, straight};
use super::weights::{Rows, file_len};
use crate::rules::Board;
use crate::types::Size;

/// The shapes and the built-in weights of an evaluation.
///
/// Only the three forms of this crate implement it: the sum reads its tables without bounds checks.
pub trait Form: Sealed + Copy + fmt::Debug + Send + Sync + 'static {
    /// The shapes, in the order of their tables.
    const SHAPES: &'static [Shape; KINDS];
    /// The bytes of a weights file: an array, so that its length is known.
    type File: AsRef<[u8]> + fmt::Debug + Send + Sync + 'static;
    /// The built-in weights: see `engine/weights`.
    const BUILT_IN: &'static Self::File;

    /// The bytes of a file, if they are as many as a file has.
    fn file(bytes: &[u8]) -> Option<&Self::File>;

    /// The number of rows: one for each entry of all shapes.
    const ROWS: usize = offset(Self::SHAPES, KINDS);

    /// The sums of the rows of a board, two numbers a word.
    #[inline]
    fn sum<S: Size>(rows: Rows<'_, Self>, board: &Board<S>) -> [u32; 2] {
        portable::sum(rows, board)
    }
}

/// Bytes at an address that is a multiple of four, as a load of a row wants it.
#[repr(C, align(4))]
struct Aligned<B>(B);

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// Declares a form with its file.
macro_rules! form {
    ($(#[$doc:meta])* $name:ident, $file:literal, $shapes:expr, $($sum:item)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Sealed for $name {}

        impl Form for $name {
            const SHAPES: &'static [Shape; KINDS] = &$shapes;
            type File = [u8; file_len(&$shapes)];
            const BUILT_IN: &'static Self::File = {
                static FILE: Aligned<[u8; file_len(&$shapes)]> =
                    Aligned(*include_bytes!(concat!("../../../weights/", $file)));
                &FILE.0
            };

            fn file(bytes: &[u8]) -> Option<&Self::File> {
                bytes.try_into().ok()
            }

            $($sum)*
        }
    };
}

form!(
    /// The full form, for PCs and for parts with 1 MB of flash: 463 KB.
    Full,
    "wedge.bin",
    [
        corner("corner 2x5", ["a1b1c1d1e1", "a2b2c2d2e2"]),
        folded("edge and X", ["b2a1b1c1d1", "g2h1g1f1e1"], ""),
        folded("corner 3x3", ["b1c1c2", "a2a3b3"], "a1b2c3"),
        folded("row 3", ["a3b3c3d3", "h3g3f3e3"], ""),
        folded("row 4", ["a4b4c4d4", "h4g4f4e4"], ""),
        straight("diagonal 8", ["a1b2c3d4", "e5f6g7h8"]),
        straight("diagonal 7", ["a2b3c4d5", "e6f7g8"]),
        straight("diagonal 6", ["a3b4c5", "d6e7f8"]),
        straight("diagonal 5", ["a4b5c6", "d7e8"]),
        straight("diagonal 4", ["a5b6", "c7d8"]),
    ],
    #[inline]
    fn sum<S: Size>(rows: Rows<'_, Self>, board: &Board<S>) -> [u32; 2] {
        super::chosen::sum(rows, board)
    }
);

form!(
    /// For parts with 512 KB of flash: a 2x4 corner, 253 KB.
    Flash512K,
    "wedge-512k.bin",
    [
        corner("corner 2x4", ["a1b1c1d1", "a2b2c2d2"]),
        folded("edge and X", ["b2a1b1c1d1", "g2h1g1f1e1"], ""),
        folded("corner 3x3", ["b1c1c2", "a2a3b3"], "a1b2c3"),
        folded("row 3", ["a3b3c3d3", "h3g3f3e3"], ""),
        folded("row 4", ["a4b4c4d4", "h4g4f4e4"], ""),
        straight("diagonal 8", ["a1b2c3d4", "e5f6g7h8"]),
        straight("diagonal 7", ["a2b3c4d5", "e6f7g8"]),
        straight("diagonal 6", ["a3b4c5", "d6e7f8"]),
        straight("diagonal 5", ["a4b5c6", "d7e8"]),
        straight("diagonal 4", ["a5b6", "c7d8"]),
    ],
);

form!(
    /// For parts with 256 KB of flash: a 2x4 corner, an edge without its X-squares and a smaller corner,
    /// 108 KB.
    Flash256K,
    "wedge-256k.bin",
    [
        corner("corner 2x4", ["a1b1c1d1", "a2b2c2d2"]),
        folded("edge", ["a1b1c1d1", "h1g1f1e1"], ""),
        folded("corner triangle", ["b1c1", "a2a3"], "a1b2"),
        folded("row 3", ["a3b3c3d3", "h3g3f3e3"], ""),
        folded("row 4", ["a4b4c4d4", "h4g4f4e4"], ""),
        straight("diagonal 8", ["a1b2c3d4", "e5f6g7h8"]),
        straight("diagonal 7", ["a2b3c4d5", "e6f7g8"]),
        straight("diagonal 6", ["a3b4c5", "d6e7f8"]),
        straight("diagonal 5", ["a4b5c6", "d7e8"]),
        straight("diagonal 4", ["a5b6", "c7d8"]),
    ],
);
