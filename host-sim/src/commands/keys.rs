//! `host-sim keys`: prints the keys of the hash.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use wedge_engine::zobrist::{Keys, SEED};
use wedge_engine::{Bitboard, Color};

use crate::io::exit_status::ExitStatus;

/// The options of `host-sim keys`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim keys
  host-sim keys --seed 1 | tail -1

Each line is a colour, a square and the 128 bits that a disc of that colour
there adds to the hash; then the two numbers of black and white to move; then
the rank of the 128 numbers of discs. Rank 128 of 128 means that no two boards
with the same side to move share a hash. The table keeps the side beside the
hash, so no two positions are taken for one another.")]
pub struct KeysArgs {
    /// Draw the numbers from this seed; the engine's own if left out
    #[arg(long, value_name = "S", default_value_t = SEED, hide_default_value = true)]
    seed: u64,
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &KeysArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let keys = Keys::from_seed(args.seed);
    let colors = [Color::Black, Color::White];
    for color in colors {
        for square in Bitboard(!0) {
            writeln!(out, "{color} {square} {:032x}", keys.disc(color, square))?;
        }
    }
    for color in colors {
        writeln!(out, "{color} to move {:032x}", keys.side(color))?;
    }
    writeln!(out, "rank {} of 128", keys.rank())?;
    Ok(ExitStatus::Done)
}
