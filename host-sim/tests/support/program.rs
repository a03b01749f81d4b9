//! Runs the program as its users do.
#![allow(dead_code, reason = "each test program uses its part")]

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

/// The program, to be run in a folder.
pub(crate) fn host_sim(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
    command.current_dir(folder);
    command
}

/// An empty folder.
pub(crate) fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// What a run prints and returns.
pub(crate) fn output(folder: &Path, args: &[&str]) -> Output {
    host_sim(folder).args(args).output().unwrap()
}

/// The standard output of a successful run.
pub(crate) fn run(folder: &Path, args: &[&str]) -> String {
    let output = output(folder, args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line on standard error of a run that is refused with exit code 2.
pub(crate) fn refused(folder: &Path, args: &[&str]) -> String {
    let output = output(folder, args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    assert!(output.stdout.is_empty(), "{args:?}");
    error.trim_end().to_owned()
}
