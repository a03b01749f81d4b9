//! The console on the LM3S6965 evaluation board, as QEMU emulates it: a Cortex-M3 with 256 KB of flash
//! and 64 KB of RAM, a grey display of 128 by 64 pixels and five keys.
//!
//! It shows that the console fits a small part and draws on a pixel display. The board is out of
//! production; nobody has run this program on one.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod board;
#[cfg(target_os = "none")]
mod oled;
#[cfg(target_os = "none")]
mod registers;
#[cfg(target_os = "none")]
mod serial;

/// On a PC the program only explains itself.
#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!(
        "this program runs on the board: use `cargo xtask emulate --board lm3s` to emulate it"
    );
    std::process::exit(2);
}
