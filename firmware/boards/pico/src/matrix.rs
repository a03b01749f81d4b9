//! An 8x8 matrix of one colour behind a MAX7219, on SPI0.

use embedded_hal::digital::OutputPin;
use embedded_hal::spi::MODE_0;
use embedded_hal_bus::spi::{ExclusiveDevice, NoDelay};
use hal::fugit::{HertzU32, RateExtU32};
use hal::gpio::bank0::{Gpio17, Gpio18, Gpio19};
use hal::gpio::{FunctionSioOutput, FunctionSpi, Pin, PullDown};
use hal::pac::{RESETS, SPI0};
use hal::spi::{Enabled, Spi};
use wedge_console::{Balance, Brightness, Frame};
use wedge_firmware::Lights;
use wedge_firmware::max7219::Max7219;

type Output<Id> = Pin<Id, FunctionSpi, PullDown>;
type Bus = Spi<Enabled, SPI0, (Output<Gpio19>, Output<Gpio18>)>;
type Select = Pin<Gpio17, FunctionSioOutput, PullDown>;
type Matrix = Max7219<ExclusiveDevice<Bus, Select, NoDelay>>;

/// The matrix.
pub(crate) struct Leds(Matrix);

impl Leds {
    /// One colour has no balance.
    pub(crate) const HAS_WHITE_BALANCE: bool = false;

    /// Starts the matrix: data on GP19, clock on GP18, select on GP17.
    pub(crate) fn start(
        spi: SPI0,
        pins: (Output<Gpio19>, Output<Gpio18>),
        mut select: Select,
        clock: HertzU32,
        resets: &mut RESETS,
    ) -> Option<Self> {
        let Ok(()) = select.set_high();
        let bus = Spi::<_, _, _, 8>::new(spi, pins).init(resets, clock, 1.MHz(), MODE_0);
        let Ok(device) = ExclusiveDevice::new_no_delay(bus, select);
        let mut matrix = Max7219::new(device);
        matrix.start(Brightness::default()).ok()?;
        Some(Self(matrix))
    }

    /// Does nothing.
    #[expect(clippy::unused_self, reason = "as the lights with three colours have it")]
    pub(crate) const fn set_balance(&self, _balance: Balance) {}

    pub(crate) fn set_brightness(&mut self, brightness: Brightness) {
        let _ = self.0.set_brightness(brightness);
    }

    /// Shows a picture: 16 bits for each of the eight rows, 0.2 ms.
    pub(crate) fn show(&mut self, frame: &Frame) {
        let _ = self.0.show(frame);
    }
}

/// Shows a picture after a crash, when nothing else uses the bus any more.
#[allow(unsafe_code)]
pub(crate) fn show_after_crash(frame: &Frame) {
    /// The bit of the select pin.
    const SELECT: u32 = 1 << 17;
    // SAFETY: the program has ended.
    let (spi, sio) = unsafe { (&*SPI0::PTR, &*hal::pac::SIO::PTR) };
    let select = |on: bool| {
        // SAFETY: any set of pins is valid.
        if on {
            sio.gpio_out_clr().write(|w| unsafe { w.bits(SELECT) });
        } else {
            sio.gpio_out_set().write(|w| unsafe { w.bits(SELECT) });
        }
    };
    // The end of a transfer that the crash has cut off.
    select(false);
    for (row, leds) in (1..).zip(&frame.0) {
        let mut bits: u8 = 0;
        for led in leds {
            bits = bits << 1 | u8::from(led.r > 0);
        }
        select(true);
        for byte in [row, bits] {
            // SAFETY: eight bits are valid.
            spi.sspdr().write(|w| unsafe { w.data().bits(byte.into()) });
        }
        let _ = (0..100_000).any(|_| spi.sspsr().read().bsy().bit_is_clear());
        select(false);
    }
}
