//! `host-sim train` as its users meet it: the whole recipe on a small scale.

use std::fs::{self, OpenOptions};
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

fn train(folder: &Path, line: &str) -> Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
    command.current_dir(folder).arg("train").args(line.split_whitespace()).assert()
}

/// The standard output of a run that went well.
fn printed(folder: &Path, line: &str) -> String {
    String::from_utf8(train(folder, line).success().get_output().stdout.clone()).unwrap()
}

/// The line on standard error of a run that was refused.
fn refused(folder: &Path, line: &str) -> String {
    let assert = train(folder, line).code(2);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap().trim_end().to_owned()
}

const GAMES: &str = "games --games 1024 --seed 5 --depth 1 --exact 6";

#[test]
fn from_nothing_to_an_evaluation_that_knows_something() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(folder, &format!("{GAMES} --out a.pos --threads 2"));
    printed(folder, "games --games 256 --seed 6 --depth 1 --exact 6 --out test.pos");
    let solve = "label test.pos --out solved.pos --exact --empties 8 --count 200";
    assert_eq!(printed(folder, solve), "solved.pos: 200 of 200 positions\n");
    let trained = printed(folder, "network a.pos --set chip --out a.net --epochs 4 --threads 2");
    assert!(trained.contains(" positions, ") && trained.contains("after 4 epochs"), "{trained}");
    let packed = printed(folder, "quantise a.net --out a.bin");
    assert!(packed.starts_with("a.bin: 462680 bytes, recipe "), "{packed}");
    assert!(packed.contains("network set=chip epochs=4 rate=0.02 "), "{packed}");
    let report = printed(folder, "report solved.pos --eval a.bin --eval discs --svg error.svg");
    let correlation = |name: &str| -> f64 {
        let row = report.lines().find(|line| line.split_whitespace().nth(2) == Some(name)).unwrap();
        row.split_whitespace().nth(6).unwrap().parse().unwrap()
    };
    // A thousand hasty games teach it little, but far more than counting discs.
    assert!(
        correlation("a.bin") > 0.6 && correlation("a.bin") > correlation("discs") + 0.1,
        "{report}"
    );
    assert!(fs::read_to_string(folder.join("error.svg")).unwrap().starts_with("<svg"));
    let cuts =
        printed(folder, "probcut test.pos --count 4 --depth 4 --csv p.csv --rust parameters.rs");
    // Two depths with five numbers of empty squares, and seven that are solved.
    assert_eq!(cuts.lines().count(), 1 + 2 * 5 + 7, "{cuts}");
    let pairs = fs::read_to_string(folder.join("p.csv")).unwrap();
    assert_eq!(pairs.lines().count(), 1 + 5 * (1 + 2 + 3 + 4) + 7 * 9, "{pairs}");
    let source = fs::read_to_string(folder.join("parameters.rs")).unwrap();
    assert_eq!(source.matches("fit(").count(), 2 * 5 + 7, "{source}");
    // The PC's network from the same positions.
    let trained = printed(folder, "network a.pos --out b.net --epochs 2");
    assert!(trained.contains(" positions, ") && trained.contains("after 2 epochs"), "{trained}");
    let packed = printed(folder, "quantise b.net --out b.bin");
    assert!(packed.contains("network epochs=2 rate=0.02 "), "{packed}");
    let report = printed(folder, "report solved.pos --eval b.bin");
    let row = report.lines().nth(1).unwrap();
    assert!(row.split_whitespace().nth(6).unwrap().parse::<f64>().unwrap() > 0.6, "{report}");
    // The weights play.
    let mut game = Command::new(env!("CARGO_BIN_EXE_host-sim"));
    let game = game.current_dir(folder).args(["game", "--black", "wedge:depth=2,eval=./a.bin"]);
    game.args(["--white", "wedge:depth=1,eval=./b.bin"]).assert().success();
}

#[test]
fn a_network_depends_on_neither_threads_nor_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(folder, "games --games 512 --seed 5 --depth 1 --exact 6 --out a.pos");
    // The smaller sets too.
    for (set, bytes) in [("512k", 252_728), ("256k", 108_224)] {
        printed(folder, &format!("network a.pos --set {set} --out {set}.net --epochs 1"));
        let packed = printed(folder, &format!("quantise {set}.net --out {set}.bin"));
        assert!(packed.starts_with(&format!("{set}.bin: {bytes} bytes, recipe ")), "{packed}");
    }
    printed(folder, "network a.pos --out one.net --epochs 2");
    printed(folder, "network a.pos --out two.net --epochs 2 --threads 3");
    let whole = fs::read(folder.join("one.net")).unwrap();
    assert!(whole == fs::read(folder.join("two.net")).unwrap());
    // A training that is done has nothing left to do.
    printed(folder, "network a.pos --out two.net --epochs 2 --resume");
    assert!(whole == fs::read(folder.join("two.net")).unwrap());
    let other = refused(folder, "network a.pos --out two.net --epochs 3 --resume");
    assert!(other.starts_with("error: two.net: was made by `network epochs=2 "), "{other}");
    let there = refused(folder, "network a.pos --out two.net");
    assert_eq!(there, "error: two.net: the file already exists");
    let rate = refused(folder, "network a.pos --out three.net --rate 0");
    assert!(rate.contains("expected a number above 0, up to 1"), "{rate}");
    assert!(!folder.join("three.net").exists());
    let mut damaged = whole.clone();
    damaged[1000] ^= 1;
    fs::write(folder.join("damaged.net"), damaged).unwrap();
    let damaged = refused(folder, "quantise damaged.net --out damaged.bin");
    assert_eq!(damaged, "error: damaged.net: wrong checksum: the file is damaged");
    assert!(!folder.join("damaged.bin").exists());
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(folder, &format!("{GAMES} --out one.pos"));
    printed(folder, &format!("{GAMES} --out two.pos --threads 3"));
    let whole = fs::read(folder.join("one.pos")).unwrap();
    assert_eq!(whole, fs::read(folder.join("two.pos")).unwrap());
    // A file that was cut off in the middle of a chunk, as by a power failure.
    let cut = OpenOptions::new().write(true).open(folder.join("two.pos")).unwrap();
    cut.set_len(whole.len() as u64 / 2).unwrap();
    printed(folder, &format!("{GAMES} --out two.pos --threads 2 --resume"));
    assert_eq!(whole, fs::read(folder.join("two.pos")).unwrap());
    // A mix of values differs from the results alone, but not in its positions.
    printed(folder, &format!("{GAMES} --out mixed.pos --result-share 30"));
    let mixed = fs::read(folder.join("mixed.pos")).unwrap();
    let positions = |bytes: &[u8], recipe: usize| -> Vec<u8> {
        bytes[16 + recipe + 8..][..1800]
            .chunks(18)
            .flat_map(|record| &record[..16])
            .copied()
            .collect()
    };
    let length = |bytes: &[u8]| u32::from_le_bytes(*bytes[12..].first_chunk().unwrap()) as usize;
    assert_eq!(positions(&mixed, length(&mixed)), positions(&whole, length(&whole)));
    assert!(mixed[16 + length(&mixed)..] != whole[16 + length(&whole)..]);
}

#[test]
fn files_that_are_there_wrong_or_damaged_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = "games --games 256 --depth 1 --exact 4 --out a.pos";
    printed(folder, games);
    let whole = fs::read(folder.join("a.pos")).unwrap();
    assert_eq!(refused(folder, games), "error: a.pos: the file already exists");
    let other = refused(folder, "games --games 256 --depth 2 --exact 4 --out a.pos --resume");
    assert_eq!(
        other,
        "error: a.pos: was made by `games seed=1 depth=1 exact=4 eval=stability`: expected the \
         same command, `games seed=1 depth=2 exact=4 eval=stability`"
    );
    assert_eq!(fs::read(folder.join("a.pos")).unwrap(), whole);
    let mut damaged = whole.clone();
    damaged[1000] ^= 1;
    fs::write(folder.join("damaged.pos"), damaged).unwrap();
    let error = refused(folder, "network damaged.pos --out a.net");
    assert!(error.starts_with("error: damaged.pos, chunk 0 at byte "), "{error}");
    assert!(error.ends_with("wrong checksum: the file is damaged"), "{error}");
    fs::write(folder.join("notes.txt"), "hello").unwrap();
    let error = refused(folder, "network notes.txt --out b.net");
    assert!(error.contains("notes.txt: expected a file of positions"), "{error}");
    let error = refused(folder, "quantise a.pos --out a.bin");
    assert!(
        error.contains("a.pos: expected a network, as `host-sim train network` writes"),
        "{error}"
    );
    let error = refused(folder, "report a.pos --eval notes.txt");
    assert!(error.contains("evaluation `notes.txt`: expected a weights file"), "{error}");
    fs::write(folder.join("openings.txt"), "f5d6c3\nf5f6x9\n").unwrap();
    let error = refused(folder, "games --out b.pos --openings openings.txt");
    assert!(error.contains("openings.txt") && error.contains("line 2"), "{error}");
    fs::write(folder.join("openings.txt"), "f5d6c3\nf5f6e6\n").unwrap();
    printed(folder, "games --games 256 --depth 1 --exact 4 --out b.pos --openings openings.txt");
    let error = refused(folder, "network a.pos --out c.net --set mobile");
    assert!(error.contains("expected pc, chip, 512k or 256k"), "{error}");
    let error = refused(folder, "label a.pos --out c.pos");
    assert!(error.contains("--depth <D>"), "{error}");
}
