//! The names of openings.
//!
//! The names are those that players use; the lines begin with f5 as most books print them. A
//! position is compared under all symmetries, so that any first move and any order of moves counts.

use wedge_engine::{Board, Eight, Game, Position, Size};

/// Each opening with the moves that lead to it, the general ones before their variations.
const OPENINGS: &[(&str, &str)] = &[
    ("Diagonal", "f5f6"),
    ("Parallel", "f5f4"),
    ("Perpendicular", "f5d6"),
    ("X-square", "f5f6e6f4g7"),
    ("Snake", "f5f6e6f4g6"),
    ("Heath", "f5f6e6f4g5"),
    ("Raccoon Dog", "f5f6e6f4g4"),
    ("Cow", "f5f6e6f4e3"),
    ("Chimney", "f5f6e6f4e3d6"),
    ("Rose-v-Toth", "f5f6e6f4e3c5g5"),
    ("Tanida", "f5f6e6f4e3c5c4"),
    ("Landau", "f5f6e6f4e3c5c4d3c3"),
    ("Maruoka", "f5f6e6f4e3c5c4d3f3e2"),
    ("Buffalo", "f5f6e6f4c3"),
    ("Hokuriku Buffalo", "f5f6e6f4c3c4"),
    ("Wing", "f5f6d3f4"),
    ("Semi-Wing", "f5f6c4f4"),
    ("Tiger", "f5d6c3d3c4"),
    ("Stephenson", "f5d6c3d3c4f4f6"),
    ("Kung", "f5d6c3d3c4f4f6b4"),
    ("No-Kung", "f5d6c3d3c4f4f6g5"),
    ("Comp'Oth", "f5d6c3d3c4f4f6f3"),
    ("Leader's Tiger", "f5d6c3d3c4f4e6"),
    ("Brightwell", "f5d6c3d3c4f4e3"),
    ("Rose-Bill", "f5d6c3d3c4f4c5b3c2"),
    ("Tamenori", "f5d6c3d3c4f4c5b3c2e6"),
    ("Ishii", "f5d6c3d3c4f4c5b4b5c6f3e6e3"),
    ("Aubrey", "f5d6c3d3c4b3"),
    ("Ganglion", "f5d6c3g5"),
    ("No-Cat", "f5d6c4g5"),
    ("Swallow", "f5d6c4g5c6"),
    ("Italian", "f5d6c4d3e6"),
    ("Cat", "f5d6c4d3c5"),
    ("Sakaguchi", "f5d6c4d3c5f4e3f3c2c6"),
    ("Horse", "f5d6c5f4d3"),
    ("Mimura", "f5d6c5f4e3d3"),
    ("Shaman", "f5d6c5f4e3c6f3"),
    ("Inoue", "f5d6c5f4e3c6e6"),
    ("Iago", "f5d6c5f4e3c6e6f6"),
    ("Bhagat", "f5d6c5f4e3c6d7"),
    ("Ralle", "f5d6c5f4e3c6d3f3"),
    ("Rose", "f5d6c5f4e3c6d3f6e6d7"),
    ("Flat", "f5d6c5f4e3c6d3f6e6d7g4"),
    ("Rotating Flat", "f5d6c5f4e3c6d3f6e6d7g4c4"),
    ("Murakami", "f5d6c5f4e3c6d3f6e6d7g4c4g6"),
    ("Rose-Birth", "f5d6c5f4e3c6d3f6e6d7g3c4"),
    ("Rose-Birdie", "f5d6c5f4e3c6d3f6e6d7g3c4b4"),
    ("Greenberg", "f5d6c5f4e3c6d3f6e6d7e7"),
];

/// The name of the last named opening that a game went through.
#[must_use]
pub fn name<S: Size>(game: &Game<S>) -> Option<&'static str> {
    if S::AREA != Eight::AREA || game.start() != Position::start() {
        return None;
    }
    let longest = OPENINGS.iter().map(|(_, moves)| moves.len() / 2).max()?;
    let mut replayed = Game::<Eight>::default();
    let mut found = None;
    for (ply, &mv) in game.moves().iter().take(longest).enumerate() {
        replayed.play(mv).ok()?;
        let here = replayed.position().board().canonical();
        found = OPENINGS
            .iter()
            .filter(|(_, moves)| moves.len() / 2 == ply + 1)
            .find(|(_, moves)| board(moves).is_some_and(|board| board == here))
            .map(|&(name, _)| name)
            .or(found);
    }
    found
}

/// The moves of an opening by its name, in upper or lower case.
#[must_use]
pub fn moves(name: &str) -> Option<&'static str> {
    OPENINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, moves)| moves)
}

/// The names of all openings, the general ones before their variations.
pub fn names() -> impl Iterator<Item = &'static str> {
    OPENINGS.iter().map(|&(name, _)| name)
}

fn board(moves: &str) -> Option<Board> {
    Some(moves.parse::<Game>().ok()?.position().board().canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_a_game_and_has_its_own_name() {
        let mut names = std::collections::BTreeSet::new();
        for (name, moves) in OPENINGS {
            let game: Game = moves.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(super::name(&game), Some(*name), "{moves}");
            assert!(names.insert(name), "{name} twice");
            assert_eq!(super::moves(&name.to_uppercase()), Some(*moves));
        }
    }

    #[test]
    fn symmetric_games_and_later_moves_have_the_name() {
        for (moves, wanted) in [
            ("", None),
            ("f5", None),
            ("c4e3f6e6f5", Some("Tiger")),
            ("d3c5f6f5e6", Some("Tiger")),
            ("e6f4c3c4d3", Some("Tiger")),
            ("f5d6c3d3c4f4f6f3e6e7", Some("Comp'Oth")),
        ] {
            let game: Game = moves.parse().unwrap();
            assert_eq!(name(&game), wanted, "{moves}");
        }
    }
}
