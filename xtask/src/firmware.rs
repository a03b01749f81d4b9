//! Building the board's program, flashing it, and running it in the emulator.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::budget::Budget;
use crate::thumb::Thumb;
use crate::{cargo, panics, root, setup, steps};

/// The board's program.
const BOARD: &str = "b-l475e-iot01a";

/// Where the board's log goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Log {
    /// To the debug probe.
    Probe,
    /// To the emulator's standard output.
    Emulator,
}

/// A program for the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    /// The console.
    Console,
    /// What measures the engine on the emulated board.
    Measure,
}

/// Builds a program and gives its file.
pub(crate) fn build(thumb: Thumb, program: Program, log: Log) -> Result<PathBuf> {
    let (package, name) = match program {
        Program::Console => ("wedge-l475", BOARD),
        Program::Measure => ("wedge-measure", "wedge-measure"),
    };
    let mut words = vec!["--package", package, "--release", "--bin", name];
    if program == Program::Console && log == Log::Emulator {
        words.extend(["--features", "semihosting"]);
    }
    steps::run(&mut thumb.cargo("build", words))?;
    let built = thumb.output().join("release").join(name);
    // The next build with other features would overwrite the file: keep one of each.
    let kept = root().join("target").join(match log {
        Log::Probe => "board",
        Log::Emulator => "emulator",
    });
    fs::create_dir_all(&kept).with_context(|| format!("{} cannot be made", kept.display()))?;
    let file = kept.join(name);
    fs::copy(&built, &file)
        .with_context(|| format!("{} cannot be copied to {}", built.display(), file.display()))?;
    Ok(file)
}

/// `cargo xtask firmware`
pub(crate) fn firmware() -> Result<()> {
    let file = build(setup::compiler()?, Program::Console, Log::Probe)?;
    let budget = Budget::of(&file)?;
    println!("{}\n\n{budget}", file.display());
    budget.check()
}

/// Builds the program as it is flashed, and checks that no panic of our own is left in it.
pub(crate) fn check_panics() -> Result<()> {
    panics::check(&build(setup::compiler()?, Program::Console, Log::Probe)?)
}

/// `cargo xtask flash`
pub(crate) fn flash() -> Result<()> {
    let file = build(setup::compiler()?, Program::Console, Log::Probe)?;
    let mut command = Command::new("probe-rs");
    command.args(["run", "--chip", "STM32L475VG"]).arg(file);
    steps::run(&mut command).context("flashing needs probe-rs and a connected board")
}

/// `cargo xtask emulate`
pub(crate) fn emulate(socket: Option<&Path>) -> Result<()> {
    setup::emulator()?;
    let file = build(setup::compiler()?, Program::Console, Log::Probe)?;
    let mut command = Command::new("qemu-system-arm");
    command.args(["-machine", BOARD, "-monitor", "none", "-display", display(), "-kernel"]);
    command.arg(file).arg("-serial");
    match socket {
        None => {
            command.arg("stdio");
            println!(
                "The serial console speaks GTP: type `list_commands`. Control-C ends the emulator."
            );
        }
        Some(socket) => {
            // QEMU reads a comma in a name as the end of it unless it is doubled.
            let socket = socket.display().to_string();
            command.arg(format!("unix:{},server=on,wait=off", socket.replace(',', ",,")));
            println!("The board plays as `gtp:{socket}`. Control-C ends the emulator.");
        }
    }
    steps::run(&mut command)
}

/// `cargo xtask measure`
pub(crate) fn measure(write: bool) -> Result<()> {
    setup::emulator()?;
    build(setup::compiler()?, Program::Measure, Log::Emulator)?;
    let mut command = cargo(["run", "--quiet", "--package", "wedge-emulator", "--bin", "measure"]);
    if write {
        command.args(["--", "--write"]);
    }
    steps::run(&mut command)
}

/// A window where there is a screen and QEMU can draw on it.
fn display() -> &'static str {
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !screen && !cfg!(target_os = "macos") {
        return "none";
    }
    let help = Command::new("qemu-system-arm").args(["-display", "help"]).output();
    let offered = help.map(|help| String::from_utf8_lossy(&help.stdout).into_owned());
    let offered = offered.unwrap_or_default();
    let known = ["gtk", "sdl", "cocoa"];
    known.into_iter().find(|name| offered.lines().any(|line| line == *name)).unwrap_or("none")
}
