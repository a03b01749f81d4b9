//! Wedge on a PC: suites, games, benchmarks and reports.
//!
//! The program is `host-sim`; [`cli::run`] is all of it. [`commands`] has one file a subcommand; the
//! other folders hold what they share.

pub mod arena;
pub mod book;
pub mod cli;
pub mod commands;
pub mod dark_chess;
pub mod engine;
pub mod formats;
pub mod io;
pub mod players;
pub mod protocols;
pub mod puzzles;
pub mod report;
pub mod reproduce;
pub mod solved;
pub mod terminal;
pub mod train;
