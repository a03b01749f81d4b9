//! The console in plain lines, as a program: what goes in by a pipe and what comes out.

use assert_cmd::Command;

fn talk(args: &[&str], input: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("host-sim").unwrap();
    command.args(["play", "--ascii", "--seed", "1"]).args(args).write_stdin(input).assert()
}

fn said(args: &[&str], input: &str) -> String {
    let output = talk(args, input).code(0).get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains('\x1b'), "no cursor is moved");
    assert!(said.is_ascii());
    said
}

#[test]
fn a_conversation() {
    let input = "d3\nc5\nundo\nredo\nstrength 3\nmoves\na1\nnonsense\ntranscript\nhelp\nquit\n";
    insta::assert_snapshot!(said(&["--you", "both"], input));
}

#[test]
fn a_whole_game_against_the_lowest_strength() {
    // Every square is tried until the game is over: those that are not legal are refused.
    let squares = (1..=8).flat_map(|row| ('a'..='h').map(move |column| format!("{column}{row}\n")));
    let once: String = squares.collect();
    let said = said(&["--strength", "1"], &once.repeat(30));
    assert!(said.contains("The game is over. "), "{said}");
    let moves = said.trim_end().lines().last().unwrap();
    assert!(moves.parse::<wedge_engine::Game>().unwrap().is_over(), "{moves}");
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let said = said(&["--you", "watch", "--size", "6", "--strength", "2"], "");
    assert!(said.contains("6x6 board, strength 2: Wedge plays itself."), "{said}");
    assert!(said.contains("The game is over. "), "{said}");
}

#[test]
fn hints_analysis_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.txt");
    let log = log.to_str().unwrap();
    let input = format!(
        "hint\nanalyse\n\nf5\nsave {log}\nsave {log}\nnew 6 both\nc2\nopen {log}\nnew both f5d6\nopen \
         f5a1\nnew x\n"
    );
    let said = said(&[], &input);
    for wanted in [
        "in discs for black:",
        "(best 3)",
        "enter stops it",
        "Saved as ",
        "the file already exists",
        "6x6 board, strength 5: two people play.",
        "a1 is not legal for white",
        "no file of this name, and no game",
        "to continue: host-sim play f5d6",
    ] {
        assert!(said.contains(wanted), "{wanted} is not in\n{said}");
    }
}

#[test]
fn a_file_or_a_transcript_to_begin_with() {
    let said = said(&["f5d6c3", "--you", "white"], "transcript\n");
    assert!(said.contains("\nf5d6c3"), "{said}");
}

/// The board of a problem with four moves left, as `hint` takes it.
const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

#[test]
fn a_position_an_opening_and_a_level() {
    let board = said(&[BOARD, "--you", "both"], "b1\n");
    assert!(board.contains("black plays b1"), "{board}");
    assert!(board.contains("to continue: host-sim play \""), "{board}");
    let tiger = said(&["--opening", "TIGER", "--you", "both"], "transcript\n");
    assert!(tiger.contains("Opening: Tiger.") && tiger.contains("f5d6c3d3c4"), "{tiger}");
    let level = said(&["--level", "6", "f5d6c3d3c4f4f6f3e6e7", "--you", "white"], "level 3\n");
    assert!(level.contains("8x8 board, level 6: you play white"), "{level}");
    assert!(level.contains("Level 3: the full engine"), "{level}");
    let list = Command::cargo_bin("host-sim").unwrap();
    let list = { list }.args(["play", "--opening", "list"]).assert().code(0).get_output().clone();
    assert!(String::from_utf8(list.stdout).unwrap().contains("Tiger                f5d6c3d3c4"));
}

#[test]
fn the_coach_and_the_review_in_lines() {
    let game = include_str!("fixtures/reviewed-game.txt").trim();
    let reviewed = said(&[game], "review\nquit\n");
    for wanted in ["black lost ", "Move 41, black: g3 cost ", " was better.", "g3: g3 "] {
        assert!(reviewed.contains(wanted), "{wanted} is not in\n{reviewed}");
    }
    let coached = said(&["--coach", "--strength", "1", BOARD], "g8\nwhy\ncoach\nquit\n");
    assert!(coached.contains("Coach: g8 "), "{coached}");
    assert!(
        coached.contains(" with g8 (exact).") && coached.contains("The coach is off."),
        "{coached}"
    );
}

#[test]
fn problems_are_played_and_their_scores_kept() {
    let folder = tempfile::tempdir().unwrap();
    let scores = folder.path().join("scores.csv");
    let run = |args: &[&str], input: String| {
        let mut command = Command::cargo_bin("host-sim").unwrap();
        command.arg("puzzles").arg("--scores").arg(&scores).args(args);
        let output = command.write_stdin(input).assert().code(0).get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&["--list"], String::new()).contains("  1  "));
    // Every square is tried until the game is over, so the first try may fail.
    let squares = (1..=8).flat_map(|row| ('a'..='h').map(move |column| format!("{column}{row}\n")));
    let once: String = squares.collect();
    let said = run(&["--ascii"], format!("hint\n{}quit\n", once.repeat(6)));
    for wanted in ["Problem 1 of ", "Only one move wins for ", "Solve the problem first.", "of "] {
        assert!(said.contains(wanted), "{wanted} is not in\n{said}");
    }
    assert!(said.contains("The game is over. "), "{said}");
    let list = run(&["--list"], String::new());
    assert!(list.lines().next().unwrap().ends_with(" in 1 try"), "{list}");
    let output = Command::cargo_bin("host-sim")
        .unwrap()
        .args(["puzzles", "--ascii", "--number", "1000"])
        .assert()
        .code(2)
        .get_output()
        .clone();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("error: problem 1000: expected 1 to "), "{error}");
}

#[test]
fn bad_input_is_told_and_ends_with_2() {
    for (args, wanted) in [
        (&["--strength", "10"][..], "strength `10`: expected 1 to 9"),
        (&["f5a1"], "a1 is not legal for white"),
        (&["--level", "31"], "level `31`: expected 1 to 30"),
        (&["--level", "3", "--strength", "3"], "cannot be used with"),
        (&["--opening", "lion"], "opening `lion`: expected Diagonal, Parallel, "),
        (&["---------XO X"], "expected 64 and the player to move"),
        (&["--you", "red"], "red"),
        (&["--color", "mauve"], "mauve"),
        (&["--tt-bits", "40"], "table size `40`"),
    ] {
        let output = talk(args, "").code(2).get_output().clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(wanted), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let mut command = Command::cargo_bin("host-sim").unwrap();
    let output = command.arg("play").write_stdin("").assert().code(2).get_output().clone();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "error: no terminal to play in: expected --ascii for pipes and files\n");
}
