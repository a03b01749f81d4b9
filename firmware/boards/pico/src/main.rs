//! The console on a Raspberry Pi Pico with 64 WS2812 LEDs or a MAX7219 matrix, one to six buttons, and
//! serial ports on USB and on two pins.
//!
//! `docs/guide/hardware.md` has the wiring.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod board;
#[cfg(target_os = "none")]
mod chip;
#[cfg(target_os = "none")]
mod crash;
#[cfg(target_os = "none")]
mod flash;
#[cfg(all(target_os = "none", not(feature = "max7219")))]
mod lights;
#[cfg(all(target_os = "none", feature = "max7219"))]
#[path = "matrix.rs"]
mod lights;
#[cfg(target_os = "none")]
mod ports;
#[cfg(target_os = "none")]
mod serial;
#[cfg(target_os = "none")]
mod usb;

/// On a PC the program only explains itself.
#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!(
        "this program runs on the board: use `cargo xtask emulate --board pico` to emulate it"
    );
    std::process::exit(2);
}
