//! The commands that solve positions, and sessions of the protocols, against a slow solver that is
//! independent of the engine, on boards of every kind that they accept.
//!
//! `WEDGE_ORACLE_BOARDS` says how many boards a command gets, and `WEDGE_SOAK_SECONDS` how long each
//! protocol's session lasts: `WEDGE_SOAK_SECONDS=1800 cargo test -p host-sim --test oracle` is the
//! hour of both.

#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/program.rs"]
mod program;
#[path = "support/session.rs"]
mod session;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use oracle::Oracle;
use program::{home, refused, run};
use session::{Session, sgf};
use wedge_engine::SplitMix64;

fn number(name: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(name) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{name}={text}: expected a number"))
}

/// Random boards of a size with the oracle's scores of all their moves.
struct Boards {
    boards: Vec<Oracle>,
    scores: Vec<i32>,
    /// The score of each move; of a pass, too.
    moves: Vec<HashMap<String, i32>>,
}

impl Boards {
    fn random(seed: u64, size: (usize, usize)) -> Self {
        let mut random = SplitMix64::new(seed);
        let count = number("WEDGE_ORACLE_BOARDS", 600);
        let boards: Vec<Oracle> =
            (0..count).map(|_| Oracle::random(&mut random, size, 8)).collect();
        let moves = boards.iter().map(|board| {
            let mut moves: HashMap<String, i32> =
                board.moves().into_iter().map(|(name, after)| (name, -after.solve())).collect();
            if board.must_pass() {
                moves.insert("pass".into(), -board.passed().solve());
            }
            moves
        });
        let moves: Vec<HashMap<String, i32>> = moves.collect();
        let scores = boards.iter().zip(&moves).map(|(board, moves)| {
            let score = moves.values().max().copied().unwrap_or_else(|| board.result());
            assert_eq!(board.solve(), score, "the oracle itself");
            score
        });
        Self { scores: scores.collect(), moves, boards }
    }

    fn write(&self, path: &Path) {
        let mut text = String::new();
        for (at, board) in self.boards.iter().enumerate() {
            writeln!(text, "{}; % {at}", board.text()).unwrap();
        }
        fs::write(path, text).unwrap();
    }
}

/// The rows of a CSV file by the names of its columns.
fn rows(path: &Path) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn shown(score: i32, wld: bool) -> String {
    match (wld, score.signum()) {
        (false, _) => score.to_string(),
        (true, 1) => "win".into(),
        (true, 0) => "draw".into(),
        _ => "loss".into(),
    }
}

/// Every way to solve: the score, the best move and the line of each board, with the smallest tables
/// and larger ones, alone and with two threads.
#[test]
fn solutions_agree_with_the_oracle() {
    let home = home();
    let csv = home.path().join("out.csv");
    for (seed, size) in [(1, (8, 8)), (2, (6, 6)), (5, (4, 6)), (6, (5, 5)), (7, (5, 8))] {
        let all = Boards::random(seed, size);
        let side = format!("{}x{}", size.0, size.1);
        all.write(&home.path().join("boards.obf"));
        for options in [
            "--tt-bits 2",
            "--tt-bits 16",
            "--tt-bits 6 --threads 2",
            "--tt-bits 4 --wld",
            "--tt-bits 12 --wld --threads 3",
        ] {
            let wld = options.contains("--wld");
            let line = format!("solve boards.obf --size {side} {options} --csv out.csv --force");
            run(home.path(), &line.split(' ').collect::<Vec<_>>());
            let found = rows(&csv);
            assert_eq!(found.len(), all.boards.len());
            for (at, row) in found.iter().enumerate() {
                let (board, score) = (&all.boards[at], all.scores[at]);
                let place = format!("{options}: {}: {row:?}", board.text());
                assert_eq!(row["board"], board.text());
                assert_eq!(row["score"], shown(score, wld), "{place}");
                let of_move = all.moves[at].get(&row["move"]).copied();
                match of_move {
                    Some(of_move) => assert_eq!(shown(of_move, wld), shown(score, wld), "{place}"),
                    None => assert!(board.is_over() && row["move"] == "pass", "{place}"),
                }
                let end = board.follow(&row["line"]).unwrap_or_else(|why| panic!("{why}: {place}"));
                assert_eq!(shown(end, wld), shown(score, wld), "{place}");
            }
        }
        for options in ["--tt-bits 2", "--tt-bits 14", "--tt-bits 8 --threads 2", "--wld"] {
            let wld = options.contains("--wld");
            let line =
                format!("solve boards.obf --all --size {side} {options} --csv out.csv --force");
            run(home.path(), &line.split(' ').collect::<Vec<_>>());
            let found = rows(&csv);
            assert_eq!(found.len(), all.moves.iter().map(HashMap::len).sum::<usize>());
            for row in found {
                let at: usize = row["name"].parse().unwrap();
                let wanted = shown(all.moves[at][&row["move"]], wld);
                assert_eq!(row["score"], wanted, "{options}: {row:?}");
            }
        }
    }
}

/// The largest table of the program, as for its default, with boards that have nothing in common.
#[test]
fn the_largest_table_gives_the_same_solutions() {
    let home = home();
    let mut all = Boards::random(8, (8, 8));
    all.boards.truncate(25);
    all.write(&home.path().join("boards.obf"));
    for options in ["--tt-bits 26", "--tt-bits 26 --all"] {
        let line = format!("solve boards.obf {options} --csv out.csv --force");
        run(home.path(), &line.split(' ').collect::<Vec<_>>());
        for row in rows(&home.path().join("out.csv")) {
            let at: usize = row["name"].parse().unwrap();
            let wanted = all.moves[at].get(&row["move"]).copied();
            assert_eq!(row["score"], wanted.unwrap_or(all.scores[at]).to_string(), "{row:?}");
        }
    }
}

/// Searches that solve, one empty table each, and hints with every move.
#[test]
fn searches_and_hints_agree_with_the_oracle() {
    let home = home();
    let all = Boards::random(3, (8, 8));
    all.write(&home.path().join("boards.obf"));
    let csv = home.path().join("out.csv");
    for options in ["--tt-bits 2", "--tt-bits 14 --search alphabeta", "--tt-bits 9 --eval discs"] {
        let line = format!("positions boards.obf --exact {options} --csv out.csv --force");
        run(home.path(), &line.split(' ').collect::<Vec<_>>());
        for (at, row) in rows(&csv).iter().enumerate() {
            assert_eq!(row["score"], all.scores[at].to_string(), "{options}: {row:?}");
            assert_eq!(row["bound"], "exact", "{options}: {row:?}");
        }
    }
    for at in 0..all.boards.len() / 20 {
        let (board, moves) = (&all.boards[at], &all.moves[at]);
        let text = board.text();
        let args = ["hint", &text, "-n", "60", "--exact", "--tt-bits", "8", "--json"];
        if board.moves().is_empty() {
            let why = if board.is_over() { "the game is over" } else { "must pass" };
            assert!(refused(home.path(), &args).contains(why));
            continue;
        }
        let said: serde_json::Value = serde_json::from_str(&run(home.path(), &args)).unwrap();
        let found: HashMap<String, i32> = (said.as_array().unwrap().iter())
            .map(|row| {
                assert_eq!(row["exact"], true);
                let score = row["score"].as_i64().unwrap() as i32;
                (row["move"].as_str().unwrap().to_owned(), score)
            })
            .collect();
        assert_eq!(&found, moves, "{text}");
    }
}

/// One GTP session, one table for all its positions: boards of every kind are loaded and solved, and
/// games of random moves and of its own are played, in any order. A referee checks every answer.
#[test]
fn a_long_gtp_session_agrees_with_the_oracle() {
    let home = home();
    let mut random = SplitMix64::new(5);
    let mut session = Session::start(home.path(), "gtp --tt-bits 4 --depth 2 --seed 1 --book none");
    let started = Instant::now();
    let (mut solved, mut played) = (0, 0);
    while started.elapsed() < Duration::from_secs(number("WEDGE_SOAK_SECONDS", 30)) {
        if random.below(40) == 0 {
            assert_eq!(session.ask("clear_board"), ["="]);
        }
        let mut board = Oracle::random(&mut random, (8, 8), 7);
        fs::write(home.path().join("board.sgf"), sgf(&board)).unwrap();
        let side = if board.text().ends_with('X') { "black" } else { "white" };
        assert_eq!(session.ask("loadsgf board.sgf"), [format!("= {side}")], "{}", board.text());
        // The game goes on from there, by both sides' own choice or at random.
        while !board.is_over() {
            let wanted = board.solve();
            let answer = session.ask("solve");
            let said: Vec<&str> = answer[0].split(' ').collect();
            let score: i32 = said[2].parse().unwrap();
            assert_eq!(score, wanted, "{}: {answer:?}", board.text());
            solved += 1;
            let side = if board.text().ends_with('X') { "black" } else { "white" };
            let moves = board.moves();
            board = if moves.is_empty() {
                assert_eq!(said[1], "pass");
                assert_eq!(session.ask(&format!("play {side} pass")), ["="]);
                board.passed()
            } else if random.below(2) == 0 {
                let answer = session.ask(&format!("genmove {side}"));
                let name = answer[0].strip_prefix("= ").unwrap().to_ascii_lowercase();
                let made = moves.into_iter().find(|(known, _)| *known == name);
                made.unwrap_or_else(|| panic!("{}: {answer:?}", board.text())).1
            } else {
                let (name, after) = moves[random.below(moves.len() as u32) as usize].clone();
                assert_eq!(session.ask(&format!("play {side} {name}")), ["="]);
                after
            };
            played += 1;
        }
    }
    session.end();
    println!("GTP: {solved} positions solved, {played} moves");
    assert!(solved > 50);
}

/// The same with NBoard, whose table lasts as long as the session.
#[test]
fn a_long_nboard_session_agrees_with_the_oracle() {
    let home = home();
    let mut random = SplitMix64::new(6);
    let mut session = Session::start(home.path(), "nboard --tt-bits 4 --book none");
    session.send("nboard 2");
    session.send("set depth 20");
    let started = Instant::now();
    let (mut hints, mut number_of_ping) = (0, 0);
    while started.elapsed() < Duration::from_secs(number("WEDGE_SOAK_SECONDS", 30)) {
        let board = Oracle::random(&mut random, (8, 8), 7);
        let text = board.text().replace('X', "*");
        let (squares, mover) = text.split_at(64);
        session
            .send(&format!("set game (;GM[Othello]PC[x]PB[a]PW[b]TY[8]BO[8 {squares}{mover}];)"));
        session.send("hint 60");
        let mut found = HashMap::new();
        loop {
            let line = session.line();
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["search", line, score, _, "100%"] => {
                    let name = line[..2].to_ascii_lowercase();
                    found.insert(name, score.parse::<f64>().unwrap() as i32);
                }
                ["status"] => break,
                ["status", ..] if line.contains(": ") => panic!("{line}: {}", board.text()),
                _ => {}
            }
        }
        let mut wanted: HashMap<String, i32> =
            board.moves().into_iter().map(|(name, after)| (name, -after.solve())).collect();
        if board.must_pass() {
            wanted.insert("pa".into(), board.solve());
        }
        assert_eq!(found, wanted, "{}", board.text());
        hints += 1;
        number_of_ping += 1;
        session.send(&format!("ping {number_of_ping}"));
        while session.line() != format!("pong {number_of_ping}") {}
    }
    session.end();
    println!("NBoard: {hints} positions");
    assert!(hints > 20);
}
