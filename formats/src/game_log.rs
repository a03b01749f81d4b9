//! The game log: a whole game as text, readable for people and programs.
//!
//! A log begins with `# key: value` lines (`size`, `black`, `white`, `start`) and a drawing of the
//! start. Then, for each move, an empty line, a `move` line, the drawing of the board after it with
//! the legal replies as dots, and a `count` line. It ends with a `result` and a `transcript` line:
//!
//! ```text
//! move 1: black f5, score +1.50, depth 8, nodes 5120, seconds 0.004
//!   a b c d e f g h
//! 1 - - - - - - - - 1
//! ...
//! count: black 4, white 1
//! ```
//!
//! A parser needs the `#` lines, the `move` lines up to the first comma, and `result`; everything
//! else follows from them. [`read`] checks a log against the rules.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_engine::{Color, Game, Move, Position, Report, Size};

use crate::Decimal;

/// How a log of any version begins.
const NAME: &str = "# Wedge game log";
/// The first line, with the version of the format.
const TITLE: &str = "# Wedge game log 1";
const UNFINISHED: &str = "unfinished";

/// A game read from a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLog<S: Size> {
    /// Who played black.
    pub black: String,
    /// Who played white.
    pub white: String,
    /// The moves.
    pub game: Game<S>,
}

/// Writes the header and the start position.
///
/// # Errors
/// If it cannot be written.
pub fn begin<S: Size>(
    out: &mut dyn Write,
    black: &str,
    white: &str,
    start: &Position<S>,
) -> io::Result<()> {
    writeln!(out, "{TITLE}")?;
    writeln!(out, "# size: {}", size::<S>())?;
    writeln!(out, "# black: {black}")?;
    writeln!(out, "# white: {white}")?;
    writeln!(out, "# start: {start}")?;
    writeln!(out)?;
    write!(out, "{}", start.picture())?;
    writeln!(out, "{}", count(start))?;
    out.flush()
}

/// Writes a move: `ply` from 1, who played it, its search report with the time taken, and the
/// position after it.
///
/// # Errors
/// If it cannot be written.
pub fn step<S: Size>(
    out: &mut dyn Write,
    ply: usize,
    side: Color,
    mv: Move,
    search: Option<(&Report, Duration)>,
    after: &Position<S>,
) -> io::Result<()> {
    let mut line = format!("move {ply}: {side} {mv}");
    if let Some((report, time)) = search {
        let ms = i64::try_from((time.as_micros() + 500) / 1000).unwrap_or(i64::MAX);
        let seconds = Decimal::from_thousandths(ms);
        let Report { score, depth, nodes, .. } = report;
        let _ = write!(line, ", score {score}, depth {depth}, nodes {nodes}");
        let _ = write!(line, ", seconds {seconds:.3}");
    }
    writeln!(out, "\n{line}")?;
    write!(out, "{}", after.picture())?;
    writeln!(out, "{}", count(after))?;
    out.flush()
}

/// Writes the result, or that the game is unfinished.
///
/// # Errors
/// If it cannot be written.
pub fn end<S: Size>(out: &mut dyn Write, game: &Game<S>) -> io::Result<()> {
    writeln!(out, "\nresult: {}", result(game))?;
    writeln!(out, "transcript: {game}")?;
    out.flush()
}

/// The log of a whole game of which only the moves are known.
///
/// # Errors
/// If there is no memory for it.
pub fn write<S: Size>(black: &str, white: &str, game: &Game<S>) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    begin(&mut text, black, white, &game.start())?;
    let after = game.steps().skip(1).map(|(position, _)| position);
    let after = after.chain(std::iter::once(game.position()));
    for (at, ((position, mv), after)) in game.steps().zip(after).enumerate() {
        step(&mut text, at + 1, position.side(), mv, None, &after)?;
    }
    end(&mut text, game)?;
    Ok(text)
}

/// Whether a text is a game log, of this version or another.
#[must_use]
pub fn is_log(text: &str) -> bool {
    text.starts_with(NAME)
}

/// Whether a log is of a game on the small board.
#[must_use]
pub fn is_small(text: &str) -> bool {
    text.lines().any(|line| line == "# size: 6")
}

/// The result of a game in words; the winner gets the empty squares.
#[must_use]
pub fn result<S: Size>(game: &Game<S>) -> String {
    if !game.is_over() {
        return UNFINISHED.to_owned();
    }
    let margin = game.position().result_for_black();
    let squares = S::AREA as i32;
    let (black, white) = ((squares + margin) / 2, (squares - margin) / 2);
    let won = match margin {
        0 => "a draw".to_owned(),
        1.. => format!("black wins by {margin}"),
        _ => format!("white wins by {}", -margin),
    };
    format!("black {black}, white {white}, {won}")
}

fn count<S: Size>(position: &Position<S>) -> String {
    let discs = |color| position.discs(color).len();
    format!("count: black {}, white {}", discs(Color::Black), discs(Color::White))
}

/// Reads a log and replays the game.
///
/// # Errors
/// If a line is malformed, a move is illegal, the result differs from the board's, or the log ends
/// too early.
pub fn read<S: Size>(text: &str) -> Result<GameLog<S>> {
    ensure!(text.lines().next() == Some(TITLE), "line 1: expected `{TITLE}`");
    let key = |key: &str| {
        let prefix = format!("# {key}: ");
        let found = text.lines().find_map(|line| line.strip_prefix(&prefix));
        found.with_context(|| format!("no line `{prefix}...` in the log"))
    };
    let side = key("size")?;
    ensure!(side == size::<S>(), "a game of size {side}: expected {}", size::<S>());
    let start = key("start")?;
    let start = start.parse().map_err(|error| anyhow!("start: {error}"))?;
    let mut game = Game::from_position(start);
    let mut stated = None;
    for (at, line) in text.lines().enumerate() {
        let place = || format!("line {}", at + 1);
        if let Some(step) = line.strip_prefix("move ") {
            read_step(&mut game, step).with_context(place)?;
        } else if let Some(result) = line.strip_prefix("result: ") {
            stated = Some((at + 1, result));
        }
    }
    let (at, stated) = stated.context("no line `result: ...`: the log ends too early")?;
    let wanted = result(&game);
    ensure!(stated == wanted, "line {at}: result `{stated}`: expected `{wanted}`");
    Ok(GameLog { black: key("black")?.to_owned(), white: key("white")?.to_owned(), game })
}

/// Plays `1: black f5` and whatever follows a comma.
fn read_step<S: Size>(game: &mut Game<S>, step: &str) -> Result<()> {
    let step = step.split(',').next().unwrap_or_default();
    let ply = game.moves().len() + 1;
    let side = game.position().side();
    let prefix = format!("{ply}: {side} ");
    let Some(mv) = step.strip_prefix(&prefix) else {
        bail!("move `{step}`: expected `{prefix}` and a square or pass");
    };
    let mv = mv.parse().with_context(|| format!("move `{mv}`"))?;
    Ok(game.play(mv)?)
}

/// The size of a board as text: its side or, if it is not square, its columns and rows.
fn size<S: Size>() -> String {
    if S::IS_SQUARE { S::SIDE.to_string() } else { format!("{}x{}", S::WIDTH, S::HEIGHT) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wedge_engine::{Eight, Score, Six};

    use crate::random_games::random_game;

    fn log<S: Size>(seed: u64, plies: usize) -> (Game<S>, String) {
        let game = random_game(seed, plies, Position::<S>::start());
        let text = write("random:seed=1", "first", &game).unwrap();
        (game, String::from_utf8(text).unwrap())
    }

    #[test]
    fn a_log_read_back_is_the_game() {
        for seed in 0..30 {
            let (game, text) = log::<Eight>(seed, 200);
            let read = read::<Eight>(&text).unwrap();
            assert_eq!(read.game, game);
            assert_eq!((read.black.as_str(), read.white.as_str()), ("random:seed=1", "first"));
            let (game, text) = log::<Six>(seed, 200);
            assert_eq!(super::read::<Six>(&text).unwrap().game, game);
        }
    }

    #[test]
    fn times_are_in_milliseconds() {
        let (position, mv) = (Position::<Eight>::start(), Move::Pass);
        for (micros, wanted) in
            [(0, "0.000"), (4_499, "0.004"), (4_500, "0.005"), (61_000_000, "61.000")]
        {
            let (mut text, report) = (Vec::new(), Report::new(mv, Score::default()));
            let search = Some((&report, Duration::from_micros(micros)));
            step(&mut text, 1, Color::Black, mv, search, &position).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert!(text.contains(&format!(", seconds {wanted}\n")), "{text}");
        }
    }

    #[test]
    fn a_game_broken_off_is_read_too() {
        let (game, text) = log::<Eight>(1, 10);
        assert!(text.contains("\nresult: unfinished\n"));
        assert_eq!(read::<Eight>(&text).unwrap().game, game);
    }

    #[test]
    fn a_damaged_log_is_refused_with_its_place() {
        let (_, text) = log::<Eight>(1, 200);
        let say = |text: &str| format!("{:#}", read::<Eight>(text).unwrap_err());
        assert_eq!(say("hello"), "line 1: expected `# Wedge game log 1`");
        assert_eq!(say(&text.replace("size: 8", "size: 6")), "a game of size 6: expected 8");
        let first = text.lines().find(|line| line.starts_with("move 1:")).unwrap();
        assert_eq!(
            say(&text.replace(first, "move 1: black a1")),
            "line 19: move 1: a1 is not legal for black"
        );
        assert_eq!(
            say(&text.replace(first, "move 2: black d3")),
            "line 19: move `2: black d3`: expected `1: black ` and a square or pass"
        );
        let cut = &text[..text.find("result").unwrap()];
        assert_eq!(say(cut), "no line `result: ...`: the log ends too early");
        let wrong = text.replace("result: black", "result: blue");
        assert!(say(&wrong).contains("result `blue"), "{}", say(&wrong));
    }
}
