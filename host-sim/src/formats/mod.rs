//! The forms in which games are kept and exchanged: readers and writers.
//!
//! Transcripts ([`Game`]) and OBF ([`Obf`](wedge_engine::Obf)) are the engine's own, since a board
//! reads them too; the program's game log is [`game_log`](crate::formats::game_log).

use wedge_engine::Game;

pub mod game_file;
pub mod game_log;
pub mod ggf;
mod properties;
pub mod rows;
pub mod sgf;
pub mod suite;
pub mod wthor;

/// A game and who played it: what all formats can tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Who played black; empty if nobody wrote it down.
    pub black: String,
    /// Who played white.
    pub white: String,
    /// The moves.
    pub game: Game,
}

#[cfg(test)]
pub(crate) mod tests {
    use wedge_engine::{Game, Position, SplitMix64};

    /// A game of random moves, broken off after some of them.
    pub(crate) fn random_game(seed: u64, plies: usize, start: Position) -> Game {
        let mut random = SplitMix64::new(seed);
        let mut game = Game::from_position(start);
        while !game.is_over() && game.moves().len() < plies {
            let mv = game.position().random_move(&mut random).unwrap();
            game.play(mv).unwrap();
        }
        game
    }
}
