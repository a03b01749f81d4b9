//! Endgame problems: positions in which one move wins and every other one does not.
//!
//! The problems are positions of the engine's own games, solved, and sorted by the number of empty
//! squares. `host-sim puzzles --make FILE` makes such a file again; a test solves every problem.

pub mod maker;
pub mod scores;

use anyhow::{Context, Result, ensure};
use wedge_engine::Position;

use crate::formats::suite;

/// The built-in problems, made by `host-sim puzzles --make host-sim/data/puzzles.obf`.
const BUILT_IN: &str = include_str!("../../data/puzzles.obf");

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position; the side to move wins with one move only.
    pub position: Position,
    /// The final margin with best play.
    pub best: i32,
}

/// The built-in problems, the easy ones first.
///
/// # Errors
/// If the built-in data is damaged, which a test rules out.
pub fn built_in() -> Result<Vec<Puzzle>> {
    let problems = suite::parse(BUILT_IN, "problem")?;
    ensure!(!problems.is_empty(), "no problem in the built-in file");
    problems
        .into_iter()
        .map(|problem| {
            let best = problem.best_score().context("a problem without a score")?;
            Ok(Puzzle { position: problem.position, best })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Limits, Move, Options, Search, Standard};

    use super::*;
    use crate::engine::heap_table::HeapTable;

    /// Every problem is what it claims: its scores are those of separate searches of each move, one
    /// move wins, and the problems get no easier.
    #[test]
    fn every_problem_has_one_winning_move() {
        let table = HeapTable::new("16".parse().unwrap()).unwrap();
        let mut search = Search::new(Standard, Some(table.view()), Options::default());
        let problems: Vec<suite::Problem> = suite::parse(BUILT_IN, "problem").unwrap();
        assert!(problems.len() >= 40, "{}", problems.len());
        let mut before = 0;
        for problem in &problems {
            let board = problem.position.board();
            let mut wins = 0;
            for square in board.legal_moves() {
                let after = problem.position.play(Move::Play(square)).unwrap();
                let score = -search.think(&after, &Limits::EXACT, &mut ()).score.discs();
                let given = problem.scores.iter().find(|(mv, _)| *mv == Move::Play(square));
                assert_eq!(
                    given.map(|(_, score)| *score),
                    Some(score),
                    "{} {square}",
                    problem.name
                );
                wins += u32::from(score > 0);
            }
            assert_eq!(wins, 1, "{}", problem.name);
            assert!(board.legal_moves().len() >= 3, "{}", problem.name);
            assert!(board.empties() >= before, "{}", problem.name);
            before = board.empties();
        }
        assert_eq!(built_in().unwrap().len(), problems.len());
    }
}
