//! `host-sim solve`: solves positions to the end of the game.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use wedge_engine::{Board, Move, Position, Size};

use crate::engine::board_size::{BoardSize, ForSize};
use crate::engine::heap_table::TableBits;
use crate::engine::solver::{Goal, Solution, Solver};
use crate::formats::rows::SolveRow;
use crate::formats::suite::{self, Problem, Suite};
use crate::io::csv_file::{Discs, Seconds, rate};
use crate::io::exit_status::ExitStatus;
use crate::io::fingerprint::Fingerprint;
use crate::io::progress::{progress_bar, transcript};
use crate::io::resumable::{CsvArgs, check_board, check_count};
use crate::io::shard::{ShardArgs, merge_rows};
use crate::io::text_table::TextTable;
use crate::io::value_enum::{parse_value, value_name};
use crate::report::summary::{self, Tally};

/// The options of `host-sim solve`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim solve --suite ffo40-49 --threads 2
  host-sim solve problems.obf --all --csv problems.csv
  host-sim solve problems.obf --wld
  host-sim solve \\
    \"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\"
  host-sim solve --size 6
  host-sim solve --size 4x6

A position is a board as `host-sim positions --help` describes it, or a file of
them. Where a file has scores, the summary says which results agree. Without a
position, a smaller --size is solved from the start position; `host-sim boards`
makes a table of such boards.

Scores are final margins in discs for the player to move. Each position starts
with an empty table. FFO 40, with 20 empty squares, takes about a second, and
FFO 49, with 26, about half a minute.

Each row is written as soon as it is ready, so Ctrl-C keeps the finished ones.
An existing file is never overwritten without --force; --resume continues after
its last row.

--shard 1/4 solves every fourth position, on a machine of its own; --merge
with the same options joins the files of all parts, and refuses gaps, overlaps
and other settings (docs/guide/scale.md).")]
pub struct SolveArgs {
    /// A file of boards or OBF lines, or one such line
    #[arg(value_name = "FILE|BOARD", conflicts_with = "suite", allow_hyphen_values = true)]
    what: Option<String>,
    /// Built-in positions
    #[arg(long, value_name = "NAME", value_enum)]
    suite: Option<Suite>,
    /// Find the final margin (the default)
    #[arg(long, conflicts_with = "wld")]
    exact: bool,
    /// Find only whether the position is a win, a draw or a loss
    #[arg(long)]
    wld: bool,
    /// Solve every legal move, not only a best one
    #[arg(long)]
    all: bool,
    /// Threads that solve a position together
    #[arg(long, value_name = "T", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Squares along one side of the board, or columns and rows from 4 to 8, such as 4x6
    #[arg(long, default_value_t = BoardSize::EIGHT)]
    size: BoardSize,
    /// Entries of the table as a power of two, 16 bytes each: 22 takes 64 MiB; auto is 26, 1 GiB,
    /// or less where memory is short
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
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    args.size.run(Run { args, out })
}

struct Run<'a> {
    args: &'a SolveArgs,
    out: &'a mut dyn Write,
}

impl ForSize for Run<'_> {
    type Output = Result<ExitStatus>;

    fn run<S: Size>(self) -> Result<ExitStatus> {
        let Self { args, out } = self;
        let problems = match (&args.what, args.suite) {
            (Some(what), _) => read(what)?,
            (None, Some(suite)) => {
                // Its boards are 8x8: another size refuses them.
                let of_this_size = |Problem { name, position, scores }: Problem| {
                    let board = Board::new(position.board().mover(), position.board().opponent())?;
                    Some(Problem { name, position: Position::new(board, position.side()), scores })
                };
                ensure!(S::AREA == 64, "--suite: its boards are 8x8: expected --size 8");
                suite.problems()?.into_iter().filter_map(of_this_size).collect()
            }
            (None, None) if S::AREA < 64 => vec![start::<S>()],
            (None, None) => bail!(
                "no position: expected a FILE, a BOARD, --suite NAME, or a smaller --size for the \
                 start of its board"
            ),
        };
        solve(args, &problems, out)
    }
}

/// The start position, as a problem.
fn start<S: Size>() -> Problem<S> {
    Problem { name: "start".into(), position: Position::start(), scores: Vec::new() }
}

/// Reads a file or, if there is no such file, a board.
fn read<S: Size>(what: &str) -> Result<Vec<Problem<S>>> {
    let is_board =
        what.trim_start().starts_with(['-', '.', 'X', 'x', 'O', 'o', '*', '0', '1', '2']);
    let is_allowed = |c: char| "-.XxOo*012_BbWw".contains(c) || c.is_whitespace();
    let board = what.split([';', '%']).next().unwrap_or_default();
    if is_board && board.chars().all(is_allowed) && !Path::new(what).exists() {
        return suite::parse(what, "board").with_context(|| format!("`{what}`"));
    }
    suite::read(Path::new(what))
}

/// The first of the legal moves, if all of them are mirror images of each other.
pub(crate) fn mirrored<S: Size>(position: &Position<S>) -> Option<Move> {
    let board = position.board();
    let mut after = board.legal_moves().into_iter().filter_map(|square| board.play(square));
    let first = after.next()?.canonical();
    let all = after.all(|other| other.canonical() == first);
    board.legal_moves().first().filter(|_| all).map(Move::Play)
}

/// One thing to solve: a position or a move of it.
struct Job<'p, S: Size> {
    problem: &'p Problem<S>,
    mv: Option<Move>,
}

impl<'p, S: Size> Job<'p, S> {
    /// Every position or, if `all`, every legal move of each.
    fn list(problems: impl Iterator<Item = &'p Problem<S>>, all: bool) -> Vec<Self> {
        let mut jobs = Vec::new();
        for problem in problems {
            let position = problem.position;
            let squares = position.board().legal_moves().into_iter().map(Move::Play);
            let pass = position.must_pass().then_some(Move::Pass);
            if all {
                jobs.extend(squares.chain(pass).map(|mv| Self { problem, mv: Some(mv) }));
            } else {
                jobs.push(Self { problem, mv: None });
            }
        }
        jobs
    }

    /// Solves the position or, if the job is a move, the position after it. From the start position
    /// of many sizes all moves are mirror images of each other, so one of them is enough.
    fn solve(&self, solver: &Solver, bar: &indicatif::ProgressBar) -> Option<(Move, Solution)> {
        let position = self.problem.position;
        let mv = self.mv.or_else(|| mirrored(&position).filter(|_| position == Position::start()));
        let Some((mv, child)) = mv.and_then(|mv| Some((mv, position.play(mv)?))) else {
            let solution = solver.solve(&position, bar)?;
            return Some((solution.report.best, solution));
        };
        let Solution { mut report, seconds } = solver.solve(&child, bar)?;
        report.line = mv.square().into_iter().chain(report.line.iter().copied()).collect();
        (report.best, report.score) = (mv, -report.score);
        Some((mv, Solution { report, seconds }))
    }

    /// The known score of the job, from the file.
    fn known(&self) -> Option<i32> {
        match self.mv {
            Some(mv) => self.known_of(mv),
            None => self.problem.best_score(),
        }
    }

    fn known_of(&self, mv: Move) -> Option<i32> {
        self.problem.scores.iter().find(|(known, _)| *known == mv).map(|&(_, score)| score)
    }
}

fn solve<S: Size>(
    args: &SolveArgs,
    problems: &[Problem<S>],
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let goal = if args.wld { Goal::Wld } else { Goal::Exact };
    // The moves of a position stay together: they share a table.
    let own = problems.iter().enumerate().filter(|(at, _)| args.shards.shard.has(*at));
    let jobs = Job::list(own.map(|(_, problem)| problem), args.all);
    let mut solver = Solver::new(args.threads.into(), goal, args.tt_bits)?;
    let run = solver.fingerprint();
    let merged = merged(&args.shards.merge, &jobs, goal, &run)?;
    let (mut rows, mut csv) = args.csv.open(|rows| check_resumed(rows, &jobs, goal, &run), out)?;
    if let (Some(csv), Some(merged)) = (&mut csv, &merged) {
        merged.iter().try_for_each(|row| csv.write(row))?;
    }
    rows.extend(merged.into_iter().flatten());
    let bar = progress_bar("solve", jobs.len());
    bar.set_position(rows.len() as u64);
    let mut last: Option<&Problem<S>> = None;
    for job in &jobs[rows.len()..] {
        // The moves of one position share most of their tree.
        if last.replace(job.problem).is_none_or(|last| !std::ptr::eq(last, job.problem)) {
            solver.clear()?;
        }
        let Some((mv, solution)) = job.solve(&solver, &bar) else { break };
        let row = SolveRow { run: run.clone(), ..row(job, goal, mv, &solution) };
        if let Some(csv) = &mut csv {
            csv.write(&row)?;
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&jobs, &rows, args.all, out)?;
    Ok(ExitStatus::of(rows.len() == jobs.len()))
}

/// Checks that the rows of an interrupted run are the first rows of this one.
fn check_resumed<S: Size>(
    rows: &[SolveRow],
    jobs: &[Job<'_, S>],
    goal: Goal,
    run: &Fingerprint,
) -> Result<()> {
    check_count(rows.len(), jobs.len(), "result")?;
    for (at, (row, job)) in rows.iter().zip(jobs).enumerate() {
        check_row(at + 2, row, job, goal, run).context("--resume")?;
    }
    Ok(())
}

/// Checks that a row, which is in this line, is of this job and this run.
fn check_row<S: Size>(
    line: usize,
    row: &SolveRow,
    job: &Job<'_, S>,
    goal: Goal,
    run: &Fingerprint,
) -> Result<()> {
    let mv = job.mv.map_or_else(|| row.mv.clone(), |mv| mv.to_string());
    let (name, goal) = (&job.problem.name, value_name(&goal));
    if (&row.name, &row.mv, &row.goal) != (name, &mv, &goal) {
        bail!(
            "line {line} of the CSV file is `{}`, {}, {}: expected `{name}`, {mv}, {goal}",
            row.name,
            row.mv,
            row.goal
        );
    }
    check_board(line, name, &row.board, &job.problem.position)?;
    run.check_row(line, &row.run)
}

/// The rows of all parts, if there are parts to join.
fn merged<S: Size>(
    parts: &[PathBuf],
    jobs: &[Job<'_, S>],
    goal: Goal,
    run: &Fingerprint,
) -> Result<Option<Vec<SolveRow>>> {
    if parts.is_empty() {
        return Ok(None);
    }
    let named = |name: &str, mv: Option<String>| match mv {
        Some(mv) => format!("{name} {mv}"),
        None => name.to_owned(),
    };
    let all = jobs.first().is_some_and(|job| job.mv.is_some());
    let names: Vec<String> = (jobs.iter())
        .map(|job| named(&job.problem.name, job.mv.map(|mv| mv.to_string())))
        .collect();
    let places: HashMap<&str, usize> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let rows = merge_rows(
        parts,
        &names,
        |row: &SolveRow| {
            places.get(named(&row.name, all.then(|| row.mv.clone())).as_str()).copied()
        },
        |line, at, row| check_row(line, row, &jobs[at], goal, run),
    )?;
    Ok(Some(rows))
}

fn row<S: Size>(job: &Job<'_, S>, goal: Goal, mv: Move, solution: &Solution) -> SolveRow {
    let Solution { report, seconds } = solution;
    let position = job.problem.position;
    SolveRow {
        name: job.problem.name.clone(),
        side: position.side().to_string(),
        empties: position.board().empties(),
        goal: value_name(&goal),
        mv: mv.to_string(),
        score: shown(goal, report.score.discs()),
        known: job.known(),
        line: transcript(&report.line),
        seconds: Seconds(*seconds),
        nodes: report.nodes,
        nps: rate(report.nodes, *seconds),
        board: position.to_string(),
        run: Fingerprint::default(),
    }
}

/// A final margin as the goal reports it.
fn shown(goal: Goal, discs: i32) -> String {
    match (goal, discs) {
        (Goal::Exact, _) => discs.to_string(),
        (Goal::Wld, 1..) => "win".into(),
        (Goal::Wld, 0) => "draw".into(),
        (Goal::Wld, _) => "loss".into(),
    }
}

/// Prints the rows and compares them with the known scores; there may be fewer rows than jobs.
fn print<S: Size>(
    jobs: &[Job<'_, S>],
    rows: &[SolveRow],
    all: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let mut table = TextTable::new(&[
        "position", "side", "empties", "move", "score", "true", "seconds", "nodes", "Mn/s", "line",
    ])
    .left(&[0, 1, 3, 9]);
    let mut tally = Tally::default();
    let signed = |discs: i32| Discs(f64::from(discs)).to_string();
    for (job, row) in jobs.iter().zip(rows) {
        let score = row.score.parse().map_or_else(|_| row.score.clone(), signed);
        let known = row.known.map(signed).unwrap_or_default();
        if let Some(discs) = row.known {
            let goal = parse_value("goal", &row.goal)?;
            // If the job is a position, the move must be a best one.
            let of_move = row.mv.parse().ok().and_then(|mv| job.known_of(Move::Play(mv)));
            let right_move = job.mv.is_some()
                || row.mv == Move::Pass.to_string()
                || of_move.is_some_and(|of_move| shown(goal, of_move) == shown(goal, discs));
            let right = row.score == shown(goal, discs) && right_move;
            tally.add(right, format!("  {}: found {} {score}, true {known}", row.name, row.mv));
        }
        table.row([
            row.name.clone(),
            row.side.clone(),
            row.empties.to_string(),
            row.mv.clone(),
            score,
            known,
            format!("{:.3}", row.seconds.0),
            row.nodes.to_string(),
            format!("{:.1}", row.nps as f64 / 1e6),
            row.line.clone(),
        ]);
    }
    writeln!(out, "{table}")?;
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let seconds = rows.iter().map(|row| row.seconds.0).sum();
    let what = if all { "moves" } else { "positions" };
    let done = format!("{} of {} {what}", rows.len(), jobs.len());
    summary::print_totals(&done, nodes, seconds, out)?;
    tally.print("results agree with the known scores", out)
}
