//! The subcommands, one file each: its options and what it runs.

pub mod agent;
pub mod analyze;
pub mod arena;
pub mod bench;
pub mod boards;
pub mod book;
pub mod compare;
pub mod completions;
pub mod convert;
pub mod cup;
pub mod game;
pub mod gtp;
pub mod hint;
pub mod keys;
pub mod main_job;
pub mod nboard;
pub mod perft;
pub mod play;
pub mod players;
pub mod positions;
pub mod prove;
pub mod puzzles;
pub mod report;
pub mod reproduce;
pub mod solve;
pub mod train;
