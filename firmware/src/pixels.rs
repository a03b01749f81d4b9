//! The 64 lights on a pixel display: any `DrawTarget` of `embedded-graphics`.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::primitives::Rectangle;
use wedge_console::{Frame, Rgb8};

use crate::Lights;

/// A display as lights: each LED is a square with a gap, as large as fits, in the middle.
///
/// Colours are converted from [`Rgb888`], so a display of fewer colours works as well.
#[derive(Debug)]
pub struct Pixels<Display> {
    display: Display,
    shown: Option<Frame>,
}

impl<Display> Pixels<Display> {
    /// Lights on a display.
    pub const fn new(display: Display) -> Self {
        Self { display, shown: None }
    }

    /// The display.
    pub const fn display(&mut self) -> &mut Display {
        &mut self.display
    }
}

impl<Display: DrawTarget<Color: From<Rgb888>>> Lights for Pixels<Display> {
    type Error = Display::Error;

    /// Draws the LEDs that have changed.
    fn show(&mut self, frame: &Frame) -> Result<(), Display::Error> {
        let area = self.display.bounding_box();
        let pitch = (area.size.width.min(area.size.height) / 8).max(1);
        let side = pitch.saturating_sub(pitch / 8).max(1);
        let margin = |length: u32| (length.saturating_sub(8 * pitch) / 2) as i32;
        let corner = area.top_left + Point::new(margin(area.size.width), margin(area.size.height));
        let leds = (0..)
            .zip(&frame.0)
            .flat_map(|(row, leds)| (0..).zip(leds).map(move |(column, &led)| (row, column, led)));
        for (row, column, led) in leds {
            let was = self.shown.map(|shown| shown.0[row % 8][column % 8]);
            if was == Some(led) {
                continue;
            }
            let at = corner + Point::new(column as i32, row as i32) * pitch as i32;
            let square = Rectangle::new(at, Size::new_equal(side));
            self.display.fill_solid(&square, perceived(led).into())?;
        }
        self.shown = Some(*frame);
        Ok(())
    }
}

/// Currents back to the colours of a display, which has a gamma of its own.
fn perceived(led: Rgb8) -> Rgb888 {
    let root = |level: u8| (u32::from(level) * 255).isqrt() as u8;
    Rgb888::new(root(led.r), root(led.g), root(led.b))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use core::convert::Infallible;
    use std::collections::BTreeMap;

    use embedded_graphics::Pixel;
    use embedded_graphics::geometry::OriginDimensions;

    use super::*;

    /// A display of 128 by 96 pixels that counts what is drawn.
    #[derive(Default)]
    struct Display {
        pixels: BTreeMap<(i32, i32), Rgb888>,
        drawn: usize,
    }

    impl OriginDimensions for Display {
        fn size(&self) -> Size {
            Size::new(128, 96)
        }
    }

    impl DrawTarget for Display {
        type Color = Rgb888;
        type Error = Infallible;

        fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(
            &mut self,
            pixels: I,
        ) -> Result<(), Infallible> {
            for Pixel(point, colour) in pixels {
                self.pixels.insert((point.x, point.y), colour);
                self.drawn += 1;
            }
            Ok(())
        }
    }

    #[test]
    fn leds_are_squares_in_the_middle_and_only_changes_are_drawn() {
        let mut lights = Pixels::new(Display::default());
        let mut frame = Frame::default();
        frame.0[0][0] = Rgb8::new(255, 64, 0);
        let Ok(()) = lights.show(&frame);
        // 12 pixels an LED, 11 of them lit, from column 16.
        let display = lights.display();
        let amber = Rgb888::new(255, 127, 0);
        let lit = display.pixels.values().filter(|&&colour| colour == amber).count();
        assert_eq!(lit, 11 * 11);
        assert_eq!(display.pixels.get(&(16, 0)), Some(&amber));
        assert_eq!(display.pixels.keys().map(|&(x, _)| x).max(), Some(16 + 84 + 10));
        let before = display.drawn;
        frame.0[7][7] = Rgb8::new(0, 0, 255);
        let Ok(()) = lights.show(&frame);
        assert_eq!(lights.display().drawn, before + 11 * 11);
    }
}
