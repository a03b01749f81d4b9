//! The picture on the matrix: 8x8 colours.

use core::fmt;
use core::str::FromStr;

use wedge_engine::Square;

/// A perceived colour; [`Frame::gamma`] converts it to LED currents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rgb8 {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Rgb8 {
    /// An LED that is off.
    pub const DARK: Self = Self::new(0, 0, 0);

    /// A colour from its three channels.
    #[must_use]
    pub const fn new(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }

    /// A blend of this colour (`part` 0) and another one (`part` 255).
    #[must_use]
    pub fn mix(self, other: Self, part: u8) -> Self {
        let mix = |from: u8, to: u8| {
            let sum = u32::from(from) * u32::from(255 - part) + u32::from(to) * u32::from(part);
            // A weighted mean of two bytes fits in a byte.
            ((sum + 127) / 255) as u8
        };
        Self::new(mix(self.r, other.r), mix(self.g, other.g), mix(self.b, other.b))
    }

    /// The same hue, dimmed: a brightness of 255 leaves the colour as it is.
    #[must_use]
    pub fn dim(self, brightness: u8) -> Self {
        Self::DARK.mix(self, brightness)
    }

    /// The perceived brightness, 0 to 255 (with the weights of ITU-R BT.709).
    #[must_use]
    pub fn luma(self) -> u8 {
        let sum = 54 * u32::from(self.r) + 183 * u32::from(self.g) + 19 * u32::from(self.b);
        (sum >> 8) as u8
    }
}

impl fmt::Display for Rgb8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::DARK {
            f.write_str("......")
        } else {
            write!(f, "{:02x}{:02x}{:02x}", self.r, self.g, self.b)
        }
    }
}

/// What the 64 LEDs show, row by row from the top, each row from the left.
///
/// Its text has one line a row, with `rrggbb` in hexadecimal for each LED and dots for a dark one.
///
/// ```
/// use wedge_console::{Frame, Rgb8};
///
/// let mut frame = Frame::default();
/// frame.set("c1".parse().unwrap(), Rgb8::new(255, 160, 32));
/// let text = frame.to_string();
/// assert!(text.starts_with("...... ...... ffa020 ......"));
/// assert_eq!(text.parse(), Ok(frame));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame(pub [[Rgb8; 8]; 8]);

impl Frame {
    /// The colour on a square.
    #[must_use]
    pub const fn at(&self, square: Square) -> Rgb8 {
        self.0[square.row()][square.column()]
    }

    /// Sets the colour of a square.
    pub const fn set(&mut self, square: Square, colour: Rgb8) {
        self.0[square.row()][square.column()] = colour;
    }

    /// The same picture in LED currents.
    ///
    /// An LED's light is proportional to its on-time, but perceived brightness is about the square
    /// root of that. Squaring is close to the usual exponent of 2.2 and needs no table. A lit LED
    /// never rounds to dark.
    #[must_use]
    pub fn gamma(&self) -> Self {
        let linear = |level: u8| {
            let square = (u32::from(level) * u32::from(level)).div_ceil(255);
            square as u8
        };
        Self(self.0.map(|row| {
            row.map(|colour| Rgb8::new(linear(colour.r), linear(colour.g), linear(colour.b)))
        }))
    }

    /// Whether no channel of any LED differs by more than `tolerance`, for comparison with a
    /// screenshot.
    #[must_use]
    pub fn is_near(&self, other: &Self, tolerance: u8) -> bool {
        let near = |a: Rgb8, b: Rgb8| {
            a.r.abs_diff(b.r) <= tolerance
                && a.g.abs_diff(b.g) <= tolerance
                && a.b.abs_diff(b.b) <= tolerance
        };
        self.0.iter().flatten().zip(other.0.iter().flatten()).all(|(&a, &b)| near(a, b))
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            for (column, colour) in row.iter().enumerate() {
                write!(f, "{}{colour}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The position of the first LED that cannot be read from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// Its row, from 1.
    pub row: usize,
    /// Its column, from 1.
    pub column: usize,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "row {}, LED {}: expected 8 rows of 8 LEDs, each rrggbb in hexadecimal or ......",
            self.row, self.column
        )
    }
}

impl core::error::Error for FrameError {}

impl FromStr for Frame {
    type Err = FrameError;

    fn from_str(text: &str) -> Result<Self, FrameError> {
        let mut frame = Self::default();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        for (row, leds) in frame.0.iter_mut().enumerate() {
            let mut words = lines.next().unwrap_or_default().split_whitespace();
            for (column, led) in leds.iter_mut().enumerate() {
                let error = FrameError { row: row + 1, column: column + 1 };
                *led = words.next().and_then(read_colour).ok_or(error)?;
            }
            if words.next().is_some() {
                return Err(FrameError { row: row + 1, column: 9 });
            }
        }
        match lines.next() {
            None => Ok(frame),
            Some(_) => Err(FrameError { row: 9, column: 1 }),
        }
    }
}

fn read_colour(word: &str) -> Option<Rgb8> {
    if word == "......" {
        return Some(Rgb8::DARK);
    }
    if word.len() != 6 || !word.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let [_, r, g, b] = u32::from_str_radix(word, 16).ok()?.to_be_bytes();
    Some(Rgb8::new(r, g, b))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn gamma_is_close_to_2_2_and_keeps_lit_leds_lit() {
        let mut last = 0;
        for level in 0..=255 {
            let mut frame = Frame::default();
            frame.0[0][0] = Rgb8::new(level, 0, 0);
            let out = frame.gamma().0[0][0].r;
            let customary = (f64::from(level) / 255.0).powf(2.2) * 255.0;
            assert!((f64::from(out) - customary).abs() < 10.0, "{level} -> {out}, {customary}");
            assert!(out >= last && (out > 0) == (level > 0));
            last = out;
        }
        assert_eq!(last, 255);
    }

    #[test]
    fn errors_name_the_led() {
        let say = |text: &str| text.parse::<Frame>().unwrap_err().to_string();
        assert!(say("").starts_with("row 1, LED 1:"));
        assert!(say("...... 12345g").starts_with("row 1, LED 2:"));
        assert!(say("...... +12345").starts_with("row 1, LED 2:"));
        let full = Frame::default().to_string();
        assert!(say(&(full.clone() + "......")).starts_with("row 9, LED 1:"));
        assert!(say(&full.replacen('\n', " ......\n", 1)).starts_with("row 1, LED 9:"));
    }

    proptest! {
        #[test]
        fn text_round_trips(bytes in proptest::collection::vec(any::<(u8, u8, u8)>(), 64)) {
            let mut frame = Frame::default();
            for (led, (r, g, b)) in frame.0.iter_mut().flatten().zip(bytes) {
                *led = Rgb8::new(r, g, b);
            }
            prop_assert_eq!(frame.to_string().parse(), Ok(frame));
        }

        #[test]
        fn mixing_stays_between_its_ends(a: u8, b: u8, part: u8) {
            let (from, to) = (Rgb8::new(a, a, a), Rgb8::new(b, b, b));
            let mixed = from.mix(to, part).r;
            prop_assert!(mixed >= a.min(b) && mixed <= a.max(b));
            prop_assert_eq!(from.mix(to, 0), from);
            prop_assert_eq!(from.mix(to, 255), to);
        }
    }
}
