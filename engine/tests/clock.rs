//! What a game clock relies on: how much work a solution is, and how fast it goes.
//!
//! More of it, as a table, in some minutes:
//! `cargo test --release -p wedge-engine --test clock -- --ignored --nocapture`

use std::time::Instant;

use wedge_engine::{
    Game, Limits, Observer, Options, Position, Search, SplitMix64, Standard, Table,
};

/// Far more positions than a solution from 20 empty squares keeps.
static TABLE: Table<{ 1 << 18 }> = Table::new();

fn searcher() -> Search<'static, Standard> {
    TABLE.view().clear();
    Search::new(Standard, Some(TABLE.view()), Options::default())
}

/// A position with this many empty squares, after eight moves by chance and good ones since.
fn position(empties: u32, seed: u64) -> Option<Position> {
    let mut random = SplitMix64::new(seed);
    let mut search = searcher();
    let mut game = Game::default();
    while game.position().board().empties() > empties {
        let position = game.position();
        let mv = if game.moves().len() < 8 {
            position.random_move(&mut random)?
        } else {
            search.think(&position, &Limits::depth(5), &mut ()).best
        };
        game.play(mv).ok()?;
    }
    (!game.is_over()).then(|| game.position())
}

struct Timer(Instant);

impl Observer for Timer {
    fn now_ms(&mut self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }
}

/// Nodes of solutions under a limit of time that is never met, and nodes a second, as geometric
/// means over games.
fn solving(empties: u32, games: u64) -> (f64, f64) {
    let limits = Limits::EXACT.with_hard_ms(u64::MAX / 2);
    means((0..games).filter_map(|seed| position(empties, seed)).map(|position| {
        let started = Instant::now();
        let report = searcher().think(&position, &limits, &mut Timer(started));
        assert!(report.solved);
        (report.nodes as f64, report.nodes as f64 / started.elapsed().as_secs_f64())
    }))
}

fn means(pairs: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    let logarithms: Vec<(f64, f64)> = pairs.map(|(a, b)| (a.ln(), b.ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| {
        (logarithms.iter().map(of).sum::<f64>() / logarithms.len() as f64).exp()
    };
    (mean(|pair| pair.0), mean(|pair| pair.1))
}

/// As in `game_clock.rs`.
fn expected(empties: u32) -> f64 {
    13_000.0 * 1.9_f64.powi(empties as i32 - 12)
}

#[test]
fn solutions_cost_what_the_clock_expects() {
    for empties in [12, 14, 16] {
        let (nodes, _) = solving(empties, 10);
        let ratio = nodes / expected(empties);
        assert!((0.5..2.0).contains(&ratio), "{empties} empty squares: {nodes:.0} nodes");
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_table_of_solutions() {
    println!("empties  nodes  expected  nodes a second");
    for empties in (12..=22).step_by(2) {
        let (nodes, speed) = solving(empties, 40);
        println!("{empties:7}  {nodes:.0}  {:.0}  {speed:.0}", expected(empties));
    }
    let (_, speed) = means((0..20).filter_map(|seed| position(40, seed)).map(|position| {
        let started = Instant::now();
        let nodes = searcher().think(&position, &Limits::depth(13), &mut ()).nodes as f64;
        (nodes, nodes / started.elapsed().as_secs_f64())
    }));
    println!("the middle game: {speed:.0} nodes a second");
}
