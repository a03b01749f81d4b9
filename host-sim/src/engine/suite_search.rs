//! Searches the positions of a suite, one row each.

use anyhow::Result;
use wedge_engine::{Bound, Certainty, Eight, Report};

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::Limit;
use crate::engine::setup::Setup;
use crate::formats::rows::PositionRow;
use crate::formats::suite::Problem;
use crate::io::csv_file::{Discs, Seconds, rate};
use crate::io::progress::{SearchProgress, interrupted, progress_bar, transcript};

/// The limit for a position if the user names none.
#[must_use]
pub const fn default_limit(problem: &Problem) -> Limit {
    Limit::default_for(problem.position.board().empties())
}

/// Searches the positions one by one and passes a row for each to `keep`. The table is cleared
/// before each position. Ctrl-C ends the run after the last complete row.
///
/// # Errors
/// If `keep` fails, or there is no memory for the table.
pub fn search_problems(
    problems: &[Problem],
    limit: Option<Limit>,
    setup: Setup,
    table: &mut HeapTable,
    mut keep: impl FnMut(PositionRow) -> Result<()>,
) -> Result<()> {
    let bar = progress_bar("positions", problems.len());
    let run = setup.fingerprint(table);
    for problem in problems {
        table.clear()?;
        let limit = limit.unwrap_or_else(|| default_limit(problem));
        let mut searcher = setup.searcher::<Eight>(table);
        let mut progress = SearchProgress::start(&bar);
        let report = searcher.think(&problem.position, &limit.limits(), &mut progress);
        let seconds = progress.elapsed().as_secs_f64();
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
            bound: bound(&report),
            best: report.best.to_string(),
            line: transcript(&report.line),
            seconds: Seconds(seconds),
            nodes: report.nodes,
            nps: rate(report.nodes, seconds),
            table_fill: f64::from(table.view().fill_permille()) / 1000.0,
            board: problem.position.to_string(),
            run: run.clone(),
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// What the score of a search is: `exact` if it is the proved final margin, and otherwise a `lower` or
/// an `upper` bound or an `estimate`. `estimate@68%` comes from a search with ProbCut at this
/// certainty.
fn bound(report: &Report) -> String {
    let bound = match report.bound {
        Bound::Exact if report.solved => return "exact".to_owned(),
        Bound::Exact => "estimate".to_owned(),
        one_sided => one_sided.to_string(),
    };
    match report.certainty {
        Certainty::FULL => bound,
        certainty => format!("{bound}@{}%", certainty.percent()),
    }
}
