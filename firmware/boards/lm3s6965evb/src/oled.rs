//! The display: 128 by 64 pixels of 16 greys behind an SSD0323, on the serial interface SSI0.

use core::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::framebuffer::{Framebuffer, buffer_size};
use embedded_graphics::geometry::{OriginDimensions, Size};
use embedded_graphics::pixelcolor::Gray4;
use embedded_graphics::pixelcolor::raw::{BigEndian, RawU4};
use embedded_graphics::primitives::Rectangle;
use wedge_console::Brightness;

use crate::registers::{
    GPIO_A, GPIO_C, GPIO_D, Register, SSI0, make_outputs, make_peripheral, pins, wait_for,
};

const WIDTH: usize = 128;
const HEIGHT: usize = 64;

type Picture =
    Framebuffer<Gray4, RawU4, BigEndian, WIDTH, HEIGHT, { buffer_size::<Gray4>(WIDTH, HEIGHT) }>;

/// The pin that tells data (high) from commands.
const IS_DATA: Register = pins(GPIO_C, 1 << 7);

/// The display. What is drawn shows after [`Oled::flush`].
pub(crate) struct Oled(Picture);

impl Oled {
    pub(crate) fn start() -> Self {
        make_peripheral(GPIO_A, 0b10_1100); // clock, select and data
        make_outputs(GPIO_C, 1 << 7);
        // The memory card on the same bus is not selected.
        make_outputs(GPIO_D, 1);
        pins(GPIO_D, 1).write(1);
        Register::at(SSI0, 0x04).write(0); // CR1: off, master
        Register::at(SSI0, 0x10).write(8); // CPSR: 50 MHz / 8
        Register::at(SSI0, 0x00).write(0xC7); // CR0: eight bits, clock idle high, second edge
        Register::at(SSI0, 0x04).write(1 << 1); // CR1: on
        let mut oled = Self(Picture::new());
        // All columns and rows, pixels from the left and lines from the top; on.
        oled.send(false, &[0x15, 0, 63, 0x75, 0, 63, 0xA0, 0, 0xAF]);
        oled
    }

    /// Sets the contrast, which is the current of a pixel.
    pub(crate) fn set_brightness(&mut self, brightness: Brightness) {
        self.send(false, &[0x81, brightness.of_63() * 2]);
    }

    /// Sends the picture: 5 ms.
    pub(crate) fn flush(&mut self) {
        self.send(false, &[0x15, 0, 63, 0x75, 0, 63]);
        let Self(picture) = self;
        send(true, picture.data());
    }

    fn send(&mut self, is_data: bool, bytes: &[u8]) {
        send(is_data, bytes);
    }
}

/// Sends bytes, and waits until they are out: the pin must not change before.
fn send(is_data: bool, bytes: &[u8]) {
    const STATUS: Register = Register::at(SSI0, 0x0C);
    const HAS_ROOM: u32 = 1 << 1;
    const HAS_RECEIVED: u32 = 1 << 2;
    const BUSY: u32 = 1 << 4;
    IS_DATA.write(if is_data { 1 << 7 } else { 0 });
    for &byte in bytes {
        if !wait_for(|| STATUS.read() & HAS_ROOM != 0) {
            return;
        }
        Register::at(SSI0, 0x08).write(byte.into());
        // What comes in meanwhile means nothing.
        while STATUS.read() & HAS_RECEIVED != 0 {
            let _ = Register::at(SSI0, 0x08).read();
        }
    }
    wait_for(|| STATUS.read() & BUSY == 0);
}

impl OriginDimensions for Oled {
    fn size(&self) -> Size {
        self.0.size()
    }
}

impl DrawTarget for Oled {
    type Color = Gray4;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Gray4>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        self.0.draw_iter(pixels)
    }

    fn fill_solid(&mut self, area: &Rectangle, color: Gray4) -> Result<(), Infallible> {
        self.0.fill_solid(area, color)
    }
}
