//! `host-sim nboard`: plays and analyses as an engine of the NBoard GUI.

use std::io::{self, BufReader, Write};

use anyhow::Result;
use clap::Args;

use crate::book::choice::{BookChoice, any_seed};
use crate::engine::heap_table::HeapTable;
use crate::engine::setup::Setup;
use crate::io::exit_status::ExitStatus;
use crate::protocols::inbox::Inbox;
use crate::protocols::nboard::serve;

/// What `host-sim nboard` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim nboard
  host-sim nboard --tt-bits 24 --book my.book
  host-sim nboard --ponder

Enter this command where NBoard asks for an engine. The GUI sets the depth of the middle game; from
four squares more than that on, and at most 22, the end of the game is solved. If the game has a
clock, `go` keeps to it.

Any line that comes in ends a search; the end of the input does not.

With --ponder it thinks on after a move that it named was made. Leave that out where two programs
share a processor.")]
pub struct NBoardArgs {
    /// Think while the other side is to move, too
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    setup: Setup,
    /// The book to open from: built-in, none, or a file
    #[arg(long, value_name = "BOOK", default_value_t)]
    book: BookChoice,
    /// The seed of what is chosen from the book. Without it each run plays differently
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Runs the command.
///
/// # Errors
/// If there is no memory for the table, or nobody reads the answers any more.
pub fn run(args: &NBoardArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let table = HeapTable::new(args.setup.tt_bits)?;
    let search = args.setup.searcher(&table);
    let seed = args.seed.unwrap_or_else(any_seed);
    let inbox = Inbox::new(BufReader::new(io::stdin()));
    serve(search, args.book.book(), seed, args.ponder, inbox, out)?;
    Ok(ExitStatus::Done)
}
