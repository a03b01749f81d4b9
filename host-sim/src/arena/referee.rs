//! One game of a match, under its rules: clocks are kept, and whoever fails loses.

use std::time::{Duration, Instant};

use anyhow::Result;
use wedge_engine::{Color, Game, IllegalMove, Move, Observer, Position, Size};

use super::game_row::{GameEnding, GameRow, MatchId, TournamentKind};
use super::schedule::ScheduledGame;
use crate::formats::game_log;
use crate::io::csv_file::Seconds;
use crate::io::progress::interrupted;
use crate::players::player::{Choice, Player, PlayerSpec};

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

/// Why a side lost without the game being over.
struct Forfeit {
    side: Color,
    ending: GameEnding,
    note: String,
}

/// What a side has used.
#[derive(Clone, Copy, Default)]
struct Spent {
    time: Duration,
    nodes: u64,
}

impl Rules {
    /// Plays a game; none if Ctrl-C came first.
    ///
    /// # Errors
    /// If there is no memory for the players. What a player does wrong is no error: it loses.
    pub fn play<S: Size>(&self, fixture: &ScheduledGame<S>) -> Result<Option<Played>> {
        let specs = fixture.seats.map(|seat| &self.players[seat]);
        let [black, white] = specs.map(ToString::to_string);
        let seeded = fixture.seats.map(|seat| self.seated(fixture, seat));
        let memories = [seeded[0].memory()?, seeded[1].memory()?];
        let mut game = Game::from_position(fixture.opening.start());
        let mut log = Vec::new();
        game_log::begin(&mut log, &black, &white, &game.position())?;
        for &mv in fixture.opening.moves() {
            make_move(&mut game, &Choice { mv, report: None }, 0.0, &mut log)?;
        }
        let mut spent = [Spent::default(); 2];
        let forfeit = match seat(&seeded[0], &memories[0], Color::Black)
            .and_then(|black| Ok([black, seat(&seeded[1], &memories[1], Color::White)?]))
        {
            Ok(mut seats) => {
                seats.iter_mut().for_each(|player| player.begin(&game));
                self.play_on(&mut game, &mut seats, &mut spent, &mut log)?
            }
            Err(forfeit) => Some(forfeit),
        };
        if interrupted() {
            return Ok(None);
        }
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
        };
        Ok(Some(Played { row, log }))
    }

    /// A player with the seed that it has in this game.
    fn seated<S: Size>(&self, fixture: &ScheduledGame<S>, seat: usize) -> PlayerSpec {
        self.players[seat].with_seed(fixture.seed(self.seed, seat))
    }

    /// Plays until the game is over, someone forfeits, or Ctrl-C.
    fn play_on<S: Size>(
        &self,
        game: &mut Game<S>,
        seats: &mut [Box<dyn Player<S> + '_>; 2],
        spent: &mut [Spent; 2],
        log: &mut Vec<u8>,
    ) -> Result<Option<Forfeit>> {
        while !game.is_over() && !interrupted() {
            let position = game.position();
            if position.must_pass() {
                make_move(game, &Choice { mv: Move::Pass, report: None }, 0.0, log)?;
                continue;
            }
            let side = position.side();
            let spent = &mut spent[side as usize];
            let left = self.clock.map(|clock| clock.saturating_sub(spent.time));
            if let Some(left) = left {
                seats[side as usize].time_left(left);
            }
            let mut timer = Timer { started: Instant::now(), left };
            let choice = seats[side as usize].choose(&position, &mut timer);
            let taken = timer.started.elapsed();
            spent.time += taken;
            if interrupted() {
                break;
            }
            let forfeit = |ending, note| Ok(Some(Forfeit { side, ending, note }));
            if let Some(left) = left.filter(|&left| taken > left) {
                let (taken, left) = (taken.as_secs_f64(), left.as_secs_f64());
                let note = format!("{side}: {taken:.3} s for a move with {left:.3} s left");
                return forfeit(GameEnding::Clock, note);
            }
            let choice = choice.and_then(|choice| {
                make_move(game, &choice, taken.as_secs_f64(), log)?;
                Ok(choice)
            });
            let choice = match choice {
                Ok(choice) => choice,
                Err(error) => {
                    let illegal = error.is::<IllegalMove>();
                    let ending = if illegal { GameEnding::Illegal } else { GameEnding::Failed };
                    return forfeit(ending, format!("{side}: {error:#}"));
                }
            };
            spent.nodes += choice.report.map_or(0, |report| report.nodes);
        }
        Ok(None)
    }
}

/// A player in its seat; a program that does not even start loses.
fn seat<'m, S: Size>(
    spec: &PlayerSpec,
    memory: &'m crate::players::player::Memory,
    side: Color,
) -> Result<Box<dyn Player<S> + 'm>, Forfeit> {
    spec.player(memory).map_err(|error| Forfeit {
        side,
        ending: GameEnding::Failed,
        note: format!("{side}: {error:#}"),
    })
}

/// Makes a move and logs it.
fn make_move<S: Size>(
    game: &mut Game<S>,
    choice: &Choice,
    seconds: f64,
    log: &mut Vec<u8>,
) -> Result<()> {
    let side = game.position().side();
    game.play(choice.mv)?;
    let thought = choice.report.as_ref().map(|report| (report, seconds));
    game_log::step(log, game.moves().len(), side, choice.mv, thought, &game.position())?;
    Ok(())
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

/// The clock of a move: it also stops whoever thinks longer than there is time.
struct Timer {
    started: Instant,
    left: Option<Duration>,
}

impl Observer for Timer {
    fn now_ms(&mut self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn stop(&mut self) -> bool {
        interrupted() || self.left.is_some_and(|left| self.started.elapsed() > left)
    }
}
