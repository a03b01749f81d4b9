//! Any sequence of commands: sessions of GTP and NBoard with random commands, good and bad, out of
//! order, with huge numbers and with bytes that are no text. A referee that shares no code with the
//! engine knows the game, and checks every answer. `quit` ends a session, and memory stays bounded.
//!
//! `WEDGE_SOAK_SECONDS` says how long each protocol is tried, and `WEDGE_SOAK_SEED` with which random
//! numbers.

mod gtp;
mod nboard;
#[path = "../support/oracle.rs"]
mod oracle;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/session.rs"]
mod session;

use oracle::Oracle;
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

/// Black has no move, white plays c1. Found by the random sessions, or in reading for them.
const MUST_PASS: &str = "OX------------------------------------------------------------XO X";
