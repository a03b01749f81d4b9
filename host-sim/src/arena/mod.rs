//! Matches and cups: schedule, referee, parallel games, statistics, standings.

pub mod cup;
pub mod game_row;
pub mod lineup;
pub mod merge;
pub mod openings;
pub mod parallel;
pub mod ratings;
pub mod referee;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod tournament;

pub use game_row::{GameEnding, GameRow, MatchId, TournamentKind};
pub use standings::{Pairing, Standings, Total};
pub use statistics::{Elo, Pentanomial, Record, elo, expected_score};
