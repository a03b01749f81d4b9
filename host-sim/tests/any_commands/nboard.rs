//! Random sessions of NBoard.

use std::time::{Duration, Instant};

use super::*;
use crate::program::home;
use crate::session::Session;

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
