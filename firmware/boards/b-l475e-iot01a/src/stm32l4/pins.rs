//! GPIO pins for embedded-hal. `Output<'A', 4>` is PA4: port and pin are known at compile time, so
//! driving it is one store.

use core::convert::Infallible;

use embedded_hal::digital::{ErrorType, InputPin, OutputPin};
use stm32_metapac::gpio::Gpio;
use stm32_metapac::gpio::vals::{Moder, Ospeedr, Pupdr};
use stm32_metapac::{GPIOA, GPIOB, GPIOC, GPIOD, RCC};

/// The registers of a port, A to D; any other letter gives port D.
const fn port(letter: char) -> Gpio {
    match letter {
        'A' => GPIOA,
        'B' => GPIOB,
        'C' => GPIOC,
        _ => GPIOD,
    }
}

/// Enables the clock of a port.
fn enable_clock(letter: char) {
    RCC.ahb2enr().modify(|w| match letter {
        'A' => w.set_gpioaen(true),
        'B' => w.set_gpioben(true),
        'C' => w.set_gpiocen(true),
        _ => w.set_gpioden(true),
    });
    // The port is ready two cycles after its clock starts; the read takes longer.
    let _ = RCC.ahb2enr().read();
}

/// Connects a pin to a peripheral by its alternate function.
pub(super) fn set_alternate_function(letter: char, pin: usize, function: u8) {
    enable_clock(letter);
    port(letter).afr(pin / 8).modify(|w| w.set_afr(pin % 8, function));
    port(letter).moder().modify(|w| w.set_moder(pin, Moder::ALTERNATE));
}

/// Enables the pull-up of a pin.
pub(super) fn pull_up(letter: char, pin: usize) {
    port(letter).pupdr().modify(|w| w.set_pupdr(pin, Pupdr::PULL_UP));
}

/// An output pin.
#[derive(Clone, Copy, Debug)]
pub struct Output<const PORT: char, const PIN: usize>(());

impl<const PORT: char, const PIN: usize> Output<PORT, PIN> {
    /// Configures the pin as an output, initially low.
    #[must_use]
    pub fn new() -> Self {
        enable_clock(PORT);
        let mut pin = Self(());
        let _ = pin.set_low();
        port(PORT).ospeedr().modify(|w| w.set_ospeedr(PIN, Ospeedr::HIGH_SPEED));
        port(PORT).moder().modify(|w| w.set_moder(PIN, Moder::OUTPUT));
        pin
    }

    /// Erases port and pin from the type.
    #[must_use]
    pub const fn erase(self) -> ErasedOutput {
        ErasedOutput { port: port(PORT), pin: PIN }
    }
}

impl<const PORT: char, const PIN: usize> Default for Output<PORT, PIN> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const PORT: char, const PIN: usize> ErrorType for Output<PORT, PIN> {
    type Error = Infallible;
}

impl<const PORT: char, const PIN: usize> OutputPin for Output<PORT, PIN> {
    #[inline]
    fn set_low(&mut self) -> Result<(), Infallible> {
        port(PORT).bsrr().write(|w| w.set_br(PIN, true));
        Ok(())
    }

    #[inline]
    fn set_high(&mut self) -> Result<(), Infallible> {
        port(PORT).bsrr().write(|w| w.set_bs(PIN, true));
        Ok(())
    }
}

/// An output whose port and pin are values, so that several of them fit in an array.
#[derive(Clone, Copy)]
pub struct ErasedOutput {
    port: Gpio,
    pin: usize,
}

impl ErrorType for ErasedOutput {
    type Error = Infallible;
}

impl OutputPin for ErasedOutput {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.port.bsrr().write(|w| w.0 = 1 << (16 + (self.pin & 15)));
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.port.bsrr().write(|w| w.0 = 1 << (self.pin & 15));
        Ok(())
    }
}

/// An input pin with pull-up: a button to ground reads low when pressed.
#[derive(Clone, Copy, Debug)]
pub struct Input<const PORT: char, const PIN: usize>(());

impl<const PORT: char, const PIN: usize> Input<PORT, PIN> {
    /// Configures the pin as an input with its pull-up on.
    #[must_use]
    pub fn new() -> Self {
        enable_clock(PORT);
        pull_up(PORT, PIN);
        port(PORT).moder().modify(|w| w.set_moder(PIN, Moder::INPUT));
        Self(())
    }

    /// Whether a button to ground is pressed.
    #[must_use]
    pub fn is_pressed(&self) -> bool {
        port(PORT).idr().read().0 >> PIN & 1 == 0
    }
}

impl<const PORT: char, const PIN: usize> Default for Input<PORT, PIN> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const PORT: char, const PIN: usize> ErrorType for Input<PORT, PIN> {
    type Error = Infallible;
}

impl<const PORT: char, const PIN: usize> InputPin for Input<PORT, PIN> {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(!self.is_pressed())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(self.is_pressed())
    }
}
