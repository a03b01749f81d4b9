//! The LEDs as letters, for golden files.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{Context, Result, bail};
use wedge_console::engine::{Bitboard, Square};
use wedge_console::{Brightness, Frame, Rgb8};

/// A channel up to this level is dark: everything the panel draws is brighter.
const DARK: u8 = 2;

/// Below this level an amber LED may have lost its green to rounding.
const FAINT: u32 = 16;

/// A picture as it would be at full scale: QEMU shows a level times the current setting over 64.
pub(crate) fn at_full_scale(frame: &Frame, brightness: Brightness) -> Frame {
    let scale = u32::from(brightness.of_63());
    let full = |level: u8| (u32::from(level) * 64 / scale).min(255) as u8;
    Frame(frame.0.map(|row| row.map(|led| Rgb8::new(full(led.r), full(led.g), full(led.b)))))
}

/// The size of a picture in PPM format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PpmHeader {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// Splits a picture in PPM format into its size and its pixels.
pub(crate) fn ppm(bytes: &[u8]) -> Result<(PpmHeader, &[u8])> {
    let mut rest = bytes;
    let mut word = || {
        let end = rest.iter().position(u8::is_ascii_whitespace)?;
        let (word, tail) = rest.split_at(end);
        rest = tail.get(1..)?;
        std::str::from_utf8(word).ok()
    };
    let header = [word(), word(), word(), word()];
    let size = |word: Option<&str>| word.and_then(|word| word.parse().ok());
    match (header[0], size(header[1]), size(header[2]), header[3]) {
        (Some("P6"), Some(width), Some(height), Some("255")) => {
            Ok((PpmHeader { width, height }, rest))
        }
        _ => bail!("the screendump starts with {header:?}: expected a PPM with 255 levels"),
    }
}

/// Reads a screendump of QEMU in PPM format: 100 by 100 equal pixels for each LED.
pub(crate) fn read_screen(bytes: &[u8]) -> Result<Frame> {
    let (size, rest) = ppm(bytes)?;
    if size != (PpmHeader { width: 800, height: 800 }) {
        bail!("the screendump has {size:?}: expected 800 by 800 pixels");
    }
    let mut frame = Frame::default();
    for (row, leds) in frame.0.iter_mut().enumerate() {
        for (column, led) in leds.iter_mut().enumerate() {
            let at = ((row * 100 + 50) * 800 + column * 100 + 50) * 3;
            let &[r, g, b] = rest.get(at..at + 3).context("the screendump is truncated")? else {
                unreachable!("a slice of three has three")
            };
            *led = Rgb8::new(r, g, b);
        }
    }
    Ok(frame)
}

/// A picture of the LEDs for the documentation, as SVG: each a disc in the colour that an eye sees.
#[must_use]
pub fn svg(frame: &Frame) -> String {
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\" width=\"400\" height=\"400\">\n\
         <rect width=\"400\" height=\"400\" rx=\"10\" fill=\"#111\"/>\n",
    );
    let eye = |level: u8| (u32::from(level) * 255).isqrt();
    for (row, leds) in frame.0.iter().enumerate() {
        for (column, &led) in leds.iter().enumerate() {
            let [r, g, b] = match led {
                Rgb8::DARK => [34; 3],
                Rgb8 { r, g, b } => [r, g, b].map(eye),
            };
            let (x, y) = (50 * column + 25, 50 * row + 25);
            text +=
                &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"rgb({r},{g},{b})\"/>\n");
        }
    }
    text + "</svg>\n"
}

/// The letter for the colour of an LED.
fn letter(Rgb8 { r, g, b }: Rgb8) -> char {
    let (r, g, b) = (u32::from(r), u32::from(g), u32::from(b));
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    if most <= DARK.into() {
        '.'
    } else if most - least <= most / 4 {
        'w'
    } else if b == most {
        'X'
    } else if g == most {
        '+'
    } else if r > 8 * g && r >= FAINT {
        '!'
    } else {
        'O'
    }
}

/// The letters that each LED has shown over some time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LightHistory([[BTreeSet<char>; 8]; 8]);

impl LightHistory {
    pub(crate) fn add(&mut self, frame: &Frame) {
        for (seen, led) in self.0.iter_mut().flatten().zip(frame.0.iter().flatten()) {
            seen.insert(letter(*led));
        }
    }

    /// The picture, with blinking LEDs as letters of their own.
    ///
    /// `X` black disc, `O` white disc, `+` legal move, `x` and `o` the cursor on a legal move,
    /// `w` white light, `W` blinking white light, `!` red, `.` dark, `*` any other change.
    #[must_use]
    pub fn lights(&self) -> Lights {
        Lights(self.0.each_ref().map(|row| {
            row.each_ref().map(|seen| {
                let letters: Vec<char> = seen.iter().copied().collect();
                match letters[..] {
                    [one] => one,
                    ['+', 'X'] => 'x',
                    ['+', 'O'] => 'o',
                    ['.' | '+' | 'X', 'w'] => 'W',
                    _ => '*',
                }
            })
        }))
    }
}

/// A picture in letters; [`LightHistory::lights`] explains them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lights([[char; 8]; 8]);

impl Lights {
    /// The squares that show one of these letters.
    #[must_use]
    pub fn squares(&self, letters: &str) -> Bitboard {
        let shown = self.0.iter().flatten().enumerate();
        shown
            .filter(|&(_, &letter)| letters.contains(letter))
            .filter_map(|(index, _)| Square::from_index(index))
            .collect()
    }
}

impl fmt::Display for Lights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            for (column, letter) in row.iter().enumerate() {
                write!(f, "{}{letter}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Like `Display`, so that a failed comparison shows both pictures.
impl fmt::Debug for Lights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use wedge_console::{BLACK, LEGAL, LIGHT, Panel, REFUSED, WHITE};

    use super::*;

    /// A colour as the emulator shows it at the default brightness, brought back to full scale.
    fn shown(colour: Rgb8) -> Rgb8 {
        let mut frame = Frame::default();
        frame.0[0][0] = colour;
        let led = frame.gamma().0[0][0];
        let scale = |level: u8| (u32::from(level) * 16 / 64) as u8;
        frame.0[0][0] = Rgb8::new(scale(led.r), scale(led.g), scale(led.b));
        at_full_scale(&frame, Brightness::default()).0[0][0]
    }

    #[test]
    fn every_colour_of_the_panel_has_its_letter() {
        let dim = |colour: Rgb8| letter(shown(colour.dim(90)));
        assert_eq!([BLACK, WHITE].map(|colour| letter(shown(colour))), ['X', 'O']);
        assert_eq!([BLACK, WHITE].map(dim), ['X', 'O']);
        assert_eq!([BLACK, WHITE].map(|colour| letter(shown(colour.dim(30)))), ['X', 'O']);
        assert_eq!(
            [LEGAL, LIGHT, REFUSED, Rgb8::DARK].map(|c| letter(shown(c))),
            ['+', 'w', '!', '.']
        );
    }

    #[test]
    fn a_blinking_cursor_has_its_letter() {
        let panel: Panel = Panel::new();
        let mut history = LightHistory::default();
        for now in (0..700).step_by(50) {
            history.add(&Frame(panel.render(now).0.map(|row| row.map(shown))));
        }
        let wanted = ". . . . . . . .\n\
                      . . . . . . . .\n\
                      . . . x . . . .\n\
                      . . + O X . . .\n\
                      . . . X O + . .\n\
                      . . . . + . . .\n\
                      . . . . . . . .\n\
                      . . . . . . . .\n";
        assert_eq!(history.lights().to_string(), wanted);
        assert_eq!(history.lights().squares("x+").len(), 4);
    }

    #[test]
    fn a_screendump_is_sampled_in_the_middle_of_each_led() {
        let mut ppm = b"P6\n800 800\n255\n".to_vec();
        for y in 0..800_usize {
            for x in 0..800_usize {
                ppm.extend([(x / 100) as u8, (y / 100) as u8, 7]);
            }
        }
        let frame = read_screen(&ppm).unwrap();
        assert_eq!(frame.0[3][6], Rgb8::new(6, 3, 7));
        assert!(read_screen(&ppm[..1000]).is_err());
        assert!(read_screen(b"P5\n1 1\n255\n...").is_err());
    }
}
