//! Wedge on a PC: suites, games, benchmarks and reports.
//!
//! The program is `host-sim`; [`cli::run`] is all of it. One module a subcommand, and what they
//! share: players and their names ([`player`]), suites ([`suite`]), the engine's setup
//! ([`setup`]), and files that lose nothing ([`output_file`], [`csv_file`], [`resumable`],
//! [`game_log`]).

pub mod agent;
pub mod analyze;
pub mod arena;
pub mod bench;
pub mod book;
pub mod cli;
pub mod compare;
pub mod completions;
pub mod convert;
pub mod csv_file;
pub mod cup;
pub mod ending;
pub mod eval;
pub mod formats;
pub mod game;
pub mod game_log;
pub mod gtp;
pub mod hint;
pub mod huge_pages;
pub mod in_order;
mod inbox;
pub mod json;
pub mod keys;
pub mod limit;
pub mod main_job;
pub mod markup;
mod memory;
pub mod nboard;
pub mod output_file;
pub mod perft;
pub mod play;
pub mod player;
pub mod players;
mod ponder;
pub mod positions;
pub mod report;
pub mod reproduce;
pub mod resumable;
pub mod roster;
pub mod setup;
pub mod solve;
pub mod solver;
pub mod suite;
pub mod summary;
pub mod table;
pub mod text_table;
pub mod train;
pub mod watch;
pub mod words;
