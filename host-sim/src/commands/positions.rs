//! `host-sim positions`: searches positions, each with an empty table.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::setup::Setup;
use crate::engine::suite_search::{default_limit, search_problems};
use crate::formats::rows::PositionRow;
use crate::formats::suite::{self, Problem, Suite};
use crate::io::exit_status::ExitStatus;
use crate::io::resumable::{CsvArgs, check_count};
use crate::report::summary;

/// The options of `host-sim positions`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim positions --suite ffo1-19 --exact
  host-sim positions problems.obf --depth 10 --csv problems.csv
  host-sim positions --suite ffo40-49 --time 5 --eval stability --tt-bits 26

FILE holds one position a line: 64 squares (X black, O white, - empty; also * .
0 1 2) and the player to move, then, if known, the scores of its moves as OBF:
`; f5:+12; d6:-4; % name`. A board may also take eight lines, with the player to
move on the ninth. Lines that begin with # or % are comments.

Without a limit, positions with up to 20 empty squares are solved and others
searched to depth 12.

Each row is written as soon as it is ready, so Ctrl-C keeps the finished ones.
An existing file is never overwritten without --force; --resume continues after
its last row.")]
pub struct PositionsArgs {
    /// Positions to search, as boards or OBF lines
    #[arg(conflicts_with = "suite")]
    file: Option<PathBuf>,
    /// Built-in positions
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Suite::Default)]
    suite: Suite,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    csv: CsvArgs,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &PositionsArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let problems = match &args.file {
        Some(path) => suite::read(path)?,
        None => args.suite.problems()?,
    };
    let limit = args.limit.limit();
    let mut table = HeapTable::new(args.setup.tt_bits)?;
    let (mut rows, mut csv) = args.csv.open(|rows| check_resumed(rows, &problems, limit), out)?;
    let done = rows.len();
    search_problems(&problems[done..], limit, args.setup, &mut table, |row| {
        if let Some(csv) = &mut csv {
            csv.write(&row)?;
        }
        rows.push(row);
        Ok(())
    })?;
    summary::print(&problems, &rows, out)?;
    Ok(ExitStatus::of(rows.len() == problems.len()))
}

/// Checks that the rows of an interrupted run are the first rows of this one.
fn check_resumed(rows: &[PositionRow], problems: &[Problem], limit: Option<Limit>) -> Result<()> {
    check_count(rows.len(), problems.len(), "position")?;
    for (at, (row, problem)) in rows.iter().zip(problems).enumerate() {
        let wanted = limit.unwrap_or_else(|| default_limit(problem)).to_string();
        if row.name != problem.name || row.limit != wanted {
            bail!(
                "--resume: line {} of the CSV file is `{}` with limit {}: expected `{}` with limit \
                 {wanted}",
                at + 2,
                row.name,
                row.limit,
                problem.name
            );
        }
    }
    Ok(())
}
