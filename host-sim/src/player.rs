//! Players and the small language that names them.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_engine::{Move, Observer, Position, Report, Size};

use crate::limit::{self, Limit};
use crate::players::{First, Gtp, Random, Wedge};
use crate::setup::Setup;
use crate::table::HeapTable;
use crate::words::{any_of, parse, word};

/// Someone who plays.
pub trait Player<S: Size> {
    /// Chooses a move in a position that has one.
    ///
    /// # Errors
    /// If the player cannot go on, as when a program at the other end of a wire has died.
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice>;
}

/// What a player does, and what it thought if it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What the search found, for players that search.
    pub report: Option<Report>,
}

/// A player by name, such as `wedge:depth=8,ordering=ht,eval=squares`, `random:seed=7` or `first`.
///
/// A kind, then after a colon its options, separated by commas. The text of a player is its
/// shortest name: options that have their usual value are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// The engine.
    Wedge {
        /// How far it searches each move.
        limit: Limit,
        /// How it is set up.
        setup: Setup,
    },
    /// Any legal move.
    Random {
        /// The same seed plays the same moves.
        seed: u64,
    },
    /// Always the first legal square, in the order a1, b1, ..., h8.
    First,
    /// Whoever speaks GTP at the other end of a wire.
    Gtp {
        /// A serial port, a socket, or a command to run.
        address: String,
    },
}

/// The players, for `--help`.
pub const PLAYER_HELP: &str = "\
A player is named by a kind and, after a colon, its options:
  wedge    the engine; one of depth=D (usually 8), exact, time=S, nodes=N; search=, ordering=,
           eval=, max-num=, tt-bits= as for `host-sim positions`
  random   any legal move; seed=N
  first    the first legal square from a1 to h8
  gtp      whoever speaks GTP: gtp:PORT for a board at a serial port, gtp:SOCKET for one in the
           emulator, gtp:COMMAND for a program to start
for example wedge:depth=8,ordering=ht,eval=squares or random:seed=7 or gtp:/dev/ttyACM0.";

const KINDS: [&str; 4] = ["wedge", "random", "first", "gtp"];
const WEDGE_OPTIONS: [&str; 9] =
    ["depth", "exact", "time", "nodes", "search", "ordering", "eval", "max-num", "tt-bits"];

impl PlayerSpec {
    /// What the engine does unless told otherwise.
    #[must_use]
    pub fn wedge() -> Self {
        Self::Wedge { limit: Limit::Depth(8), setup: Setup::default() }
    }

    /// The memory that the player works in; it outlives the player.
    ///
    /// # Errors
    /// If there is not enough of it.
    pub fn memory(&self) -> Result<Memory> {
        let table = match self {
            Self::Wedge { setup, .. } => Some(HeapTable::new(setup.tt_bits)?),
            Self::Random { .. } | Self::First | Self::Gtp { .. } => None,
        };
        Ok(Memory(table))
    }

    /// The player.
    ///
    /// # Errors
    /// If the memory is that of another kind of player.
    pub fn player<'m, S: Size>(&self, memory: &'m Memory) -> Result<Box<dyn Player<S> + 'm>> {
        Ok(match self {
            &Self::Wedge { limit, setup } => {
                let table = memory.0.as_ref().context("memory of a player without a table")?;
                Box::new(Wedge::new(limit, setup.searcher::<S>(table)))
            }
            &Self::Random { seed } => Box::new(Random::new(seed)),
            Self::First => Box::new(First),
            Self::Gtp { address } => Box::new(Gtp::connect(address)?),
        })
    }

    fn read(text: &str) -> Result<Self> {
        let (kind, options) = text.split_once(':').unwrap_or((text, ""));
        if kind == "gtp" {
            ensure!(!options.is_empty(), "expected a serial port, a socket or a command");
            return Ok(Self::Gtp { address: options.to_owned() });
        }
        let options = Options::split(options)?;
        match kind {
            "wedge" => read_wedge(&options),
            "random" => {
                options.only(&["seed"])?;
                let seed = options.get("seed").map_or(Ok(0), |seed| {
                    seed.parse().map_err(|_| anyhow!("seed `{seed}`: expected a whole number"))
                })?;
                Ok(Self::Random { seed })
            }
            "first" => {
                options.only(&[])?;
                Ok(Self::First)
            }
            _ => bail!("unknown kind `{kind}`: expected {}", any_of(KINDS)),
        }
    }
}

fn read_wedge(options: &Options<'_>) -> Result<PlayerSpec> {
    options.only(&WEDGE_OPTIONS)?;
    let mut limits = Vec::new();
    let mut setup = Setup::default();
    for &(name, value) in &options.0 {
        match name {
            "depth" => limits.push(Limit::Depth(limit::parse_depth(value)?)),
            "time" => limits.push(Limit::Time(limit::parse_time(value)?)),
            "nodes" => limits.push(Limit::Nodes(limit::parse_nodes(value)?)),
            "exact" => {
                ensure!(value.is_empty(), "exact `{value}`: expected no value");
                limits.push(Limit::Exact);
            }
            "search" => setup.search = parse(value)?,
            "ordering" => setup.ordering = parse(value)?,
            "eval" => setup.eval = value.parse()?,
            "max-num" => setup.max_num = value.parse()?,
            _ => setup.tt_bits = value.parse()?,
        }
    }
    match limits[..] {
        [] => Ok(PlayerSpec::Wedge { limit: Limit::Depth(8), setup }),
        [limit] => Ok(PlayerSpec::Wedge { limit, setup }),
        [one, two, ..] => bail!("both {one} and {two}: expected one limit"),
    }
}

/// `name=value` pairs; a name alone has an empty value.
struct Options<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Options<'a> {
    fn split(text: &'a str) -> Result<Self> {
        let mut options: Vec<(&str, &str)> = Vec::new();
        for option in text.split(',').filter(|_| !text.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            ensure!(options.iter().all(|&(known, _)| known != name), "`{name}` is given twice");
            options.push((name, value));
        }
        Ok(Self(options))
    }

    fn get(&self, wanted: &str) -> Option<&'a str> {
        self.0.iter().find(|&&(name, _)| name == wanted).map(|&(_, value)| value)
    }

    fn only(&self, known: &[&str]) -> Result<()> {
        let expected = || if known.is_empty() { "none".to_owned() } else { any_of(known.to_vec()) };
        match self.0.iter().find(|(name, _)| !known.contains(name)) {
            Some((name, _)) => bail!("unknown option `{name}`: expected {}", expected()),
            None => Ok(()),
        }
    }
}

/// What a player remembers with: a table for the engine, nothing for most others.
pub struct Memory(Option<HeapTable>);

impl FromStr for PlayerSpec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        // In one piece: the command line shows only the outermost of a chain of errors.
        Self::read(text).map_err(|error| anyhow!("player `{text}`: {error:#}"))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wedge { limit, setup } => {
                let usual = Setup::default();
                write!(f, "wedge:{limit}")?;
                if setup.search != usual.search {
                    write!(f, ",search={}", word(setup.search))?;
                }
                if setup.ordering != usual.ordering {
                    write!(f, ",ordering={}", word(setup.ordering))?;
                }
                if setup.eval != usual.eval {
                    write!(f, ",eval={}", setup.eval)?;
                }
                if setup.max_num != usual.max_num {
                    write!(f, ",max-num={}", setup.max_num)?;
                }
                if setup.tt_bits != usual.tt_bits {
                    write!(f, ",tt-bits={}", setup.tt_bits)?;
                }
                Ok(())
            }
            Self::Random { seed } => write!(f, "random:seed={seed}"),
            Self::First => f.write_str("first"),
            Self::Gtp { address } => write!(f, "gtp:{address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use wedge_engine::{Algorithm, Eight, Ordering};

    use super::*;
    use crate::eval::Eval;
    use crate::words::Word;

    fn any_word<W: Word + fmt::Debug>() -> impl Strategy<Value = W> {
        select(W::ALL.iter().map(|&(_, value)| value).collect::<Vec<_>>())
    }

    fn any_limit() -> impl Strategy<Value = Limit> {
        prop_oneof![
            (1_u8..=60).prop_map(Limit::Depth),
            Just(Limit::Exact),
            (1_u64..=86_400_000).prop_map(Limit::Time),
            (1_u64..).prop_map(Limit::Nodes),
        ]
    }

    fn any_player() -> impl Strategy<Value = PlayerSpec> {
        let words = (any_word::<Algorithm>(), any_word::<Ordering>(), any_word::<Eval>());
        let setup = (words, 0_u8..=20, 2_u8..=32).prop_map(|(words, max_num, bits)| {
            let (search, ordering, eval) = words;
            let max_num = max_num.to_string().parse().unwrap();
            let tt_bits = bits.to_string().parse().unwrap();
            Setup { search, ordering, eval, max_num, tt_bits }
        });
        prop_oneof![
            (any_limit(), setup).prop_map(|(limit, setup)| PlayerSpec::Wedge { limit, setup }),
            any::<u64>().prop_map(|seed| PlayerSpec::Random { seed }),
            Just(PlayerSpec::First),
            "[ -~]+".prop_map(|address| PlayerSpec::Gtp { address }),
        ]
    }

    proptest! {
        #[test]
        fn the_name_of_a_player_is_that_player(player in any_player()) {
            prop_assert_eq!(player.to_string().parse::<PlayerSpec>().unwrap(), player);
        }
    }

    #[test]
    fn names_are_read() {
        let player: PlayerSpec = "wedge:depth=8,ordering=ht,eval=patterns".parse().unwrap();
        assert_eq!(player.to_string(), "wedge:depth=8,ordering=ht");
        assert_eq!("wedge".parse::<PlayerSpec>().unwrap(), PlayerSpec::wedge());
        assert_eq!("random".parse::<PlayerSpec>().unwrap(), PlayerSpec::Random { seed: 0 });
        let player: PlayerSpec = "wedge:time=0.25,search=alphabeta,tt-bits=12".parse().unwrap();
        assert_eq!(player.to_string(), "wedge:time=0.25,search=alphabeta,tt-bits=12");
    }

    #[test]
    fn errors_name_the_player_and_what_was_expected() {
        for (text, wanted) in [
            ("wegde", "unknown kind `wegde`: expected wedge, random, first or gtp"),
            ("", "unknown kind ``: expected wedge, random, first or gtp"),
            (
                "wedge:dept=8",
                "unknown option `dept`: expected depth, exact, time, nodes, search, ordering, \
                 eval, max-num or tt-bits",
            ),
            ("wedge:depth=0", "depth `0`: expected plies from 1 to 60"),
            ("wedge:depth=8,depth=9", "`depth` is given twice"),
            ("wedge:depth=8,exact", "both depth=8 and exact: expected one limit"),
            ("wedge:eval=best", "unknown evaluation `best`: expected discs, squares, stability or patterns"),
            ("wedge:max-num=21", "max-num `21`: expected 0 to 20"),
            ("wedge:exact=3", "exact `3`: expected no value"),
            ("random:seed=x", "seed `x`: expected a whole number"),
            ("gtp", "expected a serial port, a socket or a command"),
            ("first:seed=1", "unknown option `seed`: expected none"),
        ] {
            let error = format!("{:#}", text.parse::<PlayerSpec>().unwrap_err());
            assert_eq!(error, format!("player `{text}`: {wanted}"));
        }
    }

    #[test]
    fn every_player_makes_a_legal_move() {
        for name in ["wedge:depth=2,tt-bits=10", "wedge:nodes=50,tt-bits=10", "random", "first"] {
            let spec: PlayerSpec = name.parse().unwrap();
            let memory = spec.memory().unwrap();
            let mut player = spec.player::<Eight>(&memory).unwrap();
            let start = Position::start();
            let choice = player.choose(&start, &mut ()).unwrap();
            assert!(start.play(choice.mv).is_some(), "{name}: {choice:?}");
        }
    }
}
