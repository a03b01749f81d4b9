//! The chores of the workspace: `cargo xtask test` checks everything, the others build the board's
//! program, flash it or run it in the emulator.

mod audit;
mod budget;
mod documents;
mod firmware;
mod fuzz;
mod panics;
mod sanitize;
mod setup;
mod steps;
mod test;
mod thumb;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};

/// The chores of the Wedge workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Check everything: format, lints, tests on the PC, documentation, the board
    Test(test::Arguments),
    /// Get what the tests need and this machine lacks: the compiler's thumb target, QEMU and tmux
    Setup,
    /// Build the board's program and show what it takes of flash, RAM and stack
    Firmware,
    /// Build it and write it to a connected board, with probe-rs
    Flash,
    /// Build it and run it in the emulator, with the serial console on this terminal
    Emulate {
        /// Put the serial console at this socket instead, for `host-sim game --white gtp:SOCKET`
        #[arg(long, value_name = "SOCKET")]
        socket: Option<PathBuf>,
    },
    /// Count the engine's instructions on the emulated board
    Measure {
        /// Write the figures into docs/benchmarks.md
        #[arg(long)]
        write: bool,
    },
    /// Run the fuzz targets, each with many inputs
    Fuzz(fuzz::Arguments),
    /// Run the engine under Miri, AddressSanitizer and ThreadSanitizer, with a nightly compiler
    Sanitize,
    /// Check what comes from others: licences, known holes, unused packages, oldest versions
    Audit,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Test(arguments) => test::run_all(&arguments),
        Chore::Setup => setup::run(),
        Chore::Firmware => firmware::firmware(),
        Chore::Flash => firmware::flash(),
        Chore::Emulate { socket } => firmware::emulate(socket.as_deref()),
        Chore::Measure { write } => firmware::measure(write),
        Chore::Fuzz(arguments) => fuzz::fuzz(&arguments),
        Chore::Sanitize => sanitize::sanitize(),
        Chore::Audit => audit::audit(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace: the chores work from any folder inside it.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The cargo that started this program, in the workspace's root.
fn cargo<'a>(words: impl IntoIterator<Item = &'a str>) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(words).current_dir(root());
    command
}
