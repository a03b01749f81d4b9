//! `host-sim gtp`: plays as a GTP engine on standard input and output.

use std::io::{self, BufReader, Write};

use anyhow::Result;
use clap::Args;
use wedge_engine::{Eight, Six, Strength};

use crate::book::choice::{BookChoice, any_seed};
use crate::engine::limit::{ClockRuleName, LimitArgs, parse_strength};
use crate::engine::setup::Setup;
use crate::io::exit_status::ExitStatus;
use crate::protocols::gtp::{SessionOptions, load_sgf, serve};
use crate::protocols::inbox::Inbox;

/// The options of `host-sim gtp`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim gtp
  host-sim gtp --time 2 --tt-bits 24
  host-sim gtp --level 16
  host-sim gtp --chip 9
  host-sim gtp --level 20 --book my.book --seed 3
  host-sim gtp --time 2 --ponder
  host-sim game --black gtp:\"host-sim gtp --depth 6\" --white random

Enter this command where a program asks for a GTP engine. Commands arrive on
standard input, one a line, and answers go to standard output, until quit or the
end of the input. list_commands names all commands; docs/guide/protocols.md
explains those that GTP does not define.

A clock that the controller sets takes precedence. Without one, --level, --time,
--depth, --nodes or --exact limits a move, or else --chip.

With --ponder the engine thinks on the opponent's time and still answers every
command at once. Leave it out if two programs share a processor.")]
pub struct GtpArgs {
    #[command(flatten)]
    limit: LimitArgs,
    /// Play as the board does at its strength 1 to 9
    #[arg(long, value_name = "L", default_value = "5", value_parser = |text: &str| parse_strength("chip", text),
          conflicts_with_all = ["depth", "exact", "time", "nodes", "level"])]
    chip: Strength,
    /// Squares along one side of the board
    #[arg(long, default_value = "8", value_parser = ["6", "8"])]
    size: String,
    /// The seed of random choices: moves from the book, and those of low levels; without it each run
    /// plays differently
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The opening book: built-in, none, or a file
    #[arg(long, value_name = "BOOK", default_value_t)]
    book: BookChoice,
    /// How the time for a whole game is spent, if the controller sets a clock
    #[arg(long, value_name = "RULE", value_enum, default_value_t)]
    clock_rule: ClockRuleName,
    /// Think on the opponent's time
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    setup: Setup,
}

/// Runs the command.
///
/// # Errors
/// If there is no memory for the table, or the output cannot be written.
pub fn run(args: &GtpArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let options = SessionOptions {
        limit: args.limit.limit(),
        strength: args.chip,
        seed: args.seed.unwrap_or_else(any_seed),
        book: args.book.book(),
        clock_rule: args.clock_rule.into(),
        ponder: args.ponder,
        setup: args.setup,
    };
    let inbox = Inbox::new(BufReader::new(io::stdin()));
    if args.size == "6" {
        serve::<Six>(&options, None, inbox, out)?;
    } else {
        serve::<Eight>(&options, Some(load_sgf), inbox, out)?;
    }
    Ok(ExitStatus::Done)
}
