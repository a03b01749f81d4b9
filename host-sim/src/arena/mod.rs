//! Matches: fixtures, referee, game loop, statistics, standings.

pub mod cup;
pub mod event;
pub mod fixtures;
pub(crate) mod game_loop;
pub mod game_row;
pub mod lineup;
pub mod merge;
pub mod openings;
pub mod ratings;
pub mod referee;
pub mod single_game;
pub mod sprt;
pub mod standings;
pub mod statistics;

pub use game_row::{GameEnding, GameRow, MatchId, TournamentKind};
pub use standings::{Pairing, Standings, Total};
pub use statistics::{Elo, Pentanomial, Record, elo, expected_score};
