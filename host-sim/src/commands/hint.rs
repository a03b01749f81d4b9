//! `host-sim hint`: the best moves of a position, with their scores.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;
use wedge_engine::{Bitboard, Eight, Move, Position, ScoredMove};

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::setup::Setup;
use crate::formats::game_file;
use crate::io::csv_file::{CsvFile, Discs, Row};
use crate::io::exit_status::ExitStatus;
use crate::io::json;
use crate::io::output_file;
use crate::io::progress::{SearchProgress, interrupted, progress_bar, transcript};
use crate::io::text_table::TextTable;
use crate::report::summary;

/// The options of `host-sim hint`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim hint f5d6c3d3c4 -n 5
  host-sim hint --json \\
    \"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\"
  host-sim hint game.ggf --time 10 --csv hints.csv

The position is a board, its squares from a1 on (X black, O white, - empty) and
the side to move, or the end of a game: a transcript, or a file as `host-sim
convert --help` describes it.

Scores are in discs for the player to move, as the search sees them; `exact`
ones are final margins with best play. Without a limit, positions with up to 20
empty squares are solved and others are searched to depth 12. The search only
proves that moves outside the best N are no better, so a small N is faster.")]
pub struct HintArgs {
    /// The position
    #[arg(value_name = "BOARD|GAME", allow_hyphen_values = true)]
    what: String,
    /// How many moves to show
    #[arg(short = 'n', long, value_name = "N", default_value = "5",
          value_parser = clap::value_parser!(u8).range(1..))]
    moves: u8,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    setup: Setup,
    /// Write the table to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Replace the CSV file if it exists
    #[arg(long, requires = "csv")]
    force: bool,
    /// Print the table as JSON
    #[arg(long)]
    json: bool,
}

/// A row of the table: a move with its score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HintRow {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score for the mover, in discs.
    pub score: Discs,
    /// How many discs it loses against the best move.
    pub loss: Discs,
    /// The depth that was finished, the move itself counted.
    pub depth: u8,
    /// Whether the score is the proved final margin with best play.
    pub exact: bool,
    /// The certainty of ProbCut cutoffs in the search, in percent; 100 if there were none.
    pub certainty: u8,
    /// The principal variation, the move first.
    pub line: String,
}

impl Row for HintRow {
    const HEADER: &'static [&'static str] =
        &["move", "score", "loss", "depth", "exact", "certainty", "line"];
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &HintArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let position = game_file::read_position(&args.what)?;
    let side = position.side();
    ensure!(!position.board().is_over(), "`{}`: the game is over: expected moves", args.what);
    ensure!(!position.must_pass(), "`{}`: {side} must pass: expected moves", args.what);
    let limit =
        args.limit.limit().unwrap_or_else(|| Limit::default_for(position.board().empties()));
    let table = HeapTable::new(args.setup.tt_bits)?;
    let [file] = output_file::open_all([args.csv.as_deref()], args.force)?;
    let mut csv = file.map(|file| CsvFile::new(file.begin()?)).transpose()?;
    let bar = progress_bar("positions", 1);
    let mut progress = SearchProgress::start(&bar);
    let (shown, nodes) =
        best_moves(&position, limit, args.moves.into(), args.setup, &table, &mut progress);
    bar.finish_and_clear();
    if interrupted() {
        return Ok(ExitStatus::Interrupted);
    }
    if let Some(csv) = &mut csv {
        shown.iter().try_for_each(|row| csv.write(row))?;
    }
    if args.json {
        json::write(&shown, out)?;
    } else {
        print(&shown, out)?;
        let all = position.board().legal_moves().len();
        let done = format!("{} of {all} moves", shown.len());
        summary::print_totals(&done, nodes, progress.elapsed().as_secs_f64(), out)?;
    }
    Ok(ExitStatus::Done)
}

/// The best moves, and the nodes of the search.
fn best_moves(
    position: &Position,
    limit: Limit,
    most: usize,
    setup: Setup,
    table: &HeapTable,
    progress: &mut SearchProgress,
) -> (Vec<HintRow>, u64) {
    let mut search = setup.searcher::<Eight>(table);
    let found = search.multi_pv(position, &limit.limits(), most, Bitboard::EMPTY, progress);
    let best = found.moves.first().map_or(0.0, |best| Discs::from(best.score).0);
    let row = |&ScoredMove { square, score, .. }: &ScoredMove| {
        let score = Discs::from(score);
        let after = position.play(Move::Play(square));
        let over = after.is_some_and(|after| after.board().is_over());
        let line = after.map(|after| search.line(&after, found.depth.saturating_sub(1)));
        HintRow {
            mv: square.to_string(),
            score,
            loss: Discs(best - score.0),
            depth: found.depth,
            exact: found.solved || over,
            certainty: if over { 100 } else { found.certainty.percent() },
            line: square.to_string() + &line.map(|line| transcript(&line)).unwrap_or_default(),
        }
    };
    let shown = found.moves.iter().filter(|scored| !scored.at_most).take(most);
    (shown.map(row).collect(), found.nodes)
}

fn print(rows: &[HintRow], out: &mut dyn Write) -> Result<()> {
    let mut table = TextTable::new(&["move", "score", "loss", "depth", "line"]).left(&[0, 4]);
    for row in rows {
        table.row([
            row.mv.clone(),
            row.score.to_string(),
            if row.loss.0 == 0.0 { String::new() } else { format!("{:.2}", row.loss.0) },
            match row.certainty {
                _ if row.exact => "exact".into(),
                100 => row.depth.to_string(),
                certainty => format!("{}@{certainty}%", row.depth),
            },
            row.line.clone(),
        ]);
    }
    writeln!(out, "{table}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::suite::Suite;

    /// The moves and scores that the published solutions have.
    #[test]
    fn exact_scores_are_the_published_ones() {
        let table = HeapTable::new("14".parse().unwrap()).unwrap();
        let bar = indicatif::ProgressBar::hidden();
        for problem in &Suite::Ffo1To19.problems().unwrap()[..3] {
            let (setup, mut progress) = (Setup::default(), SearchProgress::start(&bar));
            let (rows, _) =
                best_moves(&problem.position, Limit::Exact, 40, setup, &table, &mut progress);
            assert_eq!(rows.len() as u32, problem.position.board().legal_moves().len());
            assert!(rows.iter().all(|row| row.exact));
            for &(mv, score) in &problem.scores {
                let row = rows.iter().find(|row| row.mv == mv.to_string()).unwrap();
                assert_eq!(row.score, Discs(score.into()), "{} {mv}", problem.name);
                let best = problem.best_score().unwrap();
                assert_eq!(row.loss, Discs((best - score).into()));
                assert!(row.line.starts_with(&row.mv));
            }
        }
    }
}
