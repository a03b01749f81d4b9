//! The output of a network over patterns: from the sums of rows to a score.
//!
//! Each entry of a shape has a row of numbers instead of one weight. The rows of all places on the
//! board, of the numbers of moves of both players and of the number of empty squares add up to the
//! accumulator. The score is the sum of
//!
//! - a weighted sum of the accumulator, as of patterns without a network, and
//! - a weighted sum of its gates and their products: a number of the accumulator, clamped to the range
//!   from 0 to 1, is a gate. Each number of the first half is one, and one times its partner in the
//!   second half. So what a place is worth can depend on the rest of the board.
//!
//! The weights of these sums depend on the phase of the game. All numbers are integers, so all
//! targets compute the same score.

use super::MAX_UNITS;
use crate::types::Score;

/// The numbers of moves that have a row each: larger ones share the last.
pub const MOVES: usize = 32;
/// The numbers of empty squares that have a row each: larger ones share the last.
pub const EMPTIES: usize = 61;
/// The phases, each with an output of its own: see [`phase`].
pub const PHASES: usize = 15;
/// The largest weight of an output.
pub const LARGEST_OUTPUT: i16 = 15_000;
/// The largest number in a row of moves or of empty squares.
pub const LARGEST_TERM: i16 = 8_000;

/// The phase of a number of empty squares: four of them make one.
#[must_use]
pub const fn phase(empties: usize) -> usize {
    let phase = empties / 4;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// The numbers of 16 bits in front of the rows of entries in a file of rows with so many numbers: the
/// outputs, then the rows of the mover's moves, of the opponent's and of empty squares.
pub(super) const fn small_numbers(width: usize) -> usize {
    PHASES * (2 * width + 1) + (2 * MOVES + EMPTIES) * width
}

/// The rows of moves and of empty squares that belong to a position, by their numbers.
pub(super) const fn term_rows(moves: [u32; 2], empties: u32) -> [usize; 3] {
    let [mover, opponent] = [moves[0] as usize, moves[1] as usize];
    let last = MOVES - 1;
    [
        if mover < last { mover } else { last },
        MOVES + if opponent < last { opponent } else { last },
        2 * MOVES + if (empties as usize) < EMPTIES { empties as usize } else { EMPTIES - 1 },
    ]
}

/// The output of a phase for an accumulator of `W` numbers, in which `ONE` is the number 1. The weights
/// are in parts of twice as many, for a score in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Output<const W: usize, const ONE: i16> {
    /// The weights of the accumulator.
    pub(super) direct: [i16; W],
    /// The weights of the gates, then of their products.
    pub(super) gated: [i16; W],
    /// In units.
    pub(super) bias: i32,
}

impl<const W: usize, const ONE: i16> Output<W, ONE> {
    /// Reads an output's numbers: the weights of the accumulator, those of the gates, the bias. None
    /// of the weights is larger than [`LARGEST_OUTPUT`].
    #[inline]
    pub(super) fn read(mut next: impl FnMut() -> i16) -> Self {
        let mut weights = || [(); W].map(|()| next());
        let (direct, gated) = (weights(), weights());
        Self { direct, gated, bias: next().into() }
    }

    /// The output with weights that are limited to [`LARGEST_OUTPUT`].
    pub(super) fn limited(self) -> Self {
        let limited = |numbers: [i16; W]| numbers.map(|n| n.clamp(-LARGEST_OUTPUT, LARGEST_OUTPUT));
        Self { direct: limited(self.direct), gated: limited(self.gated), ..self }
    }

    /// The score of an accumulator.
    #[inline]
    pub(super) fn score(&self, sums: &[i16; W]) -> Score {
        // Beyond 32, so that no sum of products overflows.
        let accumulator = sums.map(|sum| sum.clamp(-32 * ONE, 32 * ONE));
        let open = sums.map(|sum| sum.clamp(0, ONE));
        // The product of two gates has to fit into 16 bits.
        let part = const { if ONE > 128 { 2 } else { 1 } };
        let mut gates = open;
        for k in 0..W / 2 {
            gates[W / 2 + k] =
                (open[k] / part).wrapping_mul(open[W / 2 + k] / part) / (ONE / (part * part));
        }
        let mut sum = 0_i32;
        for k in 0..W {
            sum = sum
                .wrapping_add(i32::from(self.direct[k]) * i32::from(accumulator[k]))
                .wrapping_add(i32::from(self.gated[k]) * i32::from(gates[k]));
        }
        let units = self.bias + (sum >> (ONE.ilog2() + 1));
        Score::from_units(units.clamp(-MAX_UNITS, MAX_UNITS))
    }
}
