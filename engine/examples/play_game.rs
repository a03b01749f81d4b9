//! The engine plays a game against itself, at strengths 3 and 5.
//!
//! `cargo run --release -p wedge-engine --example play_game`

use wedge_engine::{Color, Game, Move, Options, Search, SplitMix64, Standard, Strength, Table};

fn main() {
    let table = Table::<4096>::new();
    let mut search = Search::new(Standard, Some(table.view()), Options::default());
    let mut random = SplitMix64::new(1);
    let strengths: [Strength; 2] = ["3", "5"].map(|text| text.parse().expect("1 to 9"));
    let mut game = Game::default();
    while !game.is_over() {
        let position = game.position();
        let strength = strengths[usize::from(position.side() == Color::White)];
        let choice = strength.choose(&position, &mut random, |_, position, limits| {
            search.think(position, limits, &mut ())
        });
        let mv = choice.map_or(Move::Pass, |(square, _)| Move::Play(square));
        game.play(mv).expect("the engine plays by the rules");
    }
    println!("{game}\n{}", game.position().picture());
    println!("black {:+}", game.position().result_for_black());
}
