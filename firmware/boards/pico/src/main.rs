//! The console on a Raspberry Pi Pico with 64 WS2812 LEDs, one to six buttons and a serial line.
//!
//! `docs/guide/hardware.md` has the wiring.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod board;
#[cfg(target_os = "none")]
mod crash;
#[cfg(target_os = "none")]
mod flash;
#[cfg(target_os = "none")]
mod lights;
#[cfg(target_os = "none")]
mod serial;

/// On a PC the program only explains itself.
#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!(
        "this program runs on the board: use `cargo xtask emulate --board pico` to emulate it"
    );
    std::process::exit(2);
}
