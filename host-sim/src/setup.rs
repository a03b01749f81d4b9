//! How the engine is set up: search, ordering, evaluation, table size.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::Args;
use wedge_engine::{Algorithm, Certainty, Options, Ordering, Search, Size};

use crate::eval::Eval;
use crate::table::{HeapTable, TableBits};
use crate::words;

/// The choices that the engine leaves open.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// How the tree is walked
    #[arg(long, default_value = "negascout", value_parser = words::parser::<Algorithm>())]
    pub search: Algorithm,
    /// Which moves are tried first
    #[arg(long, default_value = "full", value_parser = words::parser::<Ordering>())]
    pub ordering: Ordering,
    /// What a position is worth without looking further
    /// (discs, squares, stability, patterns, or a file of weights)
    #[arg(long, value_name = "EVAL", default_value_t)]
    pub eval: Eval,
    /// How sure the search has to be before it believes a shallower one, in percent: 50, 68, 80,
    /// 90, 95, 99, or 100 for never
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
    /// A searcher that has learnt nothing yet.
    #[must_use]
    pub fn searcher<'t, S: Size>(&self, table: &'t HeapTable) -> Search<'t, Eval, S> {
        let options = Options {
            algorithm: self.search,
            ordering: self.ordering,
            max_num: self.max_num.0,
            certainty: self.certainty,
            ..Options::default()
        };
        Search::new(self.eval, Some(table.view()), options)
    }
}

/// Reads a percentage.
///
/// # Errors
/// If it is none of those that the engine knows.
pub fn parse_certainty(text: &str) -> Result<Certainty> {
    let percent = text.parse().ok();
    percent.and_then(Certainty::from_percent).with_context(|| {
        let known = Certainty::ALL.map(|certainty| certainty.percent().to_string());
        format!("certainty `{text}`: expected {}", words::any_of(known.iter().map(String::as_str)))
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
