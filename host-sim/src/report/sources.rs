//! The sources of a report: the CSV files and game logs of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use wedge_engine::{Color, Eight, Move, Six, Size};

use crate::arena::GameRow;
use crate::dark_chess::rows as dark_chess;
use crate::formats::game_log;
use crate::formats::rows::{AnalysisRow, CompareRow, MoveRow, PositionRow, SolveRow};
use crate::io::csv_file::{Row, read_rows};
use crate::io::input_file;

/// Rows of a file, with its name.
pub(crate) struct Named<R> {
    pub(crate) name: String,
    pub(crate) rows: Vec<R>,
}

/// All sources found.
#[derive(Default)]
pub(crate) struct Sources {
    pub(crate) matches: Vec<Named<GameRow>>,
    pub(crate) positions: Vec<Named<PositionRow>>,
    pub(crate) solutions: Vec<Named<SolveRow>>,
    pub(crate) games: Vec<Named<MoveRow>>,
    pub(crate) analyses: Vec<Named<AnalysisRow>>,
    pub(crate) comparisons: Vec<Named<CompareRow>>,
    pub(crate) logs: Vec<LoggedGame>,
    pub(crate) dark_chess: DarkChess,
    /// CSV files that this program did not write.
    pub(crate) left_out: Vec<String>,
}

/// The files of the second game.
#[derive(Default)]
pub(crate) struct DarkChess {
    pub(crate) matches: Vec<Named<dark_chess::GameRow>>,
    pub(crate) games: Vec<Named<dark_chess::PlyRow>>,
    pub(crate) analyses: Vec<Named<dark_chess::AnalysisRow>>,
}

impl DarkChess {
    /// Reads a file that has exactly the header of one of these kinds of rows.
    fn read(&mut self, path: &Path, name: &str, header: &[&str]) -> Result<bool> {
        Ok(read_exact(path, name, header, &mut self.matches)?
            || read_exact(path, name, header, &mut self.games)?
            || read_exact(path, name, header, &mut self.analyses)?)
    }

    /// The names of the files.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        (self.matches.iter().map(|source| &source.name))
            .chain(self.games.iter().map(|source| &source.name))
            .chain(self.analyses.iter().map(|source| &source.name))
    }
}

/// A game log with the players' search reports.
pub(crate) struct LoggedGame {
    pub(crate) name: String,
    pub(crate) black: String,
    pub(crate) white: String,
    /// Squares along one side of the board.
    pub(crate) size: usize,
    pub(crate) start: String,
    pub(crate) moves: String,
    pub(crate) result: String,
    /// The disc-placing moves.
    pub(crate) steps: Vec<Step>,
}

/// A move of a log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) side: Color,
    /// Empty squares before the move.
    pub(crate) empties: u32,
    /// The mover's score, in discs for black.
    pub(crate) score: Option<f64>,
    pub(crate) nodes: Option<f64>,
    pub(crate) seconds: Option<f64>,
}

/// The folder where the main job keeps reports of earlier runs.
const EARLIER: &str = "earlier";

impl Sources {
    /// Reads a folder and the folders in it, in the order of their names.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file that this program wrote is damaged.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let mut sources = Self::default();
        ensure!(folder.is_dir(), "{}: expected a folder", folder.display());
        sources.read_folder(folder, folder)?;
        Ok(sources)
    }

    fn read_folder(&mut self, folder: &Path, top: &Path) -> Result<()> {
        let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        paths.sort();
        for path in paths {
            let name = path.strip_prefix(top).unwrap_or(&path).to_string_lossy().into_owned();
            if path.is_dir() && !path.ends_with(EARLIER) {
                self.read_folder(&path, top)?;
            } else if path.extension().is_some_and(|end| end == "csv") {
                self.read_csv(&path, name)?;
            } else if path.extension().is_some_and(|end| end == "txt") {
                self.read_log(&path, name)?;
            }
        }
        Ok(())
    }

    fn read_csv(&mut self, path: &Path, name: String) -> Result<()> {
        let text = input_file::read(path, input_file::LONGEST_TEXT)?;
        let first =
            String::from_utf8_lossy(text.split(|byte| *byte == b'\n').next().unwrap_or(&[]));
        let header: Vec<&str> = first.trim_end().split(',').collect();
        let known = self.dark_chess.read(path, &name, &header)?
            || read_into(path, &name, &header, &mut self.matches)?
            || read_into(path, &name, &header, &mut self.positions)?
            || read_into(path, &name, &header, &mut self.solutions)?
            || read_into(path, &name, &header, &mut self.games)?
            || read_into(path, &name, &header, &mut self.analyses)?
            || read_into(path, &name, &header, &mut self.comparisons)?;
        if !known {
            self.left_out.push(name);
        }
        Ok(())
    }

    fn read_log(&mut self, path: &Path, name: String) -> Result<()> {
        let bytes = input_file::read(path, input_file::LONGEST_TEXT)?;
        let text = String::from_utf8_lossy(&bytes);
        if game_log::is_log(&text) {
            let log = if game_log::is_small(&text) {
                logged::<Six>(&text, name)
            } else {
                logged::<Eight>(&text, name)
            };
            self.logs.push(log.with_context(|| path.display().to_string())?);
        }
        Ok(())
    }

    /// Whether there is nothing to report.
    pub(crate) fn is_empty(&self) -> bool {
        let Self { matches, positions, solutions, games, analyses, comparisons, .. } = self;
        matches.is_empty()
            && positions.is_empty()
            && solutions.is_empty()
            && games.is_empty()
            && analyses.is_empty()
            && comparisons.is_empty()
            && self.logs.is_empty()
            && self.dark_chess.names().next().is_none()
    }
}

/// A file whose header differs by at most this many columns counts as damaged, not as foreign.
const DAMAGE: usize = 2;

/// Reads a file if its header is that of these rows. A header that differs by a column or two is
/// refused as damaged.
fn read_into<R: Row + DeserializeOwned>(
    path: &Path,
    name: &str,
    header: &[&str],
    into: &mut Vec<Named<R>>,
) -> Result<bool> {
    let shared = R::HEADER.iter().filter(|column| header.contains(column)).count();
    if R::HEADER.len() > shared + R::ADDED + DAMAGE || header.len() > shared + DAMAGE {
        return Ok(false);
    }
    into.push(Named { name: name.to_owned(), rows: read_rows(path)? });
    Ok(true)
}

/// Reads a file if its header is exactly that of these rows.
fn read_exact<R: Row + DeserializeOwned>(
    path: &Path,
    name: &str,
    header: &[&str],
    into: &mut Vec<Named<R>>,
) -> Result<bool> {
    let known = header == R::HEADER;
    if known {
        into.push(Named { name: name.to_owned(), rows: read_rows(path)? });
    }
    Ok(known)
}

/// Reads a log with its search reports.
fn logged<S: Size>(text: &str, name: String) -> Result<LoggedGame> {
    let log = game_log::read::<S>(text)?;
    let lines = text.lines().filter_map(|line| line.strip_prefix("move "));
    let steps = log.game.steps().zip(lines).filter(|((_, mv), _)| *mv != Move::Pass);
    let steps = steps.map(|((position, _), line)| {
        let side = position.side();
        let value = |word: &str| {
            let part = line.split(", ").find_map(|part| part.strip_prefix(word))?;
            part.trim().parse::<f64>().ok()
        };
        let for_black = if side == Color::Black { 1.0 } else { -1.0 };
        Step {
            side,
            empties: position.board().empties(),
            score: value("score ").map(|score| score * for_black),
            nodes: value("nodes "),
            seconds: value("seconds "),
        }
    });
    let forfeit = text.lines().find_map(|line| line.strip_prefix("forfeit: "));
    Ok(LoggedGame {
        name,
        size: S::SIDE,
        start: log.game.start().to_string(),
        moves: log.game.to_string(),
        result: forfeit.map_or_else(|| game_log::result(&log.game), ToOwned::to_owned),
        steps: steps.collect(),
        black: log.black,
        white: log.white,
    })
}
