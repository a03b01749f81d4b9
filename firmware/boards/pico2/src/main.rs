//! The console on a Raspberry Pi Pico 2: the program of the Pico on another chip, with the same pins.
//!
//! No emulator runs this chip: the tests build and link it.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
#[path = "../../pico/src/board.rs"]
mod board;
#[cfg(target_os = "none")]
mod chip;
#[cfg(target_os = "none")]
#[path = "../../pico/src/crash.rs"]
mod crash;
#[cfg(target_os = "none")]
#[path = "../../pico/src/flash.rs"]
mod flash;
#[cfg(all(target_os = "none", not(feature = "max7219")))]
#[path = "../../pico/src/lights.rs"]
mod lights;
#[cfg(all(target_os = "none", feature = "max7219"))]
#[path = "../../pico/src/matrix.rs"]
mod lights;
#[cfg(target_os = "none")]
#[path = "../../pico/src/ports.rs"]
mod ports;
#[cfg(target_os = "none")]
#[path = "../../pico/src/serial.rs"]
mod serial;
#[cfg(target_os = "none")]
#[path = "../../pico/src/usb.rs"]
mod usb;

/// On a PC the program only explains itself.
#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("this program runs on a Raspberry Pi Pico 2, which has no emulator");
    std::process::exit(2);
}
