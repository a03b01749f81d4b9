//! Searches whose outcome must not depend on the machine: the chip and a PC run the same ones, and
//! a test compares what they print.

use core::fmt;

use wedge_engine::{Limits, Options, Position, Report, Search, SplitMix64, Standard, TableView};

/// Which searches: empty squares, and plies to look ahead (64 solves the position).
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

/// Positions of random games with limits, from the opening to the end.
pub fn cross_checks() -> impl Iterator<Item = (Position, Limits)> {
    (0..).zip(PLAN).map(|(seed, (empties, depth))| (position(seed, empties), Limits::depth(depth)))
}

/// A position with so many empty squares and a move to make, from the first random game that has
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
    table.clear();
    let mut search = Search::new(Standard, Some(table), Options::default());
    CrossCheck(search.think(position, limits, &mut ()))
}

/// What a search found, as one line of text.
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
