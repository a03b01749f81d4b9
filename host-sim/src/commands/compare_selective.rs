//! What believing shallower searches saves, and what it costs.

use std::io::Write;

use anyhow::Result;
use wedge_engine::Certainty;

use super::compare::CompareArgs;
use crate::commands::positions::{self, PositionRow};
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::Limit;
use crate::engine::setup::Setup;
use crate::formats::suite::Problem;
use crate::io::exit_status::ExitStatus;
use crate::io::text_table::TextTable;
use crate::io::words::word;
use crate::report::summary::totals;

/// Prints a table with a row for each certainty at each depth, from the full search on.
pub(super) fn compare(
    args: &CompareArgs,
    problems: &[Problem],
    table: &mut HeapTable,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let (suite, eval, bits) = (word(args.suite), args.eval, args.tt_bits);
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
            positions::search(problems, Some(Limit::Depth(depth)), setup, table, |row| {
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
