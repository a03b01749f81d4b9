//! Runs the boards' programs in QEMU and rp2040js: presses buttons, reads the LEDs, talks to the serial port.
//!
//! The tests of this crate play whole games on the emulated board. `cargo xtask test emulator` builds
//! the board's programs and runs the tests; plain `cargo test` ignores them, since they need QEMU and
//! a compiler for the board.

mod button_player;
mod emulator;
mod figures;
mod gtp_client;
mod lights;
mod log;
mod machine;
mod pico;
mod program;
mod qmp;
mod rtt;
mod screen;

pub use button_player::{ButtonPlayer, Controls};
pub use emulator::{Button, Emulator, INSTRUCTION_NS, Model, Stack};
pub use figures::{Figures, benchmarks, read_benchmarks};
pub use gtp_client::{GtpClient, Refused};
pub use lights::{LightHistory, Lights, svg};
pub use machine::Machine;
pub use pico::Pico;
pub use program::{Output, run};
pub use screen::Picture;

use std::path::PathBuf;

use anyhow::{Result, bail};

/// The path of a program that `cargo xtask test emulator` has built for the emulator.
///
/// # Errors
/// If the program does not exist.
pub fn built(name: &str) -> Result<PathBuf> {
    built_in("emulator", name)
}

/// The path of a program as it is flashed, which `cargo xtask test emulator` has built as well.
///
/// # Errors
/// If the program does not exist.
pub fn built_to_flash(name: &str) -> Result<PathBuf> {
    built_in("board", name)
}

fn built_in(folder: &str, name: &str) -> Result<PathBuf> {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.join("../target").join(folder).join(name);
    if !file.exists() {
        bail!("{} does not exist: run `cargo xtask test emulator` to build it", file.display());
    }
    Ok(file)
}
