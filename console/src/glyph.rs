//! Small bitmaps: digits and the signs of the menu.

use crate::frame::{Frame, Rgb8};

/// A bitmap of up to 8 rows, one byte a row, with the leftmost pixel in the highest bit.
pub(crate) type Glyph<const ROWS: usize> = [u8; ROWS];

/// Converts a drawing with `#` for each lit pixel.
pub(crate) const fn glyph<const ROWS: usize>(drawing: [&str; ROWS]) -> Glyph<ROWS> {
    let mut rows = [0; ROWS];
    let mut row = 0;
    while row < ROWS {
        let pixels = drawing[row].as_bytes();
        let mut column = 0;
        while column < pixels.len() {
            if pixels[column] == b'#' {
                rows[row] |= 0x80 >> column;
            }
            column += 1;
        }
        row += 1;
    }
    rows
}

/// The digits 1 to 9, three pixels wide.
pub(crate) const DIGITS: [Glyph<5>; 9] = [
    glyph([".#.", "##.", ".#.", ".#.", "###"]),
    glyph(["##.", "..#", ".#.", "#..", "###"]),
    glyph(["##.", "..#", ".#.", "..#", "##."]),
    glyph(["#.#", "#.#", "###", "..#", "..#"]),
    glyph(["###", "#..", "##.", "..#", "##."]),
    glyph([".##", "#..", "###", "#.#", "###"]),
    glyph(["###", "..#", ".#.", ".#.", ".#."]),
    glyph(["###", "#.#", "###", "#.#", "###"]),
    glyph(["###", "#.#", "###", "..#", "##."]),
];

/// The letter L, for the level.
pub(crate) const LEVEL: Glyph<5> = glyph(["#..", "#..", "#..", "#..", "###"]);

/// The sun, for the brightness.
pub(crate) const SUN: Glyph<5> = glyph(["#.#.#", ".###.", "#####", ".###.", "#.#.#"]);

/// A patch of one colour, for the white balance.
pub(crate) const PATCH: Glyph<5> = glyph(["####"; 5]);

/// A person.
pub(crate) const PERSON: Glyph<5> = glyph([".#.", "###", ".#.", ".#.", "#.#"]);

/// The engine: a screen and a keyboard.
pub(crate) const MACHINE: Glyph<5> = glyph(["###", "#.#", "###", "...", "###"]);

/// A question mark, for the hint.
#[rustfmt::skip]
pub(crate) const HINT: Glyph<6> = glyph([
    "..###...",
    ".#...#..",
    ".....#..",
    "...##...",
    "........",
    "...#....",
]);

/// An arrow that turns back.
#[rustfmt::skip]
pub(crate) const TAKE_BACK: Glyph<6> = glyph([
    "..#.....",
    ".#......",
    "######..",
    ".#....#.",
    "..#...#.",
    "....##..",
]);

/// The play triangle.
#[rustfmt::skip]
pub(crate) const PLAY: Glyph<7> = glyph([
    "..#.....",
    "..##....",
    "..###...",
    "..####..",
    "..###...",
    "..##....",
    "..#.....",
]);

/// A cross, for a fault.
#[rustfmt::skip]
const FAULT: Glyph<8> = glyph([
    "#......#",
    ".#....#.",
    "..#..#..",
    "...##...",
    "...##...",
    "..#..#..",
    ".#....#.",
    "#......#",
]);

impl Frame {
    /// Draws a glyph with its top left pixel at a column and row, clipped to the frame.
    pub(crate) fn draw(&mut self, glyph: &[u8], column: usize, row: usize, colour: Rgb8) {
        for (leds, &pixels) in self.0.iter_mut().skip(row).zip(glyph) {
            for (led, bit) in leds.iter_mut().skip(column).zip((0..8).rev()) {
                if pixels >> bit & 1 != 0 {
                    *led = colour;
                }
            }
        }
    }

    /// A red cross, which the matrix shows when the program has failed.
    #[must_use]
    pub fn fault() -> Self {
        let mut frame = Self::default();
        frame.draw(&FAULT, 0, 0, Rgb8::new(255, 0, 0));
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_distinct() {
        for (n, digit) in DIGITS.iter().enumerate() {
            for other in &DIGITS[n + 1..] {
                let pixels: u32 = digit.iter().zip(other).map(|(a, b)| (a ^ b).count_ones()).sum();
                assert!(pixels >= 1, "{digit:?} {other:?}");
            }
        }
    }

    #[test]
    fn drawing_is_clipped() {
        let mut frame = Frame::default();
        frame.draw(&PLAY, 6, 6, Rgb8::new(1, 1, 1));
        let lit = frame.0.iter().flatten().filter(|&&led| led != Rgb8::DARK).count();
        assert_eq!(lit, 0);
        frame.draw(&FAULT, 5, 5, Rgb8::new(1, 1, 1));
        let lit = frame.0.iter().flatten().filter(|&&led| led != Rgb8::DARK).count();
        assert_eq!(lit, 3);
    }
}
