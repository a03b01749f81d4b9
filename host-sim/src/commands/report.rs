//! `host-sim report`: writes a page of all the results in a folder.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;
use wedge_engine::bench;

use crate::io::exit_status::ExitStatus;
use crate::io::input_file;
use crate::io::markup::escape;
use crate::io::output_file;
use crate::report::page::{MARK, Section, page};
use crate::report::sources::Sources;
use crate::report::{
    analysis_section, dark_chess_section, made_on, match_section, search_section, viewer,
};

/// The options of `host-sim report`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim report reports
  host-sim arena wedge first random --csv match/games.csv --txt match/logs
  host-sim report match
  host-sim report reports --title Orderings
  host-sim report match --games 500 --out standings.html
  host-sim report match --engine web/generated/report-engine.js

Reads every CSV file and game log of this program in the folder and its
subfolders, except `earlier`, and writes report.html: cross tables, plots, and a
viewer that steps through the games and tries other moves; with --engine it
shows what the engine thinks of them. The page is a single file without external
links; it fits a phone, prints well, and follows the reader's light or dark
setting.

A report of an earlier run is replaced; any other file of that name only with
--force.")]
pub struct ReportArgs {
    /// The folder with the CSV files and game logs
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write the page to this file instead of DIR/report.html
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The title of the page
    #[arg(long, value_name = "TEXT", default_value = "Wedge: a report")]
    title: String,
    /// Games in the viewer, at most; with many games the page opens slowly on a phone
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: usize,
    /// Put the board and the engine of the web page into the viewer; FILE is the script that
    /// `cargo xtask web --build` writes, web/generated/report-engine.js (0.5 MB)
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// Replace a file that is not a report
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// If the folder has no results, a file in it is damaged, or the page cannot be written.
pub fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let path = args.out.clone().unwrap_or_else(|| args.folder.join(FILE));
    check_place(&path, args.force)?;
    let engine = args.engine.as_deref().map(viewer::read_engine).transpose()?;
    let viewer = ViewerOptions { games: args.games, engine: engine.as_deref() };
    write_page(&args.folder, &path, &args.title, &viewer, out)?;
    Ok(ExitStatus::Done)
}

/// The name of the page in its folder.
pub(crate) const FILE: &str = "report.html";

/// What the viewer of a page shows.
pub(crate) struct ViewerOptions<'a> {
    /// Games at most.
    pub(crate) games: usize,
    /// The script with the board and the engine.
    pub(crate) engine: Option<&'a str>,
}

/// Writes the page of a folder.
///
/// # Errors
/// If the folder has no results, a file in it is damaged, or the page cannot be written.
pub(crate) fn write_page(
    folder: &Path,
    path: &Path,
    title: &str,
    viewer: &ViewerOptions<'_>,
    out: &mut dyn Write,
) -> Result<()> {
    let sources = Sources::read(folder)?;
    ensure!(
        !sources.is_empty(),
        "{}: nothing to report: expected CSV files or game logs that host-sim wrote",
        folder.display()
    );
    let html = page(title, &about(&sources), &sections(&sources, viewer));
    output_file::replace(path, |file| file.write_whole(html.as_bytes()))?;
    for name in &sources.left_out {
        writeln!(out, "Note: {name} is not a table of this program: left out.")?;
    }
    writeln!(out, "Written to {}", path.display())?;
    Ok(())
}

/// Checks that the page may be written: only a report may be replaced.
fn check_place(path: &Path, force: bool) -> Result<()> {
    if force || !path.exists() {
        return Ok(());
    }
    let text = input_file::read(path, input_file::LONGEST_TEXT)?;
    if !text.starts_with(MARK.as_bytes()) {
        bail!(
            "{}: the file already exists and is not a report: expected --out with a new name, or \
             --force to replace it",
            path.display()
        );
    }
    Ok(())
}

fn about(sources: &Sources) -> String {
    let files = (sources.matches.iter().map(|source| &source.name))
        .chain(sources.positions.iter().map(|source| &source.name))
        .chain(sources.solutions.iter().map(|source| &source.name))
        .chain(sources.games.iter().map(|source| &source.name))
        .chain(sources.analyses.iter().map(|source| &source.name))
        .chain(sources.comparisons.iter().map(|source| &source.name))
        .chain(sources.dark_chess.names());
    let mut parts: Vec<String> =
        files.map(|name| format!("<code>{}</code>", escape(name))).collect();
    match sources.logs.len() {
        0 => {}
        1 => parts.push("one game log".into()),
        count => parts.push(format!("{count} game logs")),
    }
    let (version, signature) = (env!("CARGO_PKG_VERSION"), bench::SIGNATURE);
    format!(
        "Made on {} by host-sim {version} (signature {signature}) from {}. This machine: {}.",
        made_on::today(),
        parts.join(", "),
        escape(&made_on::machine())
    )
}

fn sections(sources: &Sources, shown: &ViewerOptions<'_>) -> Vec<Section> {
    let matches = sources.matches.iter().enumerate();
    let games = sources.games.iter().enumerate();
    let analyses = sources.analyses.iter().enumerate();
    let comparisons = sources.comparisons.iter().enumerate();
    (matches.map(|(at, source)| match_section::section(at + 1, source)))
        .chain(viewer::section(sources, shown.games, shown.engine))
        .chain(search_section::positions(sources))
        .chain(games.map(|(at, source)| search_section::game(at + 1, source)))
        .chain(analyses.map(|(at, source)| analysis_section::section(at + 1, source)))
        .chain(search_section::logs(&sources.logs))
        .chain(comparisons.map(|(at, source)| search_section::comparison(at + 1, source)))
        .chain(dark_chess_section::sections(&sources.dark_chess))
        .collect()
}
