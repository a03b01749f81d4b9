//! The chores of the workspace: `cargo xtask test` checks everything, the others build the board's
//! program, flash it or run it in the emulator.

mod audit;
mod budget;
mod dist;
mod documents;
mod firmware;
mod fuzz;
mod image;
mod licences;
mod panics;
mod pictures;
mod sanitize;
mod setup;
mod steps;
mod test;
mod thumb;
mod web;

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
    /// Get what the tests need and this machine lacks: the compiler's targets, QEMU, rp2040js,
    /// tmux, Node.js and Chromium
    Setup,
    /// Build a board's program and show what it takes of flash, RAM and stack
    Firmware {
        /// The board
        #[arg(long, value_enum, default_value_t)]
        board: firmware::Board,
    },
    /// Build it and write it to a connected board, with probe-rs
    Flash {
        /// The board
        #[arg(long, value_enum, default_value_t)]
        board: firmware::Board,
    },
    /// Build it and play on it in the emulator: lights, buttons, serial port and log in this terminal
    ///
    /// Space taps the one button, h holds it, l holds it long; arrows and Enter are the five buttons.
    Emulate {
        /// The board
        #[arg(long, value_enum, default_value_t)]
        board: firmware::Board,
        /// Put the L475's serial port at this socket instead, for `host-sim game --white gtp:SOCKET`
        #[arg(long, value_name = "SOCKET", conflicts_with = "board")]
        socket: Option<PathBuf>,
        /// Show the lights in QEMU's own window too: the L475's matrix or the lm3s's display
        #[arg(long, conflicts_with = "socket")]
        window: bool,
    },
    /// Count the engine's instructions on the emulated board
    Measure {
        /// The board: l475 or lm3s
        #[arg(long, value_enum, default_value_t)]
        board: firmware::Board,
        /// Write the L475's figures into docs/measurements/benchmarks.md
        #[arg(long, conflicts_with = "board")]
        write: bool,
    },
    /// Build the page, the console in a browser, and serve it
    Web(web::Arguments),
    /// Build the files of a release: programs for PCs and boards, licences, checksums
    Dist(dist::Arguments),
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
        Chore::Firmware { board } => firmware::firmware(board),
        Chore::Flash { board } => firmware::flash(board),
        Chore::Emulate { board, socket, window } => match socket {
            None => firmware::emulate(board, window),
            Some(socket) => firmware::emulate_at_socket(&socket),
        },
        Chore::Measure { board, write } => firmware::measure(board, write),
        Chore::Web(arguments) => web::web(&arguments),
        Chore::Dist(arguments) => dist::dist(&arguments),
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
