//! The colours of the lights on true-colour, 256-colour, 16-colour and colourless terminals.

use clap::ValueEnum;
use ratatui::style::Color;
use wedge_console::Rgb8;

/// The colours that a terminal shows.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// 24-bit colours.
    #[default]
    True,
    /// The 256-colour cube.
    #[value(name = "256")]
    Indexed,
    /// The sixteen basic colours.
    #[value(name = "16")]
    Sixteen,
    /// No colours: letters instead.
    #[value(name = "none")]
    Letters,
}

/// A light with all channels below this counts as dark.
const DARK: u8 = 16;

impl Palette {
    /// The palette that `NO_COLOR`, `COLORTERM` and `TERM` ask for.
    #[must_use]
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
        let says = |name: &str, words: &[&str]| {
            variable(name).is_some_and(|value| words.iter().any(|word| value.contains(word)))
        };
        if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            Self::Letters
        } else if says("COLORTERM", &["truecolor", "24bit"]) || says("TERM", &["direct"]) {
            Self::True
        } else if says("TERM", &["256"]) {
            Self::Indexed
        } else {
            Self::Sixteen
        }
    }

    /// The colour of a light that is on, if the palette has colours.
    #[must_use]
    pub fn light(self, colour: Rgb8) -> Option<Color> {
        let Rgb8 { r, g, b } = colour;
        match self {
            Self::Letters => None,
            _ if colour == Rgb8::DARK => None,
            Self::True => Some(Color::Rgb(r, g, b)),
            _ if r.max(g).max(b) < DARK => None,
            Self::Indexed => Some(Color::Indexed(in_cube(colour))),
            Self::Sixteen => Some(of_sixteen(colour)),
        }
    }

    /// A colour of anything but the lights: lines, labels and the board itself.
    #[must_use]
    pub const fn plain(self, colour: Rgb8, of_sixteen: Color) -> Color {
        match self {
            Self::True => Color::Rgb(colour.r, colour.g, colour.b),
            Self::Indexed => Color::Indexed(in_cube(colour)),
            Self::Sixteen => of_sixteen,
            Self::Letters => Color::Reset,
        }
    }
}

/// The nearest colour of the 6x6x6 cube, or the nearest grey if all channels are alike.
const fn in_cube(Rgb8 { r, g, b }: Rgb8) -> u8 {
    const fn step(level: u8) -> u8 {
        match level {
            0..48 => 0,
            48..115 => 1,
            _ => (level - 35) / 40,
        }
    }
    if r.abs_diff(g) < 12 && g.abs_diff(b) < 12 {
        return match g {
            0..8 => 16,
            248.. => 231,
            _ => 232 + (g - 8) / 10,
        };
    }
    16 + 36 * step(r) + 6 * step(g) + step(b)
}

/// The basic colour of this hue, bright or dim.
fn of_sixteen(colour: Rgb8) -> Color {
    let Rgb8 { r, g, b } = colour;
    let most = r.max(g).max(b);
    let pick = |dim, bright| if most > 130 { bright } else { dim };
    match letter(colour) {
        'X' => pick(Color::Blue, Color::LightBlue),
        'O' => pick(Color::Yellow, Color::LightYellow),
        '+' => pick(Color::Green, Color::LightGreen),
        '!' => pick(Color::Red, Color::LightRed),
        _ if most < 100 => Color::DarkGray,
        _ => pick(Color::Gray, Color::White),
    }
}

/// The letter for the colour of a light: `X` black's blue, `O` white's amber, `+` the green of a
/// legal square, `#` white light, `!` red, a space for dark.
#[must_use]
pub fn letter(Rgb8 { r, g, b }: Rgb8) -> char {
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    if most < DARK {
        ' '
    } else if most - least <= most / 4 {
        '#'
    } else if b == most {
        'X'
    } else if g == most {
        '+'
    } else if g < r / 4 {
        '!'
    } else {
        'O'
    }
}

#[cfg(test)]
mod tests {
    use wedge_console::{BLACK, LEGAL, LIGHT, REFUSED, WHITE};

    use super::*;

    #[test]
    fn the_environment_decides() {
        let detect = |variables: &[(&str, &str)]| {
            Palette::detect(|name| {
                let found = variables.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(detect(&[("TERM", "linux")]), Palette::Sixteen);
        assert_eq!(detect(&[("TERM", "xterm-256color")]), Palette::Indexed);
        let full = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(detect(&full), Palette::True);
        assert_eq!(detect(&[full[0], full[1], ("NO_COLOR", "1")]), Palette::Letters);
        assert_eq!(detect(&[full[1], ("NO_COLOR", "")]), Palette::True);
    }

    #[test]
    fn every_light_has_a_letter_and_colours_of_its_own() {
        let lights = [BLACK, WHITE, LEGAL, LIGHT, REFUSED];
        assert_eq!(lights.map(letter), ['X', 'O', '+', '#', '!']);
        assert_eq!([BLACK, WHITE].map(|light| letter(light.dim(40))), ['X', 'O']);
        assert_eq!(letter(Rgb8::DARK), ' ');
        for palette in [Palette::True, Palette::Indexed, Palette::Sixteen] {
            let mut seen: Vec<_> = lights.map(|light| palette.light(light)).to_vec();
            assert_eq!(palette.light(Rgb8::DARK), None);
            while let Some(colour) = seen.pop() {
                assert!(colour.is_some() && !seen.contains(&colour), "{palette:?}: {colour:?}");
            }
        }
        assert_eq!(Palette::Letters.light(BLACK), None);
    }

    #[test]
    fn hints_are_told_apart_by_brightness() {
        for palette in [Palette::True, Palette::Indexed, Palette::Sixteen] {
            let shades = [255, 150, 90].map(|brightness| palette.light(LIGHT.dim(brightness)));
            assert!(shades[0] != shades[1] && shades[1] != shades[2], "{palette:?}: {shades:?}");
        }
    }
}
