//! Openings: short beginnings of games, each played twice with colours exchanged.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Result, anyhow, bail, ensure};
use rand_core::Rng;
use wedge_engine::{Board, Color, Game, Move, Position, Size, SplitMix64};

use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::Limit;
use crate::engine::setup::Setup;
use crate::io::container::checksum;
use crate::io::input_file;
use crate::io::progress::{SearchProgress, interrupted, progress_bar};

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Random openings of eight plies that the engine scores as balanced, after the idea of the XOT
    /// list ("eXtreme Othello Tournament"), which is not part of the program.
    Xot,
    /// Random openings of so many plies, balanced or not; 0 is the start position alone.
    Random(usize),
    /// The openings of a file, a transcript a line.
    File(PathBuf),
}

/// Plies of an opening of [`Openings::Xot`].
const XOT_PLIES: usize = 8;
/// The search that scores them. A seed gives the same openings only as long as the evaluation stays
/// the same; every row of a match names its opening.
const JUDGE: Limit = Limit::Depth(8);
/// The largest score of a balanced opening, in discs.
const BALANCE: i32 = 1;
/// After so many random openings without a new one there are no more.
const TRIES: usize = 20_000;
/// Random openings leave at least this many empty squares.
const LEAST_EMPTIES: usize = 12;

/// The engine that scores them.
fn judge() -> Result<Setup> {
    Ok(Setup { eval: Eval::Patterns, tt_bits: "16".parse()?, ..Setup::default() })
}

impl Openings {
    /// Up to `count` openings, all different under the symmetries of the board; fewer where there
    /// are no more, or after Ctrl-C. The first ones do not depend on `count`.
    ///
    /// # Errors
    /// If the file cannot be read or holds anything but openings.
    pub fn list<S: Size>(&self, count: usize, seed: u64) -> Result<Vec<Game<S>>> {
        match self {
            Self::File(path) => {
                let mut openings = read(path)?;
                openings.truncate(count);
                Ok(openings)
            }
            Self::Random(plies) => {
                let most = S::SIDE * S::SIDE - 4 - LEAST_EMPTIES;
                ensure!(*plies <= most, "--openings random:{plies}: expected at most {most} plies");
                distinct(*plies, count, seed, |_| Ok(true))
            }
            Self::Xot => {
                let setup = judge()?;
                let mut table = HeapTable::new(setup.tt_bits)?;
                distinct(XOT_PLIES, count, seed, |game: &Game<S>| {
                    table.clear()?;
                    let mut progress = SearchProgress::start(&indicatif::ProgressBar::hidden());
                    let mut engine = setup.searcher::<S>(&table);
                    let report = engine.think(&game.position(), &JUDGE.limits(), &mut progress);
                    Ok(report.score.units().abs() <= BALANCE * wedge_engine::Score::UNIT)
                })
            }
        }
    }
}

impl Openings {
    /// What the openings depend on: their name, and the content of their file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn origin(&self) -> Result<String> {
        match self {
            Self::File(path) => {
                let text = read_text(path)?;
                Ok(format!("{self}@{:016x}", checksum(text.as_bytes())))
            }
            drawn => Ok(drawn.to_string()),
        }
    }
}

/// Random openings that `accept` lets through, all different.
fn distinct<S: Size>(
    plies: usize,
    count: usize,
    seed: u64,
    mut accept: impl FnMut(&Game<S>) -> Result<bool>,
) -> Result<Vec<Game<S>>> {
    let mut random = SplitMix64::new(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut tries = 0;
    let bar = progress_bar("openings", count);
    while openings.len() < count && tries < TRIES && !interrupted() {
        tries += 1;
        let Some(game) = random_opening(plies, &mut random) else { continue };
        if seen.insert(canonical(&game.position())) && accept(&game)? {
            openings.push(game);
            tries = 0;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(openings)
}

/// Places so many discs at random; `None` if the game is over by then.
fn random_opening<S: Size>(plies: usize, random: &mut impl Rng) -> Option<Game<S>> {
    let mut game = Game::from_position(Position::start());
    let mut placed = 0;
    while placed < plies {
        let mv = game.position().random_move(random)?;
        game.play(mv).ok()?;
        placed += usize::from(mv != Move::Pass);
    }
    (!game.is_over()).then_some(game)
}

/// A key that all symmetric images of a position share.
fn canonical<S: Size>(position: &Position<S>) -> (Board<S>, bool) {
    (position.board().canonical(), position.side() == Color::Black)
}

fn read_text(path: &Path) -> Result<String> {
    input_file::read_text_of("a text file of transcripts", Some("--openings"), path)
}

/// Reads a file with a transcript a line; empty lines and those that begin with # are skipped.
fn read<S: Size>(path: &Path) -> Result<Vec<Game<S>>> {
    let shown = path.display();
    let text = read_text(path)?;
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{shown}: line {}: `{line}`", at + 1);
        let game: Game<S> = line.parse().map_err(|error| anyhow!("{}: {error}", place()))?;
        ensure!(!game.is_over(), "{}: the game is over: expected an opening", place());
        if !seen.insert(canonical(&game.position())) {
            bail!("{}: the same as a line before, perhaps turned or mirrored", place());
        }
        openings.push(game);
    }
    ensure!(!openings.is_empty(), "{shown}: no opening in it: expected a transcript a line");
    Ok(openings)
}

impl FromStr for Openings {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.strip_prefix("random:") {
            None if text == "xot" => Ok(Self::Xot),
            None => Ok(Self::File(PathBuf::from(text))),
            Some(plies) => plies.parse().map(Self::Random).map_err(|_| {
                anyhow!("openings `{text}`: expected a number of plies, such as random:6")
            }),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xot => f.write_str("xot"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use wedge_engine::{Eight, Six};

    use super::*;

    fn random(plies: usize, count: usize, seed: u64) -> Vec<Game> {
        Openings::Random(plies).list(count, seed).unwrap()
    }

    /// Known counts of positions that are different in every orientation: one after a move, three
    /// after two (diagonal, perpendicular, parallel), and fourteen after three.
    #[test]
    fn random_openings_are_different_in_every_orientation() {
        for (plies, wanted) in [(0, 1), (1, 1), (2, 3), (3, 14)] {
            assert_eq!(random(plies, 100, 5).len(), wanted, "{plies} plies");
        }
        let six = Openings::Random(1).list::<Six>(100, 5).unwrap();
        assert_eq!(six.len(), 1);
    }

    #[test]
    fn the_seed_decides_and_longer_lists_begin_alike() {
        assert_eq!(random(8, 30, 7)[..10], random(8, 10, 7));
        assert_ne!(random(8, 10, 7), random(8, 10, 8));
        assert!(random(8, 30, 7).iter().all(|game| game.position().board().empties() == 52));
        let error = Openings::Random(49).list::<Eight>(1, 0).unwrap_err().to_string();
        assert_eq!(error, "--openings random:49: expected at most 48 plies");
    }

    #[test]
    fn balanced_openings_are_balanced_and_eight_plies_long() {
        let openings = Openings::Xot.list::<Eight>(5, 1).unwrap();
        assert_eq!(openings.len(), 5);
        assert_eq!(Openings::Xot.list::<Eight>(3, 1).unwrap(), openings[..3]);
        let table = HeapTable::new("16".parse().unwrap()).unwrap();
        for game in &openings {
            assert_eq!(game.position().board().empties(), 52);
            table.view().clear();
            let mut engine = judge().unwrap().searcher::<Eight>(&table);
            let report = engine.think(&game.position(), &JUDGE.limits(), &mut ());
            assert!(report.score.discs().abs() <= BALANCE, "{game}: {}", report.score);
        }
    }

    #[test]
    fn files_are_read_and_errors_name_the_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            let source: Openings = path.to_str().unwrap().parse().unwrap();
            source.list::<Eight>(10, 0).map_err(|error| {
                let text = format!("{error:#}");
                text.rsplit("openings.txt: ").next().unwrap_or_default().to_owned()
            })
        };
        let games = read("# mine\nf5d6c3\n\n  F5 F6 \n").unwrap();
        let texts: Vec<String> = games.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["f5d6c3", "f5f6"]);
        assert_eq!(
            read("f5d6\nf5a1\n").unwrap_err(),
            "line 2: `f5a1`: move 2: a1 is not legal for white"
        );
        assert_eq!(
            read("f5d6\nd3c5\n").unwrap_err(),
            "line 2: `d3c5`: the same as a line before, perhaps turned or mirrored"
        );
        assert_eq!(
            read("e6f4e3f6g5d6e7f5c5").unwrap_err(),
            "line 1: `e6f4e3f6g5d6e7f5c5`: the game is over: expected an opening"
        );
        assert_eq!(read("# none\n").unwrap_err(), "no opening in it: expected a transcript a line");
        assert!(read(&"x".repeat(5)).unwrap_err().contains("expected a square such as f5"));
    }

    #[test]
    fn sources_are_named() {
        for text in ["xot", "random:6", "some/file.txt"] {
            assert_eq!(text.parse::<Openings>().unwrap().to_string(), text);
        }
        assert!("random:x".parse::<Openings>().is_err());
    }
}
