//! A search with an evaluator of one's own: mobility, and nothing else.
//!
//! `cargo run --release -p wedge-engine --example own_evaluator`

use wedge_engine::{
    Bitboard, Board, Evaluator, Limits, Options, Position, Score, Search, Size, Table,
};

struct Mobility;

impl<S: Size> Evaluator<S> for Mobility {
    fn evaluate(&self, board: &Board<S>, moves: Bitboard) -> Score {
        Score::from_discs(moves.len() as i32 - board.pass().legal_moves().len() as i32)
    }
}

fn main() {
    let table = Table::<4096>::new();
    let mut search = Search::new(Mobility, Some(table.view()), Options::default());
    let report = search.think(&Position::default(), &Limits::depth(8), &mut ());
    println!("{} {}: {}", report.best, report.score, report.line);
    assert_eq!(report.depth, 8);
}
