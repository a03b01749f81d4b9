//! Matches as their users meet them: the same result however they are played, resumed or divided,
//! and programs that misbehave.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn host_sim(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
    command.current_dir(folder);
    command
}

fn output(folder: &Path, args: &str) -> Output {
    host_sim(folder).args(args.split(' ')).output().unwrap()
}

/// The standard output of a run that went well.
fn run(folder: &Path, args: &str) -> String {
    let output = output(folder, args);
    assert!(output.status.success(), "{args}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line on standard error of a run that was refused with exit code 2.
fn refused(folder: &Path, args: &str) -> String {
    let output = output(folder, args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args}: {error}");
    assert_eq!(error.lines().count(), 1, "{args}: {error}");
    error.trim_end().to_owned()
}

/// A table without its columns of seconds, which differ from run to run.
fn without_seconds(folder: &Path, file: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(folder.join(file)).unwrap();
    let header = reader.headers().unwrap().clone();
    let keep: Vec<usize> =
        (0..header.len()).filter(|&at| !header[at].contains("seconds")).collect();
    let row = |record: csv::StringRecord| keep.iter().map(|&at| record[at].to_owned()).collect();
    reader.records().map(|record| row(record.unwrap())).collect()
}

const MATCH: &str = "arena wedge:depth=2,tt-bits=10 random first --games 6 --openings random:6";

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let home = home();
    let path = home.path();
    let printed = run(path, &format!("{MATCH} --csv one.csv --txt logs"));
    assert!(printed.contains("wedge:depth=2,tt-bits=10"), "{printed}");
    let one = without_seconds(path, "one.csv");
    assert_eq!(one.len(), 18);
    assert!(one.iter().enumerate().all(|(at, row)| row[0] == (at + 1).to_string()), "{one:?}");
    run(path, &format!("{MATCH} --csv four.csv --threads 4"));
    assert_eq!(without_seconds(path, "four.csv"), one);
    run(path, &format!("{MATCH} --csv seed.csv --seed 5"));
    assert_ne!(without_seconds(path, "seed.csv"), one);

    // Every log is a game that the rules allow, and the one in the table.
    for row in &one {
        let log = path.join(format!("logs/game-{:06}.txt", row[0].parse::<usize>().unwrap()));
        let log = host_sim::formats::game_log::read::<wedge_engine::Eight>(
            &fs::read_to_string(log).unwrap(),
        );
        let log = log.unwrap();
        assert_eq!((&log.black, &log.white), (&row[2], &row[3]));
        assert!(row.contains(&log.game.to_string()), "{row:?}");
    }
}

#[test]
fn shards_merge_and_killed_runs_resume_to_the_same_result() {
    let home = home();
    let path = home.path();
    let whole = run(path, &format!("{MATCH} --csv whole.csv"));
    let wanted = without_seconds(path, "whole.csv");
    for shard in 1..=2 {
        run(path, &format!("{MATCH} --csv part{shard}.csv --shard {shard}/2"));
    }
    let merged = run(path, "arena --merge part2.csv part1.csv --csv merged.csv");
    assert_eq!(without_seconds(path, "merged.csv"), wanted);
    let scores = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.chars().take(70).collect()).collect()
    };
    assert_eq!(scores(&merged), scores(&whole));
    let json = run(path, "arena --merge part1.csv part2.csv --json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["totals"][0]["player"], "wedge:depth=2,tt-bits=10");
    assert_eq!(json["pairings"].as_array().unwrap().len(), 3);
    assert_eq!(json["pairings"][0]["pairs"], serde_json::json!([0, 0, 0, 0, 3]));
    let part = run(path, "arena --merge part1.csv");
    assert!(
        part.starts_with(
            "Note: 8 of the games 1 to 18 are missing.
"
        ),
        "{part}"
    );

    // What a killed run has written: some rows, in the order in which the games ended.
    let text = fs::read_to_string(path.join("whole.csv")).unwrap();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.truncate(8);
    lines.swap(2, 7);
    fs::write(path.join("killed.csv"), lines.concat()).unwrap();
    fs::copy(path.join("killed.csv"), path.join("json.csv")).unwrap();
    let json = run(path, &format!("{MATCH} --csv json.csv --resume --json"));
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
    let resumed = run(path, &format!("{MATCH} --csv killed.csv --resume"));
    assert!(resumed.starts_with("Resuming after 7 finished rows.\n"), "{resumed}");
    assert_eq!(without_seconds(path, "killed.csv"), wanted);
    let resumed = fs::read_to_string(path.join("killed.csv")).unwrap();
    assert!(resumed.contains(lines[3]), "rows that were there stay as they are");

    // More games begin with the same ones.
    let longer = MATCH.replace("--games 6", "--games 8");
    run(path, &format!("{longer} --csv killed.csv --resume"));
    assert_eq!(without_seconds(path, "killed.csv")[..18], wanted);
}

#[test]
fn rows_that_do_not_belong_are_refused_and_nothing_is_lost() {
    let home = home();
    let path = home.path();
    run(path, &format!("{MATCH} --csv whole.csv"));
    let text = fs::read_to_string(path.join("whole.csv")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let resume = format!("{MATCH} --csv x.csv --resume");
    for (broken, wanted) in [
        (text.replace("\n1,match,", "\n1,final,"), "game 1 of the CSV file is final, "),
        (
            lines[..4].concat() + lines[2],
            "line 5 of the CSV file is game 2 again: expected it in line 3 only",
        ),
        (lines[..4].concat() + &lines[4][..7] + "\n", "x.csv: line 5: a half-written row of "),
        (text.replace(",note,", ",notes,"), "x.csv: line 1: "),
        (
            text.replace(",played,", ",won,"),
            "x.csv: line 2: row: unknown ending `won`: expected played, wipe-out, clock, illegal or failed",
        ),
        (
            text.replacen("\n1,", "\n99,", 1),
            "line 2 of the CSV file is game 99: expected none beyond --games",
        ),
    ] {
        fs::write(path.join("x.csv"), &broken).unwrap();
        let error = refused(path, &resume);
        assert!(error.contains(wanted), "{error}");
        assert_eq!(fs::read_to_string(path.join("x.csv")).unwrap(), broken);
    }
    fs::write(path.join("x.csv"), &text).unwrap();
    let error = refused(path, &format!("{resume} --seed 9"));
    assert!(error.contains("line 2 of the CSV file has seed=0: expected seed=9"), "{error}");
    assert_eq!(
        refused(path, "arena --merge whole.csv x.csv"),
        "error: x.csv: game 1 is in whole.csv too: expected it once"
    );
    run(path, &format!("{MATCH} --csv other.csv --seed 9"));
    let error = refused(path, "arena --merge whole.csv other.csv");
    assert!(error.contains("other.csv: line 2 of the CSV file has seed=9"), "{error}");
    let error = refused(path, &format!("{MATCH} --csv whole.csv"));
    assert!(error.starts_with("error: whole.csv: the file already exists"), "{error}");
    assert_eq!(fs::read_to_string(path.join("whole.csv")).unwrap(), text);
}

#[test]
fn matches_that_cannot_be_played_are_refused_before_any_work() {
    let home = home();
    let path = home.path();
    fs::write(path.join("bad.txt"), "f5d6\nf5f5\n").unwrap();
    for (args, wanted) in [
        ("first", "error: 2 values required"),
        ("first first", "error: player `first` is there twice: expected different players"),
        ("first wegde", "error: player `wegde`: unknown kind `wegde`: expected "),
        ("first random --games 3", "error: --games 3: expected an even number from 2 on"),
        (
            "first random --openings none.txt",
            "error: --openings none.txt: expected a text file of transcripts: No such file",
        ),
        (
            "first random --openings bad.txt",
            "error: bad.txt: line 2: `f5f5`: move 2: f5 is not legal for white",
        ),
        (
            "first random --shard 3/2",
            "error: invalid value '3/2' for '--shard <I/N>': shard `3/2`: expected which part",
        ),
        (
            "first random --sprt 5",
            "error: invalid value '5' for '--sprt <ELO0,ELO1>': sprt `5`: expected two Elo",
        ),
        ("first random wedge --sprt 0,5", "error: --sprt: 3 players: expected two"),
        (
            "first random --depth 3 --time 1",
            "error: the argument '--depth <D>' cannot be used with '--time <S>'",
        ),
        ("first gtp:no-such-program", "error: gtp:no-such-program: "),
        (
            "wedge:tt-bits=29 wedge:tt-bits=28 --threads 64",
            "error: --threads 64: the tables take 786432 MiB, but only ",
        ),
    ] {
        let error = refused(path, &format!("arena {args}"));
        assert!(error.starts_with(wanted), "{args}: {error}");
    }
}

#[test]
fn a_test_of_strength_ends_at_the_same_game_on_any_number_of_threads() {
    let home = home();
    let path = home.path();
    let test = "arena wedge:depth=3,tt-bits=10 random --games 200 --openings random:5 --sprt 0,200";
    let printed = run(path, &format!("{test} --csv one.csv"));
    assert!(printed.contains("\nSPRT 0,200 for wedge:depth=3,tt-bits=10: LLR +"), "{printed}");
    assert!(printed.ends_with(": the larger difference is likelier\n"), "{printed}");
    let one = without_seconds(path, "one.csv");
    assert!(one.len() < 100, "{}", one.len());
    run(path, &format!("{test} --csv three.csv --threads 3"));
    assert_eq!(without_seconds(path, "three.csv"), one);
    let again = run(path, &format!("{test} --csv three.csv --resume"));
    assert!(again.ends_with(": the larger difference is likelier\n"), "{again}");
    assert_eq!(without_seconds(path, "three.csv"), one);
}

#[test]
fn the_engine_minds_the_clock_of_the_match() {
    let home = home();
    let deep = "arena wedge:depth=60,tt-bits=12 first --games 2 --openings random:8 --threads 2";
    run(home.path(), &format!("{deep} --clock 1 --csv games.csv"));
    for row in without_seconds(home.path(), "games.csv") {
        assert!(!row.contains(&"clock".to_owned()), "{row:?}");
    }
}

const CUP: &str = "cup wedge:depth=4,tt-bits=10 wedge:depth=1,tt-bits=10 first random \
                   random:seed=1 random:seed=2 random:seed=3 random:seed=4 --openings random:6";

#[test]
fn a_cup_has_groups_a_knock_out_and_a_winner() {
    let home = home();
    let path = home.path();
    let printed = run(path, &format!("{CUP} --csv cup.csv"));
    assert!(printed.contains("group B") && printed.contains("\nsemi-final "), "{printed}");
    assert!(printed.ends_with("The cup goes to wedge:depth=4,tt-bits=10.\n"), "{printed}");
    let cup = without_seconds(path, "cup.csv");
    let stage = |name: &str| cup.iter().filter(|row| row[1] == name).count();
    let stages = ["group A", "group B", "semi-final 1", "semi-final 2", "final"].map(stage);
    assert_eq!(stages, [12, 12, 2, 2, 2]);

    // An interrupted cup goes on, in the groups or in the knock-out, on any number of threads.
    let text = fs::read_to_string(path.join("cup.csv")).unwrap();
    for rows in [7, 26] {
        let kept: Vec<&str> = text.split_inclusive('\n').take(rows + 1).collect();
        fs::write(path.join("killed.csv"), kept.concat()).unwrap();
        run(path, &format!("{CUP} --csv killed.csv --resume --threads 3"));
        assert_eq!(without_seconds(path, "killed.csv"), cup);
    }
    let shorter = CUP.replace(" random:seed=4", "");
    let error = refused(path, &format!("{shorter} --csv cup.csv --resume"));
    assert!(error.contains("line 2 of the CSV file is of match "), "{error}");
    let error = refused(path, &format!("{CUP} --groups 3"));
    assert!(error.contains("6 go on: expected 2, 4, 8, 16"), "{error}");
}

/// Starts a match that takes long, and sends a signal once some games are done.
#[cfg(unix)]
fn stopped_by(folder: &Path, signal: &str) -> Output {
    let long = "arena wedge:depth=7,tt-bits=12 first --games 400 --openings random:6 --threads 2";
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_host-sim"));
    let child = command.current_dir(folder).args(long.split(' ')).args(["--csv", "long.csv"]);
    let child = child.stdout(std::process::Stdio::piped()).spawn().unwrap();
    let rows = || fs::read_to_string(folder.join("long.csv")).unwrap_or_default().lines().count();
    while rows() < 4 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    std::process::Command::new("kill").args([signal, &id]).status().unwrap();
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_games_that_are_done_and_a_killed_run_resumes() {
    let home = home();
    let path = home.path();
    let output = stopped_by(path, "-INT");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let rows = without_seconds(path, "long.csv");
    assert!((3..400).contains(&rows.len()), "{}", rows.len());
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains(&format!("  {}  ", rows.len())), "{printed}");
    fs::remove_file(path.join("long.csv")).unwrap();

    let output = stopped_by(path, "-KILL");
    assert_eq!(output.status.code(), None);
    let games = fs::read_to_string(path.join("long.csv")).unwrap().lines().count() + 9;
    let games = games + games % 2;
    let again = "arena wedge:depth=7,tt-bits=12 first --openings random:6 --csv long.csv --resume";
    run(path, &format!("{again} --games {games}"));
    let rows = without_seconds(path, "long.csv");
    assert!(rows.iter().enumerate().all(|(at, row)| row[0] == (at + 1).to_string()), "{rows:?}");
    assert_eq!(rows.len(), games);
}

/// Programs that speak GTP until they are asked for a move, and then do something else.
#[cfg(unix)]
mod misbehaving {
    use super::*;

    /// A program in the shell's language that does this when it is asked for a move.
    fn program(folder: &Path, name: &str, at_a_move: &str) -> String {
        let text = format!(
            "while read command rest; do\n  case $command in\n    genmove) {at_a_move};;\n    \
             quit) exit;;\n    *) printf '=\\n\\n';;\n  esac\ndone\n"
        );
        fs::write(folder.join(name), text).unwrap();
        format!("gtp:sh {name}")
    }

    /// Plays two games against someone who moves, and gives how they ended, with the notes.
    fn against(folder: &Path, player: &str, more: &[&str]) -> Vec<(String, String)> {
        let args = ["arena", "first", player, "--games", "2", "--openings", "random:4"];
        let files = ["--csv", "games.csv", "--txt", "logs", "--force", "--threads", "2"];
        let mut command = host_sim(folder);
        let output = command.args(args).args(files).args(more).output().unwrap();
        assert!(output.status.success(), "{player}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        let rows = without_seconds(folder, "games.csv");
        assert_eq!(rows.len(), 2);
        for row in &rows {
            let (black, white) = (&row[2], &row[3]);
            let discs = if black == "first" { ["64", "0"] } else { ["0", "64"] };
            assert_eq!([&row[4], &row[5]], discs, "{black} {white}");
            let log = fs::read_to_string(folder.join(format!("logs/game-00000{}.txt", row[0])));
            let log = log.unwrap();
            assert!(log.contains("\nresult: unfinished\ntranscript: "), "{log}");
            let loser = if black == "first" { "white" } else { "black" };
            let note = &row[row.len() - 5];
            assert!(log.ends_with(&format!("\nforfeit: {loser} loses: {note}\n")), "{log}");
        }
        assert!(printed.lines().any(|line| line.contains("first") && line.contains("100.0 %")));
        rows.iter().map(|row| (row[6].clone(), row[row.len() - 5].clone())).collect()
    }

    #[test]
    fn a_program_that_fails_loses_and_the_match_goes_on() {
        let home = home();
        let path = home.path();
        for (name, at_a_move, ending, wanted) in [
            ("crash", "exit 1", "failed", "`genmove SIDE`: the engine is gone"),
            ("illegal", "printf '= a1\\n\\n'", "illegal", "a1 is not legal for SIDE"),
            ("pass", "printf '= pass\\n\\n'", "illegal", "pass is not legal for SIDE"),
            ("word", "printf '= hello\\n\\n'", "failed", "genmove gave `hello`: "),
            ("empty", "printf '= \\n\\n'", "failed", "genmove gave ``: "),
            ("refuse", "printf '? no idea\\n\\n'", "failed", "`genmove SIDE`: refused: no idea"),
        ] {
            let player = program(path, name, at_a_move);
            let games = against(path, &player, &[]);
            for ((found, note), side) in games.iter().zip(["white", "black"]) {
                assert_eq!(found, ending, "{name}: {note}");
                assert!(note.starts_with(&format!("{side}: ")), "{name}: {note}");
                assert!(note.contains(&wanted.replace("SIDE", side)), "{name}: {note}");
            }
        }
        // It starts, and is gone before the first question.
        fs::write(path.join("gone"), "exit 0\n").unwrap();
        for (ending, note) in against(path, "gtp:sh gone", &[]) {
            assert_eq!(ending, "failed", "{note}");
        }
    }

    #[test]
    fn a_program_that_hangs_or_never_stops_talking_loses_by_the_clock() {
        let home = home();
        let path = home.path();
        for (name, at_a_move) in [
            ("hang", "exec sleep 1000"),
            ("talk", "while :; do echo thinking; done"),
            ("line", "while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done"),
        ] {
            let player = program(path, name, at_a_move);
            for (ending, note) in against(path, &player, &["--clock", "0.3"]) {
                assert_eq!(ending, "clock", "{name}: {note}");
                assert!(note.contains(" s for a move with 0."), "{name}: {note}");
            }
        }
    }

    #[test]
    fn programs_hear_the_opening_and_the_clock() {
        let home = home();
        let path = home.path();
        // Each process keeps what it hears in a file of its own.
        let record = "while read line; do\n  echo \"$line\" >> heard.$$\n  case $line in\n    \
                      genmove*) exit;;\n    time_*) printf '? unknown command\\n\\n';;\n    *) \
                      printf '=\\n\\n';;\n  esac\ndone\n";
        fs::write(path.join("record"), record).unwrap();
        // What those heard who were asked for a move, with black first.
        let heard = || {
            let mut all = Vec::new();
            for file in fs::read_dir(path).unwrap().map(|file| file.unwrap().path()) {
                if file.file_stem().is_some_and(|stem| stem == "heard") {
                    all.push(fs::read_to_string(&file).unwrap());
                    fs::remove_file(file).unwrap();
                }
            }
            all.retain(|text| text.contains("genmove"));
            all.sort_by_key(|text| text.contains("genmove white"));
            assert_eq!(all.len(), 2, "{all:?}");
            all
        };
        against(path, "gtp:sh record", &["--clock", "30"]);
        for ((text, side), plays) in heard().iter().zip(["black", "white"]).zip([4, 5]) {
            let begin = "boardsize 8\nclear_board\ntime_settings 30 0 0\nplay black ";
            assert!(text.starts_with(begin), "{text}");
            assert_eq!(text.matches("play ").count(), plays, "{text}");
            let end = format!("\ntime_left {side} 30 0\ngenmove {side}\n");
            assert!(text.ends_with(&end), "{text}");
        }
        // Long openings too: they are told, not searched for.
        let args = ["arena", "first", "gtp:sh record", "--games", "2", "--openings", "random:30"];
        let output = host_sim(path).args(args).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(heard().iter().all(|text| text.matches("play ").count() >= 30));
    }

    /// Processes with this word on their command line.
    #[cfg(target_os = "linux")]
    fn running(word: &str) -> usize {
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
        lines.filter(|line| String::from_utf8_lossy(line).contains(word)).count()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_program_started_ends_with_it() {
        let home = home();
        let path = home.path();
        // A number of seconds that nobody else sleeps.
        let word = format!("9{:05}.75", std::process::id());
        let player = program(path, "parent", &format!("sleep {word} & exit 1"));
        against(path, &player, &["--clock", "5"]);
        assert_eq!(running(&word), 0);
        let player = program(path, "patient", &format!("trap '' TERM; sleep {word}; sleep {word}"));
        against(path, &player, &["--clock", "0.2"]);
        assert_eq!(running(&word), 0);
    }
}
