//! `host-sim analyze`: scores every move of a game and shows what each lost.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use wedge_engine::{Color, Game, Move, Position, Score};
use wedge_formats::{openings, perfect_game};

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::searcher::Searcher;
use crate::engine::setup::Setup;
use crate::formats::game_file;
use crate::formats::rows::AnalysisRow;
use crate::io::exit_status::ExitStatus;
use crate::io::fingerprint::Fingerprint;
use crate::io::json;
use crate::io::output_file::OutputFile;
use crate::io::progress::{SearchProgress, interrupted, progress_bar};
use crate::io::resumable::{CsvArgs, check_count};
use crate::io::text_table::TextTable;
use crate::report::game_graph;
use crate::solved::bounds::{EMPTIES, PublishedBounds};
use crate::solved::tree::Tree;

/// The options of `host-sim analyze`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim analyze f5d6c3d3c4f4f6f3e6e7d7c5
  host-sim analyze game.txt --csv analysis.csv --svg analysis.svg
  host-sim analyze WTH_1999.wtb --game 12 --depth 8
  host-sim analyze game.ggf --json

A game is a transcript, or a file as `host-sim convert --help` describes it.

Scores are in discs for the player who moves, as the search sees them; those
marked `exact` are final margins with best play. The bar beside a move, and the
plot that --svg writes, show black's score after it. Without a limit, positions
with up to 20 empty squares are solved and others are searched to depth 12.

The last lines say where the game leaves the published perfect game and, with
the file of bounds that `host-sim prove` checks, the proved draw.

Each row is written as soon as it is ready, so Ctrl-C keeps the finished ones;
--resume continues after the last row.")]
pub struct AnalyzeArgs {
    /// The game
    #[arg(value_name = "GAME")]
    what: String,
    /// Which game of a file of several, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    csv: CsvArgs,
    /// Write a plot of the scores to this file, which must not exist yet
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// The published bounds of positions with 50 empty squares, as for `host-sim prove`
    #[arg(long, value_name = "FILE")]
    bounds: Option<PathBuf>,
    /// Print the table as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let record = game_file::read_one(&args.what, args.game)?;
    let moves = record.game.moves().len();
    ensure!(moves > 0, "`{}`: a game without moves: expected some", args.what);
    let bounds = args.bounds.as_deref().map(PublishedBounds::read).transpose()?;
    let svg = args.svg.as_deref().map(OutputFile::create).transpose()?;
    let rows = analyze(args, &record.game, out);
    let done = rows.as_ref().is_ok_and(|rows| rows.len() == moves);
    let rows = rows?;
    if let (Some(mut file), true) = (svg, done) {
        file.write_all(game_graph::svg(&rows, &record.to_string()).as_bytes())?;
    }
    if args.json {
        json::write(&rows, out)?;
    } else {
        print(&rows, out)?;
        print_opening(&record.game, bounds.as_ref(), out)?;
    }
    Ok(ExitStatus::of(done))
}

/// Says which opening was played, where a game leaves the published perfect game and, by the bounds,
/// the proved draw.
fn print_opening(game: &Game, bounds: Option<&PublishedBounds>, out: &mut dyn Write) -> Result<()> {
    if let Some(opening) = openings::name(game) {
        writeln!(out, "Opening: {opening}.")?;
    }
    let name = |ply: usize| format!("{ply}, {},", game.moves()[ply - 1]);
    if let Some(ply) = perfect_game::left_by(game) {
        writeln!(out, "Move {} leaves the published perfect game, a draw.", name(ply))?;
    }
    let Some(tree) = bounds.and_then(Tree::new) else { return Ok(()) };
    write!(out, "By the published bounds, ")?;
    match tree.draw_left_by(game) {
        Some(ply) => writeln!(out, "move {} leaves the proved draw.", name(ply))?,
        // The bounds know the positions down to these.
        None => {
            let covered = game.steps().filter(|(before, _)| before.board().empties() > EMPTIES);
            writeln!(out, "none of the first {} moves leaves the proved draw.", covered.count())?;
        }
    }
    Ok(())
}

/// A row for each move, until Ctrl-C.
fn analyze(args: &AnalyzeArgs, game: &Game, out: &mut dyn Write) -> Result<Vec<AnalysisRow>> {
    let table = HeapTable::new(args.setup.tt_bits)?;
    // The message about resumed rows would spoil the JSON.
    let messages: &mut dyn Write = if args.json { &mut io::sink() } else { out };
    let run = args.setup.fingerprint(&table);
    let run = match args.limit.limit() {
        Some(limit) => run.with("limit", limit),
        None => run,
    };
    let (mut rows, mut csv) = args.csv.open(|rows| check_resumed(rows, game, &run), messages)?;
    let bar = progress_bar("moves", game.moves().len());
    bar.set_position(rows.len() as u64);
    let mut analyzer = Analyzer { search: args.setup.searcher(&table), limit: args.limit.limit() };
    for (at, (position, mv)) in game.steps().enumerate().skip(rows.len()) {
        let row = analyzer.row(at + 1, &position, mv, &mut SearchProgress::start(&bar));
        let row = AnalysisRow { run: run.clone(), ..row };
        if interrupted() {
            break;
        }
        if let Some(csv) = &mut csv {
            csv.write(&row)?;
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(rows)
}

/// Checks that the rows of an interrupted run are the first rows of this one.
fn check_resumed(rows: &[AnalysisRow], game: &Game, run: &Fingerprint) -> Result<()> {
    let moves = game.moves();
    check_count(rows.len(), moves.len(), "move")?;
    for (at, (row, mv)) in rows.iter().zip(moves).enumerate() {
        let (line, ply, mv) = (at + 2, at + 1, mv.to_string());
        ensure!(
            (row.ply, &row.mv) == (ply, &mv),
            "--resume: line {line} of the CSV file is move {} {}: expected move {ply} {mv}",
            row.ply,
            row.mv
        );
        run.check_row(line, &row.run).context("--resume")?;
    }
    Ok(())
}

/// The search that scores the moves.
struct Analyzer<'t> {
    search: Searcher<'t>,
    limit: Option<Limit>,
}

impl Analyzer<'_> {
    fn row(
        &mut self,
        ply: usize,
        position: &Position,
        mv: Move,
        progress: &mut SearchProgress,
    ) -> AnalysisRow {
        let empties = position.board().empties();
        let limits = self.limit.unwrap_or_else(|| Limit::default_for(empties)).limits();
        let (score, best, best_score, depth, exact, nodes) = match mv {
            Move::Play(played) => {
                let also = played.bit();
                let found = self.search.multi_pv(position, &limits, 1, also, progress);
                let score = |square| found.moves.iter().find(|scored| scored.square == square);
                let score = score(played).map_or(Score::from_units(0), |scored| scored.score);
                // Of several best moves, name the one that was played.
                let (best, best_score) = match found.moves.first() {
                    Some(first) if first.score > score => (Move::Play(first.square), first.score),
                    _ => (mv, score),
                };
                (score, best, best_score, found.depth, found.solved, found.nodes)
            }
            Move::Pass => {
                let found = self.search.think(position, &limits, progress);
                (found.score, mv, found.score, found.depth, found.solved, found.nodes)
            }
        };
        AnalysisRow {
            ply,
            side: position.side().to_string(),
            mv: mv.to_string(),
            score: score.into(),
            best: best.to_string(),
            best_score: best_score.into(),
            loss: Score::from_units(best_score.units() - score.units()).into(),
            depth,
            exact,
            nodes,
            run: Fingerprint::default(),
        }
    }
}

fn print(rows: &[AnalysisRow], out: &mut dyn Write) -> Result<()> {
    let header = ["move", "side", "played", "score", "best", "score", "loss", "depth", "for black"];
    let mut table = TextTable::new(&header).left(&[1, 2, 4, 8]);
    let widest = game_graph::widest(rows);
    for row in rows {
        let lost = row.loss.0 > 0.0;
        table.row([
            row.ply.to_string(),
            row.side.clone(),
            row.mv.clone(),
            row.score.to_string(),
            if lost { row.best.clone() } else { String::new() },
            if lost { row.best_score.to_string() } else { String::new() },
            if lost { format!("{:.2}", row.loss.0) } else { String::new() },
            if row.exact { "exact".into() } else { row.depth.to_string() },
            game_graph::bar(row.for_black(), widest),
        ]);
    }
    writeln!(out, "{table}\n")?;
    for color in [Color::Black, Color::White].map(|color| color.to_string()) {
        let own = rows.iter().filter(|row| row.side == color && row.mv != Move::Pass.to_string());
        let lost: f64 = own.clone().map(|row| row.loss.0).sum();
        write!(out, "{color} lost {lost:.1} discs in {} moves", own.clone().count())?;
        match own.max_by(|a, b| a.loss.0.total_cmp(&b.loss.0)).filter(|worst| worst.loss.0 > 0.0) {
            Some(worst) => {
                let AnalysisRow { ply, mv, best, loss, .. } = worst;
                writeln!(out, ", most with move {ply}, {mv} instead of {best}: {:.1}", loss.0)?;
            }
            None => writeln!(out)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::csv_file::Discs;

    /// The shortest game that ends with a side wiped out.
    const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

    fn rows(game: &Game, limit: Option<Limit>) -> Vec<AnalysisRow> {
        let table = HeapTable::new("12".parse().unwrap()).unwrap();
        let mut analyzer = Analyzer { search: Setup::default().searcher(&table), limit };
        let mut progress = SearchProgress::start(&indicatif::ProgressBar::hidden());
        let steps = game.steps().enumerate();
        steps
            .map(|(at, (position, mv))| analyzer.row(at + 1, &position, mv, &mut progress))
            .collect()
    }

    #[test]
    fn a_blunder_is_seen() {
        let rows = rows(&WIPE_OUT.parse().unwrap(), Some(Limit::Depth(3)));
        assert_eq!(rows.len(), 9);
        let (blunder, last) = (&rows[7], &rows[8]);
        assert_eq!((blunder.side.as_str(), blunder.mv.as_str()), ("white", "f5"));
        assert_eq!((blunder.score, last.score), (Discs(-64.0), Discs(64.0)));
        assert!(blunder.loss.0 > 30.0 && blunder.best != "f5", "{blunder:?}");
        assert_eq!((last.loss, last.best.as_str()), (Discs(0.0), "c5"));
        assert_eq!((blunder.for_black(), last.for_black()), (64.0, 64.0));
    }

    /// With exact scores a game is worth the same before and after a move, less what it lost.
    #[test]
    fn losses_add_up() {
        for seed in 0..3 {
            let game = crate::players::random_play::random_game(seed, 200, Position::start());
            let steps: Vec<_> =
                game.steps().filter(|(position, _)| position.board().empties() < 10).collect();
            let mut end = Game::from_position(steps[0].0);
            steps.iter().for_each(|&(_, mv)| end.play(mv).unwrap());
            let rows = rows(&end, Some(Limit::Exact));
            assert!(rows.iter().all(|row| row.exact && row.loss.0 >= 0.0));
            let black = Color::Black.to_string();
            let lost: f64 = rows
                .iter()
                .map(|row| if row.side == black { -row.loss.0 } else { row.loss.0 })
                .sum();
            let first = &rows[0];
            let before = if first.side == black { first.best_score.0 } else { -first.best_score.0 };
            let result = f64::from(end.position().result_for_black());
            assert_eq!(before + lost, result, "{game}");
            assert_eq!(rows.last().unwrap().for_black(), result);
        }
    }

    #[test]
    fn rows_of_another_game_are_refused() {
        let game: Game = WIPE_OUT.parse().unwrap();
        let rows = rows(&game, Some(Limit::Depth(1)));
        let run = Fingerprint::default();
        assert!(check_resumed(&rows[..4], &game, &run).is_ok());
        let error = check_resumed(&rows[..4], &"f5d6c3d3".parse().unwrap(), &run).unwrap_err();
        assert_eq!(
            error.to_string(),
            "--resume: line 2 of the CSV file is move 1 e6: expected move 1 f5"
        );
        assert!(check_resumed(&rows, &"e6f4".parse().unwrap(), &run).is_err());
        let other = run.with("eval", "discs");
        assert!(check_resumed(&rows[..4], &game, &other).is_err());
    }
}
