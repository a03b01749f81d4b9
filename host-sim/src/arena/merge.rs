//! The parts of a match that were played apart, as one list of games.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::game_row::GameRow;
use super::tournament::check_same_match;
use crate::io::csv_file::read_rows;

/// Reads the games of all parts, in the order of their numbers.
///
/// # Errors
/// If a file cannot be read, is of another match, or repeats a game.
pub fn read_parts(files: &[PathBuf]) -> Result<Vec<GameRow>> {
    let mut rows: Vec<GameRow> = Vec::new();
    let mut origin: HashMap<usize, &Path> = HashMap::new();
    for path in files {
        let part: Vec<GameRow> = read_rows(path)?;
        let shown = path.display();
        let first = rows.first().or(part.first()).map(|row| (row.id, row.run.clone()));
        if let Some((id, run)) = first {
            check_same_match(&part, id, &run).with_context(|| shown.to_string())?;
        }
        for row in &part {
            if let Some(other) = origin.insert(row.game, path) {
                bail!("{shown}: game {} is in {} too: expected it once", row.game, other.display());
            }
        }
        rows.extend(part);
    }
    rows.sort_by_key(|row| row.game);
    Ok(rows)
}
