//! Driver for an 8x8 RGB LED matrix: a DM163 chip that drives 24 columns (8 LEDs of three colours),
//! and eight row switches.
//!
//! One row is lit at a time. Call [`Dm163::refresh`] about a thousand times a second, so that
//! persistence of vision shows all eight.
//!
//! A channel at full scale draws 58 mA and a row switch carries 500 mA, so the driver dims pictures
//! whose fullest row would draw more than [`ROW_LIMIT_MA`]. Since one row is lit at a time, that is
//! also the most that the whole matrix draws.

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::OutputPin;

use wedge_console::{Balance, Brightness, Frame, Rgb8};

use crate::Lights;
use crate::power::{dimmed, levels};

/// Columns of the matrix: eight LEDs of three channels.
const CHANNELS: usize = 24;
/// Bits of a channel in bank 0, which scales the brightness.
const SCALE_BITS: usize = 6;
/// Colours shifted in between turning off the old row and the latch: 96 bits. The row switches and
/// the LEDs of the old row need that long to go out; with less they show the new row's colours
/// faintly.
const BLANKED_COLORS: usize = 4;
/// The current of a channel at full scale, in mA: the shield's resistor sets it.
pub const CHANNEL_MA: u32 = 58;
/// The most that a row draws, in mA. USB gives 500, and the board needs some of it.
pub const ROW_LIMIT_MA: u32 = 400;
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

/// The current of each colour as a share of full scale, in 63rds: bank 0 of the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Scale {
    /// A brightness with the same current for all three colours.
    #[must_use]
    pub const fn new(brightness: Brightness) -> Self {
        let all = brightness.of_63();
        Self { r: all, g: all, b: all }
    }

    /// The same brightness with a white balance. Rounded up: no colour goes out.
    #[must_use]
    pub fn balanced(brightness: Brightness, balance: Balance) -> Self {
        let all = u16::from(brightness.of_63());
        let part = |share: u8| (all * u16::from(share)).div_ceil(Balance::WHOLE.into()) as u8;
        let [r, g, b] = balance.shares().map(part);
        Self { r, g, b }
    }

    const fn most(self) -> u8 {
        let rg = if self.r > self.g { self.r } else { self.g };
        if rg > self.b { rg } else { self.b }
    }
}

/// The current of a row while it is lit, in mA, if every colour has the largest scale.
#[must_use]
pub fn row_ma(row: &[Rgb8; 8], scale: Scale) -> u32 {
    levels(row) * u32::from(scale.most()) * CHANNEL_MA / (255 * 63)
}

/// The current of a picture on average over its eight rows, in mA.
#[must_use]
pub fn average_ma(frame: &Frame, scale: Scale) -> u32 {
    frame.0.iter().map(|row| row_ma(row, scale)).sum::<u32>() / 8
}

/// The matrix: the driver chip's lines and the switches of the eight rows, top first.
#[derive(Debug)]
pub struct Dm163<Data, Clock, Reset, Latch, Bank, Row> {
    lines: Lines<Data, Clock, Reset, Latch, Bank>,
    rows: [Row; 8],
    /// The row that is on.
    lit: Option<usize>,
    scale: Scale,
    /// The picture, within the limit of a row's current.
    frame: Frame,
    /// The row that [`Dm163::refresh`] lights next.
    next: usize,
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
        let scale = Scale { r: 0, g: 0, b: 0 };
        let frame = Frame([[Rgb8::DARK; 8]; 8]);
        Self { lines, rows, lit: None, scale, frame, next: 0 }
    }

    /// Resets the chip, sets the scale of the colours, and leaves all rows dark.
    ///
    /// # Errors
    /// If a pin cannot be driven.
    pub fn start(&mut self, scale: Scale, delay: &mut impl DelayNs) -> Result<(), E> {
        for row in &mut self.rows {
            row.set_low()?;
        }
        self.lit = None;
        self.lines.latch.set_high()?;
        self.lines.clock.set_low()?;
        self.lines.reset.set_low()?;
        delay.delay_ms(RESET_MS);
        self.lines.reset.set_high()?;
        self.set_scale(scale)
    }

    /// Sets the scale of the colours. The lit row goes out until its next turn.
    ///
    /// # Errors
    /// If a pin cannot be driven.
    pub fn set_scale(&mut self, scale: Scale) -> Result<(), E> {
        self.blank()?;
        self.lines.bank.set_low()?;
        for _ in 0..CHANNELS / 3 {
            for level in [scale.b, scale.g, scale.r] {
                self.shift::<SCALE_BITS>(level)?;
            }
        }
        self.latch()?;
        self.lines.bank.set_high()?;
        self.scale = scale;
        Ok(())
    }

    /// Lights the next row of the picture. To be called by a timer.
    ///
    /// # Errors
    /// If a pin cannot be driven.
    pub fn refresh(&mut self) -> Result<(), E> {
        let row = self.next % 8;
        self.next = row + 1;
        let colors = self.frame.0[row];
        self.show_row(row, &colors)
    }

    /// Turns off the lit row.
    fn blank(&mut self) -> Result<(), E> {
        match self.lit.take() {
            Some(lit) => self.rows[lit % 8].set_low(),
            None => Ok(()),
        }
    }

    /// Lights a row (its index is taken modulo 8) with eight colours from left to right, and turns
    /// off the previous row.
    ///
    /// # Errors
    /// If a pin cannot be driven.
    #[inline]
    pub fn show_row(&mut self, row: usize, colors: &[Rgb8; 8]) -> Result<(), E> {
        // The first bit in ends up in the last channel: the right-hand LED's blue.
        for (place, color) in colors.iter().enumerate().rev() {
            // The old row goes off long before the latch, which falls exactly once a row.
            if place + 1 == BLANKED_COLORS {
                self.blank()?;
            }
            self.shift::<8>(color.b)?;
            self.shift::<8>(color.g)?;
            self.shift::<8>(color.r)?;
        }
        self.latch()?;
        self.rows[row % 8].set_high()?;
        self.lit = Some(row % 8);
        Ok(())
    }

    #[inline]
    fn shift<const BITS: usize>(&mut self, level: u8) -> Result<(), E> {
        for bit in (0..BITS).rev() {
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

impl<Data, Clock, Reset, Latch, Bank, Row, E> Lights for Dm163<Data, Clock, Reset, Latch, Bank, Row>
where
    Data: OutputPin<Error = E>,
    Clock: OutputPin<Error = E>,
    Reset: OutputPin<Error = E>,
    Latch: OutputPin<Error = E>,
    Bank: OutputPin<Error = E>,
    Row: OutputPin<Error = E>,
{
    type Error = E;

    /// Sets the picture that [`Dm163::refresh`] lights row by row.
    fn show(&mut self, frame: &Frame) -> Result<(), E> {
        // In units of a level times a 63rd, as the sum of a row has them.
        let limit = ROW_LIMIT_MA * 255 * 63 / CHANNEL_MA;
        let fullest = frame.0.iter().map(levels).max().unwrap_or(0);
        self.frame = dimmed(frame, fullest * u32::from(self.scale.most()), limit);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;
    use std::{array, vec};

    use embedded_hal_mock::eh1::delay::NoopDelay;
    use embedded_hal_mock::eh1::digital::{Mock, State, Transaction};

    use proptest::prelude::*;
    use wedge_console::{BLACK, WHITE};

    use super::*;

    const FULL: Scale = Scale { r: 63, g: 63, b: 63 };

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
        /// The start sequence of the chip: reset, 24 scales of 6 bits into bank 0, latched once.
        fn start(scale: Scale) -> Self {
            let pulses = [true, false].repeat(144);
            let six = |level: u8| (0..6).rev().map(move |bit| level >> bit & 1 != 0);
            let led = [scale.b, scale.g, scale.r].into_iter().flat_map(six).collect::<Vec<_>>();
            Self {
                lines: Lines {
                    data: led.repeat(8),
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

        fn check(
            self,
            scale: Scale,
            work: impl FnOnce(&mut Dm163<Mock, Mock, Mock, Mock, Mock, Mock>),
        ) {
            let Lines { data, clock, reset, latch, bank } = self.lines;
            let lines = Lines {
                data: mock(&data),
                clock: mock(&clock),
                reset: mock(&reset),
                latch: mock(&latch),
                bank: mock(&bank),
            };
            let mut matrix = Dm163::new(lines, self.rows.each_ref().map(mock));
            matrix.start(scale, &mut NoopDelay::new()).unwrap();
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
        let scale = Scale { r: 0b10_0110, g: 0b00_0111, b: 0b11_0000 };
        Expected::start(scale).check(scale, |_| ());
    }

    #[test]
    fn a_row_goes_out_from_its_right_end_blue_first() {
        let colors = array::from_fn(|n| Rgb8::new(n as u8, 0x40 + n as u8, 0x81 + n as u8));
        let mut expected = Expected::start(FULL);
        let levels = colors.iter().rev().flat_map(|color| [color.b, color.g, color.r]);
        expected.row(levels.flat_map(bits));
        expected.rows[3].push(true);
        expected.check(FULL, |matrix| matrix.show_row(3, &colors).unwrap());
    }

    #[test]
    fn one_row_is_lit_at_a_time() {
        let mut expected = Expected::start(FULL);
        for row in 0..9 {
            expected.row([false; 192]);
            expected.rows[row % 8].push(true);
            if row < 8 {
                expected.rows[row].push(false);
            }
        }
        expected.check(FULL, |matrix| {
            for _ in 0..9 {
                matrix.refresh().unwrap();
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
        matrix.start(FULL, &mut NoopDelay::new()).unwrap();
        matrix.show_row(0, &[Rgb8::DARK; 8]).unwrap();
        log.borrow_mut().clear();
        matrix.show_row(1, &[Rgb8::DARK; 8]).unwrap();
        let log = log.borrow();
        let tail: Vec<_> =
            log.iter().copied().filter(|(name, _)| !["data", "clock"].contains(name)).collect();
        assert_eq!(tail, [("row 0", false), ("latch", false), ("latch", true), ("row 1", true)]);
        // The old row is off for about a hundred bits, so that it does not show the new colours.
        let at = |event| log.iter().position(|&logged| logged == event).unwrap();
        let blank = &log[at(("row 0", false))..at(("latch", false))];
        let bits = blank.iter().filter(|&&event| event == ("clock", true)).count();
        assert_eq!(bits, 96);
        // And all bits come before the latch.
        assert_eq!(log[log.len() - 3], ("latch", false));
    }

    #[test]
    fn the_white_balance_scales_each_colour_and_leaves_none_dark() {
        let scale = |step, shares| {
            let Scale { r, g, b } =
                Scale::balanced(Brightness::new(step).unwrap(), Balance::new(shares).unwrap());
            [r, g, b]
        };
        assert_eq!(scale(3, [16, 16, 16]), [16, 16, 16]);
        assert_eq!(scale(3, [16, 12, 1]), [16, 12, 1]);
        assert_eq!(scale(5, [16, 8, 1]), [63, 32, 4]);
        assert_eq!(scale(1, [16, 8, 1]), [4, 2, 1]);
    }

    /// What the supply has to give, at each brightness and for the pictures that draw the most.
    #[test]
    fn a_full_board_stays_within_usb() {
        let boards = [WHITE, BLACK].map(|disc| Frame([[disc; 8]; 8]).gamma());
        let current = |step, frame| average_ma(frame, Scale::new(Brightness::new(step).unwrap()));
        let amber = [1, 2, 3, 4, 5].map(|step| current(step, &boards[0]));
        let blue = [1, 2, 3, 4, 5].map(|step| current(step, &boards[1]));
        // Without the limit, full scale would draw two thirds of an ampere.
        assert!(
            (600..750).contains(&amber[4]) && (450..550).contains(&blue[4]),
            "{amber:?} {blue:?}"
        );
        assert!(amber[2] < 200 && blue[2] < 200, "{amber:?} {blue:?}");
    }

    proptest! {
        #[test]
        fn no_row_draws_more_than_its_limit(
            leds in proptest::collection::vec(any::<(u8, u8, u8)>(), 64),
            step in 1_u8..=5,
        ) {
            let mut frame = Frame::default();
            for (led, (r, g, b)) in frame.0.iter_mut().flatten().zip(leds) {
                *led = Rgb8::new(r, g, b);
            }
            let pin = || Mock::new(&[]);
            let lines =
                Lines { data: pin(), clock: pin(), reset: pin(), latch: pin(), bank: pin() };
            let mut matrix = Dm163::new(lines, array::from_fn(|_| pin()));
            matrix.scale = Scale::new(Brightness::new(step).unwrap());
            matrix.show(&frame).unwrap();
            let (shown, scale) = (matrix.frame, matrix.scale);
            // The mocks want to be told that nothing else is expected.
            let Lines { mut data, mut clock, mut reset, mut latch, mut bank } = matrix.lines;
            for pin in [&mut data, &mut clock, &mut reset, &mut latch, &mut bank] {
                pin.done();
            }
            matrix.rows.iter_mut().for_each(Mock::done);
            prop_assert!(shown.0.iter().all(|row| row_ma(row, scale) <= ROW_LIMIT_MA));
            let within = frame.0.iter().all(|row| row_ma(row, scale) < ROW_LIMIT_MA);
            prop_assert!(!within || shown == frame, "dimmed without need");
        }
    }
}
