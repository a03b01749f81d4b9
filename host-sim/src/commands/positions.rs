//! `host-sim positions`: searches positions, each with an empty table.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::setup::Setup;
use crate::engine::suite_search::{default_limit, search_problems};
use crate::formats::rows::PositionRow;
use crate::formats::suite::{self, Problem, Suite};
use crate::io::exit_status::ExitStatus;
use crate::io::fingerprint::Fingerprint;
use crate::io::resumable::{CsvArgs, check_board, check_count};
use crate::io::shard::{ShardArgs, merge_rows};
use crate::report::summary;

/// The options of `host-sim positions`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim positions --suite ffo1-19 --exact
  host-sim positions problems.obf --depth 10 --csv problems.csv
  host-sim positions --suite ffo40-49 --time 5 --eval stability --tt-bits 26
  host-sim positions many.obf --depth 10 --shard 1/4 --csv part-1.csv
  host-sim positions many.obf --depth 10 --merge part-*.csv --csv whole.csv

FILE holds one position a line: 64 squares (X black, O white, - empty; also * .
0 1 2) and the player to move, then, if known, the scores of its moves as OBF:
`; f5:+12; d6:-4; % name`. A board may also take eight lines, with the player to
move on the ninth. Lines that begin with # or % are comments.

Without a limit, positions with up to 20 empty squares are solved and others
searched to depth 12.

Each row is written as soon as it is ready, so Ctrl-C keeps the finished ones.
An existing file is never overwritten without --force; --resume continues after
its last row.

--shard 1/4 searches every fourth position, on a machine of its own; --merge
with the same options joins the files of all parts, and refuses gaps, overlaps
and other settings (docs/guide/scale.md).")]
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
    #[command(flatten)]
    shards: ShardArgs,
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
    let problems: Vec<Problem> = (problems.into_iter().enumerate())
        .filter(|(at, _)| args.shards.shard.has(*at))
        .map(|(_, problem)| problem)
        .collect();
    let limit = args.limit.limit();
    let mut table = HeapTable::new(args.setup.tt_bits)?;
    let run = args.setup.fingerprint(&table);
    let merged = merged(args, &problems, limit, &run)?;
    let (mut rows, mut csv) =
        args.csv.open(|rows| check_resumed(rows, &problems, limit, &run), out)?;
    if let (Some(csv), Some(merged)) = (&mut csv, &merged) {
        merged.iter().try_for_each(|row| csv.write(row))?;
    }
    rows.extend(merged.into_iter().flatten());
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

/// The rows of all parts, if there are parts to join.
fn merged(
    args: &PositionsArgs,
    problems: &[Problem],
    limit: Option<Limit>,
    run: &Fingerprint,
) -> Result<Option<Vec<PositionRow>>> {
    if args.shards.merge.is_empty() {
        return Ok(None);
    }
    let names: Vec<String> = problems.iter().map(|problem| problem.name.clone()).collect();
    let places: HashMap<&str, usize> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let rows = merge_rows(
        &args.shards.merge,
        &names,
        |row: &PositionRow| places.get(row.name.as_str()).copied(),
        |line, at, row| check_row(line, row, &problems[at], limit, run),
    )?;
    Ok(Some(rows))
}

/// Checks that the rows of an interrupted run are the first rows of this one.
fn check_resumed(
    rows: &[PositionRow],
    problems: &[Problem],
    limit: Option<Limit>,
    run: &Fingerprint,
) -> Result<()> {
    check_count(rows.len(), problems.len(), "position")?;
    for (at, (row, problem)) in rows.iter().zip(problems).enumerate() {
        check_row(at + 2, row, problem, limit, run).context("--resume")?;
    }
    Ok(())
}

/// Checks that a row, which is in this line, is of this position and this run.
fn check_row(
    line: usize,
    row: &PositionRow,
    problem: &Problem,
    limit: Option<Limit>,
    run: &Fingerprint,
) -> Result<()> {
    let wanted = limit.unwrap_or_else(|| default_limit(problem)).to_string();
    if row.name != problem.name || row.limit != wanted {
        bail!(
            "line {line} of the CSV file is `{}` with limit {}: expected `{}` with limit {wanted}",
            row.name,
            row.limit,
            problem.name
        );
    }
    check_board(line, &row.name, &row.board, &problem.position)?;
    run.check_row(line, &row.run)
}
