//! The options of the engine: search, ordering, evaluation, table size.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use wedge_engine::{Algorithm, Certainty, Options, Ordering, Search, Size};

use crate::engine::eval::Eval;
use crate::engine::heap_table::{HeapTable, TableBits};
use crate::io::fingerprint::Fingerprint;
use crate::io::value_enum::{any_of, value_name};

/// The options of the engine that commands and players share.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The search algorithm
    #[arg(long, value_enum, default_value_t)]
    pub search: SearchAlgorithm,
    /// The move ordering
    #[arg(long, value_enum, default_value_t)]
    pub ordering: MoveOrdering,
    /// The evaluation: discs, squares, stability, patterns, or a file of weights
    #[arg(long, value_name = "EVAL", value_parser = str::parse::<Eval>, default_value_t)]
    pub eval: Eval,
    /// The confidence that a ProbCut cutoff needs, in percent: 50, 68, 80, 90, 95, 99, or 100 for no
    /// ProbCut
    #[arg(long, value_name = "P", default_value = "80", value_parser = parse_certainty)]
    pub certainty: Certainty,
    /// The N of the history table's start values: a square of class k starts at 2^(N-k)
    #[arg(long, value_name = "N", default_value_t)]
    pub max_num: MaxNum,
    /// Entries of the table as a power of two, 16 bytes each: 22 takes 64 MiB; auto is 26, 1 GiB,
    /// or less where memory is short
    #[arg(long, value_name = "B", default_value_t)]
    pub tt_bits: TableBits,
}

impl Setup {
    /// A new search with these options.
    #[must_use]
    pub fn searcher<'t, S: Size>(&self, table: &'t HeapTable) -> Search<'t, Eval, S> {
        let options = Options::default()
            .with_algorithm(self.search.into())
            .with_ordering(self.ordering.into())
            .with_max_num(self.max_num.0)
            .with_certainty(self.certainty);
        Search::new(self.eval, Some(table.view()), options)
    }

    /// What the results of a search with this table depend on, beside position and limit.
    #[must_use]
    pub fn fingerprint(&self, table: &HeapTable) -> Fingerprint {
        Fingerprint::default()
            .with("search", value_name(&self.search))
            .with("ordering", value_name(&self.ordering))
            .with("eval", self.eval.origin())
            .with("certainty", self.certainty.percent())
            .with("max-num", self.max_num)
            .with("tt-bits", table.bits())
    }
}

/// The engine's [`Algorithm`] by name.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchAlgorithm {
    /// Every move, without a cutoff.
    Minimax,
    /// Alpha-beta with the whole window.
    #[value(name = "alphabeta")]
    AlphaBeta,
    /// Null windows after the first move.
    #[default]
    #[value(name = "negascout")]
    NegaScout,
}

impl From<SearchAlgorithm> for Algorithm {
    fn from(algorithm: SearchAlgorithm) -> Self {
        match algorithm {
            SearchAlgorithm::Minimax => Self::Minimax,
            SearchAlgorithm::AlphaBeta => Self::AlphaBeta,
            SearchAlgorithm::NegaScout => Self::NegaScout,
        }
    }
}

/// The engine's [`Ordering`] by name.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveOrdering {
    /// By fixed classes of squares.
    Static,
    /// By the history heuristic.
    #[value(name = "ht")]
    History,
    /// By all that the engine knows: transposition table, history, mobility.
    #[default]
    Full,
}

impl From<MoveOrdering> for Ordering {
    fn from(ordering: MoveOrdering) -> Self {
        match ordering {
            MoveOrdering::Static => Self::Static,
            MoveOrdering::History => Self::History,
            MoveOrdering::Full => Self::Full,
        }
    }
}

/// Parses a certainty in percent.
///
/// # Errors
/// If it is not one of the engine's.
pub fn parse_certainty(text: &str) -> Result<Certainty> {
    let percent = text.parse().ok();
    percent.and_then(Certainty::from_percent).with_context(|| {
        let known = Certainty::ALL.map(|certainty| certainty.percent().to_string());
        format!("certainty `{text}`: expected {}", any_of(known.iter().map(String::as_str)))
    })
}

/// The N of the history table, called `MaxNum` in the original program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxNum(u8);

impl Default for MaxNum {
    fn default() -> Self {
        Self(Options::default().max_num)
    }
}

impl fmt::Display for MaxNum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for MaxNum {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.parse() {
            Ok(n @ 0..=20) => Ok(Self(n)),
            _ => bail!("max-num `{text}`: expected 0 to 20"),
        }
    }
}
