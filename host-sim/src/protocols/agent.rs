//! The file protocol of a course in which programs play each other.
//!
//! A referee writes the state of the game to a file, starts the program with the names of that file
//! and of an empty one, and stops it after some seconds: the last complete line of the second file
//! is the move. So the program answers at once and improves its answer until it is stopped.

use std::io::{self, Write};
use std::path::Path;
use std::str::SplitWhitespace;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use wedge_engine::{Bitboard, Board, Color, Move, Observer, Position, Report, Square};

use crate::io::progress::interrupted;

/// The words of a state, with line numbers for errors.
struct Words<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    words: SplitWhitespace<'a>,
    line: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate(), words: "".split_whitespace(), line: 0 }
    }

    fn next(&mut self) -> Option<&'a str> {
        loop {
            if let Some(word) = self.words.next() {
                return Some(word);
            }
            let (at, line) = self.lines.next()?;
            (self.words, self.line) = (line.split_whitespace(), at + 1);
        }
    }

    /// A number below `end`.
    fn number(&mut self, what: &str, end: usize) -> Result<usize> {
        let expected = || format!("{what}: expected 0 to {}", end - 1);
        let Some(word) = self.next() else {
            bail!("line {}: the state ends here, before {}", self.line, expected());
        };
        match word.parse() {
            Ok(number) if number < end => Ok(number),
            _ => bail!("line {}: `{word}` for {}", self.line, expected()),
        }
    }
}

/// Reads a state: the player, the board and the legal squares, which must agree.
pub(crate) fn read_state(text: &str) -> Result<Position> {
    let mut words = Words::new(text);
    let side = match words.next() {
        Some("1") => Color::Black,
        Some("2") => Color::White,
        word => bail!("line 1: `{}` for the player: expected 1 or 2", word.unwrap_or_default()),
    };
    let mut discs = [Bitboard::EMPTY; 3];
    for square in (0..64).filter_map(Square::from_index) {
        discs[words.number("a square", 3)?] |= square.bit();
    }
    let [_, black, white] = discs;
    let (mover, opponent) = if side == Color::Black { (black, white) } else { (white, black) };
    let board = Board::new(mover, opponent).context("discs on one square")?;
    let legal = board.legal_moves();
    let count = words.number("the number of valid squares", 65)?;
    let mut valid = Bitboard::EMPTY;
    for _ in 0..count {
        let row = words.number("the row of a valid square", 8)?;
        let column = words.number("the column of a valid square", 8)?;
        let square = Square::new(column, row).context("a square")?;
        ensure!(
            legal.has(square),
            "line {}: `{row} {column}` ({square}) for a valid square: expected a legal move",
            words.line
        );
        ensure!(
            !valid.has(square),
            "line {}: `{row} {column}` ({square}) for a valid square: expected it once",
            words.line
        );
        valid |= square.bit();
    }
    ensure!(
        valid == legal,
        "line {}: {} valid squares: expected {}, as there are legal moves",
        words.line,
        valid.len(),
        legal.len()
    );
    Ok(Position::new(board, side))
}

/// The observer of the search: writes each better move to the action file.
pub(crate) struct Answers<'a> {
    started: Instant,
    out: &'a mut dyn Write,
    last: Option<Move>,
    failed: Option<io::Error>,
}

impl<'a> Answers<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { started: Instant::now(), out, last: None, failed: None }
    }

    /// Writes a move if it differs from the last one, as a single write, so that a reader never sees
    /// part of a line.
    pub(crate) fn write(&mut self, mv: Move) {
        if self.failed.is_some() || self.last.replace(mv) == Some(mv) {
            return;
        }
        if let Move::Play(square) = mv {
            let line = format!("{} {}\n", square.row(), square.column());
            let written = self.out.write_all(line.as_bytes());
            self.failed = written.and_then(|()| self.out.flush()).err();
        }
    }

    pub(crate) fn end(self, path: &Path) -> Result<()> {
        match self.failed {
            Some(error) => Err(error).with_context(|| path.display().to_string()),
            None => Ok(()),
        }
    }
}

impl Observer for Answers<'_> {
    fn now_ms(&mut self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn stop(&mut self) -> bool {
        self.failed.is_some() || interrupted()
    }

    fn progress(&mut self, report: &Report) {
        self.write(report.best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = include_str!("../../tests/fixtures/agent-state.txt");

    #[test]
    fn a_state_is_read() {
        assert_eq!(read_state(START).unwrap(), Position::start());
        let white =
            START.replace("1\n0", "2\n0").replacen("2 3\n3 2\n4 5\n5 4", "2 4\n3 5\n4 2\n5 3", 1);
        let position = read_state(&white).unwrap();
        assert_eq!(position, Position::new(Board::start().pass(), Color::White));
    }

    #[test]
    fn a_wrong_state_is_refused_with_its_place() {
        let say = |from: &str, to: &str| {
            format!("{:#}", read_state(&START.replacen(from, to, 1)).unwrap_err())
        };
        assert_eq!(say("1\n", "3\n"), "line 1: `3` for the player: expected 1 or 2");
        assert_eq!(say("2 1 0", "2 3 0"), "line 5: `3` for a square: expected 0 to 2");
        assert_eq!(
            say("4\n2", "x\n2"),
            "line 10: `x` for the number of valid squares: expected 0 to 64"
        );
        assert_eq!(
            say("4 5\n", "0 8\n"),
            "line 13: `8` for the column of a valid square: expected 0 to 7"
        );
        assert_eq!(
            say("4 5\n", "0 0\n"),
            "line 13: `0 0` (a1) for a valid square: expected a legal move"
        );
        assert_eq!(
            say("4\n2", "3\n2"),
            "line 13: 3 valid squares: expected 4, as there are legal moves"
        );
        assert_eq!(
            say("5 4\n", "5"),
            "line 14: the state ends here, before the column of a valid square: expected 0 to 7"
        );
        assert!(read_state("").unwrap_err().to_string().starts_with("line 1: `` for the player"));
    }

    #[test]
    fn answers_are_written_when_they_change() {
        let mut out = Vec::new();
        let mut answers = Answers::new(&mut out);
        for name in ["f5", "f5", "d3", "f5"] {
            answers.write(Move::Play(name.parse().unwrap()));
        }
        answers.write(Move::Pass);
        answers.end(Path::new("action")).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "4 5\n2 3\n4 5\n");
    }
}
