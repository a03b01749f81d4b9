//! Each of the lower strengths beats the one below it: openings by chance, each played with both
//! colours.
//!
//! All nine, with a table of results, in some minutes:
//! `cargo test --release -p wedge-engine --test strengths -- --ignored --nocapture`

use std::fs;
use std::path::Path;

use wedge_engine::{Color, Game, Move, Options, Search, SplitMix64, Standard, Strength, Table};

/// The discs by which the first strength wins, from black's side if it is black.
fn play(black: Strength, white: Strength, seed: u64) -> i32 {
    let mut random = SplitMix64::new(seed);
    let tables = [const { Table::<4096>::new() }; 2];
    let mut searches = tables
        .each_ref()
        .map(|table| Search::new(Standard, Some(table.view()), Options::default()));
    let mut game = Game::default();
    while !game.is_over() {
        let position = game.position();
        let legal = position.board().legal_moves();
        let mv = if legal.is_empty() {
            Move::Pass
        } else if game.moves().len() < 8 {
            position.random_move(&mut random).unwrap()
        } else {
            let strength = if position.side() == Color::Black { black } else { white };
            let search = &mut searches[position.side() as usize];
            let choice = strength.choose(&position, &mut random, |_, position, limits| {
                search.think(position, limits, &mut ())
            });
            choice.map_or(Move::Pass, |(square, _)| Move::Play(square))
        };
        game.play(mv).unwrap();
    }
    game.position().result_for_black()
}

#[test]
fn each_strength_beats_the_one_below() {
    for (number, pairs) in [(2, 20), (3, 20), (4, 10), (5, 4)] {
        let (high, low) = (Strength::new(number).unwrap(), Strength::new(number - 1).unwrap());
        let discs: i32 = (0..pairs).map(|seed| play(high, low, seed) - play(low, high, seed)).sum();
        assert!(discs > 0, "strength {number} against the one below: {discs} discs in all");
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_table_of_all_strengths() {
    for (number, pairs) in
        [(2, 100), (3, 100), (4, 100), (5, 100), (6, 50), (7, 30), (8, 20), (9, 8)]
    {
        let (high, low) = (Strength::new(number).unwrap(), Strength::new(number - 1).unwrap());
        let results: Vec<i32> = (1000..1000 + pairs)
            .flat_map(|seed| [play(high, low, seed), -play(low, high, seed)])
            .collect();
        let count = |sign| results.iter().filter(|result| result.signum() == sign).count();
        let discs = f64::from(results.iter().sum::<i32>()) / results.len() as f64;
        println!(
            "strength {number} against {}: {} games, {} won, {} drawn, {} lost, {discs:+.1} discs a game",
            number - 1,
            results.len(),
            count(1),
            count(0),
            count(-1),
        );
        assert!(discs > 0.0);
    }
}

/// The table of docs/measurements/levels.md, where the package is part of the repository.
#[test]
fn the_document_has_the_strengths_as_they_are() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if !repository.join("docs").exists() {
        return;
    }
    let document = fs::read_to_string(repository.join("docs/measurements/levels.md")).unwrap();
    for strength in (1..=Strength::MAX).filter_map(Strength::new) {
        let number = strength.number().to_string();
        let row = document.lines().map(|line| line.replace(',', "")).find_map(|line| {
            let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
            (cells.get(1) == Some(&number)).then_some(cells)
        });
        let wanted = [
            u32::from(strength.depth()),
            u32::from(strength.exact()),
            strength.nodes(),
            u32::from(strength.slack()),
        ];
        let wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        assert_eq!(row.unwrap()[2..6], wanted[..], "strength {number}");
    }
}
