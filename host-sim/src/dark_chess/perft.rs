//! `host-sim dark-chess perft`: counts lines of play.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use wedge_dark_chess::{Piece, Ply, Position, perft};

use crate::io::exit_status::ExitStatus;
use crate::io::progress::progress_bar;
use crate::io::worker_pool;

/// The options of `host-sim dark-chess perft`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim dark-chess perft 3

Prints the number of lines of D plies from the start; a flip counts once for
each kind of piece that it may reveal. D = 4 gives 30871352640.")]
pub(super) struct PerftArgs {
    /// Plies to play, up to 5
    #[arg(value_name = "D", value_parser = clap::value_parser!(u32).range(0..=5))]
    depth: u32,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
}

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let started = Instant::now();
    let lines = count(args.depth, args.threads.into())?;
    writeln!(out, "{lines}")?;
    eprintln!("{:.3} s", started.elapsed().as_secs_f64());
    Ok(ExitStatus::Done)
}

/// Counts the lines, a job for each first ply.
fn count(depth: u32, threads: usize) -> Result<u64> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(1) };
    let start = Position::START;
    let first: Vec<Position> = (start.actions().iter())
        .flat_map(|action| Piece::all().map(|piece| Ply::Flip(action.from(), piece)))
        .filter_map(|ply| start.after(ply))
        .collect();
    let bar = progress_bar("perft", first.len());
    let mut sum = 0;
    let worker = || Ok(|job: u64| Some(perft(&first[job as usize], rest)));
    worker_pool::run_ordered(threads, 0..first.len() as u64, worker, |_, lines: u64| {
        sum += lines;
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting_at_the_root_counts_the_same() {
        for (depth, lines) in [(0, 1), (1, 448), (2, 192_448)] {
            assert_eq!(count(depth, 2).unwrap(), lines);
        }
    }
}
