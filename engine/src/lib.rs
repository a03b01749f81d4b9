//! Othello for a microcontroller and a PC: rules, hash, table, evaluation and search.
//!
//! The crate is `no_std`, allocates nothing and knows nothing of time, files, lights or threads:
//! it is given a clock or a node budget and a place to report progress. The same position with the
//! same limits and the same table size gives the same move on every machine, node for node.
//!
//! # A whole game
//!
//! ```
//! use wedge_engine::{Color, Game, Limits, Move, Options, Search, Standard, Table};
//!
//! // 4096 entries of 16 bytes: what the engine remembers. On a board this is a static.
//! let table = Table::<4096>::new();
//! let mut engine = Search::new(Standard, Some(table.view()), Options::default());
//! let mut game = Game::default();
//!
//! while !game.is_over() {
//!     let position = game.position();
//!     let mv = match position.side() {
//!         // Black looks four plies ahead.
//!         Color::Black => engine.think(&position, &Limits::depth(4), &mut ()).best,
//!         // White takes the first legal square.
//!         Color::White => position.board().legal_moves().first().map_or(Move::Pass, Move::Play),
//!     };
//!     game.play(mv).expect("both play by the rules");
//! }
//! println!("{}\n{}", game, game.position().picture());
//! assert!(game.position().result_for_black() > 0);
//! ```
//!
//! # What is where
//!
//! | idea | items |
//! |---|---|
//! | squares, sets, colours, moves | [`Square`], [`Bitboard`], [`Color`], [`Move`] |
//! | boards of two sizes | [`Board`], [`Position`], [`Size`], [`Eight`], [`Six`] |
//! | games, transcripts, problems | [`Game`], [`Obf`] |
//! | the rules, fast and slow | [`moves`], [`perft`], [`reference`](mod@reference) |
//! | a hash that, with the side to move, cannot collide | [`zobrist`] |
//! | what the search remembers | [`Table`], [`TableView`], [`Hit`] |
//! | what a position is worth | [`Evaluator`], [`Discs`], [`Squares`], [`Stability`], [`Standard`], [`Score`] |
//! | the trained evaluation, and its file of weights | [`Patterns`], [`pattern`] |
//! | which move to try first | [`Ordering`], [`History`] |
//! | the search and its limits | [`Search`], [`Options`], [`Certainty`], [`SharedWork`], [`Limits`], [`GameClock`], [`Speed`], [`Observer`], [`Report`] |
//! | searches that sign the engine | [`bench`](mod@bench) |
//! | the best few moves | [`MultiPv`], [`Scored`] |
//! | nine levels, and all moves with their scores | [`Level`], [`rank`] |
//! | openings known beforehand | [`Book`], [`book`] |
//! | boards turned and mirrored | [`Symmetry`] |
//! | playing by text commands | [`gtp`] |
//!
//! # Features
//!
//! | feature | what it does | what it costs |
//! |---|---|---|
//! | `defmt` | `defmt::Format` for the public types, for logs from a board | one dependency |
//!
//! # Memory
//!
//! A [`Search`] takes about 5 KiB, mostly for lines of play; a table 16 bytes an entry. The weights
//! of [`Standard`] are 577 KiB of constants and the built-in [`Book`] at most 48 KiB, linked in only
//! where they are used.
#![no_std]

pub mod book;
mod container;
mod evaluation;
pub mod gtp;
mod rules;
mod search;
mod strength;
mod types;

pub use book::Book;
pub use container::checksum;
pub use evaluation::{Discs, Evaluator, Patterns, Squares, Stability, Standard, pattern};
pub use rules::{
    Board, Game, IllegalMoveError, Obf, ParseGameError, ParseObfError, ParsePositionError, Picture,
    Position, Symmetry, moves, perft, reference, stable_discs, zobrist,
};
pub use search::{
    Algorithm, Bound, Certainty, GameClock, History, Hit, Level, Limits, Line, MultiPv, Observer,
    Options, Ordering, ParseLevelError, ParseLineError, Report, ScoredMove, ScoredMoves, Search,
    SharedWork, Slot, Speed, Table, TableView, bench, class, score_moves,
};
pub use strength::{ParseStrengthError, Strength};
pub use types::{
    Bitboard, Color, Eight, Move, ParseColorError, ParseMoveError, ParseSquareError, Score,
    SetIter, Six, Size, SplitMix64, Square,
};
