//! The scores of a person: which problems were tried, and how they ended.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};

use super::Puzzle;
use crate::io::output_file;

/// A row of the file: a problem that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ScoreRow {
    /// The board of the problem, which names it whatever its number is.
    position: String,
    /// How often it was played to its end.
    tries: u32,
    /// The best result so far.
    result: i32,
}

/// The scores of a person, kept in a file.
#[derive(Clone, Debug)]
pub struct Scores {
    path: PathBuf,
    rows: Vec<ScoreRow>,
}

impl Scores {
    /// The file for the scores: in the user's data folder, or in this folder if there is none.
    #[must_use]
    pub fn default_path() -> PathBuf {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let folder = variable("XDG_DATA_HOME")
            .or_else(|| variable("APPDATA"))
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(variable("HOME")?).join(".local/share")));
        folder.unwrap_or_default().join("wedge").join("puzzles.csv")
    }

    /// Reads the file; without one, nothing was tried yet.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read(path: &Path) -> Result<Self> {
        let mut scores = Self { path: path.to_owned(), rows: Vec::new() };
        if path.exists() {
            let place = || path.display().to_string();
            let mut reader = csv::Reader::from_path(path).with_context(place)?;
            for (at, row) in reader.deserialize().enumerate() {
                let row = row.map_err(|error| {
                    anyhow!("line {}: {error}: expected position,tries,result", at + 2)
                });
                scores.rows.push(row.with_context(place)?);
            }
        }
        Ok(scores)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn row(&self, puzzle: &Puzzle) -> Option<&ScoreRow> {
        let name = puzzle.position.to_string();
        self.rows.iter().find(|row| row.position == name)
    }

    /// Whether a problem was won.
    #[must_use]
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.row(puzzle).is_some_and(|row| row.result > 0)
    }

    /// How often a problem was tried, and the best result.
    #[must_use]
    pub fn of(&self, puzzle: &Puzzle) -> Option<(u32, i32)> {
        self.row(puzzle).map(|row| (row.tries, row.result))
    }

    /// How many of the problems are solved.
    #[must_use]
    pub fn solved(&self, puzzles: &[Puzzle]) -> usize {
        puzzles.iter().filter(|puzzle| self.is_solved(puzzle)).count()
    }

    /// Adds a try and writes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, puzzle: &Puzzle, result: i32) -> Result<()> {
        let position = puzzle.position.to_string();
        match self.rows.iter_mut().find(|row| row.position == position) {
            Some(row) => (row.tries, row.result) = (row.tries + 1, row.result.max(result)),
            None => self.rows.push(ScoreRow { position, tries: 1, result }),
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        self.rows.iter().try_for_each(|row| writer.serialize(row))?;
        let text = writer.into_inner().map_err(|error| anyhow!("{error}"))?;
        output_file::replace(&self.path, |file| file.write_whole(&text))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_kept_and_the_best_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("puzzles.csv");
        let puzzles = super::super::built_in().unwrap();
        let mut scores = Scores::read(&path).unwrap();
        assert_eq!(scores.solved(&puzzles), 0);
        scores.add(&puzzles[0], -4).unwrap();
        assert!(!scores.is_solved(&puzzles[0]));
        scores.add(&puzzles[0], 6).unwrap();
        scores.add(&puzzles[0], 2).unwrap();
        scores.add(&puzzles[3], 0).unwrap();
        let again = Scores::read(&path).unwrap();
        assert_eq!((again.of(&puzzles[0]), again.of(&puzzles[3])), (Some((3, 6)), Some((1, 0))));
        assert_eq!((again.of(&puzzles[1]), again.solved(&puzzles)), (None, 1));
        std::fs::write(&path, "position,tries,result\nX,many,1\n").unwrap();
        let error = format!("{:#}", Scores::read(&path).unwrap_err());
        assert!(error.contains("puzzles.csv: line 2: "), "{error}");
    }
}
