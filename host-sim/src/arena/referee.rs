//! One game of a match, under its rules: clocks are kept, and whoever fails loses.

use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;
use wedge_engine::{Color, Game, Position, Size};

use super::game_loop::{ForfeitCause, GameEnd, PlayedMove, play_game};
use super::game_row::{GameEnding, GameRow, MatchId, TournamentKind};
use super::schedule::ScheduledGame;
use crate::formats::game_log;
use crate::io::csv_file::Seconds;
use crate::io::fingerprint::Fingerprint;
use crate::players::player::{Choice, Memory, Player, PlayerSpec};

/// What all games of a match are played by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Who plays.
    pub players: Vec<PlayerSpec>,
    /// Time for all moves of a side, if there is a limit.
    pub clock: Option<Duration>,
    /// What random players draw from.
    pub seed: u64,
    /// What the rows say of all this.
    pub id: MatchId,
    /// The settings and files that the games depend on.
    pub run: Fingerprint,
    /// What kind of tournament it is.
    pub tournament: TournamentKind,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its row.
    pub row: GameRow,
    /// Its game log.
    pub log: Vec<u8>,
}

/// A side that lost before the game was over.
struct Forfeit {
    side: Color,
    ending: GameEnding,
    note: String,
}

impl Forfeit {
    fn new(side: Color, cause: &ForfeitCause) -> Self {
        let (ending, note) = match cause {
            ForfeitCause::Clock { taken, left } => {
                let (taken, left) = (taken.as_secs_f64(), left.as_secs_f64());
                (GameEnding::Clock, format!("{taken:.3} s for a move with {left:.3} s left"))
            }
            ForfeitCause::Illegal(illegal) => (GameEnding::Illegal, illegal.to_string()),
            ForfeitCause::Failed(error) => (GameEnding::Failed, format!("{error:#}")),
        };
        // A refusal may have several lines; a note has one.
        let lines: Vec<&str> = note.split(['\n', '\r']).map(str::trim).collect();
        Self { side, ending, note: format!("{side}: {}", lines.join(" / ")) }
    }
}

impl Rules {
    /// Plays a game; `None` after Ctrl-C.
    ///
    /// # Errors
    /// If there is no memory for the players. What a player does wrong is no error: it loses.
    pub fn play<S: Size>(&self, fixture: &ScheduledGame<S>) -> Result<Option<Played>> {
        let specs = fixture.seats.map(|seat| &self.players[seat]);
        let [black, white] = specs.map(ToString::to_string);
        let seeded = fixture.seats.map(|seat| self.seeded(fixture, seat));
        let memories = [seeded[0].memory()?, seeded[1].memory()?];
        let mut game = Game::from_position(fixture.opening.start());
        let mut log = Vec::new();
        game_log::begin(&mut log, &black, &white, &game.position())?;
        for &mv in fixture.opening.moves() {
            let side = game.position().side();
            game.play(mv)?;
            let choice = Choice::without_report(mv);
            PlayedMove { side, choice, time: Duration::ZERO }.log(&game, &mut log)?;
        }
        let players = start_player(&seeded[0], &memories[0], Color::Black)
            .and_then(|black| Ok([black, start_player(&seeded[1], &memories[1], Color::White)?]));
        let (end, spent) = match players {
            Ok(mut players) => {
                let bar = ProgressBar::hidden();
                play_game(&mut game, &mut players, self.clock, &bar, |game, played| {
                    Ok(played.log(game, &mut log)?)
                })?
            }
            Err((side, cause)) => (GameEnd::Forfeit(side, cause), Default::default()),
        };
        let forfeit = match end {
            GameEnd::Over => None,
            GameEnd::Interrupted => return Ok(None),
            GameEnd::Forfeit(side, cause) => Some(Forfeit::new(side, &cause)),
        };
        game_log::end(&mut log, &game)?;
        if let Some(forfeit) = &forfeit {
            let Forfeit { side, note, .. } = forfeit;
            log.extend(format!("forfeit: {side} loses: {note}\n").bytes());
        }
        let (ending, [black_discs, white_discs]) = outcome(&game, forfeit.as_ref());
        let row = GameRow {
            game: fixture.game,
            stage: fixture.stage.clone(),
            black,
            white,
            black_discs,
            white_discs,
            ending,
            black_seconds: Seconds(spent[0].time.as_secs_f64()),
            white_seconds: Seconds(spent[1].time.as_secs_f64()),
            black_nodes: spent[0].nodes,
            white_nodes: spent[1].nodes,
            opening: fixture.opening.to_string(),
            moves: game.to_string(),
            note: forfeit.map_or_else(String::new, |forfeit| forfeit.note),
            id: self.id,
            tournament: Some(self.tournament),
            size: Some(S::SIDE),
            run: self.run.clone(),
        };
        Ok(Some(Played { row, log }))
    }

    /// A player with the seed that it has in this game.
    fn seeded<S: Size>(&self, fixture: &ScheduledGame<S>, seat: usize) -> PlayerSpec {
        self.players[seat].with_seed(fixture.seed(self.seed, seat))
    }
}

/// Starts a player; a program that does not start loses.
fn start_player<'m, S: Size>(
    spec: &PlayerSpec,
    memory: &'m Memory,
    side: Color,
) -> Result<Box<dyn Player<S> + 'm>, (Color, ForfeitCause)> {
    spec.player(memory).map_err(|error| (side, ForfeitCause::Failed(error)))
}

/// How the game ended, and the discs of black and white.
fn outcome<S: Size>(game: &Game<S>, forfeit: Option<&Forfeit>) -> (GameEnding, [u32; 2]) {
    let squares = (S::SIDE * S::SIDE) as u32;
    match forfeit {
        Some(Forfeit { side: Color::Black, ending, .. }) => (*ending, [0, squares]),
        Some(Forfeit { side: Color::White, ending, .. }) => (*ending, [squares, 0]),
        None => {
            let position = game.position();
            let margin = position.result_for_black();
            let black = ((squares as i32 + margin) / 2) as u32;
            let ending =
                if is_wipe_out(&position) { GameEnding::WipeOut } else { GameEnding::Played };
            (ending, [black, squares - black])
        }
    }
}

fn is_wipe_out<S: Size>(position: &Position<S>) -> bool {
    [Color::Black, Color::White].iter().any(|&color| position.discs(color).is_empty())
}
