//! What a shallow search tells of a deeper one: made by `host-sim train probcut` from searches
//! of 250 positions for each number of empty squares.

use super::{Cut, cut};

/// For searches of 3 plies on, with 20, 28, 36, 44 and 52 empty squares.
#[rustfmt::skip]
pub(super) static MIDDLE: [[Cut; 5]; 10] = [
    [cut(1, 258, -23, 110), cut(1, 253, -12, 101), cut(1, 253, -17, 87), cut(1, 248, -11, 85), cut(1, 255, 11, 74)],
    [cut(2, 255, -16, 89), cut(2, 255, -12, 88), cut(2, 252, -16, 73), cut(2, 253, -16, 79), cut(2, 257, -10, 66)],
    [cut(3, 253, 9, 83), cut(3, 256, 17, 72), cut(3, 257, 19, 67), cut(3, 259, 5, 67), cut(3, 251, 19, 53)],
    [cut(2, 250, -9, 118), cut(2, 260, -15, 107), cut(2, 259, -18, 100), cut(2, 256, -14, 100), cut(2, 254, -2, 71)],
    [cut(3, 250, 43, 101), cut(3, 258, 20, 96), cut(3, 260, 33, 88), cut(3, 264, 16, 77), cut(3, 252, 30, 60)],
    [cut(4, 252, 18, 104), cut(4, 265, -4, 91), cut(4, 267, 0, 84), cut(4, 263, -1, 62), cut(4, 246, 3, 57)],
    [cut(5, 250, 25, 87), cut(5, 264, 14, 85), cut(5, 258, 17, 67), cut(5, 260, 9, 65), cut(5, 252, 10, 58)],
    [cut(4, 249, 16, 118), cut(4, 269, -1, 101), cut(4, 264, -1, 85), cut(4, 264, 0, 69), cut(4, 245, 6, 67)],
    [cut(5, 254, 9, 101), cut(5, 263, 14, 95), cut(5, 255, 13, 73), cut(5, 259, 7, 67), cut(5, 251, 13, 63)],
    [cut(6, 263, 3, 111), cut(6, 261, 6, 88), cut(6, 255, 3, 65), cut(6, 259, -3, 60), cut(6, 252, 3, 55)],
];

/// For solutions with 10, 12, 14, 16, 18, 20 and 22 empty squares.
#[rustfmt::skip]
pub(super) static ENDS: [Cut; 7] = [
    cut(2, 245, -15, 179),
    cut(4, 255, -1, 182),
    cut(4, 268, -10, 184),
    cut(6, 263, 8, 175),
    cut(6, 262, 7, 162),
    cut(8, 260, 5, 133),
    cut(8, 268, 7, 125),
];
