//! `cargo xtask fuzz`: hostile input for as long as you like.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::steps::{Steps, run};
use crate::{cargo, root};

/// Run the fuzz targets: guided by coverage where cargo-fuzz and a nightly compiler are there.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only these targets (all of them if none is given)
    target: Vec<String>,
    /// Inputs for each
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    inputs: u64,
    /// Inputs made from the seeds by chance, without cargo-fuzz
    #[arg(long)]
    plain: bool,
}

/// Targets that compare numbers and bytes all the time: to watch each of these, in the hope of a word
/// that leads on, takes most of the time and finds none.
const ARITHMETIC: [&str; 5] = ["csv", "gtp", "nboard", "rules", "solver"];

/// `cargo xtask fuzz`
pub(crate) fn fuzz(arguments: &Arguments) -> Result<()> {
    let known = targets()?;
    for name in &arguments.target {
        ensure!(known.contains(name), "no target `{name}`: expected {}", known.join(", "));
    }
    let wanted = if arguments.target.is_empty() { &known } else { &arguments.target };
    let guided = !arguments.plain && has_cargo_fuzz();
    if !guided {
        println!(
            "inputs by chance; guided by coverage with `cargo install cargo-fuzz` and \
             `rustup toolchain install nightly`"
        );
    }
    let mut steps = Steps::of("fuzz");
    for name in wanted {
        steps.run(name, || {
            if guided {
                run(&mut guided_by_coverage(name, arguments.inputs)?)
            } else {
                run(by_chance(name).env("WEDGE_FUZZ_INPUTS", arguments.inputs.to_string()))
            }
        });
    }
    steps.finish()
}

fn by_chance(target: &str) -> Command {
    let words = "test --release --package wedge-fuzz --test seeds -- --exact --nocapture";
    let mut command = cargo(words.split(' '));
    checked(command.arg(target));
    command
}

/// Built as fast as it gets with every check on, and soon: the program that runs is not the product.
/// Errors are made by the million and none is shown, so they need not know where they come from.
fn checked(command: &mut Command) {
    for (setting, value) in [
        ("LTO", "off"),
        ("CODEGEN_UNITS", "16"),
        ("DEBUG_ASSERTIONS", "true"),
        ("OVERFLOW_CHECKS", "true"),
    ] {
        command.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
    }
    command.env("RUST_LIB_BACKTRACE", "0");
}

/// `cargo fuzz` with what it finds beside the seeds, in a folder that is not kept.
fn guided_by_coverage(target: &str, inputs: u64) -> Result<Command> {
    let mut command = nightly();
    // No sanitizer: there is hardly any unsafe code to watch, and without it ten times as many
    // inputs run in the same time.
    command.args(["fuzz", "run", "--features", "libfuzzer", "--sanitizer", "none"]);
    if ARITHMETIC.contains(&target) {
        command.arg("--no-trace-compares");
    }
    command.arg(target);
    checked(&mut command);
    let [found, seeds] =
        ["corpus", "seeds"].map(|name| root().join("fuzz").join(name).join(target));
    fs::create_dir_all(&found)?;
    let mut longest = 0;
    for seed in fs::read_dir(&seeds)? {
        longest = longest.max(seed?.metadata()?.len());
    }
    command.args([found, seeds]).arg("--");
    command.arg(format!("-runs={inputs}")).arg(format!("-max_len={}", 2 * longest));
    command.args(["-timeout=20", "-print_final_stats=1", "-verbosity=1"]);
    Ok(command)
}

/// A command for the nightly compiler's cargo.
fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").current_dir(root());
    // Set by the cargo that started this program, and wrong for another one.
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC");
    command
}

fn has_cargo_fuzz() -> bool {
    let mut command = nightly();
    command.args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The names of the targets: each has a folder of seeds.
fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for folder in fs::read_dir(root().join("fuzz/seeds"))? {
        names.push(folder?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
