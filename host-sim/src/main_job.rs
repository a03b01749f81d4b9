//! What the program does without a subcommand: the default suite and one game, into `reports/`.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use wedge_engine::{Eight, Position};

use crate::csv_file::CsvFile;
use crate::ending::Ending;
use crate::game::{self, Outputs};
use crate::game_log;
use crate::output_file::OutputFile;
use crate::player::PlayerSpec;
use crate::positions;
use crate::setup::Setup;
use crate::suite::Suite;
use crate::summary;
use crate::table::HeapTable;

const FOLDER: &str = "reports";
const EARLIER: &str = "earlier";
const FILES: [&str; 3] = ["positions.csv", "game.csv", "game.txt"];
/// Two evaluations of the original programs, one against the other.
const BLACK: &str = "wedge:depth=8";
const WHITE: &str = "wedge:depth=8,eval=stability";

/// Runs the main job in the current folder.
///
/// # Errors
/// If the reports cannot be written.
pub fn run(out: &mut dyn Write) -> Result<Ending> {
    let started = Instant::now();
    let folder = Path::new(FOLDER);
    fs::create_dir_all(folder).with_context(|| format!("{FOLDER}: cannot be made"))?;
    if let Some(kept) = keep_earlier(folder)? {
        writeln!(out, "The reports of an earlier run are now in {}.", kept.display())?;
    }
    let [positions_csv, game_csv, game_txt] = FILES.map(|name| folder.join(name));

    let problems = Suite::Default.problems()?;
    let setup = Setup::default();
    let mut table = HeapTable::new(setup.tt_bits)?;
    let mut csv = CsvFile::new(OutputFile::create(&positions_csv)?)?;
    let mut rows = Vec::new();
    positions::search(&problems, None, setup, &mut table, |row| {
        csv.write(&row)?;
        rows.push(row);
        Ok(())
    })?;
    writeln!(out, "Positions, each with an empty table\n")?;
    summary::print(&problems, &rows, out)?;
    if rows.len() < problems.len() {
        return Ok(Ending::Interrupted);
    }
    drop(table);

    let players: [PlayerSpec; 2] = [BLACK.parse()?, WHITE.parse()?];
    let memories = [players[0].memory()?, players[1].memory()?];
    let outputs = Outputs {
        csv: Some(CsvFile::new(OutputFile::create(&game_csv)?)?),
        txt: Some(Box::new(BufWriter::new(OutputFile::create(&game_txt)?))),
    };
    let game = game::play(players, &memories, Position::<Eight>::initial(), outputs)?;
    writeln!(out, "\nA game, {} against {}\n", players[0], players[1])?;
    write!(out, "{}", game.position().picture())?;
    writeln!(out, "\n{}\n{game}", game_log::result(&game))?;

    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "\nWritten to {FOLDER}: {} ({seconds:.0} s)", FILES.join(", "))?;
    Ok(Ending::of(game.is_over()))
}

/// Moves the files of an earlier run to a numbered folder of their own, so that nothing is lost.
fn keep_earlier(folder: &Path) -> Result<Option<PathBuf>> {
    let old: Vec<&str> = FILES.into_iter().filter(|name| folder.join(name).exists()).collect();
    if old.is_empty() {
        return Ok(None);
    }
    let earlier = folder.join(EARLIER);
    let numbered = (1..).map(|number: u32| earlier.join(number.to_string()));
    let kept = numbered.into_iter().find(|path| !path.exists()).unwrap_or(earlier);
    fs::create_dir_all(&kept).with_context(|| kept.display().to_string())?;
    for name in old {
        let (from, to) = (folder.join(name), kept.join(name));
        fs::rename(&from, &to)
            .with_context(|| format!("{} to {}", from.display(), to.display()))?;
    }
    Ok(Some(kept))
}
