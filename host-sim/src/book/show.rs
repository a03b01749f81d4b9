//! `host-sim book show`: shows the book's moves in a position.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use wedge_engine::book::{BookMove, Opening, Value};
use wedge_engine::{Book, Move, Position};

use super::choice::BookChoice;
use crate::formats::game_file::read_position;
use crate::io::exit_status::ExitStatus;
use crate::io::text_table::TextTable;

/// What `host-sim book show` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim book show
  host-sim book show --book my.book f5d6c3
  host-sim book show \\
    \"---------------------------OX------XO--------------------------- X\"

Scores are in discs for the player to move. `draw` means that the line ends in a
solved position.")]
pub(crate) struct ShowArgs {
    /// A board, or the last position of a game (a transcript or a file); default: the start
    #[arg(value_name = "BOARD|GAME", allow_hyphen_values = true)]
    what: Option<String>,
    /// The book: a file, packed or not, or built-in
    #[arg(long, value_name = "BOOK", default_value = "built-in")]
    book: BookChoice,
}

/// Runs the command.
///
/// # Errors
/// On bad input.
pub(crate) fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let position = args.what.as_deref().map_or(Ok(Position::default()), read_position)?;
    let book = args.book.book().context("--book none: expected a file or built-in")?;
    write!(out, "{}", position.picture())?;
    let Some(opening) = book.find(&position.board()) else {
        writeln!(out, "not in the book ({} positions)", book.positions())?;
        return Ok(ExitStatus::Done);
    };
    writeln!(out, "{}, {} to move\n", text(opening.value), position.side())?;
    let mut table = TextTable::new(&["move", "score", "loss", "line"]).left(&[0, 3]);
    for known in opening.moves() {
        let loss = opening.value.score().units() - known.value.score().units();
        let loss = f64::from(loss) / f64::from(wedge_engine::Score::UNIT);
        table.row([
            known.square.to_string(),
            text(known.value),
            if loss == 0.0 { String::new() } else { format!("{loss:.2}") },
            line(&book, &position, known),
        ]);
    }
    writeln!(out, "{table}")?;
    let legal = position.board().legal_moves().len();
    writeln!(out, "{} of {legal} moves are in the book", opening.moves().len())?;
    Ok(ExitStatus::Done)
}

fn text(value: Value) -> String {
    if value.is_drawn() { "draw".to_owned() } else { value.score().to_string() }
}

/// The line of best moves in the book.
fn line(book: &Book<'_>, position: &Position, first: &BookMove) -> String {
    let mut line = String::new();
    let mut at = *position;
    let mut next = Some(*first);
    while let Some(known) = next {
        line += &known.square.to_string();
        let Some(after) = at.play(Move::Play(known.square)) else { break };
        at = if after.must_pass() { after.play(Move::Pass).unwrap_or(after) } else { after };
        next = book.find(&at.board()).and_then(|opening| best(&opening));
    }
    line
}

/// The best move, if it is in the book.
fn best(opening: &Opening) -> Option<BookMove> {
    opening.moves().first().copied().filter(|known| known.value.score() == opening.value.score())
}
