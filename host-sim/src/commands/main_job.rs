//! The main job, which runs without a subcommand: the default suite and a game, into `reports/`.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use wedge_engine::{Eight, Position};

use super::report::{self, ViewerOptions};
use crate::arena::single_game::{self, Outputs};
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::Limit;
use crate::engine::setup::Setup;
use crate::engine::steps::compare_steps;
use crate::engine::suite_search::search_problems;
use crate::formats::game_log;
use crate::formats::suite::{Problem, Suite};
use crate::io::csv_file::CsvFile;
use crate::io::exit_status::ExitStatus;
use crate::io::output_file::{self, OutputFile};
use crate::io::text_table::TextTable;
use crate::players::player::PlayerSpec;
use crate::report::summary;

const EARLIER: &str = "earlier";
const FILES: [&str; 5] = ["positions.csv", "game.csv", "game.txt", "steps.csv", report::FILE];

/// The title of the page, and the most games in it.
const TITLE: &str = "Wedge: the main job";
const GAMES: usize = 100;
/// The steps since the original search the middle game to this depth, and solve from this many empty
/// squares on: about as much as the original does in a few seconds.
const STEPS_DEPTH: u8 = 8;
const STEPS_SOLVED: u8 = 14;

/// The main job: positions to search, a game to play, and the folder of the reports.
pub struct MainJob {
    /// The folder of the reports.
    pub folder: PathBuf,
    /// The positions to search.
    pub problems: Vec<Problem>,
    /// The limit of the searches; by default it depends on the empty squares.
    pub limit: Option<Limit>,
    /// The players of the game, black first.
    pub players: [PlayerSpec; 2],
}

impl MainJob {
    /// The default job: the default suite, and a game between two evaluations, into `reports`.
    ///
    /// # Errors
    /// If the program's own data is damaged.
    pub fn new() -> Result<Self> {
        Ok(Self {
            folder: PathBuf::from("reports"),
            problems: Suite::Default.problems()?,
            limit: None,
            players: ["wedge:depth=12,eval=squares".parse()?, "wedge:depth=12".parse()?],
        })
    }

    /// Runs the job.
    ///
    /// # Errors
    /// If the reports cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Result<ExitStatus> {
        let started = Instant::now();
        let folder = self.folder.display();
        fs::create_dir_all(&self.folder).with_context(|| format!("{folder}: cannot be created"))?;
        let _alone = output_file::lock_folder(&self.folder)?;
        if let Some(kept) = keep_earlier(&self.folder)? {
            writeln!(out, "The reports of an earlier run are now in {}.\n", kept.display())?;
        }
        let mut status = self.search(out)?;
        if status == ExitStatus::Done {
            status = self.play(out)?;
        }
        if status == ExitStatus::Done {
            status = self.compare(out)?;
        }
        if status == ExitStatus::Done {
            let page = self.folder.join(report::FILE);
            let viewer = ViewerOptions { games: GAMES, engine: None };
            report::write_page(&self.folder, &page, TITLE, &viewer, &mut io::sink())?;
        }
        let written: Vec<_> =
            FILES.into_iter().filter(|name| self.folder.join(name).exists()).collect();
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "\nWritten to {folder}: {} ({seconds:.0} s)", written.join(", "))?;
        if status == ExitStatus::Done {
            let page = self.folder.join(report::FILE);
            writeln!(out, "Open {} in a browser: all of it as a page.", page.display())?;
        }
        Ok(status)
    }

    fn search(&self, out: &mut dyn Write) -> Result<ExitStatus> {
        let setup = Setup::default();
        let mut table = HeapTable::new(setup.tt_bits)?;
        let mut csv = CsvFile::new(OutputFile::create(&self.folder.join(FILES[0]))?)?;
        let mut rows = Vec::new();
        search_problems(&self.problems, self.limit, setup, &mut table, |row| {
            csv.write(&row)?;
            rows.push(row);
            Ok(())
        })?;
        writeln!(out, "Positions, each with an empty table\n")?;
        summary::print(&self.problems, &rows, out)?;
        Ok(ExitStatus::of(rows.len() == self.problems.len()))
    }

    fn play(&self, out: &mut dyn Write) -> Result<ExitStatus> {
        let [black, white] = &self.players;
        let memories = [black.memory()?, white.memory()?];
        let outputs = Outputs {
            csv: Some(CsvFile::new(OutputFile::create(&self.folder.join(FILES[1]))?)?),
            txt: Some(Box::new(BufWriter::new(OutputFile::create(&self.folder.join(FILES[2]))?))),
        };
        let game =
            single_game::play(&self.players, &memories, Position::<Eight>::start(), outputs)?;
        writeln!(out, "\nA game, black {black}, white {white}\n")?;
        write!(out, "{}", game.position().picture())?;
        writeln!(out, "\n{}\n{game}", game_log::result(&game))?;
        Ok(ExitStatus::of(game.is_over()))
    }
}

impl MainJob {
    /// Searches the positions with the preset `original`, and again with each step since.
    fn compare(&self, out: &mut dyn Write) -> Result<ExitStatus> {
        let (late, middle): (Vec<_>, Vec<_>) = (self.problems.iter().cloned())
            .partition(|problem| problem.position.board().empties() <= STEPS_SOLVED.into());
        let depths = match self.limit {
            Some(Limit::Depth(depth)) => [depth; 2],
            _ => [STEPS_DEPTH, STEPS_SOLVED],
        };
        let mut table = HeapTable::new(Setup::default().tt_bits)?;
        let mut csv = CsvFile::new(OutputFile::create(&self.folder.join(FILES[3]))?)?;
        writeln!(out, "\nFrom the preset `original` to the preset `best`, one step at a time")?;
        for (name, problems, depth) in
            [("middle game", middle, depths[0]), ("endgame", late, depths[1])]
        {
            if problems.is_empty() {
                continue;
            }
            let Some(rows) = compare_steps(name, &problems, depth, &mut table)? else {
                return Ok(ExitStatus::Interrupted);
            };
            let header = ["search", "ordering", "nodes", "seconds", "of the original's nodes"];
            let mut text = TextTable::new(&header).left(&[0, 1]);
            let first = rows.first().map_or(1, |row| row.nodes) as f64;
            for row in &rows {
                csv.write(row)?;
                text.row([
                    row.search.clone(),
                    row.ordering.clone(),
                    row.nodes.to_string(),
                    format!("{:.2}", row.seconds.0),
                    format!("{:.1} %", 100.0 * row.nodes as f64 / first),
                ]);
            }
            let count = problems.len();
            writeln!(out, "\n{name}, {count} positions to depth {depth}\n\n{text}")?;
        }
        writeln!(out, "From negascout on, the endgame solver takes over: its nodes cost less.")?;
        Ok(ExitStatus::Done)
    }
}

/// Moves the files of an earlier run to a new numbered folder, so that nothing is lost.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_written_and_those_of_earlier_runs_kept() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("reports");
        let job = |seed: u64| MainJob {
            folder: folder.clone(),
            problems: Suite::Default.problems().unwrap().into_iter().take(3).collect(),
            limit: Some(Limit::Depth(2)),
            players: ["first".parse().unwrap(), format!("random:seed={seed}").parse().unwrap()],
        };
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let mut logs = Vec::new();
        for seed in 0..3 {
            let mut out = Vec::new();
            assert_eq!(job(seed).run(&mut out).unwrap(), ExitStatus::Done);
            let out = String::from_utf8(out).unwrap();
            assert!(out.contains("3 of 3 positions"), "{out}");
            assert_eq!(out.contains("earlier run"), seed > 0, "{out}");
            assert_eq!(read("positions.csv").lines().count(), 4);
            assert!(read("report.html").contains("Search and move ordering"));
            // A row for each of the four searches.
            assert_eq!(read("steps.csv").lines().count(), 5);
            logs.push((read("positions.csv"), read("game.csv"), read("game.txt")));
            let log = game_log::read::<Eight>(&read("game.txt")).unwrap();
            assert!(log.game.is_over());
            assert_eq!(read("game.csv").lines().count(), log.game.moves().len() + 1);
        }
        // The two runs before the last are kept whole, the first under 1.
        for (number, log) in logs.iter().take(2).enumerate() {
            let read = |name: &str| read(&format!("earlier/{}/{name}", number + 1));
            assert_eq!((read("positions.csv"), read("game.csv"), read("game.txt")), *log);
        }
        assert_ne!(logs[0].2, logs[1].2);
    }

    #[test]
    fn a_file_in_place_of_the_folder_is_an_error_and_stays() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("reports");
        fs::write(&folder, "mine").unwrap();
        let job = MainJob { folder: folder.clone(), ..MainJob::new().unwrap() };
        let error = format!("{:#}", job.run(&mut Vec::new()).unwrap_err());
        assert!(error.contains("reports: cannot be created"), "{error}");
        assert_eq!(fs::read_to_string(&folder).unwrap(), "mine");
    }
}
