//! Driver for an 8x8 LED matrix of one colour behind a MAX7219.
//!
//! One colour has to show two kinds of discs and the legal squares, so brightness becomes time:
//! white discs are steady, black discs blink, and dim colours flash.

use embedded_hal::spi::SpiDevice;
use wedge_console::{Brightness, Frame, Rgb8};

use crate::Lights;

const DECODE: u8 = 0x09;
const INTENSITY: u8 = 0x0A;
const SCAN_LIMIT: u8 = 0x0B;
const SHUTDOWN: u8 = 0x0C;
const TEST: u8 = 0x0F;

/// Pictures of a blink's period: two thirds of a second at 60 pictures a second.
const PERIOD: u8 = 40;

/// The matrix on an SPI bus, mode 0, up to 10 MHz.
#[derive(Debug)]
pub struct Max7219<Spi> {
    spi: Spi,
    /// The picture's place in the period of a blink.
    phase: u8,
}

impl<Spi: SpiDevice> Max7219<Spi> {
    /// A matrix on a bus; [`Max7219::start`] comes first.
    pub const fn new(spi: Spi) -> Self {
        Self { spi, phase: 0 }
    }

    /// Wakes the chip: no decoding, all eight rows, no test picture, dark.
    ///
    /// # Errors
    /// If the bus fails.
    pub fn start(&mut self, brightness: Brightness) -> Result<(), Spi::Error> {
        self.set(TEST, 0)?;
        self.set(DECODE, 0)?;
        self.set(SCAN_LIMIT, 7)?;
        self.set_brightness(brightness)?;
        (1..=8).try_for_each(|row| self.set(row, 0))?;
        self.set(SHUTDOWN, 1)
    }

    /// Sets the brightness: sixteen steps of the chip.
    ///
    /// # Errors
    /// If the bus fails.
    pub fn set_brightness(&mut self, brightness: Brightness) -> Result<(), Spi::Error> {
        self.set(INTENSITY, brightness.of_63() / 4)
    }

    fn set(&mut self, register: u8, value: u8) -> Result<(), Spi::Error> {
        self.spi.write(&[register, value])
    }
}

impl<Spi: SpiDevice> Lights for Max7219<Spi> {
    type Error = Spi::Error;

    fn show(&mut self, frame: &Frame) -> Result<(), Spi::Error> {
        let rows = rows(frame, self.phase);
        self.phase = (self.phase + 1) % PERIOD;
        (1..).zip(rows).try_for_each(|(row, leds)| self.set(row, leds))
    }
}

/// How an LED of one colour shows a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mono {
    /// Off.
    Dark,
    /// On for a tenth of the time: legal squares and other dim colours.
    Flash,
    /// On for half of the time: black's discs.
    Blink,
    /// On: white's discs, the cursor and signs.
    Steady,
}

impl Mono {
    /// The rendering of a colour in LED currents: blue is black's, and brightness decides the rest.
    #[must_use]
    pub fn of(led: Rgb8) -> Self {
        /// Half the green of a legal square that is as bright as the panel makes it.
        const DIM: u8 = 48;
        let most = led.r.max(led.g).max(led.b);
        if led == Rgb8::DARK {
            Self::Dark
        } else if led.b == most && led.b > led.r && led.b > led.g {
            Self::Blink
        } else if most < DIM {
            Self::Flash
        } else {
            Self::Steady
        }
    }

    /// Whether the LED is on at a place in the period.
    const fn is_lit(self, phase: u8) -> bool {
        match self {
            Self::Dark => false,
            Self::Flash => phase % PERIOD < PERIOD / 10,
            Self::Blink => phase % PERIOD < PERIOD / 2,
            Self::Steady => true,
        }
    }
}

/// The rows from the top, each with its left LED in the highest bit.
fn rows(frame: &Frame, phase: u8) -> [u8; 8] {
    frame.0.map(|row| {
        row.iter().fold(0, |bits, &led| bits << 1 | u8::from(Mono::of(led).is_lit(phase)))
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec;
    use std::vec::Vec;

    use embedded_hal_mock::eh1::spi::{Mock, Transaction};
    use wedge_console::{BLACK, LEGAL, LIGHT, Panel, WHITE};

    use super::*;

    #[test]
    fn discs_squares_and_signs_differ_in_time() {
        let mut frame = Frame::default();
        frame.0[0][..4].copy_from_slice(&[BLACK, WHITE, LEGAL, LIGHT]);
        let kinds = frame.gamma().0[0].map(Mono::of);
        use Mono::{Blink, Dark, Flash, Steady};
        assert_eq!(kinds, [Blink, Steady, Flash, Steady, Dark, Dark, Dark, Dark]);
        let lit = |mono: Mono| (0..PERIOD).filter(|&phase| mono.is_lit(phase)).count();
        assert_eq!([Dark, Flash, Blink, Steady].map(lit), [0, 4, 20, 40]);
    }

    #[test]
    fn the_start_position_goes_out_row_by_row() {
        let frame = Panel::<wedge_console::engine::Eight>::new().render(400).gamma();
        let write = |bytes: [u8; 2]| {
            [
                Transaction::transaction_start(),
                Transaction::write_vec(bytes.to_vec()),
                Transaction::transaction_end(),
            ]
        };
        // In the second half of a blink only white's discs are lit: d4 and e5.
        let expected: Vec<_> = [0, 0, 0, 0b0001_0000, 0b0000_1000, 0, 0, 0]
            .into_iter()
            .zip(1..)
            .flat_map(|(leds, row)| write([row, leds]))
            .collect();
        let mut spi = Mock::new(&expected);
        let mut matrix = Max7219 { spi: spi.clone(), phase: PERIOD / 2 };
        matrix.show(&frame).unwrap();
        spi.done();
    }

    #[test]
    fn starting_leaves_the_test_picture_and_the_shutdown() {
        let mut registers = vec![[TEST, 0], [DECODE, 0], [SCAN_LIMIT, 7], [INTENSITY, 4]];
        registers.extend((1..=8).map(|row| [row, 0]));
        registers.push([SHUTDOWN, 1]);
        let expected: Vec<_> = registers
            .iter()
            .flat_map(|bytes| {
                [
                    Transaction::transaction_start(),
                    Transaction::write_vec(bytes.to_vec()),
                    Transaction::transaction_end(),
                ]
            })
            .collect();
        let mut spi = Mock::new(&expected);
        Max7219::new(spi.clone()).start(Brightness::default()).unwrap();
        spi.done();
    }
}
