//! The forms of the built-in evaluation: the full one, and two for parts with less flash.
//!
//! A form has the same ten kinds of shapes in the same 42 places, so that one sum serves all. The
//! smaller forms have shorter corners and edges and fewer phases. A board's features choose one; a PC
//! has all three, to compare them.

use core::fmt;

use super::WHOLE;
use super::portable;
use super::shapes::{KINDS, Shape, corner, folded, lane_len, straight};
use super::weights::{Tables, file_len, tables_from};
use crate::rules::Board;
use crate::types::Size;

/// The shapes, phases and built-in weights of an evaluation.
///
/// Only the three forms of this crate implement it: the sum reads its tables without bounds checks.
pub trait Form: Sealed + Copy + fmt::Debug + Send + Sync + 'static {
    /// The shapes, in the order of their tables.
    const SHAPES: &'static [Shape; KINDS];
    /// The number of empty squares at the centre of each phase. Positions between interpolate.
    const PHASES: &'static [u8];
    /// The bytes of a weights file: an array, so that its length is known.
    type File: AsRef<[u8]> + fmt::Debug + Send + Sync + 'static;
    /// The built-in weights: see `engine/weights`.
    const BUILT_IN: &'static Self::File;

    /// The bytes of a file, if they are as many as a file has.
    fn file(bytes: &[u8]) -> Option<&Self::File>;

    /// The number of records. A record holds an entry of each of the two lanes.
    const RECORDS: usize = {
        let lanes = [lane_len(Self::SHAPES, 0), lane_len(Self::SHAPES, 1)];
        if lanes[0] > lanes[1] { lanes[0] } else { lanes[1] }
    };
    /// Bytes of a record.
    const RECORD: usize = 2 * Self::PHASES.len();
    /// Where the tables begin in a file.
    const TABLES: usize = tables_from(Self::PHASES.len());
    /// The earlier phase, never the last, and the share of the later one for each number of empty
    /// squares.
    const PHASE_OF: &'static [(u8, u16); 65] = &phases(Self::PHASES);

    /// The sum of all weights of a board in a phase and in the next.
    #[inline]
    fn sum<S: Size>(tables: Tables<'_, Self>, phase: usize, board: &Board<S>) -> u32 {
        portable::sum(tables, phase, board)
    }
}

/// [`Form::PHASE_OF`] for some phases.
const fn phases(knots: &[u8]) -> [(u8, u16); 65] {
    let mut phases = [(0, 0); 65];
    let mut empties = 0;
    while empties < 65 {
        let mut phase = 0;
        while phase < knots.len() - 2 && empties < knots[phase + 1] {
            phase += 1;
        }
        let (from, to) = (knots[phase], knots[phase + 1]);
        let past = from.saturating_sub(empties);
        let share = past as u16 * WHOLE as u16 / (from - to) as u16;
        phases[empties as usize] = (phase as u8, if share < 256 { share } else { 256 });
        empties += 1;
    }
    phases
}

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// Declares a form with its file.
macro_rules! form {
    ($(#[$doc:meta])* $name:ident, $file:literal, $phases:expr, $shapes:expr, $($sum:item)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Sealed for $name {}

        impl Form for $name {
            const SHAPES: &'static [Shape; KINDS] = &$shapes;
            const PHASES: &'static [u8] = &$phases;
            type File = [u8; file_len(&$shapes, $phases.len())];
            const BUILT_IN: &'static Self::File =
                include_bytes!(concat!("../../../weights/", $file));

            fn file(bytes: &[u8]) -> Option<&Self::File> {
                bytes.try_into().ok()
            }

            $($sum)*
        }
    };
}

form!(
    /// The full form, for PCs and for parts with 1 MB of flash: 591 KB.
    Full,
    "wedge.bin",
    [48, 37, 28, 19, 10],
    [
        corner("corner 2x5", ["a1b1c1d1e1", "a2b2c2d2e2"], 0),
        folded("edge and X", ["b2a1b1c1d1", "g2h1g1f1e1"], "", 1),
        folded("corner 3x3", ["b1c1c2", "a2a3b3"], "a1b2c3", 1),
        folded("row 3", ["a3b3c3d3", "h3g3f3e3"], "", 1),
        folded("row 4", ["a4b4c4d4", "h4g4f4e4"], "", 1),
        straight("diagonal 8", ["a1b2c3d4", "e5f6g7h8"], 1),
        straight("diagonal 7", ["a2b3c4d5", "e6f7g8"], 1),
        straight("diagonal 6", ["a3b4c5", "d6e7f8"], 1),
        straight("diagonal 5", ["a4b5c6", "d7e8"], 1),
        straight("diagonal 4", ["a5b6", "c7d8"], 1),
    ],
    #[inline]
    fn sum<S: Size>(tables: Tables<'_, Self>, phase: usize, board: &Board<S>) -> u32 {
        super::chosen::sum(tables, phase, board)
    }
);

form!(
    /// For parts with 512 KB of flash: a 2x4 corner and four phases, 255 KB.
    Flash512K,
    "wedge-512k.bin",
    [48, 35, 22, 10],
    [
        corner("corner 2x4", ["a1b1c1d1", "a2b2c2d2"], 1),
        folded("edge and X", ["b2a1b1c1d1", "g2h1g1f1e1"], "", 0),
        folded("corner 3x3", ["b1c1c2", "a2a3b3"], "a1b2c3", 1),
        folded("row 3", ["a3b3c3d3", "h3g3f3e3"], "", 1),
        folded("row 4", ["a4b4c4d4", "h4g4f4e4"], "", 1),
        straight("diagonal 8", ["a1b2c3d4", "e5f6g7h8"], 1),
        straight("diagonal 7", ["a2b3c4d5", "e6f7g8"], 0),
        straight("diagonal 6", ["a3b4c5", "d6e7f8"], 1),
        straight("diagonal 5", ["a4b5c6", "d7e8"], 1),
        straight("diagonal 4", ["a5b6", "c7d8"], 1),
    ],
);

form!(
    /// For parts with 256 KB of flash: a 2x4 corner, an edge without its X-squares and three phases,
    /// 113 KB.
    Flash256K,
    "wedge-256k.bin",
    [46, 28, 10],
    [
        corner("corner 2x4", ["a1b1c1d1", "a2b2c2d2"], 0),
        folded("edge", ["a1b1c1d1", "h1g1f1e1"], "", 1),
        folded("corner 3x3", ["b1c1c2", "a2a3b3"], "a1b2c3", 0),
        folded("row 3", ["a3b3c3d3", "h3g3f3e3"], "", 1),
        folded("row 4", ["a4b4c4d4", "h4g4f4e4"], "", 1),
        straight("diagonal 8", ["a1b2c3d4", "e5f6g7h8"], 1),
        straight("diagonal 7", ["a2b3c4d5", "e6f7g8"], 1),
        straight("diagonal 6", ["a3b4c5", "d6e7f8"], 0),
        straight("diagonal 5", ["a4b5c6", "d7e8"], 0),
        straight("diagonal 4", ["a5b6", "c7d8"], 0),
    ],
);
