//! CSV files: each row is written as soon as it is ready.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use wedge_engine::Score;

use crate::io::input_file;
use crate::io::output_file::OutputFile;

/// A row of a table; its fields are in the order of the header.
pub trait Row: Serialize {
    /// The first line of the file.
    const HEADER: &'static [&'static str];
    /// How many of the last columns files of earlier versions lack.
    const ADDED: usize = 0;

    /// Checks what the types of the fields leave open, for rows that are read.
    ///
    /// # Errors
    /// If this program cannot have written the row: names the column.
    fn check(&self) -> Result<()> {
        Ok(())
    }
}

/// A CSV file being written.
pub struct CsvFile<R> {
    file: OutputFile,
    row: std::marker::PhantomData<R>,
}

impl<R: Row> CsvFile<R> {
    /// Starts a file with the header.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(file: OutputFile) -> Result<Self> {
        let mut csv = Self::append(file);
        csv.file.write_whole(&line(|writer| writer.write_record(R::HEADER))?)?;
        Ok(csv)
    }

    /// Continues after existing rows.
    #[must_use]
    pub const fn append(file: OutputFile) -> Self {
        Self { file, row: std::marker::PhantomData }
    }

    /// Writes a row; it is in the file when this returns.
    ///
    /// # Errors
    /// If the file cannot be written, as on a full disk. It then holds no part of the row.
    pub fn write(&mut self, row: &R) -> Result<()> {
        self.file.write_whole(&line(|writer| writer.serialize(row))?)
    }
}

/// A complete line of CSV.
fn line(write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>) -> Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    write(&mut writer)?;
    Ok(writer.into_inner()?)
}

/// A whole file: the header and these rows.
///
/// # Errors
/// If a row cannot be written as CSV.
pub fn table<R: Row>(rows: &[R]) -> Result<Vec<u8>> {
    line(|writer| {
        writer.write_record(R::HEADER)?;
        rows.iter().try_for_each(|row| writer.serialize(row))
    })
}

/// Reads the rows of an interrupted run, and their length in bytes. It leaves out a last row that a
/// power cut or a full disk cut short.
///
/// # Errors
/// If the header differs, or a row before the last is damaged: names the line.
pub fn read_interrupted<R: Row + DeserializeOwned>(path: &Path) -> Result<(Vec<R>, u64)> {
    let shown = path.display().to_string();
    let mut bytes = input_file::read(path, input_file::LONGEST_TEXT)?;
    let whole = whole_rows(&bytes);
    if whole == 0 && line(|writer| writer.write_record(R::HEADER))?.starts_with(&bytes) {
        return Ok((Vec::new(), 0));
    }
    if whole > 0 {
        bytes.truncate(whole);
    }
    let text = String::from_utf8(bytes).with_context(|| shown.clone())?;
    // Rows are going to be appended: the header has to be that of this version.
    Ok((parse_with_header(&text, &shown, R::HEADER.len())?, whole as u64))
}

/// The length of the complete rows; a line break in quotes does not end a row.
fn whole_rows(bytes: &[u8]) -> usize {
    let (mut whole, mut quoted) = (0, false);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            // A quote in a quoted field is doubled.
            b'"' => quoted = !quoted,
            b'\n' if !quoted => whole = at + 1,
            _ => {}
        }
    }
    whole
}

/// Reads the rows of a file that this program wrote, perhaps in an earlier version.
///
/// # Errors
/// If the header differs, or a row is incomplete or damaged: names the line.
pub fn read_rows<R: Row + DeserializeOwned>(path: &Path) -> Result<Vec<R>> {
    let shown = path.display().to_string();
    let text = input_file::read_text(path)?;
    parse_rows(&text, &shown)
}

/// Reads rows from a text; `shown` is its name for errors.
///
/// # Errors
/// As [`read_rows`].
pub fn parse_rows<R: Row + DeserializeOwned>(text: &str, shown: &str) -> Result<Vec<R>> {
    parse_with_header(text, shown, R::HEADER.len() - R::ADDED)
}

/// Reads rows that have at least so many of the columns.
fn parse_with_header<R: Row + DeserializeOwned>(
    text: &str,
    shown: &str,
    least: usize,
) -> Result<Vec<R>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().with_context(|| shown.to_owned())?.clone();
    ensure!(
        header.len() >= least && header.iter().eq(R::HEADER.iter().copied().take(header.len())),
        "{shown}: line 1: `{}`: expected the header `{}`",
        header.iter().collect::<Vec<_>>().join(","),
        R::HEADER.join(",")
    );
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.with_context(|| shown.to_owned())?;
        let line = record.position().map_or(0, csv::Position::line);
        ensure!(
            record.len() == header.len(),
            "{shown}: line {line}: a half-written row of {} fields: expected {}",
            record.len(),
            header.len()
        );
        let row: R = record.deserialize(Some(&header)).map_err(|error| match error.kind() {
            csv::ErrorKind::Deserialize { err, .. } => {
                let column = err.field().and_then(|at| R::HEADER.get(at as usize));
                let (column, why) = (column.unwrap_or(&"row"), err.kind());
                anyhow!("{shown}: line {line}: {column}: {why}")
            }
            _ => anyhow!("{shown}: line {line}: {error}"),
        })?;
        row.check().map_err(|error| anyhow!("{shown}: line {line}: {error:#}"))?;
        rows.push(row);
    }
    ensure!(
        text.ends_with('\n'),
        "{shown}: line {}: a half-written row: expected the file to end with a whole line",
        text.lines().count()
    );
    Ok(rows)
}

/// A score in discs, written with decimals only if it has any.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Discs(pub f64);

impl From<Score> for Discs {
    fn from(score: Score) -> Self {
        Self(f64::from(score.units()) / f64::from(Score::UNIT))
    }
}

impl Serialize for Discs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // As a number, which JSON distinguishes from text.
        if self.0.fract() == 0.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// With its sign, and with two decimals if it has any.
impl fmt::Display for Discs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0.0 => f.write_str("0"),
            whole if whole.fract() == 0.0 => write!(f, "{whole:+}"),
            part => write!(f, "{part:+.2}"),
        }
    }
}

/// Seconds, written to the microsecond.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Seconds(pub f64);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:.6}", self.0))
    }
}

/// Nodes a second.
#[must_use]
pub fn rate(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-9)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_decimals_only_if_needed() {
        for (units, csv, shown) in [(0, "0", "0"), (-64, "-2", "-2"), (52, "1.625", "+1.62")] {
            let discs = Discs::from(Score::from_units(units));
            assert_eq!(discs.0.to_string(), csv);
            assert_eq!(discs.to_string(), shown);
        }
    }
}
