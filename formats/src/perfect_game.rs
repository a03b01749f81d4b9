//! The published perfect game: a line of play in which, if the solution of Othello is right, neither
//! player errs. It ends in a draw.

use wedge_engine::{Eight, Game, Position, Size};

/// The game, as published with the weak solution (arXiv 2310.19387).
pub const MOVES: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1\
                         f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

/// The game.
#[must_use]
pub fn game() -> Game {
    // A test replays it.
    MOVES.parse().unwrap_or_default()
}

/// The number of the first move after which a game is no longer on this line, from 1, whatever the
/// image of the board. `None` if all of it is, or if it does not begin at the start. Another move may
/// keep the draw as well: the solution does not say.
#[must_use]
pub fn left_by<S: Size>(played: &Game<S>) -> Option<usize> {
    if S::AREA != Eight::AREA || played.start() != Position::start() {
        return None;
    }
    let perfect = game();
    let mut replayed = Game::<Eight>::default();
    let mut here = Position::<Eight>::start();
    for (ply, &mv) in played.moves().iter().enumerate() {
        replayed.play(mv).ok()?;
        let on_line = perfect.moves().get(ply).and_then(|&mv| here.play(mv));
        match on_line {
            Some(next) if next.board().canonical() == replayed.position().board().canonical() => {
                here = next;
            }
            _ => return Some(ply + 1),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use wedge_engine::Six;

    use super::*;

    #[test]
    fn the_game_replays_to_a_draw() {
        let game = game();
        assert_eq!(game.to_string(), MOVES);
        assert!(game.is_over());
        assert_eq!(game.position().result_for_black(), 0);
        assert_eq!(game.position().board().empties(), 0);
    }

    #[test]
    fn a_game_leaves_the_line_with_its_first_other_move() {
        let left = |moves: &str| left_by::<Eight>(&moves.parse().unwrap());
        assert_eq!(left(MOVES), None);
        assert_eq!(left(""), None);
        // The same moves in another image of the board.
        assert_eq!(left("d3c5"), None);
        assert_eq!(left("f5d6c3d3c4b3"), Some(6));
        assert_eq!(left("f5f4"), Some(2));
        assert_eq!(left_by(&Game::<Six>::from_position(Position::start())), None);
        let elsewhere = Game::<Eight>::from_position(
            "XXXXXXXXOOOOOOOO-------------------------------------OX--------- X".parse().unwrap(),
        );
        assert_eq!(left_by(&elsewhere), None);
    }
}
