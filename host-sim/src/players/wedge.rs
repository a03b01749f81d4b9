use anyhow::{Result, bail};
use wedge_engine::{Algorithm, Observer, Ordering, Position, Search, Size};

use super::{Choosable, Form, Kind};
use crate::eval::Eval;
use crate::limit::{self, Limit};
use crate::player::{Choice, Player, PlayerSpec};
use crate::setup::{MaxNum, Setup};
use crate::table::{HeapTable, TableBits};
use crate::words::{Word, parse, word};

pub(crate) const KIND: Kind =
    Kind::new("wedge", "the engine; one of depth, exact, time, nodes", OPTIONS).settled(settle);

const OPTIONS: &[Choosable] = &[
    option("depth", "", "look this many plies ahead: 8 if no limit is said", |text| {
        Ok(limit::parse_depth(text)?.to_string())
    }),
    Choosable { name: "exact", usual: "", form: Form::Flag, about: "solve to the end of the game" },
    option("time", "", "think this many seconds about each move", spell_time),
    option("nodes", "", "try this many moves for each of its own", |text| {
        Ok(limit::parse_nodes(text)?.to_string())
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
];

const LIMITS: [&str; 4] = ["depth", "exact", "time", "nodes"];

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

/// Exactly one limit, so that every name of an engine tells how strong it is.
fn settle(spec: &mut PlayerSpec) -> Result<()> {
    let said: Vec<String> = LIMITS.iter().filter_map(|name| spec.phrase(name)).collect();
    match &said[..] {
        [] => spec.set("depth", "8"),
        [_] => Ok(()),
        [one, two, ..] => bail!("both {one} and {two}: expected one limit"),
    }
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
    HeapTable::new(setup(spec)?.tt_bits)
}

/// The engine with its table.
pub(crate) fn player<'m, S: Size>(
    spec: &PlayerSpec,
    table: &'m HeapTable,
) -> Result<Box<dyn Player<S> + 'm>> {
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

#[cfg(test)]
mod tests {
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
}
