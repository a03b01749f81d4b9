//! A session with the program over its standard input and output.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use super::oracle::Oracle;

/// A search of the tests takes milliseconds; the machine may be busy.
const LONGEST_ANSWER: Duration = Duration::from_secs(120);

pub(crate) struct Session {
    child: Child,
    input: ChildStdin,
    /// The lines of its answers, read on a thread, so that a test does not wait for ever.
    lines: Receiver<String>,
}

impl Session {
    pub(crate) fn start(folder: &Path, line: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_host-sim"))
            .current_dir(folder)
            .args(line.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap().trim_end().to_owned()).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, line: &[u8]) {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
    }

    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(LONGEST_ANSWER).expect("the session has ended, or does not answer")
    }

    /// The lines of a GTP answer, which ends with an empty line.
    pub(crate) fn answer(&mut self) -> Vec<String> {
        let mut answer = Vec::new();
        loop {
            match self.line() {
                line if line.is_empty() => return answer,
                line => answer.push(line),
            }
        }
    }

    pub(crate) fn ask(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        self.answer()
    }

    /// The most memory that the program has had so far, in MiB, where the system says so.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
    }

    /// Waits for the end after `quit`, and gives the lines that were not read.
    pub(crate) fn wait(mut self) -> Vec<String> {
        let rest = self.lines.iter().collect();
        assert!(self.child.wait().unwrap().success());
        rest
    }

    pub(crate) fn end(mut self) {
        self.send("quit");
        self.wait();
    }
}

/// A board as the start of an SGF game.
pub(crate) fn sgf(board: &Oracle) -> String {
    let text = board.text();
    let squares = |color: u8| -> String {
        let all = text.as_bytes()[..64].iter().enumerate().filter(|(_, square)| **square == color);
        all.map(|(at, _)| {
            let [column, row] = [at % 8, at / 8].map(|n| char::from(b'a' + n as u8));
            format!("[{column}{row}]")
        })
        .collect()
    };
    let named = |name: &str, squares: String| match squares.is_empty() {
        true => String::new(),
        false => format!("{name}{squares}"),
    };
    let side = if text.ends_with('X') { "B" } else { "W" };
    format!(
        "(;GM[2]FF[4]SZ[8]{}{}{}PL[{side}])",
        named("AE", squares(b'-')),
        named("AB", squares(b'X')),
        named("AW", squares(b'O'))
    )
}
