//! ProbCut parameters: `host-sim train probcut` fitted them to searches of 250 positions for each
//! number of empty squares.

use super::{Fit, Probcut, fit};

pub(super) static PARAMETERS: Probcut =
    Probcut { frontier: None, midgame: MIDGAME, endgame: ENDGAME };

/// For searches of 3 plies and more, with 20, 28, 36, 44 and 52 empty squares.
#[rustfmt::skip]
const MIDGAME: [[Fit; 5]; 10] = [
    [fit(1, 258, -18, 107), fit(1, 257, -20, 92), fit(1, 261, -18, 82), fit(1, 254, -14, 72), fit(1, 240, 4, 55)],
    [fit(2, 255, -12, 103), fit(2, 260, -20, 73), fit(2, 259, -15, 59), fit(2, 260, -18, 57), fit(2, 251, -12, 45)],
    [fit(3, 255, 9, 80), fit(3, 258, 10, 70), fit(3, 261, 6, 65), fit(3, 261, 15, 62), fit(3, 273, 20, 48)],
    [fit(2, 255, 7, 124), fit(2, 264, -20, 91), fit(2, 262, -8, 85), fit(2, 264, -26, 79), fit(2, 265, -10, 52)],
    [fit(3, 256, 16, 105), fit(3, 262, -7, 88), fit(3, 263, 14, 81), fit(3, 263, 29, 70), fit(3, 276, 23, 52)],
    [fit(4, 256, 31, 101), fit(4, 261, -10, 76), fit(4, 264, 3, 79), fit(4, 264, -12, 62), fit(4, 274, -6, 47)],
    [fit(5, 256, -1, 91), fit(5, 259, -23, 76), fit(5, 262, 8, 73), fit(5, 264, 8, 54), fit(5, 266, -7, 41)],
    [fit(4, 255, 27, 115), fit(4, 263, -9, 88), fit(4, 267, 2, 88), fit(4, 268, -14, 71), fit(4, 287, -9, 48)],
    [fit(5, 257, -7, 110), fit(5, 264, -34, 89), fit(5, 271, 9, 87), fit(5, 268, 10, 62), fit(5, 280, -8, 45)],
    [fit(6, 258, 5, 111), fit(6, 260, -10, 81), fit(6, 271, -7, 77), fit(6, 267, -7, 54), fit(6, 288, -21, 58)],
];

/// For solutions with 10, 12, 14, 16, 18, 20 and 22 empty squares.
#[rustfmt::skip]
const ENDGAME: [Fit; 7] = [
    fit(2, 252, 15, 163),
    fit(4, 254, 19, 155),
    fit(4, 258, 24, 170),
    fit(6, 262, 37, 142),
    fit(6, 260, 12, 158),
    fit(8, 262, 10, 118),
    fit(8, 257, 24, 111),
];
