//! `host-sim nboard`: plays and analyses as an engine of the NBoard GUI.

use std::io::{self, BufReader, Write};

use anyhow::Result;
use clap::Args;

use crate::book::choice::{BookChoice, any_seed};
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::ClockRuleName;
use crate::engine::setup::Setup;
use crate::io::exit_status::ExitStatus;
use crate::protocols::inbox::Inbox;
use crate::protocols::nboard::serve;

/// The options of `host-sim nboard`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim nboard
  host-sim nboard --tt-bits 24 --book my.book
  host-sim nboard --ponder

Enter this command where NBoard asks for an engine. The GUI sets the depth of
the midgame search. Positions with up to four more empty squares than that
depth, and at most 22, are solved. If the game has a clock, `go` keeps to it.

Any line of input ends a search; the end of the input does not.

With --ponder the engine thinks on the opponent's time after its own move. Leave
it out if two programs share a processor.")]
pub struct NBoardArgs {
    /// Think on the opponent's time
    #[arg(long)]
    ponder: bool,
    /// How the time for a whole game is spent, if the game has a clock
    #[arg(long, value_name = "RULE", value_enum, default_value_t)]
    clock_rule: ClockRuleName,
    #[command(flatten)]
    setup: Setup,
    /// The opening book: built-in, none, or a file
    #[arg(long, value_name = "BOOK", default_value_t)]
    book: BookChoice,
    /// The seed of choices from the book; without it each run plays differently
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
    serve(search, args.book.book(), seed, (args.ponder, args.clock_rule.into()), inbox, out)?;
    Ok(ExitStatus::Done)
}
