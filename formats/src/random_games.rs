//! Games of random moves for the tests.

use wedge_engine::{Game, Position, Size, SplitMix64};

/// A game of random moves, broken off after `plies`, passes counted.
pub(crate) fn random_game<S: Size>(seed: u64, plies: usize, start: Position<S>) -> Game<S> {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::from_position(start);
    while !game.is_over() && game.moves().len() < plies {
        let mv = game.position().random_move(&mut random).unwrap();
        game.play(mv).unwrap();
    }
    game
}
