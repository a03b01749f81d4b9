//! Random sessions of GTP.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::*;
use crate::program::home;
use crate::session::{Session, sgf};

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
