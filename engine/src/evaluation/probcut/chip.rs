//! ProbCut parameters: `host-sim train probcut` fitted them to searches of 250 positions for each
//! number of empty squares.

use super::{Fit, Probcut, fit};

pub(super) static PARAMETERS: Probcut = Probcut { midgame: MIDGAME, endgame: ENDGAME };

/// For searches of 3 plies and more, with 20, 28, 36, 44 and 52 empty squares.
#[rustfmt::skip]
const MIDGAME: [[Fit; 5]; 10] = [
    [fit(1, 258, -23, 110), fit(1, 253, -12, 101), fit(1, 253, -17, 87), fit(1, 248, -11, 85), fit(1, 255, 11, 74)],
    [fit(2, 255, -16, 89), fit(2, 255, -12, 88), fit(2, 252, -16, 73), fit(2, 253, -16, 79), fit(2, 257, -10, 66)],
    [fit(3, 253, 9, 83), fit(3, 256, 17, 72), fit(3, 257, 19, 67), fit(3, 259, 5, 67), fit(3, 251, 19, 53)],
    [fit(2, 250, -9, 118), fit(2, 260, -15, 107), fit(2, 259, -18, 100), fit(2, 256, -14, 100), fit(2, 254, -2, 71)],
    [fit(3, 250, 43, 101), fit(3, 258, 20, 96), fit(3, 260, 33, 88), fit(3, 264, 16, 77), fit(3, 252, 30, 60)],
    [fit(4, 252, 18, 104), fit(4, 265, -4, 91), fit(4, 267, 0, 84), fit(4, 263, -1, 62), fit(4, 246, 3, 57)],
    [fit(5, 250, 25, 87), fit(5, 264, 14, 85), fit(5, 258, 17, 67), fit(5, 260, 9, 65), fit(5, 252, 10, 58)],
    [fit(4, 249, 16, 118), fit(4, 269, -1, 101), fit(4, 264, -1, 85), fit(4, 264, 0, 69), fit(4, 245, 6, 67)],
    [fit(5, 254, 9, 101), fit(5, 263, 14, 95), fit(5, 255, 13, 73), fit(5, 259, 7, 67), fit(5, 251, 13, 63)],
    [fit(6, 263, 3, 111), fit(6, 261, 6, 88), fit(6, 255, 3, 65), fit(6, 259, -3, 60), fit(6, 252, 3, 55)],
];

/// For solutions with 10, 12, 14, 16, 18, 20 and 22 empty squares.
#[rustfmt::skip]
const ENDGAME: [Fit; 7] = [
    fit(2, 245, -15, 179),
    fit(4, 255, -1, 182),
    fit(4, 268, -10, 184),
    fit(6, 263, 8, 175),
    fit(6, 262, 7, 162),
    fit(8, 260, 5, 133),
    fit(8, 268, 7, 125),
];
