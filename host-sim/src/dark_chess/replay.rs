//! `host-sim dark-chess replay`: checks recorded games.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use wedge_dark_chess::{Record, ReplayError};

use crate::io::exit_status::ExitStatus;

/// The options of `host-sim dark-chess replay`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim dark-chess replay games.txt

A game a line: how it ended (no-move, draw-60-plies or draw-cycle), then its
plies, such as b5(N) or b2-b3. Empty lines and lines that begin with # are
skipped. The last line of the output counts the games, their plies, those with
an illegal ply and those that end otherwise or elsewhere than recorded; the exit
code is 0 only if there are none of these.")]
pub(super) struct ReplayArgs {
    /// The recorded games
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let shown = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| shown.to_string())?;
    let (mut games, mut plies, mut illegal, mut wrong) = (0, 0, 0, 0);
    for (line, record) in records(&text) {
        let record = record.with_context(|| format!("{shown}: line {line}"))?;
        games += 1;
        plies += record.plies().count();
        match record.replay() {
            Ok(_) => {}
            Err(error) => {
                writeln!(out, "line {line}: recorded {}: {error}", record.ending)?;
                match error {
                    ReplayError::Illegal { .. } => illegal += 1,
                    ReplayError::Ending { .. } => wrong += 1,
                }
            }
        }
    }
    writeln!(out, "games {games}, plies {plies}, illegal {illegal}, endings wrong {wrong}")?;
    out.flush()?;
    if illegal + wrong > 0 {
        bail!("{shown}: {} of {games} games are wrong: expected none", illegal + wrong);
    }
    Ok(ExitStatus::Done)
}

/// The records of a text with their line numbers.
pub(super) fn records(text: &str) -> impl Iterator<Item = (usize, Result<Record<'_>>)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let records = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    records.map(|(at, line)| (at, Record::parse(line).map_err(Into::into)))
}
