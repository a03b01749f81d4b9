//! Games and positions in and out of the program: formats, analysis, and the file protocol.

#[path = "support/program.rs"]
mod program;

use std::fs;

use assert_cmd::Command;
use program::{home, refused, run};

const GAME: &str = "e6f4e3f6g5d6e7f5c5";
const START: &str = "---------------------------OX------XO--------------------------- X";
const STATE: &str = include_str!("fixtures/agent-state.txt");

#[test]
fn a_game_goes_through_every_format() {
    let home = home();
    let mut from = GAME.to_owned();
    for to in ["a.txt", "b.ggf", "c.sgf", "d.wtb", "e.transcript"] {
        let said = run(home.path(), &["convert", &from, to]);
        assert_eq!(said, format!("One game written to {to}\n"));
        from = to.to_owned();
    }
    assert_eq!(fs::read_to_string(home.path().join("e.transcript")).unwrap(), format!("{GAME}\n"));
    let analyze = |what: &str| run(home.path(), &["analyze", what, "--depth", "1"]);
    let wanted = analyze(GAME);
    for file in ["a.txt", "b.ggf", "c.sgf", "d.wtb", "e.transcript"] {
        assert_eq!(analyze(file), wanted, "{file}");
    }
}

#[test]
fn nothing_is_written_over_and_bad_files_are_named() {
    let home = home();
    let path = home.path();
    run(path, &["convert", GAME, "game.wtb"]);
    let whole = fs::read(path.join("game.wtb")).unwrap();
    assert_eq!(
        refused(path, &["convert", "f5", "game.wtb"]),
        "error: game.wtb: the file already exists: expected a new name, or --force to replace it"
    );
    assert_eq!(fs::read(path.join("game.wtb")).unwrap(), whole);
    fs::write(path.join("cut.wtb"), &whole[..50]).unwrap();
    fs::write(path.join("bad.ggf"), "(;GM[Othello]B[F5]W[F5];)").unwrap();
    for (args, wanted) in [
        (
            "analyze cut.wtb",
            "error: cut.wtb: 50 bytes, 0 whole games: expected the 1 games of its header",
        ),
        (
            "convert bad.ggf out.wtb",
            "error: bad.ggf: game 1: line 1: W[F5]: move 2: f5 is not legal for white",
        ),
        (
            "convert game.wtb out.pgn",
            "error: out.pgn: unknown format `pgn`: expected transcript, ggf, sgf, wtb or txt",
        ),
        ("hint game.wtb", "error: `game.wtb`: the game is over: expected moves"),
        (
            "agent bad.ggf action",
            "error: bad.ggf: line 1: `(;GM[Othello]B[F5]W[F5];)` for the \
         player: expected 1 or 2",
        ),
    ] {
        assert_eq!(refused(path, &args.split(' ').collect::<Vec<_>>()), wanted);
    }
    for file in ["out.wtb", "out.pgn", "action"] {
        assert!(!path.join(file).exists(), "{file}");
    }
}

#[test]
fn an_analysis_is_a_table_a_file_and_a_picture() {
    let home = home();
    let path = home.path();
    let args = ["analyze", GAME, "--depth", "3", "--csv", "a.csv", "--svg", "a.svg"];
    let said = run(path, &args);
    assert!(said.contains("most with move 8, f5 instead of "), "{said}");
    let csv = fs::read_to_string(path.join("a.csv")).unwrap();
    assert_eq!(csv.lines().count(), 10);
    assert!(csv.starts_with("ply,side,move,score,best,best_score,loss,depth,exact,nodes,run\n"));
    let svg = fs::read_to_string(path.join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("polyline"));
    // A run that was interrupted after four rows goes on with the fifth.
    let four: String = csv.lines().take(5).map(|line| line.to_owned() + "\n").collect();
    fs::write(path.join("a.csv"), four).unwrap();
    let said = run(path, &["analyze", GAME, "--depth", "3", "--csv", "a.csv", "--resume"]);
    assert!(said.starts_with("Resuming after 4 finished rows.\n"), "{said}");
    let moves = |csv: &str| -> Vec<String> {
        csv.lines().map(|line| line.split(',').take(7).collect()).collect()
    };
    assert_eq!(moves(&fs::read_to_string(path.join("a.csv")).unwrap()), moves(&csv));
    let json = run(path, &["analyze", GAME, "--depth", "3", "--json"]);
    let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 9);
    assert_eq!((&rows[8]["move"], &rows[8]["score"]), (&"c5".into(), &64.into()));
    let said = run(path, &["analyze", "f5f4", "--depth", "1"]);
    assert!(said.contains("Move 2, f4, leaves the published perfect game, a draw.\n"), "{said}");
    let said = run(path, &["analyze", "f5d6", "--depth", "1"]);
    assert!(said.contains("Opening: Perpendicular.\n"), "{said}");
    assert!(!said.contains("perfect game"), "{said}");
}

#[test]
fn hints_are_a_table_a_file_and_json() {
    let home = home();
    let path = home.path();
    let said = run(path, &["hint", START, "-n", "3", "--depth", "2", "--csv", "h.csv"]);
    assert!(said.contains("3 of 4 moves"), "{said}");
    let csv = fs::read_to_string(path.join("h.csv")).unwrap();
    assert!(csv.starts_with("move,score,loss,depth,exact,certainty,line\n"), "{csv}");
    assert_eq!(csv.lines().count(), 4);
    let json = run(path, &["hint", &GAME[..16], "--depth", "2", "--json"]);
    let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
    // The move that wipes white out.
    assert_eq!((&rows[0]["move"], &rows[0]["score"]), (&"c5".into(), &64.into()));
    assert_eq!((&rows[0]["exact"], &rows[1]["exact"]), (&true.into(), &false.into()));
}

#[test]
fn a_state_is_answered() {
    let home = home();
    let path = home.path();
    fs::write(path.join("state"), STATE).unwrap();
    fs::write(path.join("action"), "9 9\n9 9\n9 9\n9 9\n9 9\n9 9\n").unwrap();
    run(path, &["agent", "state", "action", "--depth", "3", "--tt-bits", "10"]);
    let action = fs::read_to_string(path.join("action")).unwrap();
    let last = action.lines().last().unwrap();
    assert!(["2 3", "3 2", "4 5", "5 4"].contains(&last), "{action}");
    assert!(!action.contains('9'), "{action}");
    // A full board has no valid square, and no answer.
    let full = "2\n".to_owned() + &"1 ".repeat(64) + "\n0\n";
    fs::write(path.join("state"), full).unwrap();
    run(path, &["agent", "state", "action", "--tt-bits", "10"]);
    assert_eq!(fs::read_to_string(path.join("action")).unwrap(), "");
}

/// Without a limit the program thinks until it is stopped, which is no error.
#[cfg(unix)]
#[test]
fn an_agent_answers_at_once_and_ends_when_it_is_stopped() {
    use std::process::Command;
    use std::time::{Duration, Instant};

    let home = home();
    let path = home.path();
    fs::write(path.join("state"), STATE).unwrap();
    let mut agent = Command::new(env!("CARGO_BIN_EXE_host-sim"))
        .current_dir(path)
        .args(["agent", "state", "action", "--tt-bits", "10"])
        .spawn()
        .unwrap();
    let started = Instant::now();
    let answered =
        || fs::read_to_string(path.join("action")).is_ok_and(|text| text.ends_with('\n'));
    while !answered() {
        assert!(started.elapsed() < Duration::from_secs(20), "no answer");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(agent.try_wait().unwrap().is_none(), "it goes on");
    let stopped = Command::new("kill").arg(agent.id().to_string()).status().unwrap();
    assert!(stopped.success());
    assert!(agent.wait().unwrap().success());
}

/// What an engine for other programs says to some lines and the end of its input.
fn answers(engine: &[&str], lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
    let output = command.args(engine).write_stdin(lines).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{engine:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn engines_talk_on_standard_input_and_output() {
    let gtp = ["gtp", "--depth", "2", "--tt-bits", "10"];
    let said = answers(&gtp, "play b f5\ngenmove w\nfinal_score\n");
    assert!(said.starts_with("= \n\n= ") && said.ends_with("\n\n"), "{said}");
    let nboard = ["nboard", "--tt-bits", "10", "--book", "none"];
    // Nothing comes in after `go`, so the search goes on to its depth.
    let said = answers(&nboard, "nboard 2\nset depth 3\ngo\n");
    assert!(said.starts_with("set myname Wedge-"), "{said}");
    assert!(said.contains(" 0 3\n") && said.lines().last().unwrap().starts_with("=== "), "{said}");
}

#[test]
fn two_copies_of_the_engine_play_a_game() {
    let home = home();
    let program = env!("CARGO_BIN_EXE_host-sim");
    let player = format!("gtp:{program} gtp --depth 2 --tt-bits 10");
    let log = run(home.path(), &["game", "--black", &player, "--white", "wedge:depth=2"]);
    assert!(log.contains("\nresult: black "), "{log}");
}

#[test]
fn a_plot_is_never_written_over_and_leaves_nothing_behind() {
    let home = home();
    let path = home.path();
    fs::write(path.join("a.csv"), "mine").unwrap();
    let analyze = ["analyze", GAME, "--depth", "1", "--csv", "a.csv", "--svg", "a.svg"];
    assert!(refused(path, &analyze).starts_with("error: a.csv: the file already exists"));
    assert!(!path.join("a.svg").exists());
    fs::write(path.join("a.svg"), "mine").unwrap();
    fs::remove_file(path.join("a.csv")).unwrap();
    assert_eq!(refused(path, &analyze), "error: a.svg: the file already exists");
    assert!(!path.join("a.csv").exists());
    assert_eq!(fs::read_to_string(path.join("a.svg")).unwrap(), "mine");
}

#[test]
fn completions_know_every_command() {
    let home = home();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(home.path(), &["completions", shell]);
        for command in ["positions", "nboard", "analyze", "convert"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}
