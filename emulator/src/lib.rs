//! The board in QEMU: press its buttons, look at its lights, talk to its serial port.
//!
//! The tests beside this library play whole games on the emulated board. `cargo xtask test`
//! builds the board's programs and runs them; plain `cargo test` leaves them out, since they need
//! QEMU and a compiler for the board.

mod board;
mod figures;
mod lights;
mod log;
mod person;
mod program;
mod qmp;
mod serial;

pub use board::{Button, Emulator};
pub use figures::{Figures, benchmarks, read_benchmarks};
pub use lights::{Lights, Watch};
pub use person::{Hands, Person};
pub use program::{Output, run};
pub use serial::{Gtp, Refused};

use std::path::PathBuf;

use anyhow::{Result, bail};

/// A program that `cargo xtask test` has built for the emulator.
///
/// # Errors
/// If it has not.
pub fn built(name: &str) -> Result<PathBuf> {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.join("../target/emulator").join(name);
    if !file.exists() {
        bail!("{} is not there: `cargo xtask test emulator` builds it", file.display());
    }
    Ok(file)
}
