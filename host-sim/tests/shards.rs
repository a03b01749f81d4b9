//! Jobs in parts, as a cluster runs them: the parts, of which one was cut off and resumed, are joined
//! to the same bytes as the whole, times aside. Gaps, overlaps and other settings are refused by name.

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::path::Path;

use program::{home, refused, run};
use wedge_engine::{Position, SplitMix64};

const PARTS: usize = 3;

/// What to type, with `OUT` for the file; how the file is named; and another setting.
struct Job {
    line: &'static str,
    out: &'static str,
    ending: &'static str,
    other: (&'static str, &'static str),
}

const JOBS: [Job; 6] = [
    Job {
        line: "positions --suite ffo1-19 --depth 3 --tt-bits 10",
        out: "--csv",
        ending: "csv",
        other: ("--tt-bits 10", "--tt-bits 11"),
    },
    Job {
        line: "solve small.obf --tt-bits 10",
        out: "--csv",
        ending: "csv",
        other: ("--tt-bits 10", "--tt-bits 11"),
    },
    Job {
        line: "solve small.obf --all --wld --tt-bits 10",
        out: "--csv",
        ending: "csv",
        other: ("--wld", "--exact"),
    },
    Job {
        line: "prove bounds.csv --samples 8 --empties 8 --tt-bits 10 --game-empties 1",
        out: "--csv",
        ending: "csv",
        other: ("--empties 8", "--empties 9"),
    },
    Job {
        line: "train games --games 1280 --seed 5 --depth 1 --exact 3",
        out: "--out",
        ending: "pos",
        other: ("--seed 5", "--seed 6"),
    },
    Job {
        line: "train label games.pos --depth 2 --count 10",
        out: "--out",
        ending: "pos",
        other: ("--depth 2", "--depth 1"),
    },
];

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// A file's bytes; of a CSV file without what depends on the clock.
fn contents(file: &Path) -> Vec<u8> {
    let bytes = fs::read(file).unwrap();
    if file.extension().is_none_or(|ending| ending != "csv") {
        return bytes;
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let is_timed = |at: usize| records[0][at].contains("seconds") || &records[0][at] == "nps";
    let kept = |record: &csv::StringRecord| -> String {
        let fields = record.iter().enumerate().filter(|(at, _)| !is_timed(*at));
        fields.map(|(_, field)| format!("{field},")).collect::<String>() + "\n"
    };
    records.iter().map(kept).collect::<String>().into_bytes()
}

/// Endgames of a few empty squares, with names.
fn small_boards() -> String {
    let boards = [
        "OOOOOOOOOOOO-XO-OOOOOOOOOOO--OOXOOO--OOOOOOOXOOOOOOX-OOOOOOOOOOO X",
        "OOXOOOXOOOOXXXXOOXOOOOOOOXO--XXXXXX-OXOXXOOOOOOXXXOOXXXOXXOOOXXO X",
        "-XXXXX-XOXXX-X-XOXXOOOOXOXX-OXOXOXXOXOOXOOOOOOOXOOO--OOXOX---O-X X",
    ];
    let all = boards.iter().cycle().take(8).enumerate();
    all.map(|(at, board)| format!("{board}; % board {at}\n")).collect()
}

/// A stand-in for the published bounds: positions of random games, with claims by turns.
fn bounds() -> String {
    let mut text = "obf,count,score,alpha,beta\n".to_owned();
    let mut random = SplitMix64::new(4);
    for claim in ["12,-64,0", "-14,0,64", "0,-64,64"].iter().cycle().take(9) {
        let game: Vec<Position> = Position::default().random_game(&mut random).collect();
        let position = game.iter().find(|position| position.board().empties() == 50).unwrap();
        text += &format!("{position};,1,{claim}\n");
    }
    text
}

/// Runs a job that goes on round by round: in each, the parts of what comes next are made and joined.
/// Gaps, overlaps and parts of another round are refused, and a part that was cut off resumes.
fn in_rounds(folder: &Path, line: &str, state: &str, rounds: usize, ending: &str) -> [String; 2] {
    let (mut last, mut said) = (String::new(), String::new());
    let mut earlier = Vec::new();
    for round in 1..=rounds {
        let from = if round == 1 { line.to_owned() } else { format!("{line} {state} {last}") };
        let part = |at: usize| format!("{ending}{round}-part{at}");
        let all: Vec<String> = (1..=PARTS).map(part).collect();
        for at in 1..=PARTS {
            run(folder, &words(&format!("{from} --shard {at}/{PARTS} --out {}", part(at))));
        }
        // In the first round of a book only the first part has a position.
        let first = folder.join(part(1));
        let bytes = fs::read(&first).unwrap();
        fs::write(&first, &bytes[..bytes.len() - 30]).unwrap();
        let next = format!("round{round}.{ending}");
        let merge = |parts: &[String]| format!("{from} --merge {} --out {next}", parts.join(" "));
        let refuse = |parts: &[String], why: &[&str]| {
            let error = refused(folder, &words(&merge(parts)));
            assert!(why.iter().any(|why| error.contains(why)), "{}: {error}", merge(parts));
            assert!(!folder.join(&next).exists());
        };
        refuse(&all, &["half-written", "cut off"]);
        run(folder, &words(&format!("{from} --shard 1/{PARTS} --out {} --resume", part(1))));
        assert!(fs::read(&first).unwrap() == bytes, "{line}");
        refuse(&all[1..], &["is in none of the files", "expected one of 2 parts"]);
        refuse(&[&all[..1], &all[..2]].concat(), &["expected it once", "expected each part once"]);
        if let Some(earlier) = earlier.first().cloned() {
            refuse(&[&[earlier], &all[1..]].concat(), &["expected"]);
        }
        said = run(folder, &words(&merge(&all)));
        (earlier, last) = (all, next);
    }
    [last, said]
}

/// A book of three rounds: the same bytes as on one machine.
#[test]
fn rounds_in_parts_are_those_of_one_machine() {
    let home = home();
    let folder = home.path();
    let line = "book build --depth 2 --round 7";
    let [last, said] = in_rounds(folder, line, "--book", 3, "book");
    let positions: usize = said.split(' ').find_map(|word| word.parse().ok()).expect("a number");
    run(folder, &words(&format!("{line} --positions {positions} --out whole.book")));
    assert_eq!(fs::read(folder.join(&last)).unwrap(), fs::read(folder.join("whole.book")).unwrap());
    let other = "book build --depth 3 --round 7 --book round3.book --shard 1/2 --out other";
    assert!(refused(folder, &words(other)).contains("expected the same command"));
}

#[test]
fn parts_are_joined_to_the_whole_and_nothing_else_is() {
    let home = home();
    let folder = home.path();
    fs::write(folder.join("small.obf"), small_boards()).unwrap();
    fs::write(folder.join("bounds.csv"), bounds()).unwrap();
    run(folder, &words("train games --games 256 --seed 9 --depth 1 --exact 4 --out games.pos"));
    for Job { line, out, ending, other } in JOBS {
        run(folder, &words(&format!("{line} {out} whole.{ending}")));
        let wanted = contents(&folder.join(format!("whole.{ending}")));
        let part = |at: usize| format!("part{at}.{ending}");
        let shard =
            |at: usize, line: &str| format!("{line} --shard {at}/{PARTS} {out} {}", part(at));
        for at in 1..=PARTS {
            run(folder, &words(&shard(at, line)));
        }
        // The machine of the second part goes down in the middle of a row; the part is run again.
        let second = folder.join(part(2));
        let (bytes, untouched) = (fs::read(&second).unwrap(), contents(&second));
        fs::write(&second, &bytes[..bytes.len() - 30]).unwrap();
        let all: Vec<String> = (1..=PARTS).map(part).collect();
        let merge = |line: &str, parts: &[String]| {
            format!("{line} --merge {} {out} joined.{ending}", parts.join(" "))
        };
        let joined = folder.join(format!("joined.{ending}"));
        let refuse = |line: String, why: &str| {
            let error = refused(folder, &words(&line));
            assert!(error.contains(why), "{line}: {error}");
            assert!(!joined.exists(), "{line}");
        };
        let cut = if ending == "csv" { "half-written" } else { "ends before chunk" };
        refuse(merge(line, &all), cut);
        run(folder, &words(&format!("{} --resume", shard(2, line))));
        assert_eq!(contents(&second), untouched, "{line}");

        let missing =
            if ending == "csv" { "is in none of the files" } else { "expected one of 2 parts" };
        refuse(merge(line, &all[1..]), missing);
        let twice = if ending == "csv" { "expected it once" } else { "expected each part once" };
        refuse(merge(line, &[&all[..], &all[1..2]].concat()[1..]), twice);
        let (from, to) = other;
        let named = to.trim_start_matches("--").split(' ').next().unwrap();
        refuse(merge(&line.replace(from, to), &all), named);
        run(folder, &words(&merge(line, &all)));
        assert_eq!(contents(&joined), wanted, "{line}");
        for name in ["whole", "joined", "part1", "part2", "part3"] {
            fs::remove_file(folder.join(format!("{name}.{ending}"))).unwrap();
        }
    }
}
