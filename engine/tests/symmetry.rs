//! A board turned or mirrored is the same board: rules, evaluation and search say the same of it.

#[path = "support/any_discs.rs"]
mod any_discs;

use any_discs::any_discs;
use proptest::prelude::*;
use wedge_engine::{
    Bitboard, Board, Certainty, Color, Discs, Evaluator, Limits, Options, Position, Search,
    SplitMix64, Squares, Stability, Standard, Table, moves,
};

/// A square after one of the eight symmetries of the board: mirrored, then turned on its diagonal.
fn moved(square: usize, symmetry: u8) -> usize {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * 8 + column
}

fn moved_set(set: u64, symmetry: u8) -> u64 {
    (0..64)
        .filter(|&square| set >> square & 1 != 0)
        .map(|square| 1 << moved(square, symmetry))
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_rules_are_the_same_from_all_eight_sides((mover, opponent) in any_discs()) {
        let legal = moves::legal(mover, opponent);
        for symmetry in 0..8 {
            let (mover_seen, opponent_seen) = (moved_set(mover, symmetry), moved_set(opponent, symmetry));
            prop_assert_eq!(moves::legal(mover_seen, opponent_seen), moved_set(legal, symmetry));
            for square in Bitboard(!(mover | opponent)) {
                let flips = moves::flips(square.index(), mover, opponent);
                let seen = moves::flips(moved(square.index(), symmetry), mover_seen, opponent_seen);
                prop_assert_eq!(seen, moved_set(flips, symmetry));
            }
        }
    }
}

fn turned(position: &Position, symmetry: u8) -> Position {
    let board = position.board();
    let seen = |set: Bitboard| Bitboard(moved_set(set.0, symmetry));
    let board = Board::new(seen(board.mover()), seen(board.opponent())).unwrap();
    Position::new(board, position.side())
}

/// Positions of random games, with at least one move to make.
fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut random = SplitMix64::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::default();
        for _ in 0..random.below(60) {
            let Some(mv) = position.random_move(&mut random) else { break };
            position = position.play(mv).unwrap();
        }
        if !position.board().legal_moves().is_empty() {
            positions.push(position);
        }
    }
    positions
}

#[test]
fn every_evaluation_is_the_same_from_all_eight_sides() {
    fn check(evaluator: impl Evaluator, positions: &[Position]) {
        for position in positions {
            let value = |position: &Position| {
                let board = position.board();
                evaluator.evaluate(&board, board.legal_moves())
            };
            for symmetry in 1..8 {
                assert_eq!(value(&turned(position, symmetry)), value(position), "{position}");
            }
        }
    }
    let positions = positions(1, 2000);
    check(Standard, &positions);
    check(Squares, &positions);
    check(Stability, &positions);
    check(Discs, &positions);
}

/// A search that believes no shallower one has one right value, from whatever side it looks.
#[test]
fn search_values_are_the_same_from_all_eight_sides() {
    let table = Table::<{ 1 << 14 }>::new();
    let options = Options::default().with_certainty(Certainty::FULL);
    let mut searches = 0;
    for position in positions(2, 150) {
        let depth = if position.board().empties() <= 10 { 64 } else { 5 };
        let value = |position: &Position| {
            table.view().clear();
            let mut search = Search::new(Standard, Some(table.view()), options);
            search.think(position, &Limits::depth(depth), &mut ()).score
        };
        let wanted = value(&position);
        for symmetry in 1..8 {
            searches += 1;
            assert_eq!(value(&turned(&position, symmetry)), wanted, "{position} {symmetry}");
        }
        // With the colours changed it is the same position, too.
        let other = Position::new(position.board(), position.side().other());
        assert_eq!(value(&other), wanted, "{position}");
    }
    println!("{searches} searches of turned and mirrored positions");
    assert_eq!(turned(&Position::default(), 3), Position::default(), "half a turn");
    assert_eq!(Position::default().side(), Color::Black);
}
