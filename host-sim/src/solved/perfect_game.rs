//! The published perfect game: a line of play in which, if the solution is right, neither player
//! errs.

use std::collections::HashSet;

use wedge_engine::{Board, Game};

/// The game, as published with the weak solution.
pub const MOVES: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1\
                         f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

/// The game.
#[must_use]
pub fn game() -> Game {
    // A test replays it.
    MOVES.parse().unwrap_or_default()
}

/// Its positions, to find where a game leaves them.
pub struct PerfectLine(HashSet<Board>);

impl Default for PerfectLine {
    fn default() -> Self {
        let game = game();
        let last = game.position().board();
        let boards = game.steps().map(|(position, _)| position.board()).chain([last]);
        Self(boards.map(|board| board.canonical()).collect())
    }
}

impl PerfectLine {
    /// The number of the first move of a game after which it is no longer on the line, from 1; 0 if
    /// its start is not on it, and `None` if all of it is.
    #[must_use]
    pub fn left_by(&self, game: &Game) -> Option<usize> {
        let has = |board: Board| self.0.contains(&board.canonical());
        if !has(game.start().board()) {
            return Some(0);
        }
        let after = game.steps().map(|(position, mv)| position.play(mv).unwrap_or(position));
        after.enumerate().find(|(_, position)| !has(position.board())).map(|(at, _)| at + 1)
    }
}

#[cfg(test)]
mod tests {
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
        let line = PerfectLine::default();
        let left = |moves: &str| line.left_by(&moves.parse().unwrap());
        assert_eq!(left(MOVES), None);
        assert_eq!(left(""), None);
        // The same moves in another image of the board.
        assert_eq!(left("d3c5"), None);
        assert_eq!(left("f5d6c3d3c4b3"), Some(6));
        assert_eq!(left("f5f4"), Some(2));
        let elsewhere = Game::from_position(
            "XXXXXXXXOOOOOOOO-------------------------------------OX--------- X".parse().unwrap(),
        );
        assert_eq!(line.left_by(&elsewhere), Some(0));
    }
}
