//! `host-sim book learn`: adds games and more positions to a book.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::Position;

use super::book_file::BookFile;
use super::expansion::{ROUND, Settings, add_game, expand_book};
use crate::engine::limit::LimitArgs;
use crate::formats::game_file;
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{interrupted, progress_bar};

/// What `host-sim book learn` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim book learn my.book f5d6c3d3c4f4f6f3e6e7
  host-sim book learn my.book reports/match.ggf WTH_1999.wtb --plies 20
  host-sim book learn my.book --more 1000

Each position of a game is searched and added to the book, with the move that
was played and with the best ones. A game ends for the book at the first
position that the search solves: its result is known from there on.

The file is written after each game; a game that Ctrl-C interrupts is left out.")]
pub(crate) struct LearnArgs {
    /// The book to add to
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Games: transcripts, or files as `host-sim convert --help` describes them
    #[arg(value_name = "GAMES")]
    games: Vec<String>,
    /// How many plies of each game to add
    #[arg(long, value_name = "P", default_value = "60")]
    plies: usize,
    /// Then add so many positions, as `host-sim book build` does
    #[arg(long, value_name = "N", default_value = "0")]
    more: usize,
    #[command(flatten)]
    limit: LimitArgs,
    /// Positions searched at the same time, for --more
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub(crate) fn run(args: &LearnArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    ensure!(
        args.more > 0 || !args.games.is_empty(),
        "nothing to learn: expected games, or --more with a number of positions"
    );
    let limit = super::limit(&args.limit)?;
    let mut games = Vec::new();
    for what in &args.games {
        games.extend(game_file::read(what)?);
    }
    let (all, usual) = (games.len(), |start: Position| start == Position::default());
    games.retain(|record| usual(record.game.start()));
    let skipped = all - games.len();
    let mut file = BookFile::open(&args.book)?;
    let before = file.graph.nodes().len();
    file.recipe += &format!("\nlearn {limit} games={} more={}", games.len(), args.more);
    let bar = progress_bar("games", games.len());
    for record in &games {
        if !add_game(&mut file.graph, &record.game, args.plies, limit)? {
            break;
        }
        file.save(&args.book)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.more > 0 {
        let positions = file.graph.nodes().len() + args.more;
        let settings = Settings { limit, round: ROUND, threads: args.threads.into() };
        expand_book(&mut file, &args.book, positions, settings)?;
        file.save(&args.book)?;
    }
    let added = file.graph.nodes().len() - before;
    writeln!(out, "{}: {}; {added} new", args.book.display(), file.graph.summary())?;
    if skipped > 0 {
        writeln!(out, "{skipped} games from a custom start position were left out")?;
    }
    Ok(ExitStatus::of(!interrupted()))
}
