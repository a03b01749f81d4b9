//! `host-sim agent`: answers a state file with an action file.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use wedge_engine::{Limits, Move};

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::setup::Setup;
use crate::io::exit_status::ExitStatus;
use crate::io::input_file;
use crate::io::output_file;
use crate::protocols::agent::{Answers, read_state};

/// The options of `host-sim agent`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim agent state action
  timeout 10 host-sim agent state action
  host-sim agent state action --time 5

STATE holds the player to move (1 is black, 2 is white), the board as eight rows
of eight numbers (0 is empty), the number of legal squares, and these squares,
each as row and column from 0 on.

A line `row col` is written to ACTION at once, and another one each time the
search finds a better move, until the program is stopped, the limit is reached
or the position is solved: the last line is the move. ACTION is overwritten. If
there is no legal square, nothing is written.")]
pub struct AgentArgs {
    /// The file with the state of the game
    state: PathBuf,
    /// The file for the move
    action: PathBuf,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    setup: Setup,
}

/// Runs the command.
///
/// # Errors
/// If the state cannot be read, or the action cannot be written.
pub fn run(args: &AgentArgs) -> Result<ExitStatus> {
    let shown = args.state.display();
    let text = input_file::read_text(&args.state)?;
    let position = read_state(&text).with_context(|| shown.to_string())?;
    let table = HeapTable::new(args.setup.tt_bits)?;
    let [file] = output_file::open_all([Some(args.action.as_path())], true)?;
    let mut file = file.context("no file")?.begin()?;
    let limits = args.limit.limit().map_or(Limits::EXACT, Limit::limits);
    let mut answers = Answers::new(&mut file);
    // The referee may stop the program before the first search ends.
    answers.write(position.moves().next().unwrap_or(Move::Pass));
    let report = args.setup.searcher(&table).think(&position, &limits, &mut answers);
    answers.write(report.best);
    answers.end(&args.action)?;
    // The referee stops the program, so Ctrl-C is not an error.
    Ok(ExitStatus::Done)
}
