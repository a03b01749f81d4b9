//! Random play: moves and whole games drawn from a seed, for openings, training games and tests.

use wedge_engine::{Game, Move, Position, Size, SplitMix64};

/// A legal move, each as likely as the others; a pass if there is none.
pub fn random_move<S: Size>(position: &Position<S>, random: &mut SplitMix64) -> Move {
    let legal = position.board().legal_moves();
    let pick = random.below(legal.len()) as usize;
    legal.into_iter().nth(pick).map_or(Move::Pass, Move::Play)
}

/// A game of random moves, broken off after `plies`, passes counted.
#[must_use]
pub fn random_game<S: Size>(seed: u64, plies: usize, start: Position<S>) -> Game<S> {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::from_position(start);
    while !game.is_over() && game.moves().len() < plies {
        let mv = random_move(&game.position(), &mut random);
        // A move drawn from the legal ones cannot be refused.
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use wedge_engine::Six;

    use super::*;

    #[test]
    fn every_legal_move_is_drawn() {
        let mut random = SplitMix64::new(1);
        let start = Position::start();
        let drawn: HashSet<Move> = (0..100).map(|_| random_move(&start, &mut random)).collect();
        assert_eq!(drawn.len(), 4);
        assert!(drawn.iter().all(|&mv| start.play(mv).is_some()));
    }

    #[test]
    fn a_game_depends_on_its_seed_and_ends_by_the_rules_or_after_its_plies() {
        for seed in 0..20 {
            let game = random_game(seed, usize::MAX, Position::<Six>::initial());
            assert!(game.is_over());
            let part = random_game(seed, 10, Position::<Six>::initial());
            assert_eq!(part.moves(), &game.moves()[..10]);
        }
        let of = |seed| random_game(seed, 20, Position::start());
        assert_ne!(of(1), of(2));
    }
}
