//! Searches that give the same result on every machine: a test runs them on the emulated chip and on
//! the PC, and compares what the two print.

use core::fmt;

use crate::evaluation::{Evaluator, Standard};
use crate::rules::Position;
use crate::search::{Limits, Options, Report, Search, TableView};
use crate::types::SplitMix64;

/// The searches: empty squares of the position, and depth in plies (64 solves the position).
const PLAN: [(u32, u8); 12] = [
    (58, 6),
    (52, 6),
    (46, 6),
    (40, 6),
    (34, 6),
    (28, 6),
    (22, 6),
    (16, 6),
    (44, 8),
    (12, 64),
    (10, 64),
    (8, 64),
];

/// The positions, from random games, and the limits of their searches, from the opening to the end.
pub fn cross_checks() -> impl Iterator<Item = (Position, Limits)> {
    (0..).zip(PLAN).map(|(seed, (empties, depth))| (position(seed, empties), Limits::depth(depth)))
}

/// A position with this many empty squares and a legal move, from the first random game that has
/// one.
fn position(seed: u64, empties: u32) -> Position {
    let mut random = SplitMix64::new(seed);
    loop {
        let mut position = Position::default();
        loop {
            let moves = position.board().legal_moves();
            if position.board().empties() == empties && !moves.is_empty() {
                return position;
            }
            let mv = position.random_move(&mut random);
            match mv.and_then(|mv| position.play(mv)) {
                Some(next) if next.board().empties() >= empties => position = next,
                _ => break,
            }
        }
    }
}

/// Runs one search with an empty table and no history.
#[must_use]
pub fn run_cross_check(position: &Position, limits: &Limits, table: TableView<'_>) -> CrossCheck {
    run_cross_check_with(Standard, position, limits, table)
}

/// Runs one search with another evaluator, such as a smaller form of the patterns.
#[must_use]
pub fn run_cross_check_with<E: Evaluator>(
    evaluator: E,
    position: &Position,
    limits: &Limits,
    table: TableView<'_>,
) -> CrossCheck {
    table.clear();
    let mut search = Search::new(evaluator, Some(table), Options::default());
    CrossCheck(search.think(position, limits, &mut ()))
}

/// The result of a search, as one line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossCheck(pub Report);

impl fmt::Display for CrossCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { best, score, bound, depth, nodes, line, .. } = &self.0;
        write!(f, "{best} {score} {bound} depth {depth} nodes {nodes} line ")?;
        line.iter().try_for_each(|square| write!(f, "{square}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cross_checks_span_the_game() {
        let empties = cross_checks().map(|(position, _)| position.board().empties());
        assert!(empties.eq(PLAN.iter().map(|&(empties, _)| empties)));
        assert!(cross_checks().all(|(position, _)| !position.board().legal_moves().is_empty()));
    }
}
