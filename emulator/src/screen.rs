//! The grey display of the lm3s6965evb, read from a screendump.

use anyhow::{Result, bail};
use wedge_console::{BLACK, Frame, LEGAL, LIGHT, Rgb8, WHITE};

use crate::lights::{PpmHeader, ppm};

/// Pixels of a screendump for each pixel of the display, across and down.
const MAGNIFIED: usize = 4;

/// A picture on a grey display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    levels: Vec<u8>,
}

impl Picture {
    /// Reads a screendump of QEMU in PPM format.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        let (PpmHeader { width, height }, pixels) = ppm(bytes)?;
        if pixels.len() < 3 * width * height {
            bail!("the screendump is truncated");
        }
        let (columns, rows) = (width / MAGNIFIED, height / MAGNIFIED);
        let at = |row: usize, column: usize| 3 * (row * MAGNIFIED * width + column * MAGNIFIED);
        let levels = (0..rows).flat_map(|row| (0..columns).map(move |column| at(row, column)));
        let levels = levels.map(|at| pixels[at]).collect();
        Ok(Self { width: columns, height: rows, levels })
    }

    /// The level of a pixel, 0 to 255; dark outside.
    #[must_use]
    pub fn level(&self, x: usize, y: usize) -> u8 {
        if x >= self.width {
            return 0;
        }
        self.levels.get(y * self.width + x).copied().unwrap_or(0)
    }

    /// Whether no pixel is lit.
    pub(crate) fn is_dark(&self) -> bool {
        self.levels.iter().all(|&level| level == 0)
    }

    /// The picture in letters, two rows of pixels a line: for golden files.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for y in (0..self.height).step_by(2) {
            let line: String = (0..self.width)
                .map(|x| match [self.level(x, y), self.level(x, y + 1)].map(|level| level > 80) {
                    [true, true] => '█',
                    [true, false] => '▀',
                    [false, true] => '▄',
                    [false, false] => ' ',
                })
                .collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The board as lights, so that whoever reads lights also reads this display: white's discs are
    /// full circles, black's are rings, legal moves are dots, and the cursor is a frame.
    pub(crate) fn frame(&self) -> Frame {
        const PITCH: usize = 7;
        const CORNER: (usize, usize) = (5, 7);
        let mut frame = Frame::default();
        for (row, leds) in frame.0.iter_mut().enumerate() {
            for (column, led) in leds.iter_mut().enumerate() {
                let (x, y) = (CORNER.0 + column * PITCH + 1, CORNER.1 + row * PITCH + 1);
                let is_lit = |dx: usize, dy: usize| self.level(x + dx, y + dy) > 200;
                let centre = self.level(x + 2, y + 2);
                // The lines around the square, which the cursor lights up.
                let is_cursor = self.level(x - 1, y + 2) > 200
                    && self.level(x + 6, y + 3) > 200
                    && self.level(x + 2, y - 1) > 200;
                *led = if is_cursor {
                    LIGHT
                } else if is_lit(0, 2) && is_lit(2, 0) {
                    if is_lit(1, 2) { WHITE } else { BLACK }
                } else if centre > 200 {
                    LIGHT
                } else if centre > 80 {
                    LEGAL
                } else {
                    Rgb8::DARK
                };
            }
        }
        frame.gamma()
    }
}
