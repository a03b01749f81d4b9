//! Who plays: `best`, `original`, `random`, or another program.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use wedge_dark_chess::{
    Action, Game, Options, OriginalSearch, PackedEndings, Ply, Relations, Report, Search,
    Tablebase, limits_of,
};
use wedge_engine::{Limits, Observer, SplitMix64, Strength};

use super::{endings, program::Program};
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{parse_depth, parse_time};
use crate::io::progress::interrupted;

pub(super) const PLAYER_HELP: &str = "\
Players:
  best[:OPTIONS]      the search with chance nodes and endgame tables
  original[:OPTIONS]  the original program's search and evaluation
  random[:seed=N]     any legal action
  program:COMMAND     another program, by the numbered protocol of a course
Options, separated by commas: level=1 to 9, nodes=N, time=SECONDS or depth=N a
move (nodes=20000 if none), clock-rule=share (a fortieth of what is left on the
clock; best's) or steps (10, 6 or 4 seconds, as the original's clock has it;
original's), tt=BITS for 2^BITS slots of the table (18), endings=FILE for tables
of `host-sim dark-chess endings`; without a file, best has those of up to 3
pieces.";

/// The slots of a player's table, as a power of two.
const TABLE_BITS: &str = "18";
const NODES: u64 = 20_000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Best,
    Original,
    Random,
    Program(String),
}

/// A player as the user names it.
#[derive(Clone, Debug)]
pub(super) struct PlayerSpec {
    text: String,
    kind: Kind,
    limits: Limits,
    /// Whether the limits are the user's.
    has_limits: bool,
    clock_rule: ClockRule,
    seed: u64,
    table_bits: String,
    endings: Option<PathBuf>,
}

/// How much of what is left on the clock a move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClockRule {
    /// A fortieth.
    Share,
    /// The steps of the original program.
    Steps,
}

impl ClockRule {
    /// A millisecond is not enough to start a search.
    const LEAST_MS: u64 = 10;

    pub(super) fn limits(self, left_ms: u64) -> Limits {
        let ms = match self {
            Self::Share => left_ms / 40,
            // Never all that is left: its steps end at four seconds.
            Self::Steps => (OriginalSearch::seconds_a_move(left_ms) * 1000).min(left_ms / 2),
        };
        Limits::time_ms(ms.max(Self::LEAST_MS))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let kind = match name {
            "best" => Kind::Best,
            "original" => Kind::Original,
            "random" => Kind::Random,
            "program" => Kind::Program(options.to_owned()),
            _ => bail!("player `{text}`: expected best, original, random or program:COMMAND"),
        };
        let mut spec = Self {
            text: text.to_owned(),
            kind,
            limits: Limits::nodes(NODES),
            has_limits: false,
            clock_rule: if name == "original" { ClockRule::Steps } else { ClockRule::Share },
            seed: 0,
            table_bits: TABLE_BITS.to_owned(),
            endings: None,
        };
        if let Kind::Program(command) = &spec.kind {
            ensure!(!command.trim().is_empty(), "player `{text}`: expected program:COMMAND");
            return Ok(spec);
        }
        for option in options.split(',').filter(|option| !option.is_empty()) {
            spec.set(option).with_context(|| format!("player `{text}`"))?;
        }
        Ok(spec)
    }
}

impl PlayerSpec {
    fn set(&mut self, option: &str) -> Result<()> {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let number = || {
            let number = value.parse::<u64>().ok().filter(|&number| number > 0 || name == "seed");
            number.ok_or_else(|| anyhow!("{name}=`{value}`: expected a number from 1 on"))
        };
        match (name, &self.kind) {
            ("seed", Kind::Random | Kind::Original) => self.seed = number()?,
            ("nodes", Kind::Best | Kind::Original) => self.limits = Limits::nodes(number()?),
            ("depth", Kind::Best | Kind::Original) => {
                self.limits = Limits::depth(parse_depth(value)?);
            }
            ("time", Kind::Best | Kind::Original) => {
                self.limits = Limits::time_ms(parse_time(value)?);
            }
            ("level", Kind::Best | Kind::Original) => {
                let level = value.parse().ok().and_then(Strength::new);
                let level = level.ok_or_else(|| anyhow!("level=`{value}`: expected 1 to 9"))?;
                self.limits = limits_of(level);
            }
            ("clock-rule", Kind::Best | Kind::Original) => {
                self.clock_rule = match value {
                    "share" => ClockRule::Share,
                    "steps" => ClockRule::Steps,
                    _ => bail!("clock-rule=`{value}`: expected share or steps"),
                };
                return Ok(());
            }
            ("tt", Kind::Best | Kind::Original) => value.clone_into(&mut self.table_bits),
            ("endings", Kind::Best) => self.endings = Some(value.into()),
            _ => bail!("option `{option}`: this player has no such option"),
        }
        self.has_limits |= matches!(name, "nodes" | "depth" | "time" | "level");
        Ok(())
    }

    /// Whether the user gave it limits of a move.
    pub(super) const fn has_limits(&self) -> bool {
        self.has_limits
    }

    /// What it needs for its games: a table, endgame tables.
    pub(super) fn memory(&self) -> Result<Memory> {
        let searches = matches!(self.kind, Kind::Best | Kind::Original);
        let table = searches.then(|| HeapTable::new(self.table_bits.parse()?)).transpose()?;
        let endings = match (&self.kind, &self.endings) {
            (Kind::Best, Some(path)) => Some(endings::load(path)?),
            (Kind::Best, None) => Some(PackedEndings::built_in() as &dyn Tablebase),
            _ => None,
        };
        Ok(Memory { table, endings })
    }

    /// The player for a game.
    pub(super) fn player<'m>(&self, memory: &'m Memory, game: u64) -> Result<Player<'m>> {
        if let Some(table) = &memory.table {
            table.view().clear();
        }
        let table = memory.table.as_ref().map(|table| table.view().with_payload());
        let brain = match &self.kind {
            Kind::Best => {
                let search = Search::new(Relations, table, Options::default());
                Brain::Best(Box::new(match memory.endings {
                    Some(endings) => search.with_endings(endings),
                    None => search,
                }))
            }
            Kind::Original => {
                Brain::Original(Box::new(OriginalSearch::new(table, self.seed + game)))
            }
            Kind::Random => Brain::Random(SplitMix64::new(self.seed.wrapping_add(game << 20))),
            Kind::Program(command) => Brain::Program(Program::start(command)?),
        };
        let Self { limits, has_limits, clock_rule, .. } = *self;
        Ok(Player { brain, limits, has_limits, clock_rule, stop: None })
    }
}

/// What a player keeps from game to game.
pub(super) struct Memory {
    table: Option<HeapTable>,
    endings: Option<&'static dyn Tablebase>,
}

enum Brain<'m> {
    Best(Box<Search<'m, Relations>>),
    Original(Box<OriginalSearch<'m>>),
    Random(SplitMix64),
    Program(Program),
}

/// A player in a game.
pub(super) struct Player<'m> {
    brain: Brain<'m>,
    limits: Limits,
    has_limits: bool,
    clock_rule: ClockRule,
    stop: Option<Arc<AtomicBool>>,
}

impl Player<'_> {
    /// Its choice, and how it came to it.
    pub(super) fn choose(&mut self, game: &Game) -> Result<Choice> {
        let limits = self.limits;
        self.choose_within(game, &limits)
    }

    /// Its choice with so many milliseconds left on its clock. Limits that the user gave hold as well.
    pub(super) fn choose_by_clock(&mut self, game: &Game, left_ms: u64) -> Result<Choice> {
        if let Brain::Program(program) = &mut self.brain {
            program.set_clock(game, left_ms)?;
        }
        let limits = self.limits_by_clock(left_ms);
        self.choose_within(game, &limits)
    }

    /// The limits of a move with so many milliseconds left on the clock.
    pub(super) fn limits_by_clock(&self, left_ms: u64) -> Limits {
        let by_clock = self.clock_rule.limits(left_ms);
        if self.has_limits { self.limits.and(&by_clock) } else { by_clock }
    }

    /// Its choice within these limits, or when it is asked to stop.
    pub(super) fn choose_until(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: Option<&Arc<AtomicBool>>,
    ) -> Result<Choice> {
        self.stop = stop.cloned();
        let choice = self.choose_within(game, limits);
        self.stop = None;
        choice
    }

    /// Its choice within these limits.
    pub(super) fn choose_within(&mut self, game: &Game, limits: &Limits) -> Result<Choice> {
        let mut clock = Clock::start();
        clock.1.clone_from(&self.stop);
        let report = match &mut self.brain {
            Brain::Best(search) => search.think(game, limits, &mut clock),
            Brain::Original(search) => search.think(game, limits, &mut clock),
            Brain::Random(random) => {
                let actions = game.position().actions();
                let at = random.below(actions.len() as u32) as usize;
                Report::new(actions.get(at).copied())
            }
            Brain::Program(program) => Report::new(Some(program.choose(game)?)),
        };
        let action = report.best.context("no legal action: expected a game that is not over")?;
        Ok(Choice { action, report, seconds: clock.0.elapsed().as_secs_f64() })
    }

    /// Tells it what was played, by itself or by the opponent.
    pub(super) fn played(&mut self, ply: Ply) -> Result<()> {
        match &mut self.brain {
            Brain::Program(program) => program.played(ply),
            _ => Ok(()),
        }
    }

    /// Its limits, if it searches.
    pub(super) const fn limits(&self) -> Limits {
        self.limits
    }
}

/// A choice of a player.
pub(super) struct Choice {
    pub(super) action: Action,
    pub(super) report: Report,
    pub(super) seconds: f64,
}

/// The clock of a search, which Ctrl-C stops.
pub(super) struct Clock(Instant, Option<Arc<AtomicBool>>);

impl Clock {
    pub(super) fn start() -> Self {
        Self(Instant::now(), None)
    }
}

impl Observer<Report> for Clock {
    fn now_ms(&mut self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }

    fn stop(&mut self) -> bool {
        interrupted() || self.1.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
