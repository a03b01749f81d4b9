//! Solves an endgame of 14 empty squares: the first of the FFO problems.
//!
//! `cargo run --release -p wedge-engine --example solve_endgame`

use wedge_engine::{Limits, Options, Position, Search, Standard, Table};

fn main() {
    let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let position: Position = text.parse().expect("64 squares and the player to move");
    let table = Box::new(Table::<{ 1 << 16 }>::new());
    let mut search = Search::new(Standard, Some(table.view()), Options::default());
    let report = search.think(&position, &Limits::EXACT, &mut ());
    println!("{}", position.picture());
    println!("{} {} discs, {} nodes: {}", report.best, report.score, report.nodes, report.line);
    assert!(report.solved);
    assert_eq!(report.score.discs(), 18);
}
