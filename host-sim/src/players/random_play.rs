//! Games of random moves, drawn from a seed.

use wedge_engine::{Game, Position, Size, SplitMix64};

/// A game of random moves, broken off after `plies`, passes counted.
#[must_use]
pub fn random_game<S: Size>(seed: u64, plies: usize, start: Position<S>) -> Game<S> {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::from_position(start);
    while !game.is_over() && game.moves().len() < plies {
        let mv = game.position().random_move(&mut random);
        // A move drawn from the legal ones cannot be refused.
        if mv.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Eight, Six};

    use super::*;

    #[test]
    fn a_game_depends_on_its_seed_and_ends_by_the_rules_or_after_its_plies() {
        for seed in 0..20 {
            let game = random_game(seed, usize::MAX, Position::<Six>::start());
            assert!(game.is_over());
            let part = random_game(seed, 10, Position::<Six>::start());
            assert_eq!(part.moves(), &game.moves()[..10]);
        }
        let of = |seed| random_game(seed, 20, Position::<Eight>::start());
        assert_ne!(of(1), of(2));
    }
}
