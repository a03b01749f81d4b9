//! Driver for an 8x8 RGB LED matrix: a DM163 chip that drives 24 columns (8 LEDs of three colours),
//! and eight row switches.
//!
//! One row is lit at a time. Call [`Dm163::show_row`] for the rows in turn, about a thousand times a
//! second, so that persistence of vision shows all eight.

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::OutputPin;

use wedge_console::Rgb8;

/// Columns of the matrix: eight LEDs of three channels.
const CHANNELS: usize = 24;
/// Bits of a channel in bank 0, which scales the brightness.
const SCALE_BITS: usize = 6;
/// How long to hold the reset line, from the shield's data sheet.
const RESET_MS: u32 = 100;

/// The five lines of the driver chip.
#[derive(Clone, Copy, Debug)]
pub struct Lines<Data, Clock, Reset, Latch, Bank> {
    /// SIN: serial data.
    pub data: Data,
    /// DCK: the chip reads a bit at its rising edge.
    pub clock: Clock,
    /// `RST_B`: low resets the chip.
    pub reset: Reset,
    /// `LAT_B`: a low pulse shows what was shifted in.
    pub latch: Latch,
    /// SELBK: low for the bank of brightness scales, high for the bank of levels.
    pub bank: Bank,
}

/// The matrix: the driver chip's lines and the switches of the eight rows, top first.
#[derive(Debug)]
pub struct Dm163<Data, Clock, Reset, Latch, Bank, Row> {
    lines: Lines<Data, Clock, Reset, Latch, Bank>,
    rows: [Row; 8],
    /// The row that is on.
    lit: Option<usize>,
}

impl<Data, Clock, Reset, Latch, Bank, Row, E> Dm163<Data, Clock, Reset, Latch, Bank, Row>
where
    Data: OutputPin<Error = E>,
    Clock: OutputPin<Error = E>,
    Reset: OutputPin<Error = E>,
    Latch: OutputPin<Error = E>,
    Bank: OutputPin<Error = E>,
    Row: OutputPin<Error = E>,
{
    /// A matrix on these pins, which are not driven yet.
    pub const fn new(lines: Lines<Data, Clock, Reset, Latch, Bank>, rows: [Row; 8]) -> Self {
        Self { lines, rows, lit: None }
    }

    /// Resets the chip, sets every brightness scale to full, and leaves all rows dark.
    ///
    /// # Errors
    /// If a pin cannot be driven.
    pub fn start(&mut self, delay: &mut impl DelayNs) -> Result<(), E> {
        for row in &mut self.rows {
            row.set_low()?;
        }
        self.lit = None;
        self.lines.latch.set_high()?;
        self.lines.clock.set_low()?;
        self.lines.reset.set_low()?;
        delay.delay_ms(RESET_MS);
        self.lines.reset.set_high()?;
        self.lines.bank.set_low()?;
        self.lines.data.set_high()?;
        for _ in 0..CHANNELS * SCALE_BITS {
            self.lines.clock.set_high()?;
            self.lines.clock.set_low()?;
        }
        self.latch()?;
        self.lines.bank.set_high()
    }

    /// Lights a row (its index is taken modulo 8) with eight colours from left to right, and turns
    /// off the previous row.
    ///
    /// # Errors
    /// If a pin cannot be driven.
    #[inline]
    pub fn show_row(&mut self, row: usize, colors: &[Rgb8; 8]) -> Result<(), E> {
        // The first bit in ends up in the last channel: the right-hand LED's blue.
        for color in colors.iter().rev() {
            self.shift(color.b)?;
            self.shift(color.g)?;
            self.shift(color.r)?;
        }
        // Turn off the old row before the latch, or it would briefly show the new row's colours.
        // The latch falls exactly once a row.
        if let Some(lit) = self.lit.take() {
            self.rows[lit % 8].set_low()?;
        }
        self.latch()?;
        self.rows[row % 8].set_high()?;
        self.lit = Some(row % 8);
        Ok(())
    }

    #[inline]
    fn shift(&mut self, level: u8) -> Result<(), E> {
        for bit in (0..8).rev() {
            self.lines.data.set_state((level >> bit & 1 != 0).into())?;
            self.lines.clock.set_high()?;
            self.lines.clock.set_low()?;
        }
        Ok(())
    }

    #[inline]
    fn latch(&mut self) -> Result<(), E> {
        self.lines.latch.set_low()?;
        self.lines.latch.set_high()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;
    use std::{array, vec};

    use embedded_hal_mock::eh1::delay::NoopDelay;
    use embedded_hal_mock::eh1::digital::{Mock, State, Transaction};

    use super::*;

    /// The expected levels of one pin, in order.
    type Levels = Vec<bool>;

    fn mock(levels: &Levels) -> Mock {
        let transactions: Vec<_> = levels
            .iter()
            .map(|&high| Transaction::set(if high { State::High } else { State::Low }))
            .collect();
        Mock::new(&transactions)
    }

    struct Expected {
        lines: Lines<Levels, Levels, Levels, Levels, Levels>,
        rows: [Levels; 8],
    }

    impl Expected {
        /// The start sequence of the chip: reset, 144 ones into bank 0, latched once.
        fn start() -> Self {
            let pulses = [true, false].repeat(144);
            Self {
                lines: Lines {
                    data: vec![true],
                    clock: [vec![false], pulses].concat(),
                    reset: vec![false, true],
                    latch: vec![true, false, true],
                    bank: vec![false, true],
                },
                rows: array::from_fn(|_| vec![false]),
            }
        }

        /// A row: 192 bits with a clock pulse each, one latch pulse.
        fn row(&mut self, bits: impl IntoIterator<Item = bool>) {
            self.lines.data.extend(bits);
            self.lines.clock.extend([true, false].repeat(192));
            self.lines.latch.extend([false, true]);
        }

        fn check(self, work: impl FnOnce(&mut Dm163<Mock, Mock, Mock, Mock, Mock, Mock>)) {
            let Lines { data, clock, reset, latch, bank } = self.lines;
            let lines = Lines {
                data: mock(&data),
                clock: mock(&clock),
                reset: mock(&reset),
                latch: mock(&latch),
                bank: mock(&bank),
            };
            let mut matrix = Dm163::new(lines, self.rows.each_ref().map(mock));
            matrix.start(&mut NoopDelay::new()).unwrap();
            work(&mut matrix);
            let Dm163 { mut lines, mut rows, .. } = matrix;
            lines.data.done();
            lines.clock.done();
            lines.reset.done();
            lines.latch.done();
            lines.bank.done();
            rows.iter_mut().for_each(Mock::done);
        }
    }

    fn bits(level: u8) -> impl Iterator<Item = bool> {
        (0..8).rev().map(move |bit| level >> bit & 1 != 0)
    }

    #[test]
    fn starting_follows_the_data_sheet() {
        Expected::start().check(|_| ());
    }

    #[test]
    fn a_row_goes_out_from_its_right_end_blue_first() {
        let colors = array::from_fn(|n| Rgb8::new(n as u8, 0x40 + n as u8, 0x81 + n as u8));
        let mut expected = Expected::start();
        let levels = colors.iter().rev().flat_map(|color| [color.b, color.g, color.r]);
        expected.row(levels.flat_map(bits));
        expected.rows[3].push(true);
        expected.check(|matrix| matrix.show_row(3, &colors).unwrap());
    }

    #[test]
    fn one_row_is_lit_at_a_time() {
        let mut expected = Expected::start();
        for row in 0..9 {
            expected.row([false; 192]);
            expected.rows[row % 8].push(true);
            if row < 8 {
                expected.rows[row].push(false);
            }
        }
        expected.check(|matrix| {
            for row in 0..9 {
                matrix.show_row(row, &[Rgb8::DARK; 8]).unwrap();
            }
        });
    }

    /// Checks the order of events across pins, which mocks of single pins cannot see.
    #[test]
    fn the_old_row_is_off_before_the_latch_and_the_new_one_on_after() {
        use core::cell::RefCell;
        use core::convert::Infallible;
        use embedded_hal::digital::ErrorType;

        struct Pin<'a>(&'static str, &'a RefCell<Vec<(&'static str, bool)>>);
        impl ErrorType for Pin<'_> {
            type Error = Infallible;
        }
        impl OutputPin for Pin<'_> {
            fn set_low(&mut self) -> Result<(), Infallible> {
                self.1.borrow_mut().push((self.0, false));
                Ok(())
            }
            fn set_high(&mut self) -> Result<(), Infallible> {
                self.1.borrow_mut().push((self.0, true));
                Ok(())
            }
        }

        let log = RefCell::new(Vec::new());
        let names = ["row 0", "row 1", "row 2", "row 3", "row 4", "row 5", "row 6", "row 7"];
        let lines = Lines {
            data: Pin("data", &log),
            clock: Pin("clock", &log),
            reset: Pin("reset", &log),
            latch: Pin("latch", &log),
            bank: Pin("bank", &log),
        };
        let mut matrix = Dm163::new(lines, names.map(|name| Pin(name, &log)));
        matrix.start(&mut NoopDelay::new()).unwrap();
        matrix.show_row(0, &[Rgb8::DARK; 8]).unwrap();
        log.borrow_mut().clear();
        matrix.show_row(1, &[Rgb8::DARK; 8]).unwrap();
        let log = log.borrow();
        let tail: Vec<_> =
            log.iter().copied().filter(|(name, _)| !["data", "clock"].contains(name)).collect();
        assert_eq!(tail, [("row 0", false), ("latch", false), ("latch", true), ("row 1", true)]);
        // And the bits come first.
        assert_eq!(log[log.len() - 4], ("row 0", false));
    }
}
