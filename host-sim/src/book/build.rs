//! `host-sim book build`: builds a book from scratch.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use clap::builder::TypedValueParser;

use super::book_file::BookFile;
use super::expansion::{ROUND, Settings, expand_book, recipe};
use super::round::Round;
use crate::engine::limit::LimitArgs;
use crate::io::exit_status::ExitStatus;
use crate::io::progress::interrupted;
use crate::io::shard::ShardArgs;

/// What `host-sim book build` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim book build --out my.book --positions 5000
  host-sim book build --out my.book --positions 50000 --resume   # add more
  host-sim book build --out deep.book --positions 2000 --level 18 --threads 2

The engine repeatedly searches the position that is nearest to games played with
the book, adds its best moves, and updates the values of all positions. A
position is near if few moves and few mistakes lead to it; mistakes of the
book's own side count most.

Positions are searched at level 12 unless --level, --depth or --nodes say
otherwise. The same command makes the same book, whatever the number of threads;
--resume continues an interrupted run. `host-sim book pack` converts it for
play.

On several machines a book is built round by round. --shard searches a part of
the next round of the book that --book names, or of a new one, and --merge adds
the parts up and writes the next book:
  host-sim book build --round 256 --shard 1/2 --out part1.csv   # also 2/2
  host-sim book build --round 256 --merge part1.csv part2.csv --out 1.book
  host-sim book build --round 256 --book 1.book --shard 1/2 --out part1.csv ...
The book is the same as that of one machine with the same --round.")]
pub(crate) struct BuildArgs {
    /// The book to write
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// The number of positions, at least
    #[arg(long, value_name = "N", default_value = "10000")]
    positions: usize,
    #[command(flatten)]
    limit: LimitArgs,
    /// Positions searched at the same time
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Continue a book, or a part of a round, that this command began
    #[arg(long)]
    resume: bool,
    /// Positions searched between two updates of all values
    #[arg(long, value_name = "N", default_value_t = ROUND, value_parser = clap::value_parser!(u32).range(1..=1_000_000).map(|n| n as usize))]
    round: usize,
    /// The book that --shard and --merge expand by a round; without it, a new one
    #[arg(long, value_name = "BOOK")]
    book: Option<PathBuf>,
    #[command(flatten)]
    shards: ShardArgs,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub(crate) fn run(args: &BuildArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let limit = super::limit(&args.limit)?;
    let (path, recipe) = (&args.out, recipe(limit, args.round));
    let settings = Settings { limit, round: args.round, threads: args.threads.into() };
    if !args.shards.shard.is_whole() || !args.shards.merge.is_empty() {
        let book = args.book.as_deref();
        return Round::new(book, &recipe, settings)?.run(path, args.resume, &args.shards, out);
    }
    ensure!(args.book.is_none(), "--book: expected --shard or --merge as well, or --resume");
    let shown = path.display();
    let mut file = if args.resume && path.exists() {
        let file = BookFile::open(path)?;
        ensure!(
            file.recipe == recipe,
            "{shown}: was made by `{}`: expected the same command, `{recipe}`",
            file.recipe
        );
        file
    } else {
        ensure!(
            !path.exists(),
            "{shown}: the file already exists: expected a new name, or --resume to continue it"
        );
        let mut file = BookFile::new(recipe);
        // A file that cannot be written fails now, not after hours.
        file.save(path)?;
        file
    };
    expand_book(&mut file, path, args.positions, settings)?;
    file.save(path)?;
    writeln!(out, "{shown}: {}", file.graph.summary())?;
    Ok(ExitStatus::of(!interrupted()))
}
