//! The program `host-sim`: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    host_sim::cli::run(std::env::args_os())
}
