//! `host-sim agent`: answers a state file with an action file.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use wedge_engine::{Limits, Move};

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::setup::Setup;
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::protocols::agent::{Answers, read_state};

/// What `host-sim agent` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim agent state action
  timeout 10 host-sim agent state action
  host-sim agent state action --time 5

STATE holds the player to move (1 is black, 2 is white), the board as eight rows of eight numbers
(0 is empty), the number of valid squares, and these, each as row and column from 0 on.

A line `row col` goes into ACTION at once, and another each time a better move is found, until the
program is stopped, a limit is met or the position is solved: the last line is the move. What was in
ACTION before is replaced. If there is no valid square, nothing is written.")]
pub struct AgentArgs {
    /// The state of the game
    state: PathBuf,
    /// Where the move goes
    action: PathBuf,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    setup: Setup,
}

/// Runs the command.
///
/// # Errors
/// If the state is none, or the action cannot be written.
pub fn run(args: &AgentArgs) -> Result<ExitStatus> {
    let shown = args.state.display();
    let text = fs::read_to_string(&args.state).with_context(|| shown.to_string())?;
    let position = read_state(&text).with_context(|| shown.to_string())?;
    let table = HeapTable::new(args.setup.tt_bits)?;
    let [file] = output_file::open_all([Some(args.action.as_path())], true)?;
    let mut file = file.context("no file")?.begin()?;
    let limits = args.limit.limit().map_or(Limits::EXACT, Limit::limits);
    let mut answers = Answers::new(&mut file);
    // Should the program be stopped before the first search ends.
    answers.write(position.moves().next().unwrap_or(Move::Pass));
    let report = args.setup.searcher(&table).think(&position, &limits, &mut answers);
    answers.write(report.best);
    answers.end(&args.action)?;
    // Being stopped is how this program ends.
    Ok(ExitStatus::Done)
}
