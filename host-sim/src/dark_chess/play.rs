//! `host-sim dark-chess play`: against the engine, a line a turn.

use std::io::{BufRead, Write};

use anyhow::Result;
use clap::Args;
use wedge_dark_chess::{Action, Color, Deal, Ending, Game};

use super::player::{PLAYER_HELP, PlayerSpec};
use crate::io::exit_status::ExitStatus;

/// The options of `host-sim dark-chess play`.
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("\
Examples:
  host-sim dark-chess play
  host-sim dark-chess play --against best:nodes=1000 --second

Enter b5 to flip b5, b2-b3 to move or capture; actions lists what is legal, quit ends.

{PLAYER_HELP}"))]
pub(super) struct PlayArgs {
    /// The opponent
    #[arg(long, value_name = "P", default_value = "best")]
    against: PlayerSpec,
    /// Let the opponent begin
    #[arg(long)]
    second: bool,
    /// The number of the deal; by the clock if none is given
    #[arg(long, value_name = "N")]
    deal: Option<u64>,
}

pub(super) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let by_clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_millis() as u64);
    let deal = Deal::new(args.deal.unwrap_or_else(by_clock));
    let memory = args.against.memory()?;
    let mut opponent = args.against.player(&memory, 0)?;
    let mut game = Game::default();
    let mut lines = std::io::stdin().lock().lines();
    let mine = u32::from(args.second);
    while game.ending().is_none() {
        let is_mine = game.plies() % 2 == mine;
        let action = if is_mine {
            writeln!(out, "\n{}", game.position().picture())?;
            let side = game
                .position()
                .side()
                .map_or("no colour yet".into(), |side: Color| side.to_string());
            write!(out, "you ({side}): ")?;
            out.flush()?;
            let Some(line) = lines.next().transpose()? else { return Ok(ExitStatus::Done) };
            match line.trim() {
                "quit" => return Ok(ExitStatus::Done),
                "actions" => {
                    let actions = game.position().actions();
                    let names: Vec<String> = actions.iter().map(ToString::to_string).collect();
                    writeln!(out, "{}", names.join(" "))?;
                    continue;
                }
                text => match text.parse::<Action>() {
                    Ok(action) if game.position().is_legal(action) => action,
                    Ok(action) => {
                        writeln!(out, "{action} is not legal: `actions` lists what is")?;
                        continue;
                    }
                    Err(error) => {
                        writeln!(out, "`{text}`: {error}, actions or quit")?;
                        continue;
                    }
                },
            }
        } else {
            opponent.choose(&game)?.action
        };
        let ply = deal.ply(action);
        if !is_mine {
            writeln!(out, "{}: {ply}", args.against)?;
        } else if action.is_flip() {
            writeln!(out, "{ply}")?;
        }
        game.play(ply)?;
        opponent.played(ply)?;
    }
    writeln!(out, "\n{}", game.position().picture())?;
    let lost = game.plies() % 2 == mine;
    let result = match game.ending() {
        Some(Ending::NoMove) if lost => "you lose".to_owned(),
        Some(Ending::NoMove) | None => "you win".to_owned(),
        Some(draw) => draw.to_string(),
    };
    writeln!(out, "{result} after {} plies", game.plies())?;
    Ok(ExitStatus::Done)
}
