//! Matches and cups: schedule, referee, game loop, statistics, standings.

pub mod cup;
pub(crate) mod game_loop;
pub mod game_row;
pub mod lineup;
pub mod merge;
pub mod openings;
pub mod ratings;
pub mod referee;
pub mod schedule;
pub mod single_game;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod tournament;

pub use game_row::{GameEnding, GameRow, MatchId, TournamentKind};
pub use standings::{Pairing, Standings, Total};
pub use statistics::{Elo, Pentanomial, Record, elo, expected_score};
