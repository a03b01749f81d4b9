//! Building the board's program, flashing it, and running it in the emulator.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::ValueEnum as _;

use crate::budget::Budget;
use crate::image::Image;
use crate::thumb::{TARGET, Thumb};
use crate::{cargo, panics, root, setup, steps};

/// The L475's program.
const BOARD: &str = "b-l475e-iot01a";
/// The Pico's processor.
const PICO_TARGET: &str = "thumbv6m-none-eabi";
/// The Pico 2's processor.
const PICO2_TARGET: &str = "thumbv8m.main-none-eabihf";
/// The LM3S6965's processor.
const LM3S_TARGET: &str = "thumbv7m-none-eabi";

/// A board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Board {
    /// ST's B-L475E-IOT01A with the 8x8 RGB Colors Shield
    #[default]
    L475,
    /// The Raspberry Pi Pico with 64 WS2812 LEDs
    Pico,
    /// The Raspberry Pi Pico with an 8x8 matrix of one colour behind a MAX7219
    PicoMax7219,
    /// The Raspberry Pi Pico 2 with 64 WS2812 LEDs
    Pico2,
    /// The LM3S6965 evaluation board, as QEMU emulates it: 256 KB of flash, a grey display, five keys
    Lm3s,
}

impl Board {
    /// The package of its program, and its processor as compilers call it.
    pub(crate) fn package(self) -> (&'static str, &'static str) {
        match self {
            Self::L475 => ("wedge-l475", TARGET),
            Self::Pico | Self::PicoMax7219 => ("wedge-pico", PICO_TARGET),
            Self::Pico2 => ("wedge-pico2", PICO2_TARGET),
            Self::Lm3s => ("wedge-lm3s", LM3S_TARGET),
        }
    }

    /// The name of its program.
    fn binary(self) -> &'static str {
        match self {
            Self::L475 => BOARD,
            Self::Pico | Self::PicoMax7219 => "pico",
            Self::Pico2 => "pico2",
            Self::Lm3s => "lm3s6965evb",
        }
    }

    /// The beginning of its files' names in a release.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::L475 => "l475",
            Self::Pico => "pico",
            Self::PicoMax7219 => "pico-max7219",
            Self::Pico2 => "pico2",
            Self::Lm3s => "lm3s",
        }
    }

    /// The board in words.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::L475 => "ST's B-L475E-IOT01A with the 8x8 RGB Colors Shield",
            Self::Pico => "the Raspberry Pi Pico with 64 WS2812 LEDs",
            Self::PicoMax7219 => "the Raspberry Pi Pico with an 8x8 MAX7219 matrix",
            Self::Pico2 => "the Raspberry Pi Pico 2 with 64 WS2812 LEDs",
            Self::Lm3s => "QEMU's lm3s6965evb",
        }
    }

    /// How its program gets into its flash.
    pub(crate) fn how_to_write(self) -> &'static str {
        match self {
            Self::L475 => "Copy l475-firmware.bin onto the drive that the board shows over USB.",
            Self::Pico => "Hold BOOTSEL, plug the Pico in, copy pico-firmware.uf2 onto its drive.",
            Self::PicoMax7219 => {
                "Hold BOOTSEL, plug the Pico in, copy pico-max7219-firmware.uf2 onto its drive."
            }
            Self::Pico2 => {
                "Hold BOOTSEL, plug the Pico 2 in, copy pico2-firmware.uf2 onto its drive."
            }
            Self::Lm3s => "cargo xtask emulate --board lm3s",
        }
    }

    /// The number of its chip in UF2 files, if its boot program takes them.
    pub(crate) fn uf2_family(self) -> Option<u32> {
        match self {
            Self::L475 | Self::Lm3s => None,
            Self::Pico | Self::PicoMax7219 => Some(0xE48B_FF56),
            Self::Pico2 => Some(0xE48B_FF59),
        }
    }

    /// Whether its program is part of a release: the lm3s board is out of production, and its program
    /// logs to the emulator.
    pub(crate) fn is_released(self) -> bool {
        self != Self::Lm3s
    }

    /// The chip, as probe-rs calls it.
    fn chip(self) -> Result<&'static str> {
        match self {
            Self::L475 => Ok("STM32L475VG"),
            Self::Pico | Self::PicoMax7219 => Ok("RP2040"),
            Self::Pico2 => Ok("RP235x"),
            Self::Lm3s => {
                bail!("the lm3s board runs in QEMU: use `cargo xtask emulate --board lm3s`")
            }
        }
    }
}

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
    /// The console on a board.
    Console(Board),
    /// What measures the engine on the emulated board.
    Measure,
}

/// Builds a program and gives its file.
pub(crate) fn build(thumb: Thumb, program: Program, log: Log) -> Result<PathBuf> {
    let (name, (package, target)) = match program {
        Program::Console(board) => (board.binary(), board.package()),
        Program::Measure => ("wedge-measure", ("wedge-measure", TARGET)),
    };
    // Little flash: size before speed.
    let profile = if target == LM3S_TARGET { "small" } else { "release" };
    let mut words = vec!["--package", package, "--profile", profile, "--bin", name];
    match program {
        Program::Console(Board::L475) if log == Log::Emulator => {
            words.extend(["--features", "semihosting"]);
        }
        Program::Console(Board::PicoMax7219) => words.extend(["--features", "max7219"]),
        _ => {}
    }
    steps::run(&mut thumb.cargo("build", target, words))?;
    let built = thumb.output(target).join(profile).join(name);
    // The next build with other features would overwrite the file: keep one of each.
    let kept = root().join("target").join(match log {
        Log::Probe => "board",
        Log::Emulator => "emulator",
    });
    fs::create_dir_all(&kept).with_context(|| format!("{} cannot be made", kept.display()))?;
    let is_matrix = program == Program::Console(Board::PicoMax7219);
    let file = kept.join(if is_matrix { Board::PicoMax7219.name() } else { name });
    fs::copy(&built, &file)
        .with_context(|| format!("{} cannot be copied to {}", built.display(), file.display()))?;
    Ok(file)
}

/// `cargo xtask firmware`
pub(crate) fn firmware(board: Board) -> Result<()> {
    let file = build(setup::compiler()?, Program::Console(board), Log::Probe)?;
    let budget = Budget::of(&file)?;
    println!("{}", file.display());
    let write = |ending, image: &[u8]| {
        let file = file.with_extension(ending);
        fs::write(&file, image).with_context(|| format!("{} cannot be written", file.display()))?;
        Ok::<_, anyhow::Error>(file)
    };
    if let Some(family) = board.uf2_family() {
        let copy = write("uf2", &Image::of(&file)?.uf2(family))?;
        println!("Hold BOOTSEL, plug the board in, and copy {} onto it.", copy.display());
    } else if board == Board::L475 {
        let copy = write("bin", Image::of(&file)?.bytes())?;
        println!("Copy {} onto the drive that the board shows over USB.", copy.display());
    }
    println!("\n{budget}");
    budget.check()
}

/// Builds the programs as they are flashed, and checks that no panic of our own is left in them.
pub(crate) fn check_panics() -> Result<()> {
    let thumb = setup::compiler()?;
    for &board in Board::value_variants() {
        panics::check(&build(thumb, Program::Console(board), Log::Probe)?)?;
    }
    Ok(())
}

/// `cargo xtask flash`
pub(crate) fn flash(board: Board) -> Result<()> {
    let chip = board.chip()?;
    let file = build(setup::compiler()?, Program::Console(board), Log::Probe)?;
    let mut command = Command::new("probe-rs");
    // The board's own handlers show a crash and restart: the probe must not stop there.
    command.args(["run", "--chip", chip, "--no-catch-reset", "--no-catch-hardfault"]);
    command.arg(file);
    steps::run(&mut command).context("flashing needs probe-rs and a connected board")
}

/// `cargo xtask emulate`, with QEMU's window too where it is asked for
pub(crate) fn emulate(board: Board, window: bool) -> Result<()> {
    let window = if window { Some(window_for(board)?) } else { None };
    let thumb = setup::compiler()?;
    let (name, log) = match board {
        Board::L475 => {
            setup::emulator()?;
            ("l475", Log::Emulator)
        }
        Board::Pico | Board::PicoMax7219 => {
            setup::pico_emulator()?;
            ("pico", Log::Probe)
        }
        Board::Pico2 => bail!("no emulator runs the Pico 2: use `--board pico`"),
        Board::Lm3s => {
            setup::emulator()?;
            ("lm3s", Log::Emulator)
        }
    };
    let file = build(thumb, Program::Console(board), log)?;
    let words = ["run", "--quiet", "--package", "wedge-emulator", "--bin", "emulate", "--", name];
    steps::run(cargo(words).arg(file).args(window))
}

/// The kind of QEMU's window for a board.
fn window_for(board: Board) -> Result<&'static str> {
    match board {
        Board::L475 | Board::Lm3s => display().context(
            "no window: expected a desktop, and a QEMU that draws on it (Debian's package \
             qemu-system-gui); `cargo xtask emulate` shows the lights in the terminal",
        ),
        Board::Pico | Board::PicoMax7219 | Board::Pico2 => bail!(
            "no window for `{}`: expected `--board l475` or `--board lm3s`, which run in QEMU; \
             without `--window` the lights show in the terminal",
            board.name()
        ),
    }
}

/// `cargo xtask emulate --socket`: the L475 with its serial port at a socket, and QEMU's window where
/// there is a desktop
pub(crate) fn emulate_at_socket(socket: &Path) -> Result<()> {
    setup::emulator()?;
    let file = build(setup::compiler()?, Program::Console(Board::L475), Log::Probe)?;
    let mut command = Command::new("qemu-system-arm");
    let display = display().unwrap_or("none");
    command.args(["-machine", BOARD, "-monitor", "none", "-display", display, "-kernel"]);
    // QEMU reads a comma in a name as the end of it unless it is doubled.
    let socket = socket.display().to_string();
    command.arg(file).arg("-serial");
    command.arg(format!("unix:{},server=on,wait=off", socket.replace(',', ",,")));
    println!("The board plays as `gtp:{socket}`. Control-C ends the emulator.");
    steps::run(&mut command)
}

/// `cargo xtask measure`
pub(crate) fn measure(board: Board, write: bool) -> Result<()> {
    let (program, argument) = match board {
        Board::L475 => (Program::Measure, if write { Some("--write") } else { None }),
        Board::Lm3s => (Program::Console(board), Some("lm3s")),
        Board::Pico | Board::PicoMax7219 => {
            bail!("the Pico's cycles are printed by `cargo xtask test emulator`")
        }
        Board::Pico2 => bail!("no emulator runs the Pico 2"),
    };
    setup::emulator()?;
    build(setup::compiler()?, program, Log::Emulator)?;
    let mut command = cargo(["run", "--quiet", "--package", "wedge-emulator", "--bin", "measure"]);
    steps::run(command.arg("--").args(argument))
}

/// The kind of window, where there is a screen and QEMU can draw on it.
fn display() -> Option<&'static str> {
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !screen && !cfg!(target_os = "macos") {
        return None;
    }
    let help = Command::new("qemu-system-arm").args(["-display", "help"]).output();
    let offered = help.map(|help| String::from_utf8_lossy(&help.stdout).into_owned());
    let offered = offered.unwrap_or_default();
    let known = ["gtk", "sdl", "cocoa"];
    known.into_iter().find(|name| offered.lines().any(|line| line == *name))
}
