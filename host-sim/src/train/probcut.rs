//! `host-sim train probcut`: how far shallow searches are from deeper ones.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::{Color, Evaluator, Limits, Observer, Options, Position, Report, Score, Search};

use super::positions_file::{Labelled, PositionsReader};
use crate::ending::Ending;
use crate::eval::Eval;
use crate::table::HeapTable;
use crate::text_table::TextTable;
use crate::watch::{interrupted, progress_bar};

/// What `host-sim train probcut` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  host-sim train probcut test.pos --empties 22 --count 250 --depth 11

For each pair of depths the standard deviation of the difference between what both searches find, in
discs; depth 0 is the evaluation alone. The selective search that prepares solutions is built on it.")]
pub(super) struct ProbcutArgs {
    /// A file of positions
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of empty squares
    #[arg(long, value_name = "E", default_value = "22")]
    empties: u32,
    /// How many positions, the first of the file that no other one was taken near
    #[arg(long, value_name = "N", default_value = "250")]
    count: usize,
    /// The deepest search
    #[arg(long, value_name = "D", default_value = "10", value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// What a position is worth without looking further
    /// (discs, squares, stability, patterns, or a file of weights)
    #[arg(long, value_name = "EVAL", default_value_t)]
    eval: Eval,
}

/// One of so many positions with the right number of empty squares is taken.
const EVERY: usize = 8;
const TABLE_BITS: &str = "18";

/// Keeps the score of each depth.
struct Scores(Vec<f64>);

impl Observer for Scores {
    fn progress(&mut self, report: &Report) {
        self.0.push(discs(report.score));
    }

    fn stop(&mut self) -> bool {
        interrupted()
    }
}

fn discs(score: Score) -> f64 {
    f64::from(score.units()) / f64::from(Score::UNIT)
}

/// Runs the command.
///
/// # Errors
/// On bad input; on a file that cannot be read.
pub(super) fn run(args: &ProbcutArgs, out: &mut dyn Write) -> Result<Ending> {
    let mut reader = PositionsReader::open(&args.file)?;
    let mut positions = Vec::new();
    while let Some(chunk) = reader.next_chunk()? {
        positions.extend(chunk.into_iter().filter(|p| p.board.empties() == args.empties));
    }
    let positions: Vec<_> = positions.into_iter().step_by(EVERY).take(args.count).collect();
    let name = args.file.display();
    ensure!(!positions.is_empty(), "{name}: no positions with {} empty squares", args.empties);
    let mut table = HeapTable::new(TABLE_BITS.parse()?)?;
    let bar = progress_bar("positions", positions.len());
    let mut scores = Vec::new();
    for Labelled { board, .. } in &positions {
        table.clear()?;
        let mut search = Search::new(args.eval, Some(table.view()), Options::default());
        let mut found = Scores(vec![discs(args.eval.evaluate(board, board.legal_moves()))]);
        let position = Position::new(*board, Color::Black);
        search.think(&position, &Limits::depth(args.depth), &mut found);
        if interrupted() {
            return Ok(Ending::Interrupted);
        }
        scores.push(found.0);
        bar.inc(1);
    }
    bar.finish_and_clear();
    // Near the end of the game the deepest searches may have been passed over.
    let depths = scores.iter().map(Vec::len).min().unwrap_or(0);
    let header: Vec<_> = (0..depths).map(|depth| depth.to_string()).collect();
    let header: Vec<_> =
        std::iter::once("depth").chain(header.iter().map(String::as_str)).collect();
    let mut table = TextTable::new(&header);
    for deep in 1..depths {
        let spreads = (0..depths).map(|shallow| {
            let differences: Vec<_> = scores.iter().map(|of| of[deep] - of[shallow]).collect();
            if shallow < deep { format!("{:.2}", spread(&differences)) } else { String::new() }
        });
        table.row(std::iter::once(deep.to_string()).chain(spreads));
    }
    writeln!(out, "{} positions with {} empty squares\n{table}", positions.len(), args.empties)?;
    Ok(Ending::Done)
}

/// The standard deviation.
fn spread(numbers: &[f64]) -> f64 {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt()
}
