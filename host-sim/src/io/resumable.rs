//! A CSV file of a long job: never written over unasked, and gone on with after an interruption.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use serde::de::DeserializeOwned;

use crate::io::csv_file::{CsvFile, Row, read_interrupted};
use crate::io::output_file;

/// Where rows go, and what happens if some are there.
#[derive(Args, Clone, Debug, Default)]
pub struct CsvArgs {
    /// Write a row for each result to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Replace the CSV file if it is there
    #[arg(long, requires = "csv")]
    force: bool,
    /// Go on with the CSV file of an interrupted run
    #[arg(long, requires = "csv", conflicts_with = "force")]
    resume: bool,
}

impl CsvArgs {
    /// The file, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.csv.as_deref()
    }

    /// Whether the user said that files may be there already.
    #[must_use]
    pub const fn may_replace(&self) -> bool {
        self.force || self.resume
    }

    /// The rows that an interrupted run has made, once `check` agrees that they are the beginning
    /// of this one's, and the file that the others go to.
    ///
    /// # Errors
    /// If the rows do not fit, or the file must not or cannot be written; it is then as it was.
    pub fn open<R: Row + DeserializeOwned>(
        &self,
        check: impl FnOnce(&[R]) -> Result<()>,
        out: &mut dyn Write,
    ) -> Result<(Vec<R>, Option<CsvFile<R>>)> {
        let Some(path) = self.path() else { return Ok((Vec::new(), None)) };
        let resumes = self.resume && path.is_file();
        // Locked before it is read, so that no other run adds rows in between.
        let [file] = output_file::open_all([Some(path)], self.force || resumes)?;
        let Some(file) = file else { return Ok((Vec::new(), None)) };
        let (rows, whole) = if resumes { read_interrupted(path)? } else { (Vec::new(), 0) };
        check(&rows)?;
        let csv = if whole > 0 {
            CsvFile::append(file.go_on_after(whole)?)
        } else {
            CsvFile::new(file.begin()?)?
        };
        if !rows.is_empty() {
            writeln!(out, "Going on after {} rows that were done.", rows.len())?;
        }
        Ok((rows, Some(csv)))
    }
}

/// Whether an interrupted run has made no more rows than this one would: one `for_each` something.
///
/// # Errors
/// If there are more, with both numbers.
pub fn check_count(rows: usize, most: usize, for_each: &str) -> Result<()> {
    ensure!(
        rows <= most,
        "--resume: the CSV file has {rows} rows: expected at most {most}, one for each {for_each}"
    );
    Ok(())
}
