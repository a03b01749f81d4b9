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
//! | what the search remembers | [`Table`], [`TableView`], [`Known`] |
//! | what a position is worth | [`Evaluator`], [`Discs`], [`Squares`], [`Stability`], [`Standard`], [`Score`] |
//! | the trained evaluation, and its file of weights | [`Patterns`], [`pattern`] |
//! | which move to try first | [`Ordering`], [`History`] |
//! | the search and its limits | [`Search`], [`Options`], [`Certainty`], [`Busy`], [`Limits`], [`GameClock`], [`Speed`], [`Observer`], [`Report`] |
//! | searches that sign the engine | [`bench`](mod@bench) |
//! | the best few moves | [`Several`], [`Scored`] |
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

pub mod bench;
mod board;
pub mod book;
mod endgame;
mod eval;
mod game;
mod game_clock;
pub mod gtp;
mod level;
mod limits;
pub mod moves;
mod obf;
mod observer;
mod order;
mod perft;
mod position;
mod random;
mod rank;
pub mod reference;
mod report;
mod score;
mod search;
mod size;
mod square;
mod stable;
mod symmetry;
mod table;
mod word;
pub mod zobrist;

pub use board::Board;
pub use book::Book;
pub use eval::{Discs, Evaluator, Patterns, Squares, Stability, Standard, pattern};
pub use game::{Game, IllegalMove, TranscriptError};
pub use game_clock::{GameClock, Speed};
pub use level::Level;
pub use limits::Limits;
pub use obf::{Obf, ObfError};
pub use observer::Observer;
pub use order::{History, Ordering, class};
pub use perft::perft;
pub use position::{ParseError, Picture, Position};
pub use random::SplitMix64;
pub use rank::{Ranking, rank};
pub use report::{Line, Report};
pub use score::Score;
pub use search::{Algorithm, Busy, Certainty, Options, Scored, Search, Several};
pub use size::{Eight, Six, Size};
pub use square::{Bitboard, Color, Move, NotASquare, SetIter, Square};
pub use stable::stable_discs;
pub use symmetry::Symmetry;
pub use table::{Bound, Entry, Known, Table, TableView};
