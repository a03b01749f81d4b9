//! The speed of the search: table probes and stores, evaluators, nodes, solved positions.
//!
//! `cargo bench -p wedge-engine --bench search`. The rates of the groups `search` and `solve` are
//! nodes: moves tried.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use wedge_engine::pattern::{Network, PC_WIDTH, ROWS, Rows};
use wedge_engine::zobrist::{Hash, KEYS};
use wedge_engine::{
    Bound, Certainty, Color, Discs, Evaluator, Game, Hit, Limits, Options, Patterns, Position,
    Report, Search, SplitMix64, Squares, Stability, Standard, Table, pattern,
};

/// A middle game with 40 empty squares.
const MIDDLE: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6";
/// The first of the FFO problems, 14 empty squares.
const ENDGAME: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn middle() -> Position {
    MIDDLE.parse::<Game>().unwrap().position()
}

fn table(c: &mut Criterion) {
    let table = Box::new(Table::<{ 1 << 16 }>::new());
    let mut random = SplitMix64::new(1);
    let hashes: Vec<Hash> =
        (0..4096).map(|_| Hash::from(random.next()) << 64 | Hash::from(random.next())).collect();
    let known =
        Hit { depth: 8, bound: Bound::Exact, value: 64, best: None, certainty: Certainty::FULL };
    let mut group = c.benchmark_group("table");
    group.throughput(Throughput::Elements(hashes.len() as u64));
    group.bench_function("store", |b| {
        b.iter(|| hashes.iter().for_each(|&hash| table.view().store(hash, Color::Black, 1, known)));
    });
    group.bench_function("probe", |b| {
        b.iter(|| {
            hashes.iter().filter(|&&hash| table.view().probe(hash, Color::Black).is_some()).count()
        });
    });
    group.bench_function("hash a move", |b| {
        let position = middle();
        let hash = KEYS.hash(&position);
        let board = position.board();
        let moves: Vec<_> =
            board.legal_moves().into_iter().map(|square| (square, board.flips(square))).collect();
        let mut at = 0;
        b.iter(|| {
            for _ in 0..hashes.len() {
                at = (at + 1) % moves.len();
                let (square, flips) = moves[at];
                black_box(KEYS.after(black_box(hash), position.side(), square, flips));
            }
        });
    });
    group.finish();
}

fn evaluators(c: &mut Criterion) {
    let mut group = c.benchmark_group("evaluate");
    let board = middle().board();
    let moves = board.legal_moves();
    group.bench_function("discs", |b| b.iter(|| Discs.evaluate(black_box(&board), moves)));
    group.bench_function("squares", |b| b.iter(|| Squares.evaluate(black_box(&board), moves)));
    group.bench_function("stability", |b| b.iter(|| Stability.evaluate(black_box(&board), moves)));
    for backend in pattern::BACKENDS {
        group.bench_function(format!("patterns, {}", backend.name), |b| {
            b.iter(|| Patterns::BUILT_IN.evaluate_in(backend, black_box(&board), moves));
        });
    }
    // The PC's network, from nothing and for a child of a position whose entries are known.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../host-sim/weights/network.bin");
    let mut rows: Box<Rows> = vec![[0; PC_WIDTH]; ROWS].into_boxed_slice().try_into().unwrap();
    let network = Network::read(&std::fs::read(file).unwrap(), &mut rows).unwrap();
    group.bench_function("network", |b| b.iter(|| network.evaluate(black_box(&board), moves)));
    let parent = network.parent(&board).unwrap();
    let square = moves.into_iter().next().unwrap();
    let (flips, child) = (board.flips(square), board.play(square).unwrap());
    let replies = child.legal_moves();
    group.bench_function("network, a child", |b| {
        b.iter(|| network.evaluate_child(&parent, square, flips, black_box(&child), replies));
    });
    group.finish();
}

fn think(position: &Position, limits: &Limits, table: &Table<{ 1 << 16 }>) -> Report {
    table.view().clear();
    Search::new(Standard, Some(table.view()), Options::default()).think(position, limits, &mut ())
}

fn search(c: &mut Criterion) {
    let table = Box::new(Table::<{ 1 << 16 }>::new());
    for (name, position, limits) in
        [("search", middle(), Limits::depth(8)), ("solve", ENDGAME.parse().unwrap(), Limits::EXACT)]
    {
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(think(&position, &limits, &table).nodes));
        group.bench_function("nodes", |b| b.iter(|| think(&position, &limits, &table)));
        group.finish();
    }
}

criterion_group!(benches, table, evaluators, search);
criterion_main!(benches);
