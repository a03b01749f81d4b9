//! Chinese dark chess (banqi) for microcontrollers and PCs: rules, records, search, endgame tables.
//!
//! The crate is `no_std` and allocates nothing. Like the Othello engine, whose transposition table,
//! random numbers, limits and observer it uses, it has no access to time, files or threads. The same
//! game with the same limits and the same table size gives the same action on every machine.
//!
//! # A whole game
//!
//! ```
//! use wedge_dark_chess::{Game, Options, Piece, Ply, Relations, Search};
//! use wedge_engine::{Limits, SplitMix64, Table};
//!
//! let table = Table::<4096>::new();
//! let mut search = Search::new(Relations, Some(table.view().with_payload()), Options::default());
//! let mut random = SplitMix64::new(1);
//! let mut game = Game::default();
//!
//! while game.ending().is_none() {
//!     let action = search.think(&game, &Limits::nodes(200), &mut ()).best.unwrap();
//!     let position = game.position();
//!     let ply = if action.is_flip() {
//!         // A flip reveals one of the pieces that are still face down.
//!         let mut number = random.below(position.face_down().len()) as u8;
//!         let revealed = Piece::all().find(|&piece| {
//!             let count = position.unseen(piece);
//!             let is_it = number < count;
//!             number = number.wrapping_sub(count);
//!             is_it
//!         });
//!         Ply::Flip(action.from(), revealed.unwrap())
//!     } else {
//!         Ply::Step(action.from(), action.to())
//!     };
//!     game.play(ply).unwrap();
//! }
//! println!("{}\n{}", game.ending().unwrap(), game.position().picture());
//! ```
//!
//! # Modules
//!
//! Each row depends only on those above it.
//!
//! | topic | items |
//! |---|---|
//! | squares, sets, pieces, actions | [`Square`], [`Squares`], [`Color`], [`Kind`], [`Piece`], [`Action`], [`Ply`] |
//! | positions and games | [`Position`], [`Actions`], [`Deal`], [`Game`], [`Rules`], [`Ending`], [`perft`] |
//! | recorded games | [`Record`] |
//! | the hash of a position | [`zobrist`] |
//! | endgame tables | [`Tablebase`], [`Endings`], [`PackedEndings`], [`Verdict`], [`Class`], [`classes`], [`solve`] |
//! | evaluation | [`Evaluator`], [`Relations`], [`Original`], [`best_flip`] |
//! | search | [`Search`], [`Options`], [`limits_of`], [`Report`], [`Entry`], [`OriginalSearch`] |
//! | the node signature of the search | [`bench`](mod@bench) |
#![no_std]

mod endings;
mod evaluation;
mod rules;
mod search;
mod types;

pub use endings::{
    Class, Endings, Layout, MAX_DISTANCE, PackedEndings, SizeError, Tablebase, Verdict, class_len,
    classes, solve, solve_class, table_len,
};
pub use evaluation::{Evaluator, MAX_EVALUATION, Original, Relations, best_flip};
pub use rules::{
    Actions, DEFAULT_QUIET_LIMIT, Deal, Ending, Game, IllegalPlyError, ParseEndingError,
    ParsePositionError, ParseRecordError, Picture, Position, Record, Replay, ReplayError, Rules,
    perft, zobrist,
};
pub use search::{Entry, Options, OriginalSearch, PROVED, Report, Search, WIN, bench, limits_of};
pub use types::{
    Action, Color, Kind, ParseActionError, ParsePieceError, ParsePlyError, ParseSquareError, Piece,
    Ply, Square, SquareIter, Squares,
};
