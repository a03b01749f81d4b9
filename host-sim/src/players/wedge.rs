//! `wedge`: the engine itself, with any of its options.

use std::time::Duration;

use anyhow::{Result, bail};
use wedge_console::TABLE_ENTRIES;
use wedge_engine::{
    Book, ClockRule, GameClock, Move, Observer, Position, Report, Size, Speed, SplitMix64, Strength,
};

use super::chip::Chip;
use super::{Kind, OptionKind, PlayerOption};
use crate::book::choice::BookChoice;
use crate::engine::eval::Eval;
use crate::engine::heap_table::{HeapTable, TableBits};
use crate::engine::limit::{self, ClockRuleName, Limit};
use crate::engine::searcher::Searcher;
use crate::engine::setup::{
    MaxNum, MoveOrdering, Preset, SearchAlgorithm, Setup, parse_certainty, parse_threads,
};
use crate::io::value_enum::{parse_value, value_name};
use crate::players::player::{Choice, Player, PlayerSpec};

pub(crate) const KIND: Kind =
    Kind::new("wedge", "the engine; one of depth, exact, time, nodes, level, chip", OPTIONS)
        .with_validation(validate);

const OPTIONS: &[PlayerOption] = &[
    option("depth", "", "look this many plies ahead: 8 if no limit is set", |text| {
        Ok(limit::parse_depth(text)?.to_string())
    }),
    PlayerOption {
        name: "exact",
        default: "",
        kind: OptionKind::Flag,
        about: "solve to the end of the game",
    },
    option("time", "", "think this many seconds about each move", normalize_time),
    option("nodes", "", "visit this many nodes for each move", |text| {
        Ok(limit::parse_nodes(text)?.to_string())
    }),
    option(
        "level",
        "",
        "look N plies ahead, solve from about 2N empty squares on: 1 to 30",
        |text| Ok(limit::parse_level(text)?.to_string()),
    ),
    option("chip", "", "play as the board does, at its strength 1 to 9: 5 by default", |text| {
        Ok(if text.is_empty() { Strength::default() } else { parse_chip(text)? }.to_string())
    }),
    option("preset", "best", "search, ordering and certainty by name: original or best", |text| {
        Ok(value_name(&parse_value::<Preset>("preset", text)?))
    }),
    option("search", "", "minimax, alphabeta or negascout, instead of the preset's", |text| {
        Ok(value_name(&parse_value::<SearchAlgorithm>("search", text)?))
    }),
    option("ordering", "", "which moves are tried first: static, ht or full", |text| {
        Ok(value_name(&parse_value::<MoveOrdering>("ordering", text)?))
    }),
    option("eval", "network", "what a position is worth: as for `positions`", normalize_eval),
    option("certainty", "", "the confidence that a ProbCut cutoff needs, in percent", |text| {
        Ok(parse_certainty(text)?.percent().to_string())
    }),
    option("max-num", "10", "the N of the history table's start values", |text| {
        Ok(text.parse::<MaxNum>()?.to_string())
    }),
    option("tt-bits", "22", "entries of the table as a power of two", |text| {
        Ok(text.parse::<TableBits>()?.to_string())
    }),
    option("threads", "1", "search on this many threads; with more, games differ", |text| {
        Ok(parse_threads(text)?.to_string())
    }),
    option(
        "clock-rule",
        "plan",
        "how the time of a game with a clock is spent: plan or steps",
        |text| Ok(value_name(&parse_value::<ClockRuleName>("clock-rule", text)?)),
    ),
    option("book", "none", "open from a book: none, built-in, or a file", |text| {
        Ok(text.parse::<BookChoice>()?.to_string())
    }),
    PlayerOption {
        about: "for the chip and for books, which choose at random",
        ..PlayerOption::SEED
    },
];

/// The options that limit a search, of which a player has exactly one.
pub(crate) const LIMIT_OPTIONS: [&str; 6] = ["depth", "exact", "time", "nodes", "level", "chip"];

const fn option(
    name: &'static str,
    default: &'static str,
    about: &'static str,
    normalize: fn(&str) -> Result<String>,
) -> PlayerOption {
    PlayerOption { name, default, kind: OptionKind::Custom(normalize), about }
}

fn normalize_eval(text: &str) -> Result<String> {
    Ok(text.parse::<Eval>()?.to_string())
}

/// Seconds, to the millisecond.
pub(super) fn normalize_time(text: &str) -> Result<String> {
    Ok((limit::parse_time(text)? as f64 / 1000.0).to_string())
}

fn parse_chip(text: &str) -> Result<Strength> {
    limit::parse_strength("chip", text)
}

/// The strength of the board, for `wedge:chip`.
fn chip_strength(spec: &PlayerSpec) -> Result<Option<Strength>> {
    spec.is_set("chip").then(|| parse_chip(spec.value("chip"))).transpose()
}

/// Requires exactly one limit, so that the name of an engine says how strong it is. The chip has the
/// options of the board, so it takes none but the seed.
fn validate(spec: &mut PlayerSpec) -> Result<()> {
    let limits = LIMIT_OPTIONS.iter().filter_map(|name| spec.option_text(name));
    match &limits.collect::<Vec<_>>()[..] {
        [] => spec.set("depth", "8")?,
        [_] => {}
        [one, two, ..] => bail!("both {one} and {two}: expected one limit"),
    }
    let preset = preset(spec)?.setup();
    for (name, value) in [
        ("search", value_name(&preset.search)),
        ("ordering", value_name(&preset.ordering)),
        ("certainty", preset.certainty.percent().to_string()),
    ] {
        if spec.value(name) == value {
            spec.unset(name);
        }
    }
    let mut others = OPTIONS.iter().map(|option| option.name).filter(|name| spec.is_set(name));
    match (chip_strength(spec)?, others.find(|name| !LIMIT_OPTIONS.contains(name))) {
        (None, Some("seed")) if !spec.is_set("book") => {
            bail!("seed: only the chip, and players with a book, play by chance")
        }
        (Some(_), Some(other)) if other != "seed" => {
            bail!("both chip and {other}: the chip is set up as the board is")
        }
        _ => Ok(()),
    }
}

/// The files of the player's options.
pub(crate) fn inputs(spec: &PlayerSpec) -> Vec<(String, String)> {
    let eval = spec.value("eval").parse().ok().filter(|eval| matches!(eval, Eval::File(_)));
    let eval = eval.map(|eval: Eval| ("eval", eval.origin()));
    let book = spec.value("book").parse().ok();
    let book =
        book.and_then(|book: BookChoice| Some(("book", format!("{:016x}", book.checksum()?))));
    let named = |(name, checksum)| (format!("{name} {}", spec.value(name)), checksum);
    eval.into_iter().chain(book).map(named).collect()
}

/// Whether it chooses moves at random.
pub(crate) fn is_random(spec: &PlayerSpec) -> bool {
    let strength = chip_strength(spec).unwrap_or(None);
    spec.is_set("book") || strength.is_some_and(|it| it.slack() > 0 || it.book_margin().is_some())
}

/// The same engine with another limit.
pub(crate) fn with_limit(spec: &PlayerSpec, limit: Limit) -> Result<PlayerSpec> {
    let mut spec = spec.clone();
    LIMIT_OPTIONS.iter().for_each(|name| spec.unset(name));
    let text = limit.to_string();
    let (name, value) = text.split_once('=').unwrap_or((&text, ""));
    spec.set(name, value)?;
    Ok(spec)
}

fn limit(spec: &PlayerSpec) -> Result<Limit> {
    Ok(if spec.is_set("exact") {
        Limit::Exact
    } else if spec.is_set("time") {
        Limit::Time(limit::parse_time(spec.value("time"))?)
    } else if spec.is_set("nodes") {
        Limit::Nodes(limit::parse_nodes(spec.value("nodes"))?)
    } else if spec.is_set("level") {
        Limit::Level(limit::parse_level(spec.value("level"))?)
    } else {
        Limit::Depth(limit::parse_depth(spec.value("depth"))?)
    })
}

fn preset(spec: &PlayerSpec) -> Result<Preset> {
    parse_value("preset", spec.value("preset"))
}

fn setup(spec: &PlayerSpec) -> Result<Setup> {
    let preset = preset(spec)?.setup();
    let own = |name| spec.is_set(name).then(|| spec.value(name));
    Ok(Setup {
        search: own("search").map_or(Ok(preset.search), |text| parse_value("search", text))?,
        ordering: own("ordering").map_or(Ok(preset.ordering), |it| parse_value("ordering", it))?,
        eval: spec.value("eval").parse()?,
        certainty: own("certainty").map_or(Ok(preset.certainty), parse_certainty)?,
        aspiration: preset.aspiration,
        max_num: spec.value("max-num").parse()?,
        tt_bits: spec.value("tt-bits").parse()?,
        threads: parse_threads(spec.value("threads"))?,
    })
}

/// Allocates the transposition table of a player.
pub(crate) fn table(spec: &PlayerSpec) -> Result<HeapTable> {
    let bits = match chip_strength(spec)? {
        Some(_) => TABLE_ENTRIES.ilog2().to_string().parse()?,
        None => setup(spec)?.tt_bits,
    };
    HeapTable::new(bits)
}

/// Makes the engine with its table.
pub(crate) fn player<'m, S: Size>(
    spec: &PlayerSpec,
    table: &'m HeapTable,
) -> Result<Box<dyn Player<S> + 'm>> {
    if let Some(strength) = chip_strength(spec)? {
        return Ok(Box::new(Chip::new(strength, spec.number("seed"), table.view())));
    }
    Ok(Box::new(Wedge {
        limit: limit(spec)?,
        clock_rule: parse_value::<ClockRuleName>("clock-rule", spec.value("clock-rule"))?.into(),
        left: None,
        speed: Speed::default(),
        stall_ms: 0,
        search: setup(spec)?.searcher(table),
        book: spec.value("book").parse::<BookChoice>()?.book(),
        random: SplitMix64::new(spec.number("seed")),
    }))
}

/// The time that a move takes beside the search, at most.
const OVERHEAD_MS: u64 = 5;

/// The engine. It keeps its table and its history through the game.
struct Wedge<'t, S: Size> {
    limit: Limit,
    clock_rule: ClockRule,
    /// The time left, in games with a clock.
    left: Option<Duration>,
    speed: Speed,
    /// The longest stall in the last searches.
    stall_ms: u64,
    search: Searcher<'t, S>,
    /// The opening book, and the random choices from it.
    book: Option<Book<'static>>,
    random: SplitMix64,
}

impl<S: Size> Player<S> for Wedge<'_, S> {
    fn time_left(&mut self, left: Duration) {
        self.left = Some(left);
    }

    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        let random = &mut self.random;
        if let Some(known) = self.book.and_then(|book| book.choose(position, Book::MARGIN, random))
        {
            return Ok(Choice { mv: Move::Play(known.square), report: None });
        }
        let mut limits = self.limit.limits();
        if let Some(left) = self.left {
            let clock = GameClock {
                left_ms: left.as_millis() as u64,
                increment_ms: 0,
                overhead_ms: OVERHEAD_MS,
                stall_ms: self.stall_ms,
                speed: self.speed,
            };
            limits = limits.and(&self.clock_rule.limits(&clock, &position.board()));
        }
        let started = observer.now_ms();
        let mut stalls = Stalls { observer, last: started, longest: self.stall_ms * 3 / 4 };
        let report = self.search.think(position, &limits, &mut stalls);
        let ms = stalls.now_ms().saturating_sub(started);
        self.stall_ms = stalls.longest;
        self.speed.learn(&position.board(), &report, ms);
        Ok(Choice { mv: report.best, report: Some(report) })
    }
}

/// An observer that measures stalls, in which the operating system lets the search wait: the search
/// asks for the time every few hundred nodes, far less than a millisecond apart.
struct Stalls<'o> {
    observer: &'o mut dyn Observer,
    last: u64,
    longest: u64,
}

impl Observer for Stalls<'_> {
    fn now_ms(&mut self) -> u64 {
        let now = self.observer.now_ms();
        self.longest = self.longest.max(now.saturating_sub(self.last));
        self.last = now;
        now
    }

    fn stop(&mut self) -> bool {
        self.observer.stop()
    }

    fn visited(&mut self, nodes: u64) {
        self.observer.visited(nodes);
    }

    fn progress(&mut self, report: &Report) {
        self.observer.progress(report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_a_player_are_those_of_the_engine() {
        // All but the table: in a match many players share the machine.
        let tt_bits = "22".parse().unwrap();
        assert_eq!(setup(&PlayerSpec::wedge()).unwrap(), Setup { tt_bits, ..Setup::default() });
    }

    #[test]
    fn another_limit_replaces_the_first() {
        let spec: PlayerSpec = "wedge:nodes=500,eval=discs".parse().unwrap();
        for (limit, wanted) in [
            (Limit::Depth(3), "wedge:depth=3,eval=discs"),
            (Limit::Exact, "wedge:exact,eval=discs"),
            (Limit::Time(1500), "wedge:time=1.5,eval=discs"),
            (Limit::Nodes(7), "wedge:nodes=7,eval=discs"),
            (Limit::Level(wedge_engine::Level::new(12).unwrap()), "wedge:level=12,eval=discs"),
        ] {
            let limited = with_limit(&spec, limit).unwrap();
            assert_eq!(limited.to_string(), wanted);
            assert_eq!(super::limit(&limited).unwrap(), limit);
        }
    }

    #[test]
    fn only_the_chip_and_books_depend_on_the_seed() {
        for (name, by_chance) in [
            ("wedge", false),
            ("wedge:book=built-in", true),
            ("wedge:chip", true),
            ("wedge:chip=4", true),
            ("wedge:chip=1,seed=3", true),
        ] {
            let spec: PlayerSpec = name.parse().unwrap();
            assert_eq!(spec.with_seed(9) != spec, by_chance, "{name}");
        }
    }
}
