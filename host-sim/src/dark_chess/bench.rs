//! `host-sim dark-chess bench`: the search's signature and speed.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use wedge_dark_chess::bench;
use wedge_engine::Table;

use crate::io::csv_file::rate;
use crate::io::exit_status::ExitStatus;
use crate::io::text_table::TextTable;

/// The options of `host-sim dark-chess bench`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim dark-chess bench | tail -1

Runs a fixed set of searches with a table of 4096 slots, as on the board. The
last line is the signature, the number of nodes: it is the same on every
machine, and it stays the same if a change does not change the behaviour of the
search.")]
pub(super) struct BenchArgs {}

pub(super) fn run(out: &mut dyn Write) -> Result<ExitStatus> {
    let memory = Box::new(Table::<{ bench::TABLE_ENTRIES }>::new());
    let mut table = TextTable::new(&["face down", "depth", "score", "action", "nodes"]).left(&[3]);
    let started = Instant::now();
    let nodes = bench::run(memory.view().with_payload(), |game, report| {
        table.row([
            game.position().face_down().len().to_string(),
            report.depth.to_string(),
            report.score.to_string(),
            report.best.map(|best| best.to_string()).unwrap_or_default(),
            report.nodes.to_string(),
        ]);
    });
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "{table}\n")?;
    let thousands = rate(nodes, seconds) / 1000;
    writeln!(out, "search: {nodes} nodes, {seconds:.3} s, {thousands} thousand nodes a second")?;
    writeln!(out, "signature: {nodes}")?;
    Ok(ExitStatus::Done)
}
