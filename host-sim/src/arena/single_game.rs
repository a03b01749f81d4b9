//! A single game, written to a CSV file and a game log move by move.

use std::io::Write;

use anyhow::{Context, Result, anyhow};
use wedge_engine::{Color, Game, Position, Size};

use super::game_loop::{ForfeitCause, GameEnd, PlayedMove, play_game};
use crate::formats::game_log;
use crate::formats::rows::MoveRow;
use crate::io::csv_file::{CsvFile, Seconds, rate};
use crate::io::progress::progress_bar;
use crate::players::player::{Memory, PlayerSpec};

/// The outputs of a game; each is optional.
#[derive(Default)]
pub struct Outputs<'o> {
    /// A row for each move.
    pub csv: Option<CsvFile<MoveRow>>,
    /// The game log.
    pub txt: Option<Box<dyn Write + 'o>>,
}

/// Plays a game; black's player and memory come first. Ctrl-C ends it after the last complete move.
///
/// # Errors
/// If a player fails or moves against the rules, or an output cannot be written.
pub fn play<S: Size>(
    specs: &[PlayerSpec; 2],
    memories: &[Memory; 2],
    start: Position<S>,
    mut outputs: Outputs<'_>,
) -> Result<Game<S>> {
    let mut game = Game::from_position(start);
    let mut players = [specs[0].player(&memories[0])?, specs[1].player(&memories[1])?];
    if let Some(txt) = &mut outputs.txt {
        game_log::begin(txt, &specs[0].to_string(), &specs[1].to_string(), &start)?;
    }
    let bar = progress_bar("game", start.board().empties() as usize);
    let (end, _) = play_game(&mut game, &mut players, None, &bar, |game, played| {
        outputs.write(game, played)?;
        bar.set_position((start.board().empties() - game.position().board().empties()).into());
        Ok(())
    })?;
    bar.finish_and_clear();
    match end {
        GameEnd::Over | GameEnd::Interrupted => {}
        GameEnd::Forfeit(side, ForfeitCause::Illegal(illegal)) => {
            return Err(illegal).with_context(|| specs[side as usize].to_string());
        }
        GameEnd::Forfeit(_, ForfeitCause::Failed(error)) => return Err(error),
        GameEnd::Forfeit(side, ForfeitCause::Clock { .. }) => {
            return Err(anyhow!("{side} is out of time"));
        }
    }
    if let Some(txt) = &mut outputs.txt {
        game_log::end(txt, &game)?;
    }
    Ok(game)
}

impl Outputs<'_> {
    /// Writes the last move of a game.
    fn write<S: Size>(&mut self, game: &Game<S>, played: &PlayedMove) -> Result<()> {
        if let Some(csv) = &mut self.csv {
            let PlayedMove { side, choice, time } = played;
            let (seconds, after) = (time.as_secs_f64(), game.position());
            let report = choice.report.as_ref();
            csv.write(&MoveRow {
                ply: game.moves().len(),
                side: side.to_string(),
                mv: choice.mv.to_string(),
                score: report.map(|report| report.score.into()),
                depth: report.map(|report| report.depth),
                seconds: Seconds(seconds),
                nodes: report.map(|report| report.nodes),
                nps: report.map(|report| rate(report.nodes, seconds)),
                black: after.discs(Color::Black).len(),
                white: after.discs(Color::White).len(),
            })?;
        }
        if let Some(txt) = &mut self.txt {
            played.log(game, txt)?;
        }
        Ok(())
    }
}
