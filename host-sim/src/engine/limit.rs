//! The limit of a search: depth, end of the game, time, nodes or level.

use std::fmt;

use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use wedge_engine::{ClockRule, Level, Limits, Strength};

/// The limit of a search, as options and reports name it: `depth=8`, `exact`, `time=1.5` (seconds),
/// `nodes=100000`, `level=12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Plies to look ahead.
    Depth(u8),
    /// To the end of the game.
    Exact,
    /// Milliseconds for a move.
    Time(u64),
    /// Nodes to visit.
    Nodes(u64),
    /// A level, which sets the depth and the number of empty squares to solve.
    Level(Level),
}

impl Limit {
    /// The limit if the user sets none: what a PC does in about a second.
    #[must_use]
    pub const fn default_for(empties: u32) -> Self {
        if empties <= 20 { Self::Exact } else { Self::Depth(12) }
    }

    /// The limit in the engine's terms.
    #[must_use]
    pub const fn limits(self) -> Limits {
        match self {
            Self::Depth(depth) => Limits::depth(depth),
            Self::Exact => Limits::EXACT,
            Self::Time(ms) => Limits::time_ms(ms),
            Self::Nodes(nodes) => Limits::nodes(nodes),
            Self::Level(level) => level.limits(),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Exact => f.write_str("exact"),
            Self::Time(ms) => write!(f, "time={}", *ms as f64 / 1000.0),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Level(level) => write!(f, "level={level}"),
        }
    }
}

/// The engine's [`ClockRule`] by name.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockRuleName {
    /// A plan for the rest of the game.
    #[default]
    Plan,
    /// 10 s a move, 6 s below 100 s on the clock, 4 s below 30 s; 6 or 11 plies.
    Steps,
}

impl From<ClockRuleName> for ClockRule {
    fn from(name: ClockRuleName) -> Self {
        match name {
            ClockRuleName::Plan => Self::Plan,
            ClockRuleName::Steps => Self::Steps,
        }
    }
}

/// Parses a depth.
///
/// # Errors
/// If it is not a number from 1 to 60.
pub fn parse_depth(text: &str) -> Result<u8> {
    match text.parse() {
        Ok(depth @ 1..=60) => Ok(depth),
        _ => bail!("depth `{text}`: expected plies from 1 to 60"),
    }
}

/// Parses seconds, as milliseconds.
///
/// # Errors
/// If it is not a number from 0.001 to a day.
pub fn parse_time(text: &str) -> Result<u64> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok((seconds * 1000.0).round() as u64)
        }
        _ => bail!("time `{text}`: expected seconds from 0.001 to 86400"),
    }
}

/// Parses a number of nodes.
///
/// # Errors
/// If it is not a whole number from 1 on.
pub fn parse_nodes(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(nodes @ 1..) => Ok(nodes),
        _ => bail!("nodes `{text}`: expected a whole number from 1 on"),
    }
}

/// Parses a level of the PC.
///
/// # Errors
/// If it is not a number from 1 to 30.
pub fn parse_level(text: &str) -> Result<Level> {
    text.parse().map_err(|error| anyhow!("level `{text}`: {error}"))
}

/// Parses a playing strength of the board. `name` is the option that an error names.
///
/// # Errors
/// If it is not a number from 1 to 9.
pub fn parse_strength(name: &str, text: &str) -> Result<Strength> {
    text.parse().map_err(|error| anyhow!("{name} `{text}`: {error}"))
}

/// The limit on a command line: at most one of five.
#[derive(Args, Clone, Debug)]
#[group(multiple = false)]
pub struct LimitArgs {
    /// Look this many plies ahead
    #[arg(long, value_name = "D", value_parser = parse_depth)]
    depth: Option<u8>,
    /// Solve to the end of the game
    #[arg(long)]
    exact: bool,
    /// Think this many seconds about each position
    #[arg(long, value_name = "S", value_parser = parse_time)]
    time: Option<u64>,
    /// Visit this many nodes for each position
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    nodes: Option<u64>,
    /// Look N plies ahead, and solve from about 2N empty squares on: 1 to 30
    #[arg(long, value_name = "N", value_parser = parse_level)]
    level: Option<Level>,
}

impl LimitArgs {
    /// The limit that was given, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        let exact = self.exact.then_some(Limit::Exact);
        let depth = self.depth.map(Limit::Depth);
        let time = self.time.map(Limit::Time);
        let nodes = self.nodes.map(Limit::Nodes);
        depth.or(exact).or(time).or(nodes).or(self.level.map(Limit::Level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_of_the_board_are_one_to_nine() {
        assert_eq!(parse_strength("chip", "9").unwrap(), Strength::new(9).unwrap());
        for text in ["0", "10", "x", ""] {
            let error = parse_strength("strength", text).unwrap_err().to_string();
            assert_eq!(error, format!("strength `{text}`: expected 1 to 9"));
        }
    }
}
