//! The CSV file of a long job: never overwritten without --force, and resumable.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::de::DeserializeOwned;
use wedge_engine::{Position, Size};

use crate::io::csv_file::{CsvFile, Row, read_interrupted};
use crate::io::output_file;

/// The CSV file, and what to do if it exists.
#[derive(Args, Clone, Debug, Default)]
pub struct CsvArgs {
    /// Write a row for each result to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Replace the CSV file if it exists
    #[arg(long, requires = "csv")]
    force: bool,
    /// Continue the CSV file of an interrupted run
    #[arg(long, requires = "csv", conflicts_with = "force")]
    resume: bool,
}

impl CsvArgs {
    /// The path of the file, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.csv.as_deref()
    }

    /// Whether the file may exist already.
    #[must_use]
    pub const fn may_replace(&self) -> bool {
        self.force || self.resume
    }

    /// The rows of an interrupted run, once `check` accepts them as the first rows of this one, and
    /// the file for further rows.
    ///
    /// # Errors
    /// If `check` fails, or the file must not or cannot be written; it then stays unchanged.
    pub fn open<R: Row + DeserializeOwned>(
        &self,
        check: impl FnOnce(&[R]) -> Result<()>,
        out: &mut dyn Write,
    ) -> Result<(Vec<R>, Option<CsvFile<R>>)> {
        let Some(path) = self.path() else { return Ok((Vec::new(), None)) };
        let (rows, csv) = open_rows(path, self.force, self.resume, check, out)?;
        Ok((rows, Some(csv)))
    }
}

/// The rows of an interrupted run and the file for further rows, as [`CsvArgs::open`].
///
/// # Errors
/// As there.
pub fn open_rows<R: Row + DeserializeOwned>(
    path: &Path,
    force: bool,
    resume: bool,
    check: impl FnOnce(&[R]) -> Result<()>,
    out: &mut dyn Write,
) -> Result<(Vec<R>, CsvFile<R>)> {
    let resumes = resume && path.is_file();
    // Lock it before reading it, so that no other run adds rows in between.
    let [file] = output_file::open_all([Some(path)], force || resumes)?;
    let file = file.context("a file to write")?;
    let (rows, whole) = if resumes { read_interrupted(path)? } else { (Vec::new(), 0) };
    check(&rows)?;
    let csv = if whole > 0 {
        CsvFile::append(file.continue_after(whole)?)
    } else {
        CsvFile::new(file.begin()?)?
    };
    if !rows.is_empty() {
        writeln!(out, "Resuming after {} finished rows.", rows.len())?;
    }
    Ok((rows, csv))
}

/// Checks that an interrupted run has no more rows than this one: one `for_each` item.
///
/// # Errors
/// If there are more.
pub fn check_count(rows: usize, most: usize, for_each: &str) -> Result<()> {
    ensure!(
        rows <= most,
        "--resume: the CSV file has {rows} rows: expected at most {most}, one for each {for_each}"
    );
    Ok(())
}

/// Checks that a row, which is in this line, is of the position that has its name now.
///
/// # Errors
/// If it is of another.
pub fn check_board<S: Size>(
    line: usize,
    name: &str,
    board: &str,
    position: &Position<S>,
) -> Result<()> {
    ensure!(
        board == position.to_string(),
        "line {line} of the CSV file: `{name}` is another board, {board}: expected \
         {position}"
    );
    Ok(())
}
