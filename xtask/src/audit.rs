//! `cargo xtask audit`: what comes from others.
//!
//! Not a part of `cargo xtask test`, since the tools take long to install and one wants the network.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::steps::{Steps, run};
use crate::{cargo, root};

/// `cargo xtask audit`
pub(crate) fn audit() -> Result<()> {
    let mut steps = Steps::of("audit");
    steps.run("licences", || {
        needs("deny")?;
        run(&mut cargo(["deny", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"]))
    });
    steps.run("advisories", advisories);
    steps.run("unused", || {
        needs("machete")?;
        run(Command::new("cargo-machete").current_dir(root()))
    });
    steps.run("oldest", oldest_versions);
    steps.finish()
}

fn needs(tool: &str) -> Result<()> {
    let mut command = Command::new(format!("cargo-{tool}"));
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    let there = command.status().is_ok_and(|status| status.success());
    ensure!(there, "no cargo-{tool}: install it with `cargo install --locked cargo-{tool}`");
    Ok(())
}

/// Known holes in packages, from the public database or the copy of it that an earlier check has left;
/// where there is neither, that is printed.
fn advisories() -> Result<()> {
    needs("deny")?;
    for (words, source) in [
        (&["deny", "check", "advisories"][..], "the public database"),
        (&["deny", "--offline", "check", "advisories"], "the copy on this machine"),
    ] {
        let output = cargo(words.iter().copied()).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        let missing = ["failed to fetch advisory database", "failed to get 'FETCH_HEAD' metadata"];
        if output.status.success() || !missing.iter().any(|words| said.contains(words)) {
            print!("{source}:\n{said}");
            ensure!(output.status.success(), "`cargo {}`: {}", words.join(" "), output.status);
            return Ok(());
        }
    }
    println!("NOT CHECKED: the database of advisories cannot be reached from here");
    Ok(())
}

/// Builds a copy of the workspace with the oldest versions that its manifests allow, to see that
/// they are enough.
fn oldest_versions() -> Result<()> {
    let copy = root().join("target/oldest");
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output()?;
    ensure!(listed.status.success(), "`git ls-files` ended with {}", listed.status);
    let files = String::from_utf8(listed.stdout)?;
    for name in files.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root().join(name), copy.join(name));
        // What git knows and is not there was deleted.
        if from.is_file() {
            fs::create_dir_all(to.parent().unwrap_or(&copy))?;
            fs::copy(&from, &to).with_context(|| from.display().to_string())?;
        }
    }
    // The one unstable thing needed: to ask for the oldest versions.
    let command = in_folder(&copy, &["update", "-Z", "direct-minimal-versions"]);
    run({ command }.env("RUSTC_BOOTSTRAP", "1"))?;
    run(&mut in_folder(&copy, &["check", "--workspace", "--all-targets", "--locked"]))
}

fn in_folder(folder: &Path, words: &[&str]) -> Command {
    let mut command = cargo(words.iter().copied());
    command.current_dir(folder).env_remove("CARGO_TARGET_DIR");
    command
}
