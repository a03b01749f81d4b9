//! Every input that the program accepts: what an attack on it found, one test a finding. A file, an
//! engine or a session may be as strange as it likes; the program answers correctly, in bounded
//! memory and time, or refuses with the reason.
#![cfg(unix)]

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use program::{home, output, refused, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_host-sim");
const START: &str = "---------------------------OX------XO--------------------------- X";

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// A column of a CSV file.
fn column(file: &Path, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let at = reader.headers().unwrap().iter().position(|header| header == name);
    let at = at.unwrap_or_else(|| panic!("{}: no column {name}", file.display()));
    reader.records().map(|record| record.unwrap()[at].to_owned()).collect()
}

/// Writes a script that answers GTP commands: `case` is the shell's case for the special ones.
fn engine(folder: &Path, name: &str, case: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case $line in\n{case}\nquit) exit;;\n\
         *) printf '=\\n\\n';;\nesac; done\n"
    );
    let path = folder.join(name);
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs the program with input from a shell command; gives its output and its peak memory in MiB.
fn with_peak(folder: &Path, input: &str, args: &[&str]) -> (Output, u64) {
    let mut source = Command::new("sh").args(["-c", input]).stdout(Stdio::piped()).spawn().unwrap();
    let child = Command::new(PROGRAM)
        .current_dir(folder)
        .args(args)
        .stdin(source.stdout.take().unwrap())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id();
    let watch = std::thread::spawn(move || {
        let mut peak = 0;
        while let Ok(text) = fs::read_to_string(format!("/proc/{id}/status")) {
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let Some(line) = line else { break };
            let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().unwrap();
            peak = peak.max(kib);
            std::thread::sleep(Duration::from_millis(5));
        }
        peak / 1024
    });
    let output = child.wait_with_output().unwrap();
    let _ = source.kill();
    let _ = source.wait();
    (output, watch.join().unwrap())
}

// 1. Boards that no game reaches.

#[test]
fn the_boards_with_an_empty_d4_are_solved() {
    let home = home();
    for (board, more, score) in [
        ("X-XXXXO--XXX-OXXXX-XX-OOX-OOX-XOOOXX O", "--size 6", "-18"),
        ("OOXXXX-OOOXXX---XXOX--OXXXOXXXX-XXOO O", "--size 6 --wld", "draw"),
        ("OOOOOOOOOOOO-XO-OOOOOOOOOOO--OOXOOO--OOOOOOOXOOOOOOX-OOOOOOOOOOO X", "", "-42"),
        ("-XXXXX-XOXXX-X-XOXXOOOOXOXX-OXOXOXXOXOOXOOOOOOOXOOO--OOXOX---O-X X", "", "10"),
        ("XXXXX--OXXXX--OOXXXXOOX-XXO-OOO-XXOOOOOO--OOOOOO-OOOOOOOO-O-OOO- X", "", "44"),
    ] {
        for bits in ["8", "16", "20"] {
            let line = format!("--tt-bits {bits} --csv out.csv --force {more}");
            let mut args = vec!["solve", board];
            args.extend(line.split_whitespace());
            run(home.path(), &args);
            assert_eq!(column(&home.path().join("out.csv"), "score"), [score], "{board} {line}");
        }
    }
}

// 2. An engine that never stops to answer.

#[test]
fn an_engine_that_floods_loses_and_costs_no_memory() {
    let home = home();
    let flood =
        "genmove*) printf '= d3\\n'; exec yes \"$(head -c 60000 /dev/zero | tr '\\0' x)\";;";
    engine(home.path(), "flood", flood);
    engine(home.path(), "lines", "genmove*) printf '= d3\\n'; exec yes x;;");
    for (name, wanted) in [("flood", "65536 bytes"), ("lines", "1000 lines")] {
        let line =
            format!("arena gtp:./{name} first --games 2 --openings random:0 --csv {name}.csv");
        let started = Instant::now();
        let (output, peak) = with_peak(home.path(), "true", &words(&line));
        assert!(output.status.success(), "{output:?}");
        assert!(peak < 200, "{peak} MiB");
        assert!(started.elapsed() < Duration::from_secs(30));
        let csv = home.path().join(format!("{name}.csv"));
        assert_eq!(column(&csv, "ending"), ["failed", "failed"]);
        assert!(column(&csv, "note").iter().all(|note| note.contains(wanted)), "{name}");
    }
}

// 3. Notes of several lines.

#[test]
fn a_refusal_of_two_lines_is_resumed_after_a_cut_at_any_byte() {
    let home = home();
    let folder = home.path();
    engine(folder, "refuses", "genmove*) printf '? no \"move\"\\nsecond, line\\n\\n';;");
    let line = "arena gtp:./refuses first --games 4 --openings random:2 --csv out.csv";
    run(folder, &words(line));
    let file = folder.join("out.csv");
    let whole = fs::read(&file).unwrap();
    let notes = column(&file, "note");
    assert!(notes.iter().all(|note| note.contains("second, line")), "{notes:?}");
    let resumed = format!("{line} --resume");
    for cut in (0..whole.len()).step_by(23).chain([1, whole.len() - 1]) {
        fs::write(&file, &whole[..cut]).unwrap();
        run(folder, &words(&resumed));
        assert_eq!(column(&file, "note"), notes, "cut off at byte {cut} of {}", whole.len());
    }
    // Also where a name of a player, which stays as it was given, has a line break in quotes.
    let args = |more: &[&'static str]| {
        let mut args = vec!["arena", "gtp:./refuses a\nb", "first", "--games", "2"];
        args.extend(["--openings", "random:2", "--csv", "name.csv"]);
        args.extend(more);
        args
    };
    run(folder, &args(&[]));
    let file = folder.join("name.csv");
    let whole = fs::read(&file).unwrap();
    for cut in (0..whole.len()).step_by(23) {
        fs::write(&file, &whole[..cut]).unwrap();
        run(folder, &args(&["--resume"]));
        assert_eq!(column(&file, "game"), ["1", "2"], "cut off at byte {cut} of {}", whole.len());
    }
}

// 4. Runs that do not belong together.

/// Changes a byte of the weights behind the header.
fn change_weights(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let at = bytes.len() - 1000;
    bytes[at] = bytes[at].wrapping_add(1);
    let checksum = wedge_engine::checksum(&bytes[32..]);
    bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
    fs::write(file, bytes).unwrap();
}

#[test]
fn resuming_with_other_settings_or_inputs_is_refused_by_name() {
    let home = home();
    let folder = home.path();
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/weights/wedge.bin");
    fs::copy(weights, folder.join("w.bin")).unwrap();
    fs::write(folder.join("a.obf"), format!("{START}; % one\n{START}; % two\n")).unwrap();
    let other = START.replace("OX------XO", "XO------OX");
    let full = format!("{} X", "XO".repeat(32));
    fs::write(folder.join("full.obf"), format!("{full}; % one\n{full}; % two\n")).unwrap();
    let cut = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let rows: String = text.lines().take(2).map(|line| format!("{line}\n")).collect();
        fs::write(folder.join(name), rows).unwrap();
    };
    let positions = "positions a.obf --depth 2 --tt-bits 10 --eval w.bin --csv p.csv";
    run(folder, &words(positions));
    cut("p.csv");
    let before = fs::read(folder.join("p.csv")).unwrap();
    for (from, to, named) in [
        ("--eval w.bin", "--eval discs", "eval"),
        ("--tt-bits 10", "--tt-bits 11", "tt-bits"),
        ("--depth 2", "--depth 2 --certainty 95", "certainty"),
        ("--depth 2", "--depth 2 --search alphabeta", "search"),
        ("--depth 2", "--depth 2 --ordering static", "ordering"),
        ("--depth 2", "--depth 2 --max-num 9", "max-num"),
        ("--depth 2", "--depth 3", "limit"),
    ] {
        let line = positions.replace(from, to) + " --resume";
        let error = refused(folder, &words(&line));
        assert!(error.contains(named), "{line}: {error}");
        assert_eq!(fs::read(folder.join("p.csv")).unwrap(), before);
    }
    fs::write(folder.join("a.obf"), format!("{other}; % one\n{START}; % two\n")).unwrap();
    let error = refused(folder, &words(&format!("{positions} --resume")));
    assert!(error.contains("another board"), "{error}");
    fs::write(folder.join("a.obf"), format!("{START}; % one\n{START}; % two\n")).unwrap();
    run(folder, &words(&format!("{positions} --resume")));

    let solve = "solve full.obf --tt-bits 10 --csv s.csv";
    run(folder, &words(solve));
    cut("s.csv");
    let error = refused(folder, &words(&format!("{solve} --resume").replace("10", "11")));
    assert!(error.contains("tt-bits"), "{error}");
    fs::write(folder.join("full.obf"), format!("{full}; % one\n{full}; % two\n").replace('X', "O"))
        .unwrap();
    let error = refused(folder, &words(&format!("{solve} --resume")));
    assert!(error.contains("another board"), "{error}");

    fs::write(folder.join("openings.txt"), "f5d6\nf5f6\n").unwrap();
    let arena =
        "arena wedge:depth=1,eval=w.bin first --games 4 --openings openings.txt --csv m.csv";
    run(folder, &words(arena));
    cut("m.csv");
    let games = "train games --games 256 --depth 1 --exact 2 --eval w.bin --openings openings.txt --out g.pos";
    run(folder, &words(games));
    // The moves are the same, in another order: the openings come out differently.
    fs::write(folder.join("openings.txt"), "f5f6\nf5d6\n").unwrap();
    for line in [arena, games] {
        let error = refused(folder, &words(&format!("{line} --resume")));
        assert!(error.contains("openings"), "{line}: {error}");
    }
    fs::write(folder.join("openings.txt"), "f5d6\nf5f6\n").unwrap();
    for line in [arena, games] {
        run(folder, &words(&format!("{line} --resume")));
    }
    cut("m.csv");
    change_weights(&folder.join("w.bin"));
    for line in [arena, games] {
        let error = refused(folder, &words(&format!("{line} --resume")));
        assert!(error.contains("eval"), "{line}: {error}");
    }
    let error = refused(folder, &words(&format!("{arena} --seed 3 --resume")));
    assert!(error.contains("seed"), "{error}");
    let error = refused(folder, &words(&format!("{arena} --clock 3 --resume")));
    assert!(error.contains("clock"), "{error}");
}

// 5. Exact means proved.

#[test]
fn a_score_called_exact_is_proved() {
    let home = home();
    let mut guesses = 0;
    for nodes in ["3000", "30000", "100000"] {
        let line =
            format!("positions --suite ffo1-19 --nodes {nodes} --tt-bits 12 --csv p.csv --force");
        run(home.path(), &words(&line));
        let file = home.path().join("p.csv");
        let [bounds, scores, depths, empties] =
            ["bound", "score", "depth", "empties"].map(|name| column(&file, name));
        let solved = "solve --suite ffo1-19 --csv s.csv --force --tt-bits 18";
        run(home.path(), &words(solved));
        let wanted = column(&home.path().join("s.csv"), "score");
        for at in 0..bounds.len() {
            if bounds[at] == "exact" {
                assert_eq!(scores[at], wanted[at], "row {at} with {nodes} nodes");
            } else if depths[at] == empties[at] {
                guesses += 1;
            }
        }
    }
    assert!(guesses > 0, "no search reached the end of the game selectively");
    let json = run(home.path(), &["hint", START, "--depth", "2", "--json"]);
    assert!(json.contains("\"exact\":false,\"certainty\":68"), "{json}");
}

// 6. Input without end.

#[test]
fn endless_files_are_refused_in_bounded_memory() {
    let home = home();
    let folder = home.path();
    fs::write(folder.join("a.obf"), format!("{START}\n")).unwrap();
    for line in [
        "positions /dev/zero",
        "solve /dev/zero",
        "hint /dev/zero",
        "analyze /dev/zero",
        "convert /dev/zero out.ggf",
        "agent /dev/zero out",
        "arena first random --games 2 --openings /dev/zero",
        "arena --merge /dev/zero",
        "arena wedge:eval=/dev/zero first --games 2",
        "positions a.obf --eval /dev/zero",
        "book verify /dev/zero",
        "book learn /dev/zero f5",
        "gtp --book /dev/zero",
        "train report /dev/zero",
    ] {
        let started = Instant::now();
        let (output, peak) = with_peak(folder, "true", &words(line));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(error.contains("/dev/zero"), "{line}: {error}");
        assert!(peak < 400, "{line}: {peak} MiB");
        assert!(started.elapsed() < Duration::from_secs(20), "{line}");
    }
    assert!(!folder.join("out").exists() && !folder.join("out.ggf").exists());
}

#[test]
fn endless_lines_and_queues_are_bounded() {
    let home = home();
    let zeros = "head -c 300000000 /dev/zero; printf '\\nname\\nping 7\\nquit\\n'";
    for (command, wanted) in [("gtp", "= Wedge\n"), ("nboard", "pong 7\n")] {
        let args = [command, "--tt-bits", "10"];
        let (output, peak) = with_peak(home.path(), zeros, &args);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("a line of more than 65536 bytes"), "{command}: {said}");
        assert!(said.contains(wanted), "{command}: {said}");
        assert!(peak < 150, "{command}: {peak} MiB");
    }
    // Lines that arrive during a search wait in the pipe, not in memory.
    let lines = "printf 'genmove b\\n'; yes name | head -n 4000000; printf 'quit\\n'";
    let args = ["gtp", "--tt-bits", "10", "--time", "3", "--book", "none"];
    let (output, peak) = with_peak(home.path(), lines, &args);
    assert!(output.status.success());
    assert!(peak < 150, "{peak} MiB");
}

// 7. Time that grows with the square of the input.

#[test]
fn large_files_take_time_in_proportion() {
    let home = home();
    let folder = home.path();
    let timed = |line: &str, success: bool| {
        let started = Instant::now();
        let output = output(folder, &words(line));
        assert_eq!(output.status.success(), success, "{line}: {output:?}");
        assert!(started.elapsed() < Duration::from_secs(10), "{line}: {:?}", started.elapsed());
    };
    fs::write(folder.join("blank.obf"), format!("--------\n{}", "\n".repeat(400_000))).unwrap();
    timed("positions blank.obf --depth 1 --tt-bits 4", false);
    let full = format!("{} X", "XO".repeat(32));
    let names: String = (0..60_000).map(|at| format!("{full}; % name {at}\n")).collect();
    fs::write(folder.join("names.obf"), names + &format!("{full}; % name 7\n")).unwrap();
    timed("positions names.obf --depth 1 --tt-bits 4", false);
    let long = format!("{full}; % {}\n", "n".repeat(10_000_000));
    fs::write(folder.join("long.obf"), long).unwrap();
    timed("positions long.obf --depth 1 --tt-bits 4", true);
}

// 9. Rows that no match has.

#[test]
fn impossible_rows_of_a_match_are_refused() {
    let home = home();
    let folder = home.path();
    run(folder, &words("arena first random --games 2 --openings random:2 --csv m.csv"));
    let mut reader = csv::Reader::from_path(folder.join("m.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    for (name, value) in [
        ("black_discs", "4294967295"),
        ("white_discs", "65"),
        ("black_seconds", "NaN"),
        ("white_seconds", "-1"),
        ("black_seconds", "inf"),
        ("moves", "f5f5"),
        ("moves", "zz"),
        ("moves", "f5"),
        ("opening", "a1"),
        ("opening", "d3d3"),
        ("game", "0"),
        ("size", "7"),
        ("ending", "eaten"),
    ] {
        let mut writer = csv::Writer::from_path(folder.join("bad.csv")).unwrap();
        writer.write_record(&header).unwrap();
        writer.write_record(&rows[0]).unwrap();
        let at = header.iter().position(|column| column == name).unwrap();
        let changed = rows[1].iter().enumerate();
        writer
            .write_record(changed.map(|(field, old)| if field == at { value } else { old }))
            .unwrap();
        drop(writer);
        let error = refused(folder, &words("arena --merge bad.csv"));
        assert!(error.contains("bad.csv: line 3: "), "{name}={value}: {error}");
        fs::create_dir_all(folder.join("reports")).unwrap();
        fs::copy(folder.join("bad.csv"), folder.join("reports/bad.csv")).unwrap();
        let error = refused(folder, &words("report reports"));
        assert!(error.contains("bad.csv: line 3: "), "{name}={value}: {error}");
    }
}

// 10. Smaller ones.

#[test]
fn a_planted_link_is_not_followed() {
    let home = home();
    let folder = home.path();
    fs::write(folder.join("mine"), "mine").unwrap();
    for (line, part) in [
        ("book build --out b.book --depth 1 --positions 5", "b.book.part"),
        ("arena first random --games 6 --openings random:2 --threads 2 --csv m.csv", "m.csv.part"),
        ("report .", "report.html.part"),
    ] {
        symlink(folder.join("mine"), folder.join(part)).unwrap();
        let output = output(folder, &words(line));
        assert_eq!(fs::read_to_string(folder.join("mine")).unwrap(), "mine", "{line}: {output:?}");
        assert!(output.status.success(), "{line}: {output:?}");
        let _ = fs::remove_file(folder.join(part));
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let home = home();
    let full = format!("{} X", "XO".repeat(32));
    let name = "evil \u{1b}[2J\u{9b}31m\u{7} name";
    fs::write(home.path().join("a.obf"), format!("{full}; % {name}\n")).unwrap();
    for line in ["positions a.obf --depth 1 --tt-bits 4", "solve a.obf --tt-bits 4"] {
        let said = run(home.path(), &words(line));
        assert!(said.contains("evil"), "{said}");
        assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{said:?}");
    }
    fs::write(home.path().join("b.obf"), format!("{full}; % {name}\n{full}; % {name}\n")).unwrap();
    let error = refused(home.path(), &words("positions b.obf"));
    assert!(error.contains("evil") && !error.chars().any(char::is_control), "{error:?}");
}

#[test]
fn byte_order_marks_and_all_line_ends_are_read() {
    let home = home();
    let folder = home.path();
    let full = format!("{} X", "XO".repeat(32));
    let text = format!("{full}; % one\n{full}; % two\n");
    for (name, text) in [
        ("bom", format!("\u{feff}{text}")),
        ("cr", text.replace('\n', "\r")),
        ("crlf", text.replace('\n', "\r\n")),
    ] {
        fs::write(folder.join("a.obf"), text).unwrap();
        run(folder, &words("solve a.obf --tt-bits 4 --csv out.csv --force"));
        assert_eq!(column(&folder.join("out.csv"), "name"), ["one", "two"], "{name}");
    }
    fs::write(folder.join("game.txt"), "\u{feff}f5d6c3\r").unwrap();
    run(folder, &words("analyze game.txt --depth 1 --tt-bits 4"));
    run(folder, &words("arena first random --games 2 --openings random:2 --csv m.csv"));
    let csv = fs::read_to_string(folder.join("m.csv")).unwrap();
    fs::write(folder.join("m.csv"), format!("\u{feff}{}", csv.replace('\n', "\r\n"))).unwrap();
    run(folder, &words("arena --merge m.csv"));
}

#[test]
fn bad_input_leaves_no_file_behind() {
    let home = home();
    let folder = home.path();
    fs::write(folder.join("bad.pos"), "nothing").unwrap();
    for (line, file) in [
        ("train network bad.pos --out model.net", "model.net"),
        ("train label bad.pos --depth 1 --out l.pos", "l.pos"),
        ("book pack bad.pos --out b.book", "b.book"),
    ] {
        let output = output(folder, &words(line));
        assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
        // The input is what is refused, not the command line.
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("bad.pos: expected"), "{line}: {error}");
        assert!(!folder.join(file).exists(), "{line}");
    }
}

#[test]
fn a_state_that_names_a_square_twice_is_refused() {
    let home = home();
    let empty = "0 0 0 0 0 0 0 0\n".repeat(3);
    let state =
        format!("1\n{empty}0 0 0 2 1 0 0 0\n0 0 0 1 2 0 0 0\n{empty}5\n2 3\n3 2\n4 5\n5 4\n5 4\n");
    let mut file = fs::File::create(home.path().join("state")).unwrap();
    file.write_all(state.as_bytes()).unwrap();
    let error = refused(home.path(), &words("agent state action"));
    assert!(error.contains("line 15: `5 4` (e6) for a valid square: expected it once"), "{error}");
}
