//! Checks the page's puzzles with the solver.

use wedge_engine::{Bitboard, Limits, Options, Position, Search, Standard, Table};

static TABLE: Table<{ 1 << 14 }> = Table::new();

#[test]
fn every_puzzle_has_one_move_that_keeps_its_result() {
    let puzzles = include_str!("../page/puzzles.txt");
    assert_eq!(puzzles.lines().count(), 48);
    for line in puzzles.lines() {
        let (position, result) = line.rsplit_once(' ').unwrap();
        let position: Position = position.parse().unwrap();
        let result: i32 = result.parse().unwrap();
        let mut search = Search::new(Standard, Some(TABLE.view()), Options::default());
        let found =
            search.multi_pv(&position, &Limits::EXACT, usize::MAX, Bitboard::EMPTY, &mut ());
        assert!(found.solved && result >= 0, "{line}");
        assert_eq!(found.moves[0].score.discs(), result, "{line}");
        let kept = found.moves.iter().filter(|mv| mv.score.discs().signum() >= result.signum());
        assert_eq!(kept.count(), 1, "{line}");
    }
}
