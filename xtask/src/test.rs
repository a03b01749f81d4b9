//! `cargo xtask test`: everything that must hold before a change lands.

use std::process::{Command, Stdio};

use anyhow::Result;
use clap::ValueEnum as _;

use crate::firmware::{self, Board, Log, Program};
use crate::steps::{Steps, run};
use crate::thumb::{TARGET, TARGETS};
use crate::{cargo, documents, pictures, setup, web};

/// Check everything: format, lints, tests on the PC, documentation, the board.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only these steps, by the names that the summary shows (all of them if none is given)
    step: Vec<String>,
    /// Games of the emulated chip against itself
    #[arg(long, value_name = "GAMES", default_value_t = 3)]
    soak: u32,
    /// Random presses of the emulated board's buttons, and as much more of all other faults
    #[arg(long, value_name = "PRESSES", default_value_t = 200)]
    faults: u32,
    /// Make the pictures of the terminal, the page and the emulated matrix in docs/pictures
    #[arg(long)]
    pictures: bool,
}

/// Runs the steps.
///
/// # Errors
/// If a step fails.
pub(crate) fn run_all(arguments: &Arguments) -> Result<()> {
    let mut steps = Steps::only(&arguments.step);
    steps.run("format", || run(&mut cargo(["fmt", "--all", "--check"])));
    steps
        .run("lints", || run(&mut cargo(words("clippy --workspace --all-targets -- -D warnings"))));
    steps.run("paths", documents::check);
    steps.run("tests", || {
        if has_nextest() {
            run(&mut cargo(words("nextest run --workspace --no-fail-fast")))
        } else {
            run(&mut cargo(words("test --workspace --all-targets --no-fail-fast")))
        }
    });
    steps.run("threads", || {
        // The table under every order of a few steps, with whole words and with halves of them.
        let loom = "test --manifest-path engine/loom/Cargo.toml --target-dir target/loom";
        run(&mut cargo(words(loom)))?;
        run(&mut cargo(words(loom).chain(words("--features halves"))))
    });
    steps.run("doc-tests", || run(&mut cargo(words("test --workspace --doc"))));
    steps.run("documents", || {
        let mut command = cargo(words("doc --workspace --no-deps"));
        run(command.env("RUSTDOCFLAGS", "-D warnings"))
    });
    steps.run("terminal", || {
        setup::terminal()?;
        let mut tests = ignored("binary(play_terminal)", "host-sim --test play_terminal");
        if arguments.pictures {
            // The pictures of the terminal for the documents.
            setup::rsvg()?;
            let tests = "test --package host-sim --test play_screens --test play_review picture";
            let mut picture = cargo(words(tests));
            run(picture.env("WEDGE_PICTURES", "1"))?;
        }
        run(&mut tests)
    });
    steps.run("pictures", pictures::test);
    steps.run("web", || web::test(arguments.pictures));
    steps.run("targets", || {
        let thumb = setup::compiler()?;
        let packages = "--package wedge-engine --package wedge-console --package wedge-firmware \
                        --package wedge-dark-chess";
        for target in TARGETS {
            run(&mut thumb.cargo("check", target, words(packages)))?;
        }
        run(&mut thumb.cargo("check", TARGET, words("--package wedge-skeleton")))
    });
    steps.run("firmware", || {
        Board::value_variants().iter().try_for_each(|&board| firmware::firmware(board))
    });
    steps.run("panics", firmware::check_panics);
    steps.run("emulator", || {
        setup::emulator()?;
        let thumb = setup::compiler()?;
        setup::pico_emulator()?;
        firmware::build(thumb, Program::Console(Board::L475), Log::Emulator)?;
        firmware::build(thumb, Program::Console(Board::L475), Log::Probe)?;
        firmware::build(thumb, Program::Console(Board::Pico), Log::Probe)?;
        firmware::build(thumb, Program::Console(Board::PicoMax7219), Log::Probe)?;
        firmware::build(thumb, Program::Console(Board::Lm3s), Log::Emulator)?;
        firmware::build(thumb, Program::Measure, Log::Emulator)?;
        let mut tests = ignored("package(wedge-emulator)", "wedge-emulator");
        tests.env("WEDGE_SOAK", arguments.soak.to_string());
        tests.env("WEDGE_FAULTS", arguments.faults.to_string());
        if arguments.pictures {
            tests.env("WEDGE_PICTURES", "1");
        }
        run(&mut tests)
    });
    steps.finish()
}

/// Tests that are marked as ignored, since plain `cargo test` has not what they need: as nextest
/// and as cargo chooses them. Nextest takes them from the build of all tests; for one package alone
/// others would be built, with fewer features.
fn ignored(chosen: &str, package: &str) -> Command {
    if has_nextest() {
        let line = "nextest run --workspace --no-fail-fast --run-ignored only --filterset";
        cargo(words(line).chain([chosen]))
    } else {
        cargo(words(&format!("test --package {package} --no-fail-fast -- --ignored")))
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
}

fn has_nextest() -> bool {
    let mut command: Command = cargo(["nextest", "--version"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
