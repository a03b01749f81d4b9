//! `host-sim dark-chess analyze`: what every ply of recorded games lost.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use wedge_dark_chess::{Game, Position, Rules};

use super::hint::scores;
use super::replay::records;
use super::rows::AnalysisRow;
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::parse_depth;
use crate::io::csv_file::{CsvFile, Row};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::io::progress::{interrupted, progress_bar};
use crate::io::text_table::TextTable;

/// The options of `host-sim dark-chess analyze`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim dark-chess analyze games.txt --depth 3
  host-sim dark-chess analyze games.txt --game 2 --csv plies.csv

Scores every action at each ply and shows the played one, the best one and the
difference, in units of the evaluation (a pawn is about 100). Of a flip it is
the mean over what it may reveal: bad luck is no loss.")]
pub(super) struct AnalyzeArgs {
    /// The recorded games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only the game with this number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Plies to look ahead
    #[arg(long, default_value = "3", value_parser = parse_depth)]
    depth: u8,
    /// Write the table to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Replace the CSV file if it exists
    #[arg(long, requires = "csv")]
    force: bool,
}

pub(super) fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let shown = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| shown.to_string())?;
    let [file] = output_file::open_all([args.csv.as_deref()], args.force)?;
    let mut csv = file.map(|file| CsvFile::new(file.begin()?)).transpose()?;
    let table = HeapTable::new("18".parse()?)?;
    let mut rows = TextTable::new(AnalysisRow::HEADER).left(&[2, 4]);
    for (number, (line, record)) in (1..).zip(records(&text)) {
        let record = record.with_context(|| format!("{shown}: line {line}"))?;
        if args.game.is_some_and(|wanted| wanted != number) {
            continue;
        }
        let bar = progress_bar("plies", record.plies().count());
        let mut game = Game::new(Position::START, Rules::quiet_limit(u8::MAX));
        for ply in record.plies() {
            let scores = scores(&game, args.depth, &table);
            if interrupted() {
                bar.finish_and_clear();
                writeln!(out, "{rows}")?;
                return Ok(ExitStatus::Interrupted);
            }
            let played = scores.iter().find(|(action, _)| *action == ply.action());
            if let (Some((_, score)), Some((best, best_score))) = (played, scores.first()) {
                let row = AnalysisRow {
                    game: number,
                    ply: game.plies() + 1,
                    played: ply.to_string(),
                    score: *score,
                    best: best.to_string(),
                    best_score: *best_score,
                    loss: best_score - score,
                };
                if let Some(csv) = &mut csv {
                    csv.write(&row)?;
                }
                rows.row([
                    row.game.to_string(),
                    row.ply.to_string(),
                    row.played,
                    row.score.to_string(),
                    row.best,
                    row.best_score.to_string(),
                    row.loss.to_string(),
                ]);
            }
            let at = game.plies() + 1;
            game.play(ply).with_context(|| format!("{shown}: line {line}: ply {at}"))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    writeln!(out, "{rows}")?;
    Ok(ExitStatus::Done)
}
