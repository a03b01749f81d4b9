//! `host-sim positions`: independent positions, each with an empty table.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use wedge_engine::Eight;

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::setup::Setup;
use crate::formats::suite::{self, Problem, Suite};
use crate::io::csv_file::{Discs, Row, Seconds, rate};
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{Watch, interrupted, progress_bar, transcript};
use crate::io::resumable::{CsvArgs, check_count};
use crate::io::words;
use crate::report::summary;

/// What `host-sim positions` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim positions --suite ffo1-19 --exact
  host-sim positions problems.obf --depth 10 --csv problems.csv
  host-sim positions --suite ffo40-49 --time 5 --eval stability --tt-bits 26

FILE holds one position a line: 64 squares (X black, O white, - empty; also * . 0 1 2) and the
player to move, then, if known, the scores of its moves as OBF: `; f5:+12; d6:-4; % name`. A board
may also stand in eight rows with the player to move in the ninth. Lines that begin with # or %
are comments.

Without a limit, positions with up to 20 empty squares are solved and others searched to depth 12.

Rows go into the CSV file as they are made, so Ctrl-C leaves those that are done. A file that is
there already is never written over unless you say --force; --resume goes on after its last row.")]
pub struct PositionsArgs {
    /// Positions to search, as boards or OBF lines
    #[arg(conflicts_with = "suite")]
    file: Option<PathBuf>,
    /// Positions that the program carries
    #[arg(long, value_name = "NAME", default_value = "default",
          value_parser = words::parser::<Suite>())]
    suite: Suite,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    csv: CsvArgs,
}

/// A row of the report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionRow {
    /// The position's name.
    pub name: String,
    /// Who is to move.
    pub side: String,
    /// Empty squares.
    pub empties: u32,
    /// How far the search was to go.
    pub limit: String,
    /// The depth that was finished.
    pub depth: u8,
    /// What the position is worth to the mover, in discs.
    pub score: Discs,
    /// How the score bounds the true one at this depth.
    pub bound: String,
    /// The best move.
    #[serde(rename = "move")]
    pub best: String,
    /// How play goes on, the best move first.
    pub line: String,
    /// Time taken.
    pub seconds: Seconds,
    /// Moves tried.
    pub nodes: u64,
    /// Moves tried a second.
    pub nps: u64,
    /// The part of the table that is in use, 0 to 1.
    pub table_fill: f64,
}

impl Row for PositionRow {
    const HEADER: &'static [&'static str] = &[
        "name",
        "side",
        "empties",
        "limit",
        "depth",
        "score",
        "bound",
        "move",
        "line",
        "seconds",
        "nodes",
        "nps",
        "table_fill",
    ];
}

/// Without a limit of the user's choice.
const fn usual_limit(problem: &Problem) -> Limit {
    Limit::usual(problem.position.board().empties())
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
    search(&problems[done..], limit, args.setup, &mut table, |row| {
        if let Some(csv) = &mut csv {
            csv.write(&row)?;
        }
        rows.push(row);
        Ok(())
    })?;
    summary::print(&problems, &rows, out)?;
    Ok(ExitStatus::of(rows.len() == problems.len()))
}

/// Whether rows are the beginning of what this run would make.
fn check_resumed(rows: &[PositionRow], problems: &[Problem], limit: Option<Limit>) -> Result<()> {
    check_count(rows.len(), problems.len(), "position")?;
    for (at, (row, problem)) in rows.iter().zip(problems).enumerate() {
        let wanted = limit.unwrap_or_else(|| usual_limit(problem)).to_string();
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

/// Searches positions one by one, the table cleared before each, and hands over a row for each.
/// Ctrl-C ends it after the last row that is whole.
///
/// # Errors
/// What `keep` returns, and if there is no memory for the table.
pub fn search(
    problems: &[Problem],
    limit: Option<Limit>,
    setup: Setup,
    table: &mut HeapTable,
    mut keep: impl FnMut(PositionRow) -> Result<()>,
) -> Result<()> {
    let bar = progress_bar("positions", problems.len());
    for problem in problems {
        table.clear()?;
        let limit = limit.unwrap_or_else(|| usual_limit(problem));
        let mut searcher = setup.searcher::<Eight>(table);
        let mut watch = Watch::start(&bar);
        let report = searcher.think(&problem.position, &limit.limits(), &mut watch);
        let seconds = watch.elapsed().as_secs_f64();
        if interrupted() {
            break;
        }
        keep(PositionRow {
            name: problem.name.clone(),
            side: problem.position.side().to_string(),
            empties: problem.position.board().empties(),
            limit: limit.to_string(),
            depth: report.depth,
            score: Discs::from(report.score),
            bound: report.bound.to_string(),
            best: report.best.to_string(),
            line: transcript(&report.line),
            seconds: Seconds(seconds),
            nodes: report.nodes,
            nps: rate(report.nodes, seconds),
            table_fill: f64::from(table.view().fill_permille()) / 1000.0,
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}
