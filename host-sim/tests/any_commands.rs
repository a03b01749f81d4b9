//! Any sequence of commands: sessions of GTP and NBoard with random commands, good and bad, out of
//! order, with huge numbers and with bytes that are no text. A referee that shares no code with the
//! engine knows the game, and checks every answer. `quit` ends a session, and memory stays bounded.
//!
//! `WEDGE_SOAK_SECONDS` says how long each protocol is tried, and `WEDGE_SOAK_SEED` with which random
//! numbers.

#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/program.rs"]
mod program;
#[path = "support/session.rs"]
mod session;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use oracle::Oracle;
use program::home;
use session::{Session, sgf};
use wedge_engine::SplitMix64;

fn number(name: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(name) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{name}={text}: expected a number"))
}

/// Far more than a session with a table of 2^4 entries needs: a leak of its lines would pass it soon.
const MOST_MEMORY: u64 = 64;

/// Numbers at the limits of their types, and words that are no numbers.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "2",
    "3",
    "9",
    "30",
    "31",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "1.5",
    "1e9",
    "NaN",
];

/// Words that no command expects.
const WORDS: [&str; 8] = ["", "x", "black", "pass", "zz", "a9", "i1", "(;GM[Othello]"];

fn pick<'a>(random: &mut SplitMix64, from: &[&'a str]) -> &'a str {
    from[random.below(from.len() as u32) as usize]
}

/// Bytes that are no command: control characters, no UTF-8, or a line that is too long.
fn noise(random: &mut SplitMix64) -> Vec<u8> {
    match random.below(4) {
        0 => vec![b'x'; 500 + random.below(100) as usize],
        1 => vec![b'y'; (1 << 16) - 2 + random.below(1000) as usize],
        _ => {
            let length = 1 + random.below(40);
            (0..length).map(|_| random.next() as u8).filter(|byte| *byte != b'\n').collect()
        }
    }
}

/// What the referee knows: the game, move by move.
struct Referee {
    start: Oracle,
    /// The board after each move, its name, and whether it is a pass that was not sent.
    moves: Vec<(Oracle, String, bool)>,
}

impl Referee {
    fn new(start: Oracle) -> Self {
        Self { start, moves: Vec::new() }
    }

    fn board(&self) -> &Oracle {
        self.moves.last().map_or(&self.start, |(board, ..)| board)
    }

    fn side(&self) -> &'static str {
        side(self.board())
    }

    /// The board with this side to move, with the pass that was left out: `None` if it is not its turn.
    fn board_for(&self, color: &str) -> Option<Oracle> {
        let board = self.board();
        if side(board) == color {
            Some(board.clone())
        } else if board.must_pass() || board.is_over() {
            Some(board.passed())
        } else {
            None
        }
    }

    /// Makes a move for a side, if it is legal.
    fn play(&mut self, color: &str, name: &str) -> bool {
        let Some(board) = self.board_for(color) else { return false };
        if board.is_over() {
            return name == "pass";
        }
        let skipped = self.side() != color;
        let after = if name == "pass" {
            board.must_pass().then(|| board.passed())
        } else {
            board.moves().into_iter().find(|(known, _)| known == name).map(|(_, after)| after)
        };
        let Some(after) = after else { return false };
        if skipped {
            self.moves.push((board, "pass".into(), true));
        }
        self.moves.push((after, name.into(), false));
        true
    }

    fn undo(&mut self) -> bool {
        let undone = self.moves.pop().is_some();
        if self.moves.last().is_some_and(|(_, _, implied)| *implied) {
            self.moves.pop();
        }
        undone
    }

    fn transcript(&self) -> String {
        self.moves.iter().map(|(_, name, _)| name.as_str()).filter(|name| *name != "pass").collect()
    }

    /// A move that is legal, or not.
    fn any_move(&self, random: &mut SplitMix64, side: usize) -> String {
        let moves = self.board().moves();
        match random.below(8) {
            0 => "pass".into(),
            1 => {
                let [column, row] = [0; 2].map(|_| random.below(side as u32) as u8);
                format!("{}{}", char::from(b'a' + column), row + 1)
            }
            _ if moves.is_empty() => {
                let moves = self.board().passed().moves();
                moves.into_iter().next().map_or("pass".into(), |(name, _)| name)
            }
            _ => moves[random.below(moves.len() as u32) as usize].0.clone(),
        }
    }
}

fn side(board: &Oracle) -> &'static str {
    if board.text().ends_with('X') { "black" } else { "white" }
}

fn empties(board: &Oracle) -> usize {
    board.text().bytes().filter(|square| *square == b'-').count()
}

/// Whether an answer of several lines, or a line, is right.
type AnswerTest = Box<dyn FnOnce(&[String]) -> bool>;
type LineTest = Box<dyn Fn(&str) -> bool>;

/// A GTP session with the referee beside it.
struct GtpSession<'r> {
    session: Session,
    referee: Referee,
    random: &'r mut SplitMix64,
    folder: &'r Path,
    /// The squares along a side.
    size: usize,
    /// Whether a level, strength or clock makes searches of the middle game long.
    slow: bool,
    /// Whether a search was asked for since the board was cleared.
    searched: bool,
    /// The commands whose answers were not read yet: the start of the answer, and the test of it.
    waiting: Vec<(String, AnswerTest)>,
    answers: u64,
}

impl GtpSession<'_> {
    /// Sends a command with an id or without, and notes what its answer must be.
    fn send(&mut self, command: &str, good: bool, test: impl FnOnce(&[String]) -> bool + 'static) {
        let id = pick(self.random, &["", "", "0 ", "007 ", "18446744073709551616 "]);
        let start = format!("{}{}", if good { "=" } else { "?" }, id.trim_end());
        let line = match self.random.below(6) {
            0 => format!("  {id}{}  # play black", command.replace(' ', "\t")),
            _ => format!("{id}{command}"),
        };
        self.session.send(&line);
        self.waiting.push((format!("{start}\u{0}{line}"), Box::new(test)));
    }

    /// Reads all answers that are due.
    fn read(&mut self) {
        for (wanted, test) in self.waiting.drain(..) {
            let (start, line) = wanted.split_once('\u{0}').unwrap();
            let mut answer = self.session.answer();
            let shown = format!("{line:?}: {answer:?}: {}", self.referee.board().text());
            // The mark and the id, then a space or the end of the line.
            let rest = answer[0].strip_prefix(start).unwrap_or_else(|| panic!("{start} {shown}"));
            assert!(rest.is_empty() || rest.starts_with(' '), "{shown}");
            answer[0] = rest.trim_start().to_owned();
            assert!(!start.starts_with('?') || !answer[0].is_empty(), "no reason: {shown}");
            assert!(test(&answer), "{shown}");
            self.answers += 1;
        }
    }

    /// Whether a search of this position takes no time.
    fn is_quick(&self) -> bool {
        !self.slow || empties(self.referee.board()) <= 7
    }

    fn step(&mut self) {
        match self.random.below(24) {
            0..=7 => {
                let color = match self.random.below(8) {
                    0 => pick(self.random, &["black", "white"]),
                    _ => self.referee.side(),
                };
                let name = self.referee.any_move(self.random, self.size);
                let good = self.referee.play(color, &name);
                let short = if color == "black" { "b" } else { "W" };
                let color = if self.random.below(2) == 0 { color } else { short };
                let name = if self.random.below(2) == 0 { name.to_uppercase() } else { name };
                self.send(&format!("play {color} {name}"), good, move |answer| {
                    if good { answer[0].is_empty() } else { answer[0].starts_with("illegal move") }
                });
            }
            8..=9 => {
                for _ in 0..=self.random.below(4) {
                    let good = self.referee.undo();
                    self.send("undo", good, |_| true);
                }
            }
            10..=11 => self.search(),
            12 => self.ask_about_the_game(),
            13 => {
                // Settings: the last that was accepted counts.
                let number = pick(self.random, &NUMBERS);
                let (name, most) =
                    if self.random.below(2) == 0 { ("level", 30) } else { ("strength", 9) };
                let good = number.parse::<u32>().is_ok_and(|number| (1..=most).contains(&number));
                self.slow |= good && number.parse::<u32>().is_ok_and(|number| number > 3);
                self.send(&format!("{name} {number}"), good, |_| true);
            }
            14 => {
                let [a, b, c] = [0; 3].map(|_| pick(self.random, &NUMBERS));
                let good = [a, b, c].iter().all(|number| number.parse::<u32>().is_ok());
                self.slow |= good;
                self.send(&format!("time_settings {a} {b} {c}"), good, |_| true);
            }
            15 => {
                let color = pick(self.random, &["b", "white", "green"]);
                let [a, b] = [0; 2].map(|_| pick(self.random, &NUMBERS));
                let good =
                    color != "green" && [a, b].iter().all(|number| number.parse::<u32>().is_ok());
                self.slow |= good;
                self.send(&format!("time_left {color} {a} {b}"), good, |_| true);
            }
            16 if self.slow => {
                self.send("time_settings 0 0 0", true, |_| true);
                self.send("strength 1", true, |answer| answer[0].is_empty());
                self.slow = false;
            }
            16 | 17 => self.load(),
            18 if self.random.below(8) == 0 => {
                let size = self.size;
                let command = match self.random.below(3) {
                    0 => "clear_board".to_owned(),
                    1 => format!("boardsize {size}"),
                    _ => "set_game othello".to_owned(),
                };
                self.referee = Referee::new(Oracle::start((size, size)));
                self.searched = false;
                self.send(&command, true, |answer| answer[0].is_empty());
            }
            18 => {
                let number = pick(self.random, &NUMBERS);
                self.send(&format!("boardsize {number}"), false, |_| true);
            }
            19 => {
                let (command, good) = [
                    ("protocol_version", true),
                    ("name", true),
                    ("version of what", true),
                    ("list_games", true),
                    ("list_commands", true),
                    ("known_command", true),
                    ("known_command genmove", true),
                    ("komi 6.5", true),
                    ("komi", false),
                    ("komi NaN", false),
                    ("set_game Go", false),
                    ("genmove", false),
                    ("genmove green", false),
                    ("reg_genmove 7", false),
                    ("play", false),
                    ("play black", false),
                    ("PLAY black d3", false),
                    ("time_left", false),
                    ("7 name", false),
                ][self.random.below(19) as usize];
                // The last one has an id of its own, or a number for a command behind another id.
                if command.starts_with('7') {
                    self.session.send("0 7 name");
                    self.waiting.push(("?0\u{0}0 7 name".into(), Box::new(|_| true)));
                } else {
                    self.send(command, good, |_| true);
                }
            }
            20 => {
                let command =
                    format!("{}y {}", pick(self.random, &WORDS), pick(self.random, &WORDS));
                self.send(&command, false, |answer| answer[0] == "unknown command");
            }
            21 => {
                // No answer is due, or one of any kind.
                self.read();
                let line = match self.random.below(3) {
                    0 => pick(self.random, &["", " \t ", "#", "# quit", "\u{7}\r"]).into(),
                    _ => noise(self.random),
                };
                self.session.send_bytes(&line);
                self.session.send("31415 name");
                // What the bytes are about is not known: they begin with no command.
                let mut answers = vec![self.session.answer()];
                if answers[0] != ["=31415 Wedge"] {
                    assert!(answers[0][0].starts_with('?'), "{line:?}: {answers:?}");
                    answers.push(self.session.answer());
                }
                assert_eq!(answers.last().unwrap(), &["=31415 Wedge"], "{line:?}: {answers:?}");
                self.answers += 1;
            }
            _ => self.read(),
        }
        if self.waiting.len() > 30 {
            self.read();
        }
    }

    fn search(&mut self) {
        let board = self.referee.board().clone();
        if !self.is_quick() {
            return;
        }
        match self.random.below(6) {
            0..=2 => {
                self.read();
                let color = pick(self.random, &["black", "white"]);
                let Some(board) = self.referee.board_for(color) else {
                    return self.send(&format!("genmove {color}"), false, |_| true);
                };
                let answer = self.session.ask(&format!("genmove {color}"));
                let name = answer[0].strip_prefix("= ").unwrap_or_else(|| panic!("{answer:?}"));
                assert!(self.referee.play(color, name), "{}: {answer:?}", board.text());
                self.searched |= !board.moves().is_empty();
                self.answers += 1;
            }
            3 => {
                let color = pick(self.random, &["black", "white"]);
                let moves = self.referee.board_for(color).map(|board| board.moves());
                self.searched |= moves.as_ref().is_some_and(|moves| !moves.is_empty());
                let good = moves.is_some();
                self.send(&format!("reg_genmove {color}"), good, move |answer| match moves {
                    Some(moves) if moves.is_empty() => answer[0] == "pass",
                    Some(moves) => moves.iter().any(|(name, _)| *name == answer[0]),
                    None => answer[0].starts_with("illegal move"),
                });
            }
            4 => {
                let number = pick(self.random, &NUMBERS);
                let moves = board.moves();
                let count = number.parse::<u64>();
                self.searched |= count.is_ok() && !moves.is_empty();
                self.send(&format!("hint {number}"), count.is_ok(), move |answer| {
                    let Ok(count) = count else { return true };
                    let count = count.min(moves.len() as u64) as usize;
                    let is_move = |line: &String| {
                        moves.iter().any(|(name, _)| line.starts_with(&format!("{name} ")))
                    };
                    match (moves.len(), count) {
                        (0, _) => answer[0] == "pass",
                        (_, 0) => answer[0].is_empty(),
                        _ => answer.len() == count && answer.iter().all(is_move),
                    }
                });
            }
            _ if empties(&board) <= 7 => {
                let score = board.solve();
                self.searched = true;
                self.send("solve", true, move |answer| {
                    answer[0].split(' ').nth(1).and_then(|word| word.parse().ok()) == Some(score)
                });
            }
            _ => {
                self.read();
                let answer = self.session.ask("last_search");
                let refused = answer == ["? no search in this game yet"];
                assert!(refused || self.searched && answer[0].starts_with("= "), "{answer:?}");
                self.answers += 1;
            }
        }
    }

    fn ask_about_the_game(&mut self) {
        let board = self.referee.board().clone();
        match self.random.below(3) {
            0 => {
                let transcript = self.referee.transcript();
                self.send("transcript", true, move |answer| answer[0] == transcript);
            }
            1 => {
                let result = board.result() * if side(&board) == "black" { 1 } else { -1 };
                let wanted = match result {
                    0 => "0".to_owned(),
                    1.. => format!("B+{result}"),
                    _ => format!("W+{}", -result),
                };
                let over = board.is_over();
                self.send("final_score", over, move |answer| !over || answer[0] == wanted);
            }
            _ => {
                let size = self.size;
                self.send("showboard", true, move |answer| {
                    // Dots mark legal moves; a row has its number at both ends.
                    let rows = answer.iter().skip(2).take(size);
                    let cells: String =
                        rows.flat_map(|row| row.split(' ').skip(1).take(size)).collect();
                    let mover = answer.last().unwrap().rsplit(", ").next().unwrap();
                    let wanted = match board.is_over() {
                        true => "game over".to_owned(),
                        false => format!("{} to move", side(&board)),
                    };
                    cells.replace('.', "-") == board.text()[..size * size] && mover == wanted
                });
            }
        }
    }

    fn load(&mut self) {
        if self.size != 8 {
            return self.send("loadsgf board.sgf", false, |answer| answer[0] == "unknown command");
        }
        // The program must have read the file before it is written again.
        self.read();
        if self.random.below(4) == 0 {
            let name = pick(self.random, &["none.sgf", "", "/", "none.sgf 99999999999999999999"]);
            return self.send(&format!("loadsgf {name}"), false, |_| true);
        }
        let board = Oracle::random(self.random, (8, 8), 12);
        fs::write(self.folder.join("board.sgf"), sgf(&board)).unwrap();
        let wanted = side(&board);
        let number = pick(self.random, &["", " 1", " 0", " 18446744073709551615"]);
        self.referee = Referee::new(board);
        self.send(&format!("loadsgf board.sgf{number}"), true, move |answer| answer[0] == wanted);
        self.read();
    }
}

#[test]
fn any_sequence_of_gtp_commands_is_answered() {
    let home = home();
    let mut random = SplitMix64::new(number("WEDGE_SOAK_SEED", 7));
    let started = Instant::now();
    let (mut answers, mut sessions, mut peak) = (0, 0, 0);
    while started.elapsed() < Duration::from_secs(number("WEDGE_SOAK_SECONDS", 6)) {
        let (size, more) =
            [(8, ""), (6, " --size 6"), (8, " --ponder"), (8, " --threads 2")][sessions % 4];
        let line = format!("gtp --tt-bits 4 --depth 2 --book none --seed 1{more}");
        let mut gtp = GtpSession {
            session: Session::start(home.path(), &line),
            referee: Referee::new(Oracle::start((size, size))),
            random: &mut random,
            folder: home.path(),
            size,
            slow: false,
            searched: false,
            waiting: Vec::new(),
            answers: 0,
        };
        for _ in 0..2000 {
            gtp.step();
        }
        gtp.read();
        let memory = gtp.session.peak_memory().unwrap_or_default();
        assert!(memory < MOST_MEMORY, "{memory} MiB: {line}");
        (answers, peak) = (answers + gtp.answers, memory.max(peak));
        // Nothing after it is answered.
        gtp.session.send("5 quit now");
        assert_eq!(gtp.session.wait(), ["=5", ""]);
        sessions += 1;
    }
    println!("GTP: {answers} answers in {sessions} sessions, at most {peak} MiB");
    assert!(answers > 1000);
}

/// An NBoard session: several lines at a time, then a ping, and everything until its answer.
struct NBoardSession<'r> {
    session: Session,
    referee: Referee,
    random: &'r mut SplitMix64,
    pings: u64,
    answers: u64,
}

impl NBoardSession<'_> {
    /// Sends some lines at once and checks what comes back.
    fn step(&mut self) {
        let mut sent = Vec::new();
        // The lines that must come back, in this order; others may come between.
        let mut wanted: Vec<LineTest> = Vec::new();
        let is = |text: String| -> LineTest { Box::new(move |line| line == text) };
        let refused = |line: &str| -> LineTest {
            let start = format!("status {}: ", line.trim());
            Box::new(move |line| line.starts_with(&start))
        };
        for _ in 0..=self.random.below(12) {
            let line = match self.random.below(16) {
                0..=5 => {
                    let name = self.referee.any_move(self.random, 8);
                    let board = self.referee.board();
                    // A GUI may leave out passes.
                    let left_out = name != "pass" && board.must_pass();
                    let side = if left_out { side(&board.passed()) } else { side(board) };
                    let text = if name == "pass" { "PA".into() } else { name.to_uppercase() };
                    let note =
                        pick(self.random, &["", "/1.5", "/-64/0.01", "//99999999999999999999"]);
                    let line = format!("move {text}{note}");
                    // So many seconds are no number that the program knows.
                    if note.len() > 20 || !self.referee.play(side, &name) {
                        wanted.push(refused(&line));
                    }
                    line
                }
                6 | 7 => {
                    let board = Oracle::random(self.random, (8, 8), 12);
                    let text = board.text().replace('X', "*");
                    self.referee = Referee::new(board);
                    let clock =
                        pick(self.random, &["", "TI[0:00]", "TI[99999999999:00]", "TI[0:01]"]);
                    format!("set game (;GM[Othello]PC[x]PB[a]PW[b]{clock}TY[8]BO[8 {text}];)")
                }
                8 | 9 => {
                    let moves = self.referee.board().moves();
                    let text = self.referee.board().text();
                    wanted.push(Box::new(move |line| {
                        let Some(said) = line.strip_prefix("=== ") else { return false };
                        let name = said.split('/').next().unwrap().to_ascii_lowercase();
                        let legal = moves.iter().any(|(known, _)| *known == name);
                        assert!(legal || moves.is_empty() && name == "pa", "{text}: {line}");
                        true
                    }));
                    "go".into()
                }
                10 => {
                    let number = pick(self.random, &NUMBERS);
                    let line = format!("hint {number}");
                    if number.parse::<u64>().is_ok() {
                        wanted.push(is("status Wedge is looking for hints".into()));
                        wanted.push(is("status".into()));
                    } else {
                        wanted.push(refused(&line));
                    }
                    line
                }
                11 => {
                    wanted.push(is("status Wedge is analyzing".into()));
                    wanted.push(is("status".into()));
                    "analyze".into()
                }
                12 => {
                    let number = pick(self.random, &NUMBERS);
                    let line = format!("set depth {number}");
                    if !number.parse::<u64>().is_ok_and(|number| number > 0) {
                        wanted.push(refused(&line));
                    }
                    line
                }
                13 => {
                    let line = pick(
                        self.random,
                        &["move", "move zz", "set game", "set game x", "hint x", "set depth"],
                    );
                    wanted.push(refused(line));
                    line.into()
                }
                14 => pick(
                    self.random,
                    &["", "dance", "set", "set contempt 99999999999999999999", "Quit", "set x y"],
                )
                .into(),
                _ => {
                    let (line, answer) = [
                        ("learn", "learned"),
                        ("nboard 99999999999999999999", "set myname Wedge"),
                        ("ping", "pong"),
                        ("ping x y", "pong x y"),
                    ][self.random.below(4) as usize];
                    wanted.push(Box::new(move |line| line.starts_with(answer)));
                    line.into()
                }
            };
            sent.push(line);
        }
        for line in &sent {
            self.session.send(line);
        }
        if self.random.below(8) == 0 {
            self.session.send_bytes(&noise(self.random));
        }
        self.pings += 1;
        let pong = format!("pong {}", 1_000_000 + self.pings);
        self.session.send(&pong.replace("pong", "ping"));
        let mut wanted = wanted.into_iter().peekable();
        let mut said = Vec::new();
        loop {
            let line = self.session.line();
            if line == pong {
                break;
            }
            if wanted.peek().is_some_and(|test| test(&line)) {
                wanted.next();
                self.answers += 1;
            } else {
                let between = [
                    "search ",
                    "nodestats ",
                    "analysis ",
                    "status Wedge is thinking",
                    "status a line of more than",
                ];
                let may = between.iter().any(|start| line.starts_with(start));
                assert!(may, "{line}: {sent:#?} {said:#?}");
                let score = line.strip_prefix("search ").map(|rest| rest.split(' ').nth(1));
                let is_number = |score: &str| score.parse::<f64>().is_ok_and(f64::is_finite);
                assert!(score.is_none_or(|score| score.is_some_and(is_number)), "{line}");
            }
            said.push(line);
        }
        let left = wanted.count();
        assert_eq!(left, 0, "answers are missing: {sent:#?} {said:#?}");
        self.answers += 1;
    }
}

#[test]
fn any_sequence_of_nboard_commands_is_answered() {
    let home = home();
    let mut random = SplitMix64::new(number("WEDGE_SOAK_SEED", 8));
    let started = Instant::now();
    let (mut answers, mut sessions, mut peak) = (0, 0, 0);
    while started.elapsed() < Duration::from_secs(number("WEDGE_SOAK_SECONDS", 6)) {
        let more = ["", " --ponder", " --threads 2"][sessions % 3];
        let line = format!("nboard --tt-bits 4 --book none --seed 1{more}");
        let mut nboard = NBoardSession {
            session: Session::start(home.path(), &line),
            referee: Referee::new(Oracle::start((8, 8))),
            random: &mut random,
            pings: 0,
            answers: 0,
        };
        for _ in 0..200 {
            nboard.step();
        }
        let memory = nboard.session.peak_memory().unwrap_or_default();
        assert!(memory < MOST_MEMORY, "{memory} MiB: {line}");
        (answers, peak) = (answers + nboard.answers, memory.max(peak));
        nboard.session.send("quit now");
        assert!(nboard.session.wait().is_empty());
        sessions += 1;
    }
    println!("NBoard: {answers} answers in {sessions} sessions, at most {peak} MiB");
    assert!(answers > 200);
}

/// Black has no move, white plays c1. Found by the random sessions, or in reading for them.
const MUST_PASS: &str = "OX------------------------------------------------------------XO X";

/// A pass that is sent in a loaded game is a move of its own, even where one was left out before.
#[test]
fn undo_in_a_loaded_game_takes_back_one_move() {
    let home = home();
    let mut session = Session::start(home.path(), "gtp --tt-bits 4 --book none");
    fs::write(home.path().join("board.sgf"), sgf(&Oracle::read(MUST_PASS))).unwrap();
    for commands in [["play white c1"].as_slice(), &["play black pass", "play white c1", "undo"]] {
        assert_eq!(session.ask("loadsgf board.sgf"), ["= black"]);
        for command in commands {
            assert_eq!(session.ask(command), ["="], "{command}");
        }
    }
    let shown = session.ask("showboard");
    assert!(shown.last().unwrap().ends_with("white to move"), "{shown:?}");
    session.end();
}

/// A move that is refused leaves the game as it was, also where a pass was left out before it.
#[test]
fn a_refused_move_leaves_the_game_as_it_was() {
    let home = home();
    let mut session = Session::start(home.path(), "nboard --tt-bits 4 --book none");
    session.send(&format!("set game (;GM[Othello]BO[8 {}];)", MUST_PASS.replace('X', "*")));
    session.send("move D4");
    assert!(session.line().starts_with("status move D4: "));
    session.send("go");
    assert_eq!(session.line(), "=== PA");
    session.end();
}
