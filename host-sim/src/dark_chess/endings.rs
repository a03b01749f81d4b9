//! `host-sim dark-chess endings`: makes the endgame tables; and how players get them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use wedge_dark_chess::{DEFAULT_QUIET_LIMIT, Endings, Rules, classes, solve, table_len};

use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::io::progress::progress_bar;

/// The options of `host-sim dark-chess endings`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim dark-chess endings endings-4.bin
  host-sim dark-chess endings endings-3.bin --pieces 3
  host-sim dark-chess arena best:endings=endings-4.bin original

Every ending of so many face-up pieces, a byte each: the result and the plies to
the next capture. Four pieces take 40 MB and about half a minute.")]
pub(super) struct EndingsArgs {
    /// The file to write
    #[arg(value_name = "OUT")]
    file: PathBuf,
    /// The most pieces on the board
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=4))]
    pieces: u8,
    /// Plies without capture or flip that make a draw
    #[arg(long, value_name = "PLIES", default_value_t = DEFAULT_QUIET_LIMIT,
          value_parser = clap::value_parser!(u8).range(1..))]
    quiet: u8,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// A file starts with these, the number of pieces and the quiet plies.
const MAGIC: &[u8; 6] = b"WDCE1\n";

pub(super) fn run(args: &EndingsArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let [file] = output_file::open_all([Some(args.file.as_path())], args.force)?;
    let mut file = file.context("a file to write")?.begin()?;
    let started = Instant::now();
    let bytes = make(args.pieces.into(), Rules::quiet_limit(args.quiet))?;
    let mut whole = MAGIC.to_vec();
    whole.extend([args.pieces, args.quiet]);
    whole.extend(bytes);
    file.write_whole(&whole)?;
    file.sync()?;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "{}: {} bytes, {seconds:.1} s", args.file.display(), whole.len())?;
    Ok(ExitStatus::Done)
}

fn make(pieces: usize, rules: Rules) -> Result<Vec<u8>> {
    let mut bytes = vec![0; table_len(pieces)];
    let count = (2..=pieces).map(|n| classes(n).len()).sum();
    let bar = progress_bar("classes", count);
    solve(pieces, rules, &mut bytes, |done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    Ok(bytes)
}

/// The tables of up to three pieces, made once in a run.
pub(super) fn built_in() -> &'static Endings<'static> {
    static ENDINGS: OnceLock<Endings<'static>> = OnceLock::new();
    ENDINGS.get_or_init(|| {
        let mut bytes = vec![0; table_len(3)];
        solve(3, Rules::default(), &mut bytes, |_| ()).expect("as many bytes as it wants");
        // They live as long as the program.
        Endings::new(3, Rules::default(), bytes.leak()).expect("the tables just made")
    })
}

/// Reads a file of tables. They live as long as the program.
pub(super) fn load(path: &Path) -> Result<&'static Endings<'static>> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let expected =
        || anyhow!("{}: expected a whole file of `host-sim dark-chess endings`", path.display());
    let rest = bytes.strip_prefix(MAGIC.as_slice()).ok_or_else(expected)?;
    let [pieces, quiet, ..] = *rest else { return Err(expected()) };
    ensure!(quiet > 0, expected());
    let tables: &'static [u8] = Vec::leak(rest[2..].to_vec());
    let endings = Endings::new(pieces.into(), Rules::quiet_limit(quiet), tables);
    Ok(Box::leak(Box::new(endings.ok_or_else(expected)?)))
}
