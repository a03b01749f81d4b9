//! The options of the engine: search, ordering, evaluation, table size.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use wedge_engine::{Algorithm, Certainty, Options, Ordering, Search, Size};

use crate::engine::eval::Eval;
use crate::engine::heap_table::{HeapTable, TableBits};
use crate::engine::searcher::Searcher;
use crate::io::fingerprint::Fingerprint;
use crate::io::value_enum::{any_of, value_name};

/// The set-up of the engine that commands and players share. On a command line every option that is
/// left out has the value of the preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The search algorithm.
    pub search: SearchAlgorithm,
    /// The move ordering.
    pub ordering: MoveOrdering,
    /// The evaluation.
    pub eval: Eval,
    /// The confidence that a ProbCut cutoff needs.
    pub certainty: Certainty,
    /// Whether each depth starts with an aspiration window.
    pub aspiration: bool,
    /// The N of the history table's start values.
    pub max_num: MaxNum,
    /// The size of the table.
    pub tt_bits: TableBits,
    /// The number of threads.
    pub threads: u16,
}

impl Default for Setup {
    fn default() -> Self {
        Preset::Best.setup()
    }
}

impl Setup {
    /// A new search with these options.
    #[must_use]
    pub fn searcher<'t, S: Size>(&self, table: &'t HeapTable) -> Searcher<'t, S> {
        let options = Options::default()
            .with_algorithm(self.search.into())
            .with_ordering(self.ordering.into())
            .with_aspiration(self.aspiration)
            .with_max_num(self.max_num.0)
            .with_certainty(self.certainty);
        let make = |view| Search::new(self.eval, Some(view), options);
        Searcher::new(self.threads.into(), table, make)
    }

    /// What the results of a search with this table depend on, beside position and limit.
    #[must_use]
    pub fn fingerprint(&self, table: &HeapTable) -> Fingerprint {
        let run = Fingerprint::default()
            .with("search", value_name(&self.search))
            .with("ordering", value_name(&self.ordering))
            .with("eval", self.eval.origin())
            .with("certainty", self.certainty.percent())
            .with("aspiration", self.aspiration)
            .with("max-num", self.max_num)
            .with("tt-bits", table.bits());
        // Left out for one thread, as in the files of versions that had no more.
        if self.threads > 1 { run.with("threads", self.threads) } else { run }
    }
}

/// A set-up by name.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Alpha-beta with the history table: no NegaScout, no aspiration window, no ProbCut, and no
    /// endgame solver.
    Original,
    /// All that the engine has.
    #[default]
    Best,
}

impl Preset {
    /// The set-up of this name. Evaluation, history table and transposition table are the same in
    /// both: the original's document names no evaluation, and its table has 2^26 entries as well.
    #[must_use]
    pub fn setup(self) -> Setup {
        let best = Setup {
            search: SearchAlgorithm::NegaScout,
            ordering: MoveOrdering::Full,
            eval: Eval::default(),
            certainty: Certainty::default(),
            aspiration: true,
            max_num: MaxNum::default(),
            tt_bits: TableBits::default(),
            threads: 1,
        };
        match self {
            Self::Original => Setup {
                search: SearchAlgorithm::AlphaBeta,
                ordering: MoveOrdering::History,
                certainty: Certainty::FULL,
                aspiration: false,
                ..best
            },
            Self::Best => best,
        }
    }
}

/// A [`Setup`] on the command line.
#[derive(Args)]
struct SetupArgs {
    /// Defaults for --search, --ordering and --certainty: original is alphabeta, ht and 100, without
    /// aspiration windows; best is negascout, full and 68
    #[arg(long, hide_short_help = true, value_enum, default_value_t)]
    preset: Preset,
    /// The search algorithm
    #[arg(long, hide_short_help = true, value_enum)]
    search: Option<SearchAlgorithm>,
    /// The move ordering
    #[arg(long, hide_short_help = true, value_enum)]
    ordering: Option<MoveOrdering>,
    /// The evaluation: discs, squares, stability, patterns, network, or a file of weights
    #[arg(long, value_name = "EVAL", value_parser = str::parse::<Eval>, default_value_t)]
    eval: Eval,
    /// The confidence that a ProbCut cutoff needs, in percent: 50, 68, 80, 90, 95, 99, or 100 for no
    /// ProbCut
    #[arg(long, hide_short_help = true, value_name = "P", value_parser = parse_certainty)]
    certainty: Option<Certainty>,
    /// The N of the history table's start values: a square of class k starts at 2^(N-k)
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t)]
    max_num: MaxNum,
    /// Entries of the table as a power of two, 16 bytes each: 22 takes 64 MiB; auto is 26, 1 GiB,
    /// or less where memory is short
    #[arg(long, hide_short_help = true, value_name = "B", default_value_t)]
    tt_bits: TableBits,
    /// Threads that search a position together; with more than one, results other than proved scores
    /// may differ between runs
    #[arg(long, value_name = "T", default_value = "1", value_parser = parse_threads)]
    threads: u16,
}

impl From<SetupArgs> for Setup {
    fn from(args: SetupArgs) -> Self {
        let preset = args.preset.setup();
        Self {
            search: args.search.unwrap_or(preset.search),
            ordering: args.ordering.unwrap_or(preset.ordering),
            eval: args.eval,
            certainty: args.certainty.unwrap_or(preset.certainty),
            aspiration: preset.aspiration,
            max_num: args.max_num,
            tt_bits: args.tt_bits,
            threads: args.threads,
        }
    }
}

impl FromArgMatches for Setup {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        SetupArgs::from_arg_matches(matches).map(Self::from)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Setup {
    fn augment_args(command: Command) -> Command {
        SetupArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        SetupArgs::augment_args_for_update(command)
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

/// Parses a number of threads.
///
/// # Errors
/// If it is not a number from 1 to 256.
pub fn parse_threads(text: &str) -> Result<u16> {
    match text.parse() {
        Ok(threads @ 1..=256) => Ok(threads),
        _ => bail!("threads `{text}`: expected 1 to 256"),
    }
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        setup: Setup,
    }

    fn parse(line: &str) -> Setup {
        Line::try_parse_from(["host-sim"].into_iter().chain(line.split_whitespace())).unwrap().setup
    }

    #[test]
    fn a_preset_gives_what_is_left_out() {
        assert_eq!(parse(""), Setup::default());
        assert_eq!(parse("--preset best"), Setup::default());
        let original = Preset::Original.setup();
        assert_eq!(parse("--preset original"), original);
        assert_eq!(
            (original.search, original.ordering, original.certainty, original.aspiration),
            (SearchAlgorithm::AlphaBeta, MoveOrdering::History, Certainty::FULL, false)
        );
        assert_eq!(
            parse("--search negascout --preset original --max-num 12"),
            Setup {
                search: SearchAlgorithm::NegaScout,
                max_num: MaxNum(12),
                ..Preset::Original.setup()
            }
        );
    }

    /// The default of the engine crate is the preset `best`.
    #[test]
    fn best_is_the_engine_as_it_comes() {
        let (best, engine) = (Setup::default(), Options::default());
        assert_eq!(Algorithm::from(best.search), engine.algorithm);
        assert_eq!(Ordering::from(best.ordering), engine.ordering);
        assert_eq!(
            (best.certainty, best.aspiration, best.max_num.0),
            (engine.certainty, engine.aspiration, engine.max_num)
        );
    }
}
