//! The speed of the rules: every backend of legal moves and flips, and perft by both rule sets.
//!
//! `cargo bench -p wedge-engine --bench rules` prints the time for all cases together: divide by
//! the number of cases for the time of a call, by the leaves of perft 8 for the time of a leaf.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wedge_engine::moves::BACKENDS;
use wedge_engine::reference::{self, ArrayBoard};
use wedge_engine::{Board, Color, Position, SplitMix64, Square, perft};

/// A position from play and a legal move in it.
struct Case {
    board: Board,
    square: Square,
}

/// Cases from every stage of random games.
fn cases() -> Vec<Case> {
    let mut random = SplitMix64::new(1);
    let mut cases = Vec::new();
    while cases.len() < 4096 {
        let mut board = Board::default();
        while !board.is_over() {
            let legal = board.legal_moves();
            let pick = random.below(legal.len()) as usize;
            board = match legal.into_iter().nth(pick) {
                Some(square) => {
                    cases.push(Case { board, square });
                    board.play(square).unwrap()
                }
                None => board.pass(),
            };
        }
    }
    cases.truncate(4096);
    cases
}

fn calls(c: &mut Criterion) {
    let cases = cases();
    let arrays: Vec<ArrayBoard> = cases
        .iter()
        .map(|case| ArrayBoard::new(&Position::new(case.board, Color::Black)))
        .collect();
    let sets: Vec<(usize, u64, u64)> = cases
        .iter()
        .map(|case| (case.square.index(), case.board.mover().0, case.board.opponent().0))
        .collect();

    let mut group = c.benchmark_group("legal");
    group.throughput(Throughput::Elements(cases.len() as u64));
    for backend in BACKENDS {
        let legal = black_box(backend.legal);
        group.bench_function(backend.name, |b| {
            b.iter(|| {
                sets.iter().fold(0, |sum, &(_, mover, opponent)| sum ^ legal(mover, opponent))
            });
        });
    }
    group.bench_function("reference", |b| {
        b.iter(|| arrays.iter().fold(0, |sum, board| sum ^ board.legal_moves().0));
    });
    group.finish();

    let mut group = c.benchmark_group("flips");
    group.throughput(Throughput::Elements(cases.len() as u64));
    for backend in BACKENDS {
        let flips = black_box(backend.flips);
        group.bench_function(BenchmarkId::new(backend.name, "independent"), |b| {
            b.iter(|| {
                sets.iter().fold(0, |sum, &(at, mover, opponent)| sum ^ flips(at, mover, opponent))
            });
        });
        // Each call waits for the last one, as in a search that goes down a line.
        let nothing = black_box(0);
        group.bench_function(BenchmarkId::new(backend.name, "chained"), |b| {
            b.iter(|| {
                sets.iter().fold(0, |last, &(at, mover, opponent)| {
                    flips(at, mover ^ (last & nothing), opponent)
                })
            });
        });
    }
    group.bench_function("reference", |b| {
        b.iter(|| {
            arrays.iter().zip(&cases).fold(0, |sum, (board, case)| sum ^ board.flips(case.square).0)
        });
    });
    group.finish();
}

fn trees(c: &mut Criterion) {
    let start = Board::default();
    let mut group = c.benchmark_group("perft 8");
    group.sample_size(10).throughput(Throughput::Elements(390_216));
    group.bench_function("bitboards", |b| b.iter(|| perft(black_box(&start), 8)));
    group.bench_function("reference", |b| b.iter(|| reference::perft(black_box(&start), 8)));
    group.finish();
}

criterion_group!(benches, calls, trees);
criterion_main!(benches);
