//! `host-sim train import`: positions of tournament games with their exact scores.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::{Color, Position, Score};

use super::positions_file::{Labelled, PositionsWriter};
use crate::formats::game_file::read_wthor;
use crate::formats::wthor::WthorGame;
use crate::io::exit_status::ExitStatus;

/// What `host-sim train import` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  host-sim train import WTH_2016.wtb WTH_2017.wtb --out tournaments.pos

WTHOR files give for each game the result with best play from some number of
empty squares on, in most files 24. This command takes the position at that
point, with that score.")]
pub(crate) struct ImportArgs {
    /// WTHOR files (.wtb)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file of positions to write
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub(crate) fn run(args: &ImportArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let mut positions = Vec::new();
    let (mut games, mut years) = (0, Vec::new());
    for path in &args.files {
        let file = read_wthor(path)?;
        let depth = file.header().depth;
        ensure!(depth > 0, "{}: expected a file with theoretical scores", path.display());
        years.push(file.header().year.to_string());
        for game in file.games() {
            games += 1;
            positions.extend(solved(&game?, depth.into()));
        }
    }
    let recipe = format!("import years={}", years.join(","));
    PositionsWriter::open(&args.out, &recipe, false)?.write(&positions)?;
    writeln!(
        out,
        "{}: {} positions of {games} games; the other games ended earlier",
        args.out.display(),
        positions.len()
    )?;
    Ok(ExitStatus::Done)
}

/// The position of a game with so many empty squares and its score, unless the game ended earlier.
fn solved(game: &WthorGame, empties: u32) -> Option<Labelled> {
    let mut position = Position::default();
    for &mv in game.game.moves() {
        // After a pass, if there is one: only positions with a legal move are evaluated.
        if position.board().empties() == empties && !position.must_pass() {
            let black = Score::from_discs(2 * i32::from(game.best_discs) - 64);
            let value = if position.side() == Color::Black { black } else { -black };
            return Some(Labelled { board: position.board(), value });
        }
        position = position.play(mv)?;
    }
    None
}
