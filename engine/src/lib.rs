//! Othello for microcontrollers and PCs: rules, search, endgame solver, evaluation, book, GTP.
//!
//! The crate is `no_std` and allocates nothing. It has no access to time, files or threads: the
//! caller gives it a clock or a node budget and a receiver of progress. The same position with the
//! same limits and the same table size gives the same move on every machine, node for node.
//!
//! # A whole game
//!
//! ```
//! use wedge_engine::{Color, Game, Limits, Options, Search, Standard, Table};
//!
//! // 4096 slots of 16 bytes. On a microcontroller this is a static.
//! let table = Table::<4096>::new();
//! let mut search = Search::new(Standard, Some(table.view()), Options::default());
//! let mut game = Game::default();
//!
//! while !game.is_over() {
//!     let position = game.position();
//!     let mv = match position.side() {
//!         // Black looks four plies ahead.
//!         Color::Black => search.think(&position, &Limits::depth(4), &mut ()).best,
//!         // White plays the first legal move, or passes.
//!         Color::White => position.moves().next().unwrap(),
//!     };
//!     game.play(mv).unwrap();
//! }
//! println!("{}\n{}", game, game.position().picture());
//! assert!(game.position().result_for_black() > 0);
//! ```
//!
//! # Features
//!
//! | feature | what it adds | what it costs |
//! |---|---|---|
//! | `defmt` | `defmt::Format` for the public types, for logs from a board | one dependency |
//! | `std` | the system's clock for [`Observer`]s that bring none, so that time limits work with `()` | the standard library |
//! | `train` | [`pattern`]`::train`: pattern shapes and the writer of a weights file | nothing unless used |
//!
//! # Modules
//!
//! Each row depends only on those above it.
//!
//! | topic | items |
//! |---|---|
//! | squares, sets, colours, moves, scores | [`Square`], [`Bitboard`], [`Color`], [`Move`], [`Score`], [`SplitMix64`] |
//! | boards of any size up to 8x8 | [`Board`], [`Position`], [`Size`], [`Eight`], [`Six`], [`Rectangle`], [`Symmetry`] |
//! | games and their formats | [`Game`], [`Obf`] |
//! | move generation, and its slow reference | [`moves`], [`perft`], [`reference`](mod@reference), [`stable_discs`] |
//! | the hash of a position | [`zobrist`] |
//! | evaluation | [`Evaluator`], [`Parent`], [`Standard`], [`Patterns`], [`pattern`], [`Probcut`], [`Discs`], [`Squares`], [`Stability`] |
//! | search | [`Search`], [`Options`], [`Certainty`], [`Ordering`], [`History`], [`SharedWork`], [`Observer`], [`Report`], [`Line`] |
//! | limits of a search | [`Limits`], [`Level`], [`GameClock`], [`ClockRule`], [`Speed`] |
//! | multi-PV | [`MultiPv`], [`ScoredMoves`], [`score_moves`] |
//! | transposition table | [`Table`], [`TableView`], [`Slot`], [`Payload`], [`Hit`] |
//! | the node signature of the engine | [`bench`](mod@bench) |
//! | opening book | [`Book`], [`book`] |
//! | why a move is worse than another, in words | [`explain`] |
//! | playing strength in nine steps | [`Strength`] |
//! | GTP, the Go Text Protocol | [`gtp`] |
//!
//! # Memory
//!
//! A [`Search`] takes about 5 KiB, mostly for lines of play; a table takes 16 bytes a slot. The
//! weights of [`Standard`] are 452 KiB of constants and the built-in [`Book`] is at most 48 KiB.
//! They are linked only if they are used.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

pub mod book;
mod container;
mod evaluation;
pub mod explain;
pub mod gtp;
mod rules;
mod search;
mod strength;
mod types;

pub use book::Book;
pub use container::checksum;
pub use evaluation::{
    Discs, Evaluator, Parent, Patterns, Probcut, Squares, Stability, Standard, pattern,
};
/// The generators of random numbers that [`Position::random_move`] and [`Bitboard::pick`] accept.
pub use rand_core;
pub use rules::{
    Board, Game, IllegalMoveError, Obf, ParseGameError, ParseObfError, ParsePositionError, Picture,
    Position, Symmetry, moves, perft, reference, stable_discs, zobrist,
};
pub use search::{
    Algorithm, Bound, Budget, Certainty, ClockRule, GameClock, History, Hit, Level, Limits, Line,
    MultiPv, Observer, Options, Ordering, ParseLevelError, ParseLineError, Payload, Report,
    ScoredMove, ScoredMoves, Search, SharedWork, Slot, Speed, Stopped, Table, TableView, bench,
    class, score_moves,
};
pub use strength::{ParseStrengthError, Strength};
pub use types::{
    Bitboard, Color, Eight, Move, ParseColorError, ParseMoveError, ParseSquareError, Rectangle,
    Score, SetIter, Six, Size, SplitMix64, Square,
};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
