//! `host-sim dark-chess turn`: a position in one file, the answer in another, for a referee that starts
//! the program once a turn.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use wedge_dark_chess::{DEFAULT_QUIET_LIMIT, Game, Position, Rules};

use super::player::{PLAYER_HELP, PlayerSpec};
use crate::io::exit_status::ExitStatus;

/// The options of `host-sim dark-chess turn`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim dark-chess turn
  host-sim dark-chess turn position.txt answer.txt --player best:time=3

The first file has a position in four words on one line: ranks 8 to 1 with ?
face down and . empty, the side to move (r, b, or - before the first flip), the
letters of the pieces that are face down or -, and the plies since the last
capture or flip. The second file gets the action: b2-b3, or b5 for a flip. It is
replaced at each turn. Cycles before the position are not known.

{PLAYER_HELP}"))]
pub(super) struct TurnArgs {
    /// The file with the position
    #[arg(value_name = "BOARD", default_value = "board.txt")]
    board: PathBuf,
    /// The file for the action
    #[arg(value_name = "MOVE", default_value = "move.txt")]
    answer: PathBuf,
    /// Who thinks
    #[arg(long, value_name = "P", default_value = "best:time=1")]
    player: PlayerSpec,
    /// Plies without capture or flip that make a draw
    #[arg(long, value_name = "PLIES", default_value_t = DEFAULT_QUIET_LIMIT,
          value_parser = clap::value_parser!(u8).range(1..))]
    quiet: u8,
}

pub(super) fn run(args: &TurnArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let board = args.board.display();
    let text = fs::read_to_string(&args.board).with_context(|| board.to_string())?;
    let position: Position = text.parse().map_err(|error| anyhow!("{board}: {error}"))?;
    let game = Game::new(position, Rules::quiet_limit(args.quiet));
    if let Some(ending) = game.ending() {
        return Err(anyhow!("{board}: the game is over ({ending}): expected a side that can act"));
    }
    let memory = args.player.memory()?;
    let choice = args.player.player(&memory, 0)?.choose(&game)?;
    // Whole or not at all: the referee may look at any time.
    let part = args.answer.with_extension("part");
    fs::write(&part, format!("{}\n", choice.action))
        .and_then(|()| fs::rename(&part, &args.answer))
        .with_context(|| args.answer.display().to_string())?;
    writeln!(out, "{}", choice.action)?;
    Ok(ExitStatus::Done)
}
