use anyhow::{Result, bail};
use wedge_engine::{
    Algorithm, Level, Move, Observer, Ordering, Position, Search, Size, SplitMix64, Standard,
};
use wedge_firmware::{TABLE_ENTRIES, searcher};

use super::{Choosable, Form, Kind};
use crate::eval::Eval;
use crate::limit::{self, Limit};
use crate::player::{Choice, Player, PlayerSpec};
use crate::setup::{MaxNum, Setup};
use crate::table::{HeapTable, TableBits};
use crate::words::{Word, parse, word};

pub(crate) const KIND: Kind =
    Kind::new("wedge", "the engine; one of depth, exact, time, nodes, chip", OPTIONS)
        .settled(settle);

const OPTIONS: &[Choosable] = &[
    option("depth", "", "look this many plies ahead: 8 if no limit is said", |text| {
        Ok(limit::parse_depth(text)?.to_string())
    }),
    Choosable { name: "exact", usual: "", form: Form::Flag, about: "solve to the end of the game" },
    option("time", "", "think this many seconds about each move", spell_time),
    option("nodes", "", "try this many moves for each of its own", |text| {
        Ok(limit::parse_nodes(text)?.to_string())
    }),
    option("chip", "", "play as the board does, at its level 1 to 9: 5 if none is said", |text| {
        Ok(if text.is_empty() { Level::default() } else { read_level(text)? }.to_string())
    }),
    option("search", "negascout", "minimax, alphabeta or negascout", spell::<Algorithm>),
    option("ordering", "full", "which moves are tried first: static, ht, full", spell::<Ordering>),
    option("eval", "stability", "what a position is worth: as for `positions`", spell::<Eval>),
    option("max-num", "10", "the N of the history table's start values", |text| {
        Ok(text.parse::<MaxNum>()?.to_string())
    }),
    option("tt-bits", "22", "entries of the table as a power of two", |text| {
        Ok(text.parse::<TableBits>()?.to_string())
    }),
    Choosable { about: "for the chip's levels 1 to 4, which play by chance", ..Choosable::SEED },
];

const LIMITS: [&str; 5] = ["depth", "exact", "time", "nodes", "chip"];

const fn option(
    name: &'static str,
    usual: &'static str,
    about: &'static str,
    read: fn(&str) -> Result<String>,
) -> Choosable {
    Choosable { name, usual, form: Form::Other(read), about }
}

fn spell<W: Word>(text: &str) -> Result<String> {
    Ok(word(parse::<W>(text)?).to_owned())
}

/// Seconds, to the millisecond.
pub(super) fn spell_time(text: &str) -> Result<String> {
    Ok((limit::parse_time(text)? as f64 / 1000.0).to_string())
}

fn read_level(text: &str) -> Result<Level> {
    match text.parse().ok().and_then(Level::new) {
        Some(level) => Ok(level),
        None => bail!("chip `{text}`: expected a level from 1 to {}", Level::MOST),
    }
}

/// The level of the chip that it plays at, if it does.
fn level(spec: &PlayerSpec) -> Result<Option<Level>> {
    spec.says("chip").then(|| read_level(spec.value("chip"))).transpose()
}

/// Exactly one limit, so that every name of an engine tells how strong it is. The chip has its own
/// ways and lets nobody choose.
fn settle(spec: &mut PlayerSpec) -> Result<()> {
    let said: Vec<String> = LIMITS.iter().filter_map(|name| spec.phrase(name)).collect();
    match &said[..] {
        [] => spec.set("depth", "8")?,
        [_] => {}
        [one, two, ..] => bail!("both {one} and {two}: expected one limit"),
    }
    let mut others = OPTIONS.iter().map(|option| option.name).filter(|name| spec.says(name));
    match (level(spec)?, others.find(|name| !LIMITS.contains(name))) {
        (None, Some("seed")) => bail!("seed: only the chip's low levels play by chance"),
        (Some(_), Some(other)) if other != "seed" => {
            bail!("both chip and {other}: the chip is set up as the board is")
        }
        _ => Ok(()),
    }
}

/// Whether chance has a part in its moves.
pub(crate) fn plays_by_chance(spec: &PlayerSpec) -> bool {
    matches!(level(spec), Ok(Some(level)) if level.slack() > 0)
}

/// The same engine with another limit.
pub(crate) fn limited(spec: &PlayerSpec, limit: Limit) -> Result<PlayerSpec> {
    let mut spec = spec.clone();
    LIMITS.iter().for_each(|name| spec.unset(name));
    let text = limit.to_string();
    let (name, value) = text.split_once('=').unwrap_or((&text, ""));
    spec.set(name, value)?;
    Ok(spec)
}

fn limit(spec: &PlayerSpec) -> Result<Limit> {
    Ok(if spec.says("exact") {
        Limit::Exact
    } else if spec.says("time") {
        Limit::Time(limit::parse_time(spec.value("time"))?)
    } else if spec.says("nodes") {
        Limit::Nodes(limit::parse_nodes(spec.value("nodes"))?)
    } else {
        Limit::Depth(limit::parse_depth(spec.value("depth"))?)
    })
}

fn setup(spec: &PlayerSpec) -> Result<Setup> {
    Ok(Setup {
        search: parse(spec.value("search"))?,
        ordering: parse(spec.value("ordering"))?,
        eval: parse(spec.value("eval"))?,
        max_num: spec.value("max-num").parse()?,
        tt_bits: spec.value("tt-bits").parse()?,
    })
}

/// The table that a player of this name works with.
pub(crate) fn table(spec: &PlayerSpec) -> Result<HeapTable> {
    let bits = match level(spec)? {
        Some(_) => TABLE_ENTRIES.ilog2().to_string().parse()?,
        None => setup(spec)?.tt_bits,
    };
    HeapTable::new(bits)
}

/// The engine with its table.
pub(crate) fn player<'m, S: Size>(
    spec: &PlayerSpec,
    table: &'m HeapTable,
) -> Result<Box<dyn Player<S> + 'm>> {
    if let Some(level) = level(spec)? {
        let (random, search) = (SplitMix64::new(spec.number("seed")), searcher(table.view()));
        return Ok(Box::new(Chip { level, random, search }));
    }
    Ok(Box::new(Wedge { limit: limit(spec)?, search: setup(spec)?.searcher(table) }))
}

/// The engine. It keeps its table and what it learnt about moves through the game.
struct Wedge<'t, S: Size> {
    limit: Limit,
    search: Search<'t, Eval, S>,
}

impl<S: Size> Player<S> for Wedge<'_, S> {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        let report = self.search.think(position, &self.limit.limits(), observer);
        Ok(Choice { mv: report.best, report: Some(report) })
    }
}

/// The engine as it is on the board.
struct Chip<'t, S: Size> {
    level: Level,
    random: SplitMix64,
    search: Search<'t, Standard, S>,
}

impl<S: Size> Player<S> for Chip<'_, S> {
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice> {
        let mut report = None;
        let choice = self.level.choose(position, &mut self.random, |via, position, limits| {
            let found = self.search.think(position, limits, observer);
            // Of a search of the moves one by one there is no one report.
            report = via.is_none().then(|| found.clone());
            found
        });
        let mv = choice.map_or(Move::Pass, |(square, _)| Move::Play(square));
        Ok(Choice { mv, report })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use wedge_engine::{Color, Eight, Game, Table};
    use wedge_firmware::{Board, Frame, Play, Pressed, Received, SavedGame};

    use super::*;

    #[test]
    fn what_is_usual_for_a_player_is_usual_for_the_engine() {
        assert_eq!(setup(&PlayerSpec::wedge()).unwrap(), Setup::default());
    }

    #[test]
    fn another_limit_takes_the_place_of_the_one_there_was() {
        let spec: PlayerSpec = "wedge:nodes=500,eval=discs".parse().unwrap();
        for (limit, wanted) in [
            (Limit::Depth(3), "wedge:depth=3,eval=discs"),
            (Limit::Exact, "wedge:exact,eval=discs"),
            (Limit::Time(1500), "wedge:time=1.5,eval=discs"),
            (Limit::Nodes(7), "wedge:nodes=7,eval=discs"),
        ] {
            let limited = limited(&spec, limit).unwrap();
            assert_eq!(limited.to_string(), wanted);
            assert_eq!(super::limit(&limited).unwrap(), limit);
        }
    }

    /// A board without lights and buttons: its serial line is two queues.
    #[derive(Default)]
    struct Wired {
        now: u64,
        input: VecDeque<u8>,
        output: Vec<u8>,
    }

    impl Board for Wired {
        fn now_ms(&mut self) -> u64 {
            self.now += 1;
            self.now
        }
        fn pressed(&mut self) -> Pressed {
            Pressed::default()
        }
        fn show(&mut self, _: &Frame) {}
        fn receive(&mut self) -> Option<Received> {
            self.input.pop_front().map(Received::Byte)
        }
        fn send(&mut self, byte: u8) {
            self.output.push(byte);
        }
        fn saved(&mut self) -> Option<SavedGame> {
            None
        }
        fn save(&mut self, _: &SavedGame) {}
        fn alive(&mut self) {}
        fn rest(&mut self) {}
    }

    fn ask(console: &mut Play<'_, '_, Wired>, command: &str) -> String {
        console.board().output.clear();
        console.board().input.extend(format!("{command}\n").bytes());
        while !console.board().output.ends_with(b"\n\n") {
            console.step();
        }
        let answer = String::from_utf8(console.board().output.clone()).unwrap();
        assert!(answer.starts_with('='), "{command}: {answer}");
        answer[1..].trim().to_owned()
    }

    /// The board's own program, played over its serial line, and the player of that name: the same
    /// moves to the end of the game, chance included.
    #[test]
    fn the_chip_on_a_pc_plays_as_the_board_does() {
        for level in [1, 3, 5] {
            let table = Table::<TABLE_ENTRIES>::new();
            let mut wired = Wired::default();
            let mut console = Play::new(&mut wired, table.view());
            ask(&mut console, &format!("level {level}"));
            let spec: PlayerSpec = format!("wedge:chip={level}").parse().unwrap();
            let memory = spec.memory().unwrap();
            let mut chip = spec.player::<Eight>(&memory).unwrap();
            let mut random = SplitMix64::new(level);
            let mut game = Game::default();
            while !game.is_over() {
                let position = game.position();
                let legal = position.board().legal_moves();
                let mv = if position.side() == Color::Black && !legal.is_empty() {
                    let mv = chip.choose(&position, &mut ()).unwrap().mv;
                    let there = ask(&mut console, "genmove black").to_lowercase();
                    assert_eq!(there, mv.to_string(), "level {level}: {game}");
                    mv
                } else {
                    let pick = random.below(legal.len()) as usize;
                    let mv = legal.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
                    ask(&mut console, &format!("play {} {mv}", position.side()));
                    mv
                };
                game.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn only_the_low_levels_of_the_chip_depend_on_the_seed() {
        for (name, by_chance) in [
            ("wedge", false),
            ("wedge:chip", false),
            ("wedge:chip=4", true),
            ("wedge:chip=1,seed=3", true),
        ] {
            let spec: PlayerSpec = name.parse().unwrap();
            assert_eq!(spec.with_seed(9) != spec, by_chance, "{name}");
        }
    }
}
