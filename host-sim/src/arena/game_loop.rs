//! The game loop: asks the players for their moves in turn, keeps the clock, and applies the rules.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;
use wedge_engine::{Color, Game, IllegalMoveError, Move, Size};

use crate::formats::game_log;
use crate::io::progress::{SearchProgress, interrupted};
use crate::players::player::{Choice, Player};

/// A move of the game.
pub(crate) struct PlayedMove {
    /// Who made it.
    pub(crate) side: Color,
    /// The move, and the report of its search.
    pub(crate) choice: Choice,
    /// The time it took.
    pub(crate) time: Duration,
}

impl PlayedMove {
    /// Writes the move to the log of `game`, whose last move it is.
    pub(crate) fn log<S: Size>(&self, game: &Game<S>, out: &mut dyn Write) -> io::Result<()> {
        let report = self.choice.report.as_ref();
        let thought = report.map(|report| (report, self.time));
        let (ply, after) = (game.moves().len(), game.position());
        game_log::step(out, ply, self.side, self.choice.mv, thought, &after)
    }
}

/// The time and the nodes that a side used.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spent {
    pub(crate) time: Duration,
    pub(crate) nodes: u64,
}

/// Why the loop ended.
pub(crate) enum GameEnd {
    /// Neither side can move.
    Over,
    /// Ctrl-C.
    Interrupted,
    /// A side loses before the game is over.
    Forfeit(Color, ForfeitCause),
}

/// Why a side forfeits the game.
pub(crate) enum ForfeitCause {
    /// It took longer for a move than its clock had left.
    Clock { taken: Duration, left: Duration },
    /// Its move is against the rules.
    Illegal(IllegalMoveError),
    /// It made no move.
    Failed(anyhow::Error),
}

/// Plays a game from where it stands. Players are black first; `clock` is the time of a side for
/// all its moves. `on_move` sees the game after each move, passes included.
///
/// # Errors
/// If `on_move` fails. What a player does wrong is a forfeit, not an error.
pub(crate) fn play_game<S: Size>(
    game: &mut Game<S>,
    players: &mut [Box<dyn Player<S> + '_>; 2],
    clock: Option<Duration>,
    bar: &ProgressBar,
    mut on_move: impl FnMut(&Game<S>, &PlayedMove) -> Result<()>,
) -> Result<(GameEnd, [Spent; 2])> {
    let mut spent = [Spent::default(); 2];
    players.iter_mut().for_each(|player| player.begin(game));
    let end = loop {
        if game.is_over() {
            break GameEnd::Over;
        }
        if interrupted() {
            break GameEnd::Interrupted;
        }
        let position = game.position();
        let side = position.side();
        let (player, spent) = (&mut players[side as usize], &mut spent[side as usize]);
        let mut played =
            PlayedMove { side, choice: Choice::without_report(Move::Pass), time: Duration::ZERO };
        if !position.must_pass() {
            let left = clock.map(|clock| clock.saturating_sub(spent.time));
            if let Some(left) = left {
                player.time_left(left);
            }
            let mut progress = SearchProgress::start(bar).with_time_limit(left);
            let choice = player.choose(&position, &mut progress);
            let taken = progress.elapsed();
            spent.time += taken;
            if interrupted() {
                break GameEnd::Interrupted;
            }
            if let Some(left) = left.filter(|&left| taken > left) {
                break GameEnd::Forfeit(side, ForfeitCause::Clock { taken, left });
            }
            match choice {
                Ok(choice) => (played.choice, played.time) = (choice, taken),
                Err(error) => break GameEnd::Forfeit(side, ForfeitCause::Failed(error)),
            }
        }
        if let Err(illegal) = game.play(played.choice.mv) {
            break GameEnd::Forfeit(side, ForfeitCause::Illegal(illegal));
        }
        spent.nodes += played.choice.report.as_ref().map_or(0, |report| report.nodes);
        on_move(game, &played)?;
    };
    Ok((end, spent))
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Observer, Position};

    use super::*;
    use crate::players::player::PlayerSpec;

    /// A player that always gives the same answer.
    struct Fixed(Result<Move, &'static str>, Duration);

    impl Player<Eight> for Fixed {
        fn choose(&mut self, _: &Position, _: &mut dyn Observer) -> Result<Choice> {
            std::thread::sleep(self.1);
            self.0.map(Choice::without_report).map_err(anyhow::Error::msg)
        }
    }

    /// Plays this black player against the first legal move; how it ended, and the moves seen.
    fn play_black(black: Fixed, clock: Option<Duration>) -> (GameEnd, usize) {
        let spec: PlayerSpec = "first".parse().unwrap();
        let memory = spec.memory().unwrap();
        let mut players =
            [Box::new(black) as Box<dyn Player<Eight>>, spec.player(&memory).unwrap()];
        let (mut game, mut moves) = (Game::default(), 0);
        let bar = ProgressBar::hidden();
        let (end, _) = play_game(&mut game, &mut players, clock, &bar, |game, _| {
            moves += 1;
            assert_eq!(game.moves().len(), moves);
            Ok(())
        })
        .unwrap();
        (end, moves)
    }

    #[test]
    fn a_side_that_fails_or_breaks_a_rule_forfeits() {
        let f5 = Move::Play("f5".parse().unwrap());
        // The second f5 is on an occupied square.
        let (end, moves) = play_black(Fixed(Ok(f5), Duration::ZERO), None);
        assert!(matches!(end, GameEnd::Forfeit(Color::Black, ForfeitCause::Illegal(_))));
        assert_eq!(moves, 2);
        let (end, moves) = play_black(Fixed(Err("gone"), Duration::ZERO), None);
        let GameEnd::Forfeit(Color::Black, ForfeitCause::Failed(error)) = end else { panic!() };
        assert_eq!((error.to_string().as_str(), moves), ("gone", 0));
        let slow = Fixed(Ok(f5), Duration::from_millis(20));
        let (end, moves) = play_black(slow, Some(Duration::from_millis(5)));
        assert!(matches!(end, GameEnd::Forfeit(Color::Black, ForfeitCause::Clock { .. })));
        assert_eq!(moves, 0);
    }

    #[test]
    fn a_whole_game_reaches_every_move() {
        let spec: PlayerSpec = "first".parse().unwrap();
        let memories = [spec.memory().unwrap(), spec.memory().unwrap()];
        let mut players = memories.each_ref().map(|memory| spec.player::<Eight>(memory).unwrap());
        let (mut game, mut seen) = (Game::default(), Vec::new());
        let (end, spent) =
            play_game(&mut game, &mut players, None, &ProgressBar::hidden(), |_, played| {
                seen.push(played.choice.mv);
                Ok(())
            })
            .unwrap();
        assert!(matches!(end, GameEnd::Over) && game.is_over());
        assert_eq!(seen, game.moves());
        assert!(spent.iter().all(|spent| spent.nodes == 0));
    }
}
