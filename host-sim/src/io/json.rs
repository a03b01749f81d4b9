//! Tables as JSON: an array of objects with the column names of the CSV file.

use std::io::Write;

use anyhow::Result;

use crate::io::csv_file::Row;

/// Writes rows, each on a line of its own.
///
/// # Errors
/// If they cannot be written.
pub fn write<R: Row>(rows: &[R], out: &mut dyn Write) -> Result<()> {
    for (at, row) in rows.iter().enumerate() {
        write!(out, "{}", if at == 0 { "[\n  " } else { ",\n  " })?;
        serde_json::to_writer(&mut *out, row)?;
    }
    writeln!(out, "{}", if rows.is_empty() { "[]" } else { "\n]" })?;
    Ok(())
}
