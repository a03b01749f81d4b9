//! `host-sim prove`: checks the published solution of the game, as far as that is possible here.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use wedge_engine::{Color, Position};
use wedge_formats::perfect_game;

use crate::engine::heap_table::TableBits;
use crate::engine::solver::{Goal, Solver};
use crate::io::exit_status::ExitStatus;
use crate::io::fingerprint::Fingerprint;
use crate::io::input_file;
use crate::io::progress::progress_bar;
use crate::io::resumable::{CsvArgs, check_count};
use crate::io::shard::{ShardArgs, merge_rows};
use crate::solved::audit::{self, Audit, AuditRow};
use crate::solved::bounds::{Bounds, EMPTIES, PublishedBounds};
use crate::solved::tree::Tree;

/// The options of `host-sim prove`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim prove empty50.csv
  host-sim prove empty50.csv --samples 1000 --empties 26 --csv audit.csv
  host-sim prove empty50.csv --samples 1000 --shard 1/64 --csv part1.csv

With best play Othello is a draw, says arXiv 2310.19387. The proof rests on
bounds for 2,587 positions with 50 empty squares, which are published as a CSV
file: obf,count,score,alpha,beta. This command
- finds all positions with 50 empty squares, up to symmetry;
- proves what the bounds show for the start position: a score of exactly 0;
- audits the bounds from below: plays on from random ones with a search for the
  player who has to hold the score, and solves the last position;
- replays the published perfect game and solves its positions.
It says what is proved here, what is claimed, and what is believed.

Without a file only the positions and the game are checked. A sample with 20
empty squares takes well under a second, one with 36 seconds or minutes.
--shard 1/64 does every 64th sample and nothing else; --merge with the same
options joins the files of all parts (docs/guide/scale.md).

Each sample is written as soon as it is ready, so Ctrl-C keeps the finished
ones; --resume continues after the last row.")]
pub struct ProveArgs {
    /// The published bounds
    #[arg(value_name = "FILE")]
    bounds: Option<PathBuf>,
    /// How many positions below the bounds to solve
    #[arg(long, value_name = "N", default_value = "20", requires = "bounds")]
    samples: usize,
    /// Empty squares of these positions, at most
    #[arg(long, value_name = "E", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=40))]
    empties: u32,
    /// The seed of the samples
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,
    /// Solve the published game from so many empty squares on
    #[arg(long, value_name = "E", default_value = "20", value_parser = clap::value_parser!(u32).range(0..=40))]
    game_empties: u32,
    /// Threads that solve a position together
    #[arg(long, value_name = "T", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Entries of the table as a power of two, 16 bytes each
    #[arg(long, value_name = "B", default_value_t)]
    tt_bits: TableBits,
    #[command(flatten)]
    csv: CsvArgs,
    #[command(flatten)]
    shards: ShardArgs,
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; if a solved position contradicts the published game.
pub fn run(args: &ProveArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let published = args.bounds.as_deref().map(PublishedBounds::read).transpose()?;
    let rows = match (&published, &args.bounds) {
        (Some(published), Some(path)) => {
            audit::check(published).with_context(|| path.display().to_string())?;
            let (rows, wanted) = samples(args, published, path, out)?;
            if rows.len() < wanted {
                writeln!(out, "{} of {wanted} samples", rows.len())?;
                return Ok(ExitStatus::Interrupted);
            }
            rows
        }
        _ => Vec::new(),
    };
    if !args.shards.shard.is_whole() {
        let open = rows.iter().filter(|row| !row.agrees()).count();
        writeln!(out, "{} samples of part {}, {open} open", rows.len(), args.shards.shard)?;
        return Ok(ExitStatus::Done);
    }
    let empty = PublishedBounds::default();
    let bounds = published.as_ref().unwrap_or(&empty);
    let Some(tree) = Tree::new(bounds) else { return Ok(ExitStatus::Interrupted) };
    for (board, _) in bounds.list() {
        let shown = Position::new(*board, Color::Black);
        ensure!(
            tree.has_leaf(board),
            "{shown}: is not reached from the start: expected that it is"
        );
    }
    let Some(solved) = solve_game(args)? else { return Ok(ExitStatus::Interrupted) };
    report(args, bounds, &tree, &rows, solved, out)?;
    Ok(ExitStatus::Done)
}

/// The rows of the audit, of its part or joined, and how many there should be.
fn samples(
    args: &ProveArgs,
    published: &PublishedBounds,
    path: &Path,
    out: &mut dyn Write,
) -> Result<(Vec<AuditRow>, usize)> {
    let settings = (args.seed, args.empties);
    let mut audit = Audit::new(published, settings, args.threads.into(), args.tt_bits)?;
    let checksum = wedge_engine::checksum(&input_file::read(path, input_file::LONGEST_TEXT)?);
    let run = audit.fingerprint(&format!("{checksum:08x}"));
    let shard = args.shards.shard;
    let wanted = shard.count(args.samples);
    let merged = if args.shards.merge.is_empty() {
        Vec::new()
    } else {
        let names: Vec<String> =
            (1..=args.samples).map(|number| format!("sample {number}")).collect();
        let place = |row: &AuditRow| row.sample.checked_sub(1).filter(|&at| at < names.len());
        let check = |line: usize, _: usize, row: &AuditRow| run.check_row(line, &row.run);
        merge_rows(&args.shards.merge, &names, place, check)?
    };
    let check = |rows: &[AuditRow]| check_resumed(rows, wanted, |at| shard.step(at) + 1, &run);
    let (mut rows, mut csv) = args.csv.open(check, out)?;
    if let Some(csv) = &mut csv {
        merged.iter().try_for_each(|row| csv.write(row))?;
    }
    rows.extend(merged);
    let bar = progress_bar("samples", wanted);
    bar.set_position(rows.len() as u64);
    for at in rows.len()..wanted {
        let Some(row) = audit.sample(shard.step(at) + 1, &bar)? else { break };
        let row = AuditRow { run: run.clone(), ..row };
        if let Some(csv) = &mut csv {
            csv.write(&row)?;
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok((rows, wanted))
}

/// Checks that the rows of an interrupted run are the first rows of this one.
fn check_resumed(
    rows: &[AuditRow],
    wanted: usize,
    number: impl Fn(usize) -> usize,
    run: &Fingerprint,
) -> Result<()> {
    check_count(rows.len(), wanted, "sample")?;
    for (at, row) in rows.iter().enumerate() {
        let (line, number) = (at + 2, number(at));
        ensure!(
            row.sample == number,
            "--resume: line {line} of the CSV file is sample {}: expected {number}",
            row.sample
        );
        run.check_row(line, &row.run).context("--resume")?;
    }
    Ok(())
}

/// Solves the positions of the published game: their number. `None` after Ctrl-C.
fn solve_game(args: &ProveArgs) -> Result<Option<usize>> {
    let game = perfect_game::game();
    let last = game.position();
    ensure!(game.is_over() && last.result_for_black() == 0, "the published game is no draw");
    let positions: Vec<Position> = (game.steps().map(|(position, _)| position))
        .filter(|position| position.board().empties() <= args.game_empties)
        .collect();
    let bar = progress_bar("game", positions.len());
    let mut solver = Solver::new(args.threads.into(), Goal::Exact, args.tt_bits)?;
    solver.clear()?;
    for position in &positions {
        let Some(solution) = solver.solve(position, &bar) else { return Ok(None) };
        let score = solution.report.score.discs();
        ensure!(score == 0, "the published game: {position} has the score {score:+}: expected 0");
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Some(positions.len()))
}

fn report(
    args: &ProveArgs,
    bounds: &PublishedBounds,
    tree: &Tree,
    rows: &[AuditRow],
    solved: usize,
    out: &mut dyn Write,
) -> Result<()> {
    let (leaves, inner, published) = (tree.leaves(), tree.inner(), bounds.list().len());
    writeln!(out, "Proved here:")?;
    writeln!(
        out,
        "- {} positions with {EMPTIES} empty squares are reached from the start, up to symmetry; {} \
         more differ from one of them only by a pass, and {} end the game. {inner} have more empty \
         squares.",
        leaves - tree.finished() - tree.passes(),
        tree.passes(),
        tree.finished()
    )?;
    if published > 0 {
        let Bounds { lower, upper } = tree.start();
        let score = match (lower, upper) {
            (0, 0) => "exactly 0".to_owned(),
            _ => format!("between {lower} and {upper}"),
        };
        writeln!(out, "- If the {published} bounds hold, the score of the start is {score}.")?;
    }
    writeln!(
        out,
        "- The published game ends in a draw; {solved} positions of it, from {} empty squares on, \
         have the score 0.",
        args.game_empties
    )?;
    if !rows.is_empty() {
        let agree = rows.iter().filter(|row| row.agrees()).count();
        let again = rows.iter().filter(|row| row.verdict.starts_with("agrees after")).count();
        let (count, empties) = (rows.len(), args.empties);
        writeln!(
            out,
            "- {agree} of {count} positions below the bounds, with at most {empties} empty squares, \
             have the score that is claimed above them ({again} after another move of the defender)."
        )?;
        for row in rows.iter().filter(|row| !row.agrees()) {
            writeln!(out, "  Open: sample {}, {}, {}", row.sample, row.board, row.moves)?;
        }
    }
    writeln!(out, "Claimed, and not proved here:")?;
    match published {
        0 => writeln!(out, "- Othello is a draw with best play (arXiv 2310.19387).")?,
        _ => writeln!(
            out,
            "- The {published} bounds (arXiv 2310.19387), and with them that Othello is a draw."
        )?,
    }
    if !rows.is_empty() {
        writeln!(out, "Believed:")?;
        writeln!(
            out,
            "- That the bounds are right. The samples follow single lines of play: they make a wrong \
             bound less likely and prove none."
        )?;
    }
    Ok(())
}
