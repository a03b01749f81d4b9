//! A driver of the engine for Miri, AddressSanitizer and ThreadSanitizer: `cargo xtask sanitize`.
//!
//! It goes wherever the engine has `unsafe` code or shares memory: the weights in every phase, move
//! generation, the solver with the smallest and a larger table, and one table for two threads. Scores
//! are compared with plain minimax. Miri is some thousand times slower and gets fewer boards.

use std::thread;

use wedge_engine::{
    Bitboard, Board, Color, Eight, Limits, Options, Position, Rectangle, Search, SharedWork, Six,
    Size, SplitMix64, Standard, Table, TableView,
};

const BOARDS: u32 = if cfg!(miri) { 2 } else { 300 };
const EMPTIES: u32 = if cfg!(miri) { 4 } else { 7 };
const DEPTH: u8 = if cfg!(miri) { 1 } else { 5 };

/// The result for the mover in discs.
fn minimax<S: Size>(board: &Board<S>) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.is_over() { board.result() } else { -minimax(&board.pass()) };
    }
    let after = moves.into_iter().filter_map(|square| board.play(square));
    after.map(|after| -minimax(&after)).max().unwrap_or(0)
}

/// Discs of random colours on all squares but some.
fn random_position<S: Size>(random: &mut SplitMix64) -> Position<S> {
    let mut discs = S::MASK;
    for _ in 0..random.below(EMPTIES + 1) {
        discs &= !(1 << random.below(64));
    }
    let owner = random.next();
    let board = Board::new(Bitboard(discs & owner), Bitboard(discs & !owner));
    let side = if random.below(2) == 0 { Color::Black } else { Color::White };
    Position::new(board.expect("no square has two discs"), side)
}

fn score<S: Size>(position: &Position<S>, table: TableView<'_>) -> i32 {
    let mut search = Search::new(Standard, Some(table), Options::default());
    search.think(position, &Limits::EXACT, &mut ()).score.discs()
}

fn solve_boards<S: Size>(seed: u64) {
    let mut random = SplitMix64::new(seed);
    let (small, large) = (Box::new(Table::<4>::new()), Box::new(Table::<4096>::new()));
    for _ in 0..BOARDS {
        let position = random_position::<S>(&mut random);
        let wanted = minimax(&position.board());
        for table in [small.view(), large.view()] {
            assert_eq!(score(&position, table), wanted, "{position}");
        }
    }
}

/// Searches of a game's positions, so that the weights of every phase are read.
fn play_a_game() {
    let table = Box::new(Table::<1024>::new());
    let mut random = SplitMix64::new(3);
    let mut position = Position::<Eight>::start();
    let mut plies = 0;
    while let Some(mv) = position.random_move(&mut random) {
        if !cfg!(miri) || plies % 15 == 0 {
            let mut search = Search::new(Standard, Some(table.view()), Options::default());
            search.think(&position, &Limits::depth(DEPTH), &mut ());
        }
        position = position.play(mv).expect("a legal move");
        plies += 1;
    }
    println!("a game of {plies} plies");
}

/// Two threads that solve the same positions with one table and divide the work.
fn share_a_table() {
    let table = Box::new(Table::<64>::new());
    let shared = Box::<SharedWork>::default();
    let mut random = SplitMix64::new(4);
    for _ in 0..BOARDS {
        let position = random_position::<Eight>(&mut random);
        let wanted = minimax(&position.board());
        thread::scope(|scope| {
            for thread in 0..2 {
                let (table, shared) = (&table, &shared);
                scope.spawn(move || {
                    let options = Options::default();
                    let search = Search::new(Standard, Some(table.view()), options);
                    let mut search = search.with_shared_work(&shared, thread);
                    let report = search.think(&position, &Limits::EXACT, &mut ());
                    assert_eq!(report.score.discs(), wanted, "{position}");
                });
            }
        });
    }
}

fn main() {
    solve_boards::<Eight>(1);
    solve_boards::<Six>(2);
    solve_boards::<Rectangle<5, 7>>(5);
    play_a_game();
    share_a_table();
    println!("{BOARDS} boards of each kind, up to {EMPTIES} empty squares: no error");
}
