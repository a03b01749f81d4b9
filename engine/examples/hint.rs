//! The three best moves of a position, with their scores.
//!
//! `cargo run --release -p wedge-engine --example hint -- f5d6c3d3c4`

use std::process::ExitCode;

use wedge_engine::{Bitboard, Game, Level, Options, Search, Standard, Table};

fn main() -> ExitCode {
    let transcript = std::env::args().nth(1).unwrap_or_else(|| "f5d6c3d3c4".to_owned());
    let game: Game = match transcript.parse() {
        Ok(game) => game,
        Err(error) => {
            eprintln!("{transcript}: {error}");
            return ExitCode::from(2);
        }
    };
    let position = game.position();
    let table = Box::new(Table::<{ 1 << 16 }>::new());
    let mut search = Search::new(Standard, Some(table.view()), Options::default());
    let limits = Level::new(10).expect("1 to 30").limits();
    let found = search.multi_pv(&position, &limits, 3, Bitboard::EMPTY, &mut ());
    println!("{}", position.picture());
    for mv in found.moves.iter().take(3) {
        println!("{} {}", mv.square, mv.score);
    }
    ExitCode::SUCCESS
}
