//! `host-sim book build`: a book from nothing.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;

use super::book_file::BookFile;
use super::grow::{grow, recipe};
use crate::engine::limit::LimitArgs;
use crate::io::exit_status::ExitStatus;
use crate::io::progress::interrupted;

/// What `host-sim book build` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim book build --out my.book --positions 5000
  host-sim book build --out my.book --positions 50000 --resume       # go on, or add more
  host-sim book build --out deep.book --positions 2000 --level 18 --threads 2

From the start on, the engine searches the position that is nearest to games the book will be played
in, adds its best moves, and works out anew what every position is worth. Near is what needs few
moves and few mistakes, above all few of the book's own side.

Positions are searched at level 12 unless --level, --depth or --nodes say otherwise. The same command
makes the same book, whatever the number of threads; a run that was stopped goes on with --resume.
`host-sim book pack` makes it ready to be played from.")]
pub(crate) struct BuildArgs {
    /// The book to write
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// How many positions, at least
    #[arg(long, value_name = "N", default_value = "10000")]
    positions: usize,
    #[command(flatten)]
    limit: LimitArgs,
    /// Positions searched at the same time
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Go on with a book that this command began
    #[arg(long)]
    resume: bool,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub(crate) fn run(args: &BuildArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let limit = super::limit(&args.limit)?;
    let (path, recipe) = (&args.out, recipe(limit));
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
            "{shown}: the file already exists: expected a new name, or --resume to go on with it"
        );
        let mut file = BookFile::new(recipe);
        // A name that cannot be written is refused now, not after hours.
        file.save(path)?;
        file
    };
    grow(&mut file, path, args.positions, limit, args.threads.into())?;
    file.save(path)?;
    writeln!(out, "{shown}: {}", file.graph.summary())?;
    Ok(ExitStatus::of(!interrupted()))
}
