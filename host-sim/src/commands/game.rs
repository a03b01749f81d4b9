//! `host-sim game`: plays a game between two players.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use wedge_engine::{Eight, Position, Six, Size};

use crate::arena::single_game::{Outputs, play};
use crate::formats::game_log;
use crate::formats::suite::parse_board;
use crate::io::csv_file::CsvFile;
use crate::io::exit_status::ExitStatus;
use crate::io::output_file::{self, OutputFile};
use crate::players::player::{PLAYER_HELP, PlayerSpec};

/// The options of `host-sim game`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim game
  host-sim game --black wedge:depth=10 --white random:seed=7 --txt game.txt
  host-sim game --size 6 --black wedge:depth=10,eval=discs --white first

{PLAYER_HELP}

Each player keeps its transposition table through the game. Without --csv and
--txt the game log goes to standard output. An existing file is never
overwritten without --force."))]
pub struct GameArgs {
    /// The player of black, who moves first
    #[arg(long, value_name = "P", default_value = "wedge:depth=8")]
    black: PlayerSpec,
    /// The player of white
    #[arg(long, value_name = "P", default_value = "wedge:depth=8")]
    white: PlayerSpec,
    /// Squares along one side of the board
    #[arg(long, default_value = "8", value_parser = ["6", "8"])]
    size: String,
    /// The first position: the squares from a1 on (X black, O white, - empty), then the side to move
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    start: Option<String>,
    /// Write a row for each move to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Write the game log, with every board drawn, to this file
    #[arg(long, value_name = "OUT")]
    txt: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &GameArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    if args.size == "6" { run_sized::<Six>(args, out) } else { run_sized::<Eight>(args, out) }
}

fn run_sized<S: Size>(args: &GameArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let start = match &args.start {
        Some(text) => parse_board::<S>(text).with_context(|| format!("--start `{text}`"))?,
        None => Position::start(),
    };
    let players = [args.black.clone(), args.white.clone()];
    let memories = [args.black.memory()?, args.white.memory()?];
    let to_files = args.csv.is_some() || args.txt.is_some();
    let game = {
        let files = output_file::open_all([args.csv.as_deref(), args.txt.as_deref()], args.force)?;
        let [csv, txt] = files.map(|file| file.map(OutputFile::begin).transpose());
        let outputs = Outputs {
            csv: csv?.map(CsvFile::new).transpose()?,
            txt: match txt? {
                Some(file) => Some(Box::new(BufWriter::new(file))),
                None if to_files => None,
                None => Some(Box::new(&mut *out)),
            },
        };
        play(&players, &memories, start, outputs)?
    };
    if to_files {
        writeln!(out, "{}", game_log::result(&game))?;
    }
    Ok(ExitStatus::of(game.is_over()))
}
