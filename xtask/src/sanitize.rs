//! `cargo xtask sanitize`: the engine under Miri, AddressSanitizer and ThreadSanitizer.

use std::process::Command;

use anyhow::Result;

use crate::root;
use crate::steps::{Steps, run};

/// Sanitizers need the name of a target, so that build scripts and macros do without them.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// `cargo xtask sanitize`
pub(crate) fn sanitize() -> Result<()> {
    let mut steps = Steps::of("sanitize");
    if !has_nightly() {
        steps.run("toolchain", || {
            let words = "toolchain install nightly --profile minimal --component rust-src,miri";
            run(Command::new("rustup").args(words.split(' ')))
        });
    }
    // Miri interprets: it knows the portable forms only.
    steps.run("miri", || run(driver("miri run").env("RUSTFLAGS", "")));
    // The forms that this machine's processor has. ThreadSanitizer must know every access of the
    // standard library, too, which is built again for it.
    let native = "-C target-cpu=native -Z sanitizer=";
    steps.run("address", || {
        let words = format!("run --target {TARGET}");
        run(driver(&words).env("RUSTFLAGS", format!("{native}address")))
    });
    steps.run("thread", || {
        let words = format!("run --target {TARGET} -Z build-std");
        run(driver(&words).env("RUSTFLAGS", format!("{native}thread")))
    });
    steps.finish()
}

/// Whether a nightly compiler is there with all that is needed. Installing would also replace it by the
/// newest one.
fn has_nightly() -> bool {
    let words = "component list --toolchain nightly --installed";
    let listed = Command::new("rustup").args(words.split(' ')).output();
    listed.is_ok_and(|listed| {
        let text = String::from_utf8_lossy(&listed.stdout).into_owned();
        ["miri", "rust-src"].iter().all(|name| text.lines().any(|line| line.starts_with(name)))
    })
}

/// Cargo of the nightly compiler in the driver's folder.
fn driver(words: &str) -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").args(words.split(' '));
    command.current_dir(root().join("engine/sanitize"));
    command.env("CARGO_TARGET_DIR", root().join("target/sanitize"));
    // The variables of the cargo that started this program name its own compiler.
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC"] {
        command.env_remove(name);
    }
    command
}
