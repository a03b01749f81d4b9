//! Ctrl-C: what was done is in the files, and the exit code says so.
#![cfg(unix)]

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use program::home;

fn spawn(folder: &Path, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_host-sim"))
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the file has some lines, then presses Ctrl-C.
fn interrupt(child: Child, file: &Path, lines: usize) -> Output {
    let started = Instant::now();
    let count = || fs::read_to_string(file).map_or(0, |text| text.lines().count());
    while count() < lines {
        assert!(started.elapsed() < Duration::from_secs(60), "no rows in {}", file.display());
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

#[test]
fn ctrl_c_leaves_the_rows_made_so_far() {
    let home = home();
    let file = home.path().join("out.csv");
    // The first position is solved at once, the last ones would take very long.
    let args = ["positions", "--suite", "ffo20-39", "--exact", "--csv", "out.csv"];
    let output = interrupt(spawn(home.path(), &args), &file, 2);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let csv = fs::read_to_string(&file).unwrap();
    let rows = csv.lines().count() - 1;
    assert!((1..20).contains(&rows), "{csv}");
    assert!(csv.ends_with('\n'));
    assert!(csv.lines().all(|line| line.split(',').count() == 15), "{csv}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains(&format!("{rows} of 20 positions")), "{printed}");
}

#[test]
fn ctrl_c_leaves_the_moves_made_so_far() {
    let home = home();
    let file = home.path().join("game.csv");
    let args = ["game", "--black", "first", "--white", "wedge:time=1", "--csv", "game.csv"];
    let args = [&args[..], &["--txt", "game.txt"]].concat();
    let output = interrupt(spawn(home.path(), &args), &file, 3);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let csv = fs::read_to_string(&file).unwrap();
    let text = fs::read_to_string(home.path().join("game.txt")).unwrap();
    let log = host_sim::formats::game_log::read::<wedge_engine::Eight>(&text).unwrap();
    assert!(!log.game.is_over());
    assert_eq!(csv.lines().count(), log.game.moves().len() + 1);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let home = home();
    let mut child = spawn(home.path(), &["keys"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}
