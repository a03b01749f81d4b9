//! ProbCut parameters: `host-sim train probcut` fitted them to searches of 150 positions for each
//! number of empty squares.

use super::{Fit, Probcut, fit};

pub(super) static PARAMETERS: Probcut =
    Probcut { frontier: Some(FRONTIER), midgame: MIDGAME, endgame: ENDGAME };

/// For searches of one ply, with 20, 28, 36, 44 and 52 empty squares.
#[rustfmt::skip]
const FRONTIER: [Fit; 5] = [
    fit(0, 246, 83, 87), fit(0, 247, 97, 81), fit(0, 248, 78, 79), fit(0, 252, 70, 80), fit(0, 256, 73, 87),
];

/// For searches of 3 plies and more, with 20, 28, 36, 44 and 52 empty squares.
#[rustfmt::skip]
const MIDGAME: [[Fit; 5]; 10] = [
    [fit(1, 264, -14, 94), fit(1, 261, -8, 85), fit(1, 255, 11, 68), fit(1, 256, -1, 70), fit(1, 255, -3, 63)],
    [fit(2, 265, -6, 88), fit(2, 262, -2, 79), fit(2, 259, 10, 65), fit(2, 256, -7, 64), fit(2, 258, -6, 59)],
    [fit(3, 259, -5, 79), fit(3, 256, 12, 71), fit(3, 257, 12, 56), fit(3, 247, 10, 58), fit(3, 255, -6, 50)],
    [fit(2, 270, 9, 112), fit(2, 261, 6, 101), fit(2, 262, 19, 74), fit(2, 251, -11, 69), fit(2, 255, 0, 69)],
    [fit(3, 270, -10, 109), fit(3, 262, 17, 84), fit(3, 264, 15, 73), fit(3, 250, 9, 69), fit(3, 256, 0, 56)],
    [fit(4, 263, 23, 97), fit(4, 261, 12, 84), fit(4, 261, 3, 64), fit(4, 251, -3, 60), fit(4, 256, 4, 53)],
    [fit(5, 266, -10, 83), fit(5, 256, 6, 78), fit(5, 261, 9, 64), fit(5, 256, -1, 52), fit(5, 260, 0, 42)],
    [fit(4, 261, 30, 117), fit(4, 257, 17, 92), fit(4, 261, 2, 74), fit(4, 253, -1, 74), fit(4, 260, 4, 54)],
    [fit(5, 266, -16, 97), fit(5, 265, -5, 86), fit(5, 265, 14, 71), fit(5, 260, 4, 62), fit(5, 264, 6, 51)],
    [fit(6, 256, 12, 96), fit(6, 260, 18, 79), fit(6, 263, -1, 64), fit(6, 263, -2, 58), fit(6, 268, -3, 45)],
];

/// For solutions with 10, 12, 14, 16, 18, 20 and 22 empty squares.
#[rustfmt::skip]
const ENDGAME: [Fit; 7] = [
    fit(2, 254, 13, 178),
    fit(4, 254, -1, 143),
    fit(4, 258, 40, 142),
    fit(6, 258, 21, 150),
    fit(6, 255, 17, 140),
    fit(8, 258, 25, 126),
    fit(8, 259, 5, 109),
];
