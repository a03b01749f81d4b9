//! `host-sim bench`: the engine's signature and speed.

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use wedge_engine::{Board, Table, bench, perft, reference};

use crate::io::csv_file::rate;
use crate::io::exit_status::ExitStatus;
use crate::io::text_table::TextTable;

/// The options of `host-sim bench`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim bench
  host-sim bench | tail -1

Runs a fixed set of searches with a table of 4096 entries, as on the board, then
counts the leaves of the game tree with bitboards and with the array board of
the original program. The last line is the signature, the number of nodes of all
searches: it is the same on every machine, and it stays the same if a change to
the engine does not change its behaviour.")]
pub struct BenchArgs {}

/// Plies that both move generators count: so few that a count is short, and some of many counts run
/// undisturbed by other programs.
const PERFT_DEPTH: u32 = 6;

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(out: &mut dyn Write) -> Result<ExitStatus> {
    let memory = Box::new(Table::<{ bench::TABLE_ENTRIES }>::new());
    let mut table =
        TextTable::new(&["position", "empties", "depth", "score", "move", "nodes", "ms"])
            .left(&[4]);
    let started = Instant::now();
    let mut last = started;
    let mut number = 0;
    let nodes = bench::run(memory.view(), |position, report| {
        number += 1;
        table.row([
            number.to_string(),
            position.board().empties().to_string(),
            report.depth.to_string(),
            report.score.to_string(),
            report.best.to_string(),
            report.nodes.to_string(),
            format!("{:.1}", last.elapsed().as_secs_f64() * 1e3),
        ]);
        last = Instant::now();
    });
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "{table}\n")?;
    let millions = rate(nodes, seconds) as f64 / 1e6;
    writeln!(out, "search: {nodes} nodes, {seconds:.3} s, {millions:.1} million nodes a second")?;
    compare_move_generators(out)?;
    writeln!(out, "signature: {nodes}")?;
    Ok(ExitStatus::Done)
}

/// Counts the same leaves with the bitboards and with the array board.
fn compare_move_generators(out: &mut dyn Write) -> Result<()> {
    let start = black_box(Board::default());
    let (leaves, fast) = leaves_a_second(|| perft(&start, PERFT_DEPTH));
    let (same, slow) = leaves_a_second(|| reference::perft(&start, PERFT_DEPTH));
    anyhow::ensure!(leaves == same, "perft {PERFT_DEPTH}: {leaves} leaves, the reference {same}");
    writeln!(
        out,
        "perft {PERFT_DEPTH}: bitboards {:.1}, array board {:.1} million leaves a second: {:.0} \
         times faster",
        fast / 1e6,
        slow / 1e6,
        fast / slow
    )?;
    Ok(())
}

/// Repeats a count for half a second and returns the best rate, the least disturbed one.
fn leaves_a_second(count: impl Fn() -> u64) -> (u64, f64) {
    let started = Instant::now();
    let (mut leaves, mut best) = (0, 0.0_f64);
    while started.elapsed().as_secs_f64() < 0.5 {
        let round = Instant::now();
        leaves = black_box(count());
        best = best.max(leaves as f64 / round.elapsed().as_secs_f64());
    }
    (leaves, best)
}
