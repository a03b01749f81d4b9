//! `host-sim solve` as its users meet it, and its scores against plain minimax.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use wedge_engine::{Move, Position, Six, Size, SplitMix64};

const HEADER: &str = "name,side,empties,goal,move,score,true,line,seconds,nodes,nps,board,run";
/// Black wins by 18 with g8; a draw, white to move; black has no move.
const WIN: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
const DRAW: &str = "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O";
const PASS: &str = "OOOOOOX-OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X";

fn solve(folder: &Path, args: &[&str]) -> Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
    command.current_dir(folder).arg("solve").args(args).assert()
}

/// The standard output of a run that went well.
fn printed(folder: &Path, args: &[&str]) -> String {
    String::from_utf8(solve(folder, args).success().get_output().stdout.clone()).unwrap()
}

/// The line on standard error of a run that was refused.
fn refused(folder: &Path, args: &[&str]) -> String {
    let assert = solve(folder, args).code(2).stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).unwrap().trim_end().to_owned()
}

/// The fields of the rows of a CSV file.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().next(), Some(HEADER));
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The final margin with best play, as the rules have it.
fn minimax<S: Size>(position: &Position<S>) -> i32 {
    let moves = position.board().legal_moves();
    if moves.is_empty() {
        return match position.play(Move::Pass) {
            Some(passed) => -minimax(&passed),
            None => position.board().result(),
        };
    }
    let children = moves.into_iter().filter_map(|at| position.play(Move::Play(at)));
    children.map(|child| -minimax(&child)).max().unwrap()
}

/// OBF lines of positions from random play, with the score of every move by minimax.
fn random_problems<S: Size>(seed: u64, count: usize, empties: u32) -> String {
    let mut random = SplitMix64::new(seed);
    let mut text = String::new();
    while text.lines().count() < count {
        let mut position = Position::<S>::start();
        while !position.board().is_over() && position.board().empties() > empties {
            position = position.play(position.random_move(&mut random).unwrap()).unwrap();
        }
        let moves = position.board().legal_moves();
        if !moves.is_empty() {
            write!(text, "{position};").unwrap();
            for square in moves {
                let child = position.play(Move::Play(square)).unwrap();
                write!(text, " {square}:{:+};", -minimax(&child)).unwrap();
            }
            text += "\n";
        }
    }
    text
}

#[test]
fn every_move_gets_the_score_of_minimax() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path();
    fs::write(path.join("eight.obf"), random_problems::<wedge_engine::Eight>(1, 60, 8)).unwrap();
    fs::write(path.join("six.obf"), random_problems::<Six>(2, 60, 9)).unwrap();
    for (file, size) in [("eight.obf", "8"), ("six.obf", "6")] {
        let text = fs::read_to_string(path.join(file)).unwrap();
        let moves = text.matches(':').count();
        for (goal, all, count) in [
            ("--exact", Some("--all"), moves),
            ("--wld", Some("--all"), moves),
            ("--exact", None, 60),
            ("--wld", None, 60),
        ] {
            let args = [file, "--size", size, "--tt-bits", "12", goal];
            let args = [&args[..], all.as_slice()].concat();
            let printed = printed(path, &args);
            let wanted = format!("{count} of {count} results agree with the known scores\n");
            assert!(printed.ends_with(&wanted), "{args:?}: {printed}");
        }
    }
}

#[test]
fn threads_change_no_score() {
    let home = tempfile::tempdir().unwrap();
    let mut scores: Vec<Vec<String>> = Vec::new();
    for threads in ["1", "2", "3"] {
        let args = ["--suite", "ffo1-19", "--threads", threads, "--csv", "out.csv", "--force"];
        let printed = printed(home.path(), &args);
        assert!(printed.ends_with("19 of 19 results agree with the known scores\n"), "{printed}");
        let rows = rows(&home.path().join("out.csv"));
        scores.push(rows.iter().map(|row| row[5].clone()).collect());
    }
    assert!(scores.iter().all(|of| of.len() == 19 && *of == scores[0]), "{scores:?}");
}

#[test]
fn a_board_is_solved_and_a_wrong_score_is_told() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path();
    let exact = printed(path, &[WIN, "--csv", "out.csv"]);
    assert!(exact.contains("\n1 of 1 positions, "), "{exact}");
    let row = &rows(&path.join("out.csv"))[0];
    assert_eq!(row[..7], ["board:1", "black", "14", "exact", "g8", "18", ""]);
    assert!(row[7].starts_with("g8"));
    for (board, result) in [(WIN, "win"), (DRAW, "draw"), (PASS, "loss")] {
        printed(path, &[board, "--wld", "--csv", "out.csv", "--force"]);
        assert_eq!(rows(&path.join("out.csv"))[0][5], result);
    }
    let pass = printed(path, &[&format!("{PASS}; pass:-64; % over soon"), "--all"]);
    assert!(pass.contains("over soon") && pass.contains(" pass "), "{pass}");
    assert!(pass.ends_with("1 of 1 results agree with the known scores\n"), "{pass}");
    // One score is made up.
    let wrong = printed(path, &[&format!("{WIN}; g8:+18; h1:+14; % one"), "--all"]);
    assert!(
        wrong.ends_with(
            "1 of 2 results agree with the known scores; not these:\n  one: found h1 +12, true \
             +14\n"
        ),
        "{wrong}"
    );
}

#[test]
fn an_interrupted_run_is_resumed() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("out.csv");
    let args = [WIN, "--all", "--csv", "out.csv"];
    printed(home.path(), &args);
    let whole = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 1 + 8);
    fs::write(&file, lines[..4].concat()).unwrap();
    let again = printed(home.path(), &[&args[..], &["--resume"]].concat());
    assert!(again.starts_with("Resuming after 3 finished rows.\n"), "{again}");
    let moves = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(',').skip(4).take(2).collect()).collect()
    };
    assert_eq!(moves(&fs::read_to_string(&file).unwrap()), moves(&whole));
    let error = refused(home.path(), &[&args[..], &["--resume", "--wld"]].concat());
    assert_eq!(
        error,
        "error: --resume: line 2 of the CSV file is `board:1`, b1, exact: expected `board:1`, b1, \
         wld"
    );
    assert!(refused(home.path(), &args).contains("the file already exists"));
}

#[test]
fn bad_input_is_refused() {
    let home = tempfile::tempdir().unwrap();
    for (args, wanted) in [
        (
            &[][..],
            "error: no position: expected a FILE, a BOARD, --suite NAME, or a smaller --size for \
             the start of its board",
        ),
        (
            &["--size", "6", "--suite", "ffo1-19"],
            "error: --suite: its boards are 8x8: expected --size 8",
        ),
        (&["XO X"], "error: `XO X`: line 1: 3 squares: expected 64 and the player to move"),
        (
            &["none.obf"],
            "error: none.obf: expected a text file of boards or OBF lines: No such file or \
             directory (os error 2)",
        ),
        (
            &["--suite", "ffo1-19", "--threads", "0"],
            "error: invalid value '0' for '--threads <T>': 0 is not in 1..=256 (see --help)",
        ),
        (
            &["--suite", "ffo1-19", "--exact", "--wld"],
            "error: the argument '--exact' cannot be used with '--wld' (see --help)",
        ),
    ] {
        assert_eq!(refused(home.path(), args), wanted, "{args:?}");
    }
    let six = refused(home.path(), &["--size", "6", WIN]);
    assert_eq!(six, format!("error: `{WIN}`: line 1: a board of 8x8: expected 6x6"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_rows_made_so_far() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("out.csv");
    // The first positions are solved at once, the last ones take long.
    let child = Command::new(env!("CARGO_BIN_EXE_host-sim"))
        .args(["solve", "--suite", "ffo20-39", "--threads", "2", "--csv", "out.csv"])
        .current_dir(home.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 2 {
        assert!(started.elapsed() < Duration::from_secs(60), "no rows");
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let rows = rows(&file);
    assert!((1..20).contains(&rows.len()) && rows.iter().all(|row| row.len() == 13), "{rows:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains(&format!("\n{} of 20 positions", rows.len())), "{printed}");
}

/// Every move of 276 hard positions with 20 empty squares, solved by others, if `WEDGE_SHARED_DATA`
/// says where they are, and of FFO 1 to 19 otherwise. Takes minutes:
/// `cargo test --release -p host-sim --test solve -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn hard_positions_get_the_published_scores() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/ffo1-19.obf");
    let shared = std::env::var_os("WEDGE_SHARED_DATA");
    let file = shared.map_or(own, |folder| Path::new(&folder).join("positions/hard-20.obf"));
    let home = tempfile::tempdir().unwrap();
    let printed = printed(home.path(), &[file.to_str().unwrap(), "--all", "--threads", "2"]);
    let last = printed.lines().last().unwrap();
    let (right, rest) = last.split_once(" of ").unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let problems = text.lines().filter(|line| !line.starts_with('#'));
    let scored: usize =
        problems.map(|line| line.matches(':').count() - line.matches("--:-127").count()).sum();
    assert_eq!(right, scored.to_string(), "{last}");
    assert_eq!(rest, format!("{right} results agree with the known scores"));
}

#[test]
fn a_selective_search_before_the_proof_leaves_the_score_right() {
    // FFO 44, with 23 empty squares: solutions of 21 and more are prepared selectively.
    let board = "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O";
    let folder = tempfile::tempdir().unwrap();
    let answer = printed(folder.path(), &[board]);
    assert!(answer.contains(" -14 "), "{answer}");
}

/// Small boards from the start, against the scores found elsewhere and the oracle's rules: the line is
/// legal and ends with the score. The rest of the table takes a minute: `host-sim boards`.
#[test]
fn small_boards_are_solved_from_the_start() {
    let home = tempfile::tempdir().unwrap();
    let host_sim = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
        let output = command.current_dir(home.path()).args(args).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let line = [
        "boards",
        "--sizes",
        "4x4,4x5,4x6",
        "--start",
        "both",
        "--tt-bits",
        "16",
        "--csv",
        "b.csv",
    ];
    let (code, out, error) = host_sim(&line);
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("5 of 5 results agree with the known scores"), "{out}");
    let resumed = [&line[..], &["--resume"]].concat();
    let (code, again, error) = host_sim(&resumed);
    assert_eq!(code, Some(0), "{error}");
    assert!(again.starts_with("Resuming after 6 finished rows."), "{again}");
    for (args, wanted) in [
        (&["boards", "--sizes", "4x4,4x4"][..], "4x4 is there twice"),
        (&["boards", "--sizes", "3x4"], "expected columns and rows from 4 to 8"),
        (&["perft", "5", "--size", "6x4"], "expected 4x6"),
        (&["solve", "--size", "4x6", "--suite", "ffo1-19"], "its boards are 8x8"),
    ] {
        let (code, _, error) = host_sim(args);
        assert!(code == Some(2) && error.contains(wanted), "{args:?}: {error}");
    }
    // The same tree from both sides of the rules: the counts of the engine's tests.
    assert_eq!(
        host_sim(&["perft", "6", "--size", "4x4"]).1,
        host_sim(&["perft", "6", "--size", "4"]).1
    );
}
