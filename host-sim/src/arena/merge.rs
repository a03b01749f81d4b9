//! `host-sim arena --merge`: joins the parts of a match.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::game_row::GameRow;
use super::tournament::check_same_match;
use crate::commands::arena::{ArenaArgs, print_result};
use crate::io::csv_file::read_rows;
use crate::io::exit_status::ExitStatus;

/// Runs the command.
pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let rows = read_parts(&args.merge)?;
    let no_rows = |old: &[GameRow]| {
        ensure!(old.is_empty(), "--resume: --merge cannot be resumed: expected --force");
        Ok(())
    };
    if let (_, Some(mut file)) = args.tournament.csv.open(no_rows, out)? {
        rows.iter().try_for_each(|row| file.write(row))?;
    }
    let last = rows.last().map_or(0, |row| row.game);
    if rows.len() < last && !args.json {
        writeln!(out, "Note: {} of the games 1 to {last} are missing.", last - rows.len())?;
    }
    print_result(args, &rows, out)?;
    Ok(ExitStatus::Done)
}

/// The games of all parts, sorted by number.
fn read_parts(files: &[PathBuf]) -> Result<Vec<GameRow>> {
    let mut rows: Vec<GameRow> = Vec::new();
    let mut origin: HashMap<usize, &Path> = HashMap::new();
    for path in files {
        let part: Vec<GameRow> = read_rows(path)?;
        let shown = path.display();
        let id = rows.first().or(part.first()).map(|row| row.id);
        if let Some(id) = id {
            check_same_match(&part, id).with_context(|| shown.to_string())?;
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
