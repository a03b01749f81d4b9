//! The game on a pixel display: a board with letters and numbers, the score, and the menu in words.
//!
//! [`View`] says what is to be seen, [`Screen`] draws it on any `embedded-graphics` display of at
//! least 128 by 64 pixels, in colours or greys. A view is compared with the last one, so that a picture
//! is drawn only when something has changed: with a blinking cursor three times a second.

mod view;

pub use view::{Mark, TEXT_LINES, View};

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::{FONT_4X6, FONT_5X8};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{Drawable, Primitive, RgbColor};
use embedded_graphics::primitives::{Circle, PrimitiveStyle, Rectangle};
use embedded_graphics::text::{Baseline, Text};
use wedge_console::Panel;
use wedge_console::engine::Color;

/// Pixels of a letter or number beside the board.
const LABEL: Size = Size::new(4, 6);
/// The height of a line of text.
const LINE: i32 = 9;

const LIGHT: Rgb888 = Rgb888::WHITE;
const GREY: Rgb888 = Rgb888::new(120, 120, 120);
const GRID: Rgb888 = Rgb888::new(51, 51, 51);

/// A display that shows the game.
#[derive(Debug)]
pub struct Screen<Display> {
    display: Display,
    shown: Option<View>,
}

impl<Display> Screen<Display> {
    /// The game on a display.
    pub const fn new(display: Display) -> Self {
        Self { display, shown: None }
    }

    /// The display.
    pub const fn display(&mut self) -> &mut Display {
        &mut self.display
    }
}

impl<Display: DrawTarget<Color: From<Rgb888>>> Screen<Display> {
    /// Draws the panel at a time, if it looks other than the last time. Returns whether it drew.
    ///
    /// # Errors
    /// If the display fails.
    pub fn show(&mut self, panel: &Panel, now: u64) -> Result<bool, Display::Error> {
        let view = View::of(panel, now);
        if self.shown.as_ref() == Some(&view) {
            return Ok(false);
        }
        self.draw(&view)?;
        self.shown = Some(view);
        Ok(true)
    }

    /// Shows some words instead, after a crash for instance.
    ///
    /// # Errors
    /// If the display fails.
    pub fn say(&mut self, words: &str) -> Result<(), Display::Error> {
        self.shown = None;
        self.display.clear(Rgb888::BLACK.into())?;
        let style = MonoTextStyle::new(&FONT_5X8, LIGHT.into());
        Text::with_baseline(words, Point::new(4, 4), style, Baseline::Top)
            .draw(&mut self.display)?;
        Ok(())
    }

    fn draw(&mut self, view: &View) -> Result<(), Display::Error> {
        let display = &mut self.display;
        display.clear(Rgb888::BLACK.into())?;
        let area = display.bounding_box();
        // The board is as large as the height allows and leaves room for twelve letters beside it.
        let beside = 12 * FONT_5X8.character_size.width + 6;
        let pitch = (area.size.height.saturating_sub(LABEL.height + 2) / 8)
            .min(area.size.width.saturating_sub(LABEL.width + beside) / 8)
            .max(5);
        let (corner, pitch) = (
            area.top_left + Point::new(LABEL.width as i32 + 1, LABEL.height as i32 + 1),
            pitch as i32,
        );
        let label = MonoTextStyle::new(&FONT_4X6, GREY.into());
        for (index, name) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().enumerate() {
            let x = corner.x + index as i32 * pitch + (pitch - 3) / 2;
            Text::with_baseline(name, Point::new(x, area.top_left.y), label, Baseline::Top)
                .draw(display)?;
        }
        for (index, name) in ["1", "2", "3", "4", "5", "6", "7", "8"].into_iter().enumerate() {
            let y = corner.y + index as i32 * pitch + (pitch - 4) / 2;
            Text::with_baseline(name, Point::new(area.top_left.x, y), label, Baseline::Top)
                .draw(display)?;
        }
        for line in 0..=8 {
            let length = (8 * pitch + 1) as u32;
            for (at, size) in [
                (Point::new(line * pitch, 0), Size::new(1, length)),
                (Point::new(0, line * pitch), Size::new(length, 1)),
            ] {
                display.fill_solid(&Rectangle::new(corner + at, size), GRID.into())?;
            }
        }
        for (row, marks) in (0..).zip(&view.squares) {
            for (column, &mark) in (0..).zip(marks) {
                let at = corner + Point::new(column * pitch + 1, row * pitch + 1);
                draw_mark(display, at, (pitch - 1) as u32, mark)?;
            }
        }
        let x = corner.x + 8 * pitch + 5;
        for (index, line) in (0..).zip(&view.text) {
            let colour = if index == 0 || view.is_menu && index == 2 { LIGHT } else { GREY };
            let style = MonoTextStyle::new(&FONT_5X8, colour.into());
            let at = Point::new(x, area.top_left.y + index * LINE);
            Text::with_baseline(line, at, style, Baseline::Top).draw(display)?;
        }
        Ok(())
    }
}

/// Draws the content of a square of some pixels: white's discs are full, black's are rings.
fn draw_mark<Display: DrawTarget<Color: From<Rgb888>>>(
    display: &mut Display,
    at: Point,
    side: u32,
    mark: Mark,
) -> Result<(), Display::Error> {
    let disc = Circle::new(at, side);
    match mark.disc {
        Some(Color::White) => {
            disc.into_styled(PrimitiveStyle::with_fill(LIGHT.into())).draw(display)?;
        }
        Some(Color::Black) => {
            disc.into_styled(PrimitiveStyle::with_stroke(LIGHT.into(), 1)).draw(display)?;
        }
        None => {}
    }
    let dot = side / 3;
    let middle = at + Point::new_equal((side.saturating_sub(dot) / 2) as i32);
    let dot = Rectangle::new(middle, Size::new_equal(dot.max(1)));
    if mark.is_last {
        // Against the disc, so that it shows on both colours.
        let colour = if mark.disc == Some(Color::White) { Rgb888::BLACK } else { LIGHT };
        display.fill_solid(&dot, colour.into())?;
    } else if mark.is_legal {
        display.fill_solid(&dot, GREY.into())?;
    }
    if mark.is_hint {
        dot.into_styled(PrimitiveStyle::with_fill(LIGHT.into())).draw(display)?;
    }
    if mark.is_cursor {
        let frame = Rectangle::new(at - Point::new_equal(1), Size::new_equal(side + 2));
        frame.into_styled(PrimitiveStyle::with_stroke(LIGHT.into(), 1)).draw(display)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use embedded_graphics::framebuffer::{Framebuffer, buffer_size};
    use embedded_graphics::geometry::OriginDimensions;
    use embedded_graphics::iterator::raw::RawDataSlice;
    use embedded_graphics::pixelcolor::raw::{BigEndian, RawU4};
    use embedded_graphics::pixelcolor::{Gray4, GrayColor};
    use std::string::String;
    use wedge_console::Action;

    use super::*;

    type Display = Framebuffer<Gray4, RawU4, BigEndian, 128, 64, { buffer_size::<Gray4>(128, 64) }>;

    /// The picture in letters, a line a row: lit, grey, dim and dark pixels.
    fn picture(display: &Display) -> String {
        let width = display.size().width as usize;
        let pixels: std::vec::Vec<char> = RawDataSlice::<RawU4, BigEndian>::new(display.data())
            .into_iter()
            .map(|raw| match Gray4::from(raw).luma() {
                0 => ' ',
                1..=4 => '.',
                5..=10 => 'o',
                _ => '#',
            })
            .collect();
        let lines = pixels.chunks(width).map(|line| line.iter().collect::<String>());
        lines.map(|line| String::from(line.trim_end()) + "\n").collect()
    }

    #[test]
    fn the_start_the_menu_and_a_blink() {
        let mut screen = Screen::new(Display::new());
        let mut panel: Panel = Panel::new();
        assert_eq!(screen.show(&panel, 0), Ok(true));
        // Nothing has changed.
        assert_eq!(screen.show(&panel, 16), Ok(false));
        insta::assert_snapshot!("start", picture(screen.display()));
        // The cursor goes out.
        assert_eq!(screen.show(&panel, 310), Ok(true));
        panel.handle(Action::Menu, 400);
        assert_eq!(screen.show(&panel, 400), Ok(true));
        insta::assert_snapshot!("menu", picture(screen.display()));
        let Ok(()) = screen.say("hard fault");
        assert!(picture(screen.display()).contains('#'));
    }
}
