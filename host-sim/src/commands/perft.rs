//! `host-sim perft`: counts the leaves of the game tree.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use wedge_engine::{Board, Size, perft};

use crate::engine::board_size::{BoardSize, ForSize};
use crate::io::csv_file::rate;
use crate::io::exit_status::ExitStatus;
use crate::io::progress::progress_bar;

/// The options of `host-sim perft`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim perft 11
  host-sim perft 8 --size 6
  host-sim perft 12 --size 4x5

Prints the number of ways to play D plies from the start position, where a pass
counts as a ply, and the speed on standard error. D = 11 on the 8x8 board gives
212258800.")]
pub struct PerftArgs {
    /// Plies to play, up to 20
    #[arg(value_name = "D", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Squares along one side of the board, or columns and rows from 4 to 8, such as 4x6
    #[arg(long, default_value_t = BoardSize::EIGHT)]
    size: BoardSize,
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let started = Instant::now();
    let leaves = args.size.run(Count { depth: args.depth });
    let seconds = started.elapsed().as_secs_f64();
    let millions = rate(leaves, seconds) as f64 / 1e6;
    writeln!(out, "{leaves}")?;
    eprintln!("{seconds:.3} s, {millions:.1} million leaves a second");
    Ok(ExitStatus::Done)
}

struct Count {
    depth: u32,
}

impl ForSize for Count {
    type Output = u64;

    fn run<S: Size>(self) -> u64 {
        count::<S>(self.depth)
    }
}

/// Plies after which the progress bar counts positions.
const SPLIT: u32 = 5;

/// Counts the leaves. A tree that takes seconds is split near the root to show progress.
fn count<S: Size>(depth: u32) -> u64 {
    if depth < SPLIT + 6 {
        return perft(&Board::<S>::start(), depth);
    }
    let (mut boards, mut ended) = (vec![Board::<S>::start()], 0);
    for _ in 0..SPLIT {
        let mut next = Vec::new();
        for board in boards {
            // On small boards games end and players pass within a few plies.
            let moves = board.legal_moves();
            next.extend(moves.into_iter().filter_map(|square| board.play(square)));
            if moves.is_empty() && board.is_over() {
                ended += 1;
            } else if moves.is_empty() {
                next.push(board.pass());
            }
        }
        boards = next;
    }
    let bar = progress_bar("perft", boards.len());
    let counts = boards.iter().map(|board| {
        let leaves = perft(board, depth - SPLIT);
        bar.inc(1);
        leaves
    });
    let leaves = ended + counts.sum::<u64>();
    bar.finish_and_clear();
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting_near_the_root_counts_the_same() {
        use wedge_engine::{Rectangle, Six};
        assert_eq!(count::<Six>(11), perft(&Board::<Six>::start(), 11));
        assert_eq!(count::<Rectangle<4, 4>>(11), perft(&Board::<Rectangle<4, 4>>::start(), 11));
    }
}
