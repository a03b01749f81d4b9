//! `host-sim compare`: the cost of search algorithms and move orderings, as a Markdown table.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use wedge_engine::Certainty;

use crate::engine::eval::Eval;
use crate::engine::heap_table::{HeapTable, TableBits};
use crate::engine::limit::{Limit, parse_depth};
use crate::engine::setup::{MoveOrdering, SearchAlgorithm, Setup};
use crate::engine::suite_search::search_problems;
use crate::formats::rows::{CompareRow, PositionRow};
use crate::formats::suite::{Problem, Suite};
use crate::io::csv_file::{CsvFile, Seconds};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::io::text_table::TextTable;
use crate::io::value_enum::value_name;
use crate::report::summary::totals;

/// The options of `host-sim compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim compare
  host-sim compare --suite ffo40-49 --depth 5 --deep 8 --csv compare.csv
  host-sim compare --suite middle --selective 8,12

Prints two Markdown tables of nodes and seconds for the whole suite: one at a
depth that plain minimax still reaches, and a deeper one without minimax. The
transposition table is cleared before each position. The command fails if two
searches disagree on a score.

With --selective it shows instead, for each certainty, how many nodes ProbCut
saves and how far the scores are from those of the full search.")]
pub struct CompareArgs {
    /// Built-in positions
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Suite::Ffo1To19)]
    suite: Suite,
    /// Plies for all searches
    #[arg(long, value_name = "D", default_value = "7", value_parser = parse_depth)]
    depth: u8,
    /// Plies for all searches but minimax
    #[arg(long, value_name = "D", default_value = "10", value_parser = parse_depth)]
    deep: u8,
    /// The evaluation: the board's, unless another is named
    #[arg(long, value_name = "EVAL", value_parser = str::parse::<Eval>, default_value = "patterns")]
    eval: Eval,
    /// Entries of the table as a power of two, 16 bytes each
    #[arg(long, value_name = "B", default_value = "18")]
    tt_bits: TableBits,
    /// Compare certainties at these depths instead
    #[arg(long, value_name = "D,..", value_delimiter = ',', value_parser = parse_depth,
          conflicts_with_all = ["depth", "deep", "csv"])]
    selective: Vec<u8>,
    /// Write a row for each search to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Replace the CSV file if it exists
    #[arg(long, requires = "csv")]
    force: bool,
}

/// The searches, from the plainest to the best. The order of moves does not matter to minimax.
const STEPS: [(SearchAlgorithm, MoveOrdering); 7] = [
    (SearchAlgorithm::Minimax, MoveOrdering::Static),
    (SearchAlgorithm::AlphaBeta, MoveOrdering::Static),
    (SearchAlgorithm::AlphaBeta, MoveOrdering::History),
    (SearchAlgorithm::AlphaBeta, MoveOrdering::Full),
    (SearchAlgorithm::NegaScout, MoveOrdering::Static),
    (SearchAlgorithm::NegaScout, MoveOrdering::History),
    (SearchAlgorithm::NegaScout, MoveOrdering::Full),
];

/// Runs the command.
///
/// # Errors
/// If two searches disagree, or the output cannot be written.
pub fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let problems = args.suite.problems()?;
    let mut table = HeapTable::new(args.tt_bits)?;
    if !args.selective.is_empty() {
        return compare_certainties(args, &problems, &mut table, out);
    }
    let [file] = output_file::open_all([args.csv.as_deref()], args.force)?;
    let mut csv = file.map(|file| CsvFile::new(file.begin()?)).transpose()?;
    for (depth, steps) in [(args.depth, &STEPS[..]), (args.deep, &STEPS[1..])] {
        let suite = value_name(&args.suite);
        let (eval, bits) = (args.eval, args.tt_bits);
        writeln!(out, "{suite}, depth {depth}, evaluation {eval}, 2^{bits} table entries:\n")?;
        let mut text =
            TextTable::new(&["search", "ordering", "nodes", "seconds", "nodes to first"])
                .left(&[0, 1])
                .markdown();
        let mut first: Option<Vec<PositionRow>> = None;
        for &(search, ordering) in steps {
            let (eval, tt_bits) = (args.eval, args.tt_bits);
            let certainty = Certainty::FULL;
            let setup = Setup { search, ordering, eval, certainty, tt_bits, ..Setup::default() };
            let mut rows = Vec::new();
            search_problems(&problems, Some(Limit::Depth(depth)), setup, &mut table, |row| {
                rows.push(row);
                Ok(())
            })?;
            if rows.len() < problems.len() {
                writeln!(out, "{text}")?;
                return Ok(ExitStatus::Interrupted);
            }
            let first = first.get_or_insert_with(|| rows.clone());
            let names = (value_name(&search), value_name(&ordering));
            check_scores(&problems, first, &rows, &names)?;
            let (nodes, seconds) = totals(&rows);
            let part = nodes as f64 / totals(first).0 as f64;
            let (search_name, ordering_name) = names;
            let unordered = search == SearchAlgorithm::Minimax;
            let ordering_name = if unordered { String::new() } else { ordering_name };
            if let Some(csv) = &mut csv {
                csv.write(&CompareRow {
                    suite: suite.clone(),
                    depth,
                    eval: args.eval.to_string(),
                    tt_bits: bits.to_string(),
                    search: search_name.clone(),
                    ordering: ordering_name.clone(),
                    nodes,
                    seconds: Seconds(seconds),
                })?;
            }
            text.row([
                search_name,
                ordering_name,
                nodes.to_string(),
                format!("{seconds:.2}"),
                format!("{:.2} %", part * 100.0),
            ]);
        }
        writeln!(out, "{text}\n")?;
    }
    Ok(ExitStatus::Done)
}

/// Prints a row for each certainty at each depth, beginning with the full search.
fn compare_certainties(
    args: &CompareArgs,
    problems: &[Problem],
    table: &mut HeapTable,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let (suite, eval, bits) = (value_name(&args.suite), args.eval, args.tt_bits);
    let count = problems.len();
    writeln!(out, "{suite}, {count} positions, evaluation {eval}, 2^{bits} table entries:\n")?;
    let mut text = TextTable::new(&[
        "depth",
        "certainty",
        "nodes",
        "of full",
        "mean error",
        "RMS error",
        "largest",
        "other move",
    ])
    .markdown();
    for &depth in &args.selective {
        let mut full: Option<Vec<PositionRow>> = None;
        for certainty in Certainty::ALL.into_iter().rev() {
            let setup = Setup { eval, tt_bits: bits, certainty, ..Setup::default() };
            let mut rows = Vec::new();
            search_problems(problems, Some(Limit::Depth(depth)), setup, table, |row| {
                rows.push(row);
                Ok(())
            })?;
            if rows.len() < count {
                writeln!(out, "{text}")?;
                return Ok(ExitStatus::Interrupted);
            }
            let full = full.get_or_insert_with(|| rows.clone());
            let errors = || full.iter().zip(&rows).map(|(full, row)| row.score.0 - full.score.0);
            let others = full.iter().zip(&rows).filter(|(full, row)| full.best != row.best).count();
            let mean = |of: fn(f64) -> f64| errors().map(of).sum::<f64>() / count.max(1) as f64;
            let nodes = totals(&rows).0;
            text.row([
                depth.to_string(),
                certainty.to_string(),
                nodes.to_string(),
                format!("{:.1} %", 100.0 * nodes as f64 / totals(full).0 as f64),
                format!("{:.2}", mean(f64::abs)),
                format!("{:.2}", mean(|error| error * error).sqrt()),
                format!("{:.2}", errors().fold(0.0, |most: f64, error| most.max(error.abs()))),
                others.to_string(),
            ]);
        }
    }
    writeln!(out, "{text}\n\nErrors are in discs, against the full search of the same depth.")?;
    Ok(ExitStatus::Done)
}

/// Checks that a search finds the same scores as the first.
fn check_scores(
    problems: &[Problem],
    first: &[PositionRow],
    rows: &[PositionRow],
    (search, ordering): &(String, String),
) -> Result<()> {
    for ((problem, first), row) in problems.iter().zip(first).zip(rows) {
        anyhow::ensure!(
            first.score == row.score,
            "{}: {search} with ordering {ordering} gives {}: expected {} as the first search",
            problem.name,
            row.score,
            first.score
        );
    }
    Ok(())
}
