//! Games from outside: all published tournament games if `WEDGE_SHARED_DATA` says where they are, and
//! a few of the program's own otherwise.
//!
//! Theoretical scores of 20 games, some minutes:
//! `cargo test -p host-sim --test tournament_games -- --ignored --nocapture`

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use host_sim::engine::heap_table::HeapTable;
use host_sim::formats::game_file::read_wthor;
use host_sim::formats::wthor::{self, Header, Wthor, WthorGame};
use wedge_engine::{
    Algorithm, Certainty, Game, Limits, Move, Options, Ordering, Position, Search, SplitMix64,
    Standard, Table,
};

/// The published files, by year, or our own.
fn files() -> (Vec<PathBuf>, bool) {
    let Some(folder) = std::env::var_os("WEDGE_SHARED_DATA") else {
        println!("WEDGE_SHARED_DATA is not set: the program's own games instead");
        return (vec![sample()], false);
    };
    let folder = fs::read_dir(Path::new(&folder).join("wthor")).unwrap();
    let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
    files.sort();
    (files, true)
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/fixtures/own-games.wtb")
}

#[test]
fn every_game_is_read_replayed_and_written_back() {
    let (files, published) = files();
    let (mut games, mut finished, mut agreed) = (0, 0, 0);
    for path in files.iter().chain([&sample()]) {
        let bytes = fs::read(path).unwrap();
        let file = Wthor::parse(&bytes, &path.display().to_string()).unwrap();
        let all: Vec<WthorGame> = file.games().collect::<Result<_>>().unwrap();
        games += all.len();
        for game in all.iter().filter(|game| game.game.is_over()) {
            finished += 1;
            let result = game.game.position().result_for_black();
            agreed += usize::from(2 * i32::from(game.black_discs) - 64 == result);
        }
        // All but the header's spare bytes.
        let again = wthor::write(file.header(), &all).unwrap();
        assert_eq!(again[16..], bytes[16..], "{}", path.display());
    }
    println!("{games} games, {finished} of them played to the end, {agreed} to the recorded score");
    let own = read_wthor(&sample()).unwrap().len();
    if published {
        assert_eq!(games, 127_205 + own);
    }
    assert_eq!(agreed, finished, "every game that was played to its end has the recorded score");
    assert!(finished * 100 > games * 99);
}

/// The position of a game with so many empty squares, and what the file says it is worth to black.
fn theory(game: &WthorGame, empties: u8) -> Option<(Position, i32)> {
    let mut positions = game.game.steps().map(|(position, _)| position);
    let at = positions.find(|position| position.board().empties() <= u32::from(empties))?;
    let worth = 2 * i32::from(game.best_discs) - 64;
    (at.board().empties() == u32::from(empties)).then_some((at, worth))
}

/// Solves some games, chosen by chance, from where their file has a theoretical score.
fn solve_some(seed: u64, count: usize) {
    let (files, _) = files();
    let mut random = SplitMix64::new(seed);
    let table = HeapTable::new("20".parse().unwrap()).unwrap();
    let mut solved = 0;
    while solved < count {
        let file = read_wthor(&files[random.below(files.len() as u32) as usize]).unwrap();
        let number = 1 + random.below(file.len() as u32) as usize;
        let game = file.game(number).unwrap();
        let empties = file.header().depth;
        let Some((position, wanted)) = theory(&game, empties).filter(|_| empties > 0) else {
            continue;
        };
        table.view().clear();
        let mut search = Search::new(Standard, Some(table.view()), Options::default());
        let report = search.think(&position, &Limits::EXACT, &mut ());
        let black = match position.side() {
            wedge_engine::Color::Black => report.score.discs(),
            wedge_engine::Color::White => -report.score.discs(),
        };
        let year = file.header().year;
        println!("{year}, game {number}, {empties} empty: {black}, {} nodes", report.nodes);
        assert!(report.solved);
        assert_eq!(black, wanted, "{year}, game {number}: {}", game.game);
        solved += 1;
    }
    println!("{solved} theoretical scores");
}

#[test]
fn theoretical_scores_agree_with_the_solver() {
    solve_some(1, 2);
}

#[test]
#[ignore = "some minutes"]
fn many_theoretical_scores_agree_with_the_solver() {
    solve_some(2, 20);
}

/// Makes the sample anew: games of the engine against itself after random openings, their best
/// result from 10 empty squares on found by plain alpha-beta without a table.
#[test]
#[ignore = "writes formats/tests/fixtures/own-games.wtb"]
fn write_the_sample() {
    let table = Table::<4096>::new();
    let plain = Options::default()
        .with_algorithm(Algorithm::AlphaBeta)
        .with_ordering(Ordering::Static)
        .with_certainty(Certainty::FULL);
    let header = Header { created: (2026, 11, 16), year: 2026, depth: 10 };
    let games: Vec<WthorGame> = (0..32_u16)
        .map(|number| {
            let mut random = SplitMix64::new(number.into());
            let mut game = Game::default();
            let mut search = Search::new(Standard, Some(table.view()), Options::default());
            let mut best = None;
            while !game.is_over() {
                let position = game.position();
                if best.is_none() && position.board().empties() == 10 {
                    let mut solver = Search::new(Standard, None, plain);
                    let score = solver.think(&position, &Limits::EXACT, &mut ()).score.discs();
                    let black = position.side() == wedge_engine::Color::Black;
                    best = Some(if black { score } else { -score });
                }
                let mv = if game.moves().len() < 10 {
                    position.random_move(&mut random).unwrap()
                } else {
                    search.think(&position, &Limits::depth(1 + (number % 4) as u8), &mut ()).best
                };
                game.play(mv).unwrap();
            }
            while game.moves().last() == Some(&Move::Pass) {
                game.undo();
            }
            let discs = |margin: i32| ((margin + 64) / 2) as u8;
            WthorGame {
                tournament: 0,
                black: number,
                white: number,
                black_discs: discs(game.position().result_for_black()),
                best_discs: discs(best.unwrap_or_else(|| game.position().result_for_black())),
                game,
            }
        })
        .collect();
    fs::write(sample(), wthor::write(&header, &games).unwrap()).unwrap();
}
