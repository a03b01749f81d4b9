//! ProbCut parameters: `host-sim train probcut` fitted them to searches of 150 positions for each
//! number of empty squares.

use super::{Fit, Probcut, fit};

pub(super) static PARAMETERS: Probcut = Probcut { midgame: MIDGAME, endgame: ENDGAME };

/// For searches of 3 plies and more, with 20, 28, 36, 44 and 52 empty squares.
#[rustfmt::skip]
const MIDGAME: [[Fit; 5]; 10] = [
    [fit(1, 256, -7, 107), fit(1, 261, -11, 92), fit(1, 259, -19, 76), fit(1, 249, -15, 65), fit(1, 265, -17, 52)],
    [fit(2, 261, -4, 91), fit(2, 262, -9, 88), fit(2, 256, -9, 63), fit(2, 251, -1, 58), fit(2, 257, 0, 54)],
    [fit(3, 254, 8, 87), fit(3, 260, 12, 74), fit(3, 257, 10, 67), fit(3, 255, 2, 55), fit(3, 251, 10, 53)],
    [fit(2, 259, 16, 114), fit(2, 265, -7, 112), fit(2, 254, -17, 89), fit(2, 253, -14, 76), fit(2, 254, -8, 63)],
    [fit(3, 256, 1, 105), fit(3, 261, 19, 96), fit(3, 262, 7, 87), fit(3, 257, 10, 74), fit(3, 252, 21, 54)],
    [fit(4, 254, 33, 96), fit(4, 261, 11, 84), fit(4, 258, -2, 77), fit(4, 262, -23, 62), fit(4, 258, -28, 41)],
    [fit(5, 256, 1, 83), fit(5, 260, 7, 86), fit(5, 264, -3, 74), fit(5, 254, 6, 58), fit(5, 251, 11, 35)],
    [fit(4, 251, 37, 120), fit(4, 264, 9, 106), fit(4, 259, -8, 89), fit(4, 260, -27, 65), fit(4, 254, -14, 49)],
    [fit(5, 264, -13, 109), fit(5, 263, 10, 96), fit(5, 263, 2, 84), fit(5, 255, 4, 64), fit(5, 250, 12, 39)],
    [fit(6, 262, 9, 112), fit(6, 262, 8, 92), fit(6, 263, -6, 71), fit(6, 252, -18, 47), fit(6, 259, 0, 43)],
];

/// For solutions with 10, 12, 14, 16, 18, 20 and 22 empty squares.
#[rustfmt::skip]
const ENDGAME: [Fit; 7] = [
    fit(2, 261, 0, 189),
    fit(4, 249, 33, 198),
    fit(4, 259, 46, 211),
    fit(6, 268, 13, 193),
    fit(6, 264, 20, 160),
    fit(8, 266, -5, 134),
    fit(8, 265, 20, 124),
];
