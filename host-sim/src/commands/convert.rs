//! `host-sim convert`: converts games from one format to another.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::formats::game_file::{self, Format};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::io::value_enum::parse_value;

/// The options of `host-sim convert`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim convert WTH_1999.wtb games.ggf
  host-sim convert game.txt game.ggf
  host-sim convert WTH_1999.wtb --game 12 game.sgf

GAMES is a WTHOR (.wtb), GGF or SGF file, a game log of this program, a text
file with one transcript a line, or a game itself as it was pasted: a
transcript, a numbered list, a web address with the moves in a parameter. The
format of OUT follows from its extension (wtb, ggf, sgf, txt or transcript), or
from --to.")]
pub struct ConvertArgs {
    /// The games
    #[arg(value_name = "GAMES")]
    from: String,
    /// The file to write
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Convert only the game with this number, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<Format>,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read, or the format cannot hold a game; then nothing is written.
pub fn run(args: &ConvertArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let ending = args.out.extension().unwrap_or_default().to_string_lossy();
    let shown = args.out.display();
    let format = match args.to {
        Some(format) => format,
        None => parse_value("format", &ending.to_ascii_lowercase())
            .with_context(|| shown.to_string())?,
    };
    let games = match args.game {
        Some(_) => vec![game_file::read_one(&args.from, args.game)?],
        None => game_file::read(&args.from)?,
    };
    let bytes = game_file::write(&games, format).with_context(|| shown.to_string())?;
    let [file] = output_file::open_all([Some(args.out.as_path())], args.force)?;
    let mut file = file.context("no file")?.begin()?;
    file.write_all(&bytes).with_context(|| format!("{shown}: cannot be written"))?;
    match games.len() {
        1 => writeln!(out, "One game written to {shown}")?,
        count => writeln!(out, "{count} games written to {shown}")?,
    }
    Ok(ExitStatus::Done)
}
