//! `host-sim boards`: solves small boards from the start position, as one table.

use std::io::Write;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use wedge_engine::{Bitboard, Board, Color, Position, Size};

use crate::commands::solve::mirrored;
use crate::engine::board_size::{BoardSize, ForSize};
use crate::engine::heap_table::TableBits;
use crate::engine::solver::{Goal, Solution, Solver};
use crate::formats::rows::SolveRow;
use crate::io::csv_file::{Discs, Seconds, rate};
use crate::io::exit_status::ExitStatus;
use crate::io::fingerprint::Fingerprint;
use crate::io::progress::{progress_bar, transcript};
use crate::io::resumable::{CsvArgs, check_count};
use crate::io::text_table::TextTable;
use crate::io::value_enum::value_name;
use crate::report::summary::{self, Tally};

/// The options of `host-sim boards`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim boards
  host-sim boards --sizes 4x4,4x5,5x5 --start both
  host-sim boards --threads 2 --csv boards.csv

Solves every board from its start position to the end of the game and prints
the final margin for black, who moves first, with a line of best play. Four
columns and six rows are 4x6. The diagonal start is the usual one; in the
parallel start white has the upper two centre squares and black the lower two.
On a board with an odd number of columns or rows the start is one line nearer
to a1.

The column `true` has the score where it was computed before, independently of
this program. The 6x6 board takes about a minute, all others together less.

Each row is written as soon as it is ready, so Ctrl-C keeps the finished ones;
--resume continues after the last row.")]
pub struct BoardsArgs {
    /// The sizes, columns and rows from 4 to 8
    #[arg(
        long,
        value_name = "SIZE",
        value_delimiter = ',',
        default_value = "4x4,4x5,5x5,4x6,4x7,5x6,4x8,6x6"
    )]
    sizes: Vec<BoardSize>,
    /// The four discs at the start
    #[arg(long, value_enum, default_value_t)]
    start: Starts,
    /// Threads that solve a board together
    #[arg(long, value_name = "T", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Entries of the table as a power of two, 16 bytes each
    #[arg(long, value_name = "B", default_value_t)]
    tt_bits: TableBits,
    #[command(flatten)]
    csv: CsvArgs,
}

/// Which start positions to solve.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Starts {
    /// Equal colours on the diagonals, as in Othello.
    #[default]
    Diagonal,
    /// Equal colours side by side.
    Parallel,
    /// First the one, then the other.
    Both,
}

/// One of the start positions.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Diagonal,
    Parallel,
}

impl Starts {
    const fn list(self) -> &'static [Start] {
        match self {
            Self::Diagonal => &[Start::Diagonal],
            Self::Parallel => &[Start::Parallel],
            Self::Both => &[Start::Diagonal, Start::Parallel],
        }
    }
}

impl Start {
    fn position<S: Size>(self) -> Position<S> {
        let diagonal = Board::<S>::start();
        let board = match self {
            Self::Diagonal => diagonal,
            Self::Parallel => {
                let upper: Bitboard = diagonal.occupied().into_iter().take(2).collect();
                let lower = Bitboard(diagonal.occupied().0 & !upper.0);
                // Two sets without a common square always make a board.
                Board::new(lower, upper).unwrap_or(diagonal)
            }
        };
        Position::new(board, Color::Black)
    }
}

/// Scores for black that were computed before, by another program.
const KNOWN: [(&str, Start, i32); 11] = [
    ("4x4", Start::Diagonal, -10),
    ("4x5", Start::Diagonal, 16),
    ("5x5", Start::Diagonal, 13),
    ("4x6", Start::Diagonal, 16),
    ("4x7", Start::Diagonal, 26),
    ("5x6", Start::Diagonal, 10),
    ("4x8", Start::Diagonal, 32),
    ("6x6", Start::Diagonal, -4),
    ("4x4", Start::Parallel, -4),
    ("4x6", Start::Parallel, 22),
    ("4x8", Start::Parallel, 32),
];

/// A board to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    size: BoardSize,
    start: Start,
}

impl Job {
    fn name(self) -> String {
        format!("{} {}", self.size, value_name(&self.start))
    }

    fn known(self) -> Option<i32> {
        let size = self.size.to_string();
        let known = KNOWN.iter().find(|&&(of, start, _)| of == size && start == self.start);
        known.map(|&(_, _, score)| score)
    }
}

/// Solves a board; nothing after Ctrl-C.
struct Solve<'a> {
    job: Job,
    solver: &'a Solver,
    bar: &'a ProgressBar,
}

impl ForSize for Solve<'_> {
    type Output = Option<SolveRow>;

    fn run<S: Size>(self) -> Option<SolveRow> {
        let position = self.job.start.position::<S>();
        // Where all first moves are mirror images of each other, one of them is enough.
        let first = mirrored(&position).and_then(|mv| Some((mv, position.play(mv)?)));
        let Solution { mut report, seconds } =
            self.solver.solve(&first.map_or(position, |(_, child)| child), self.bar)?;
        if let Some((mv, _)) = first {
            report.line = mv.square().into_iter().chain(report.line.iter().copied()).collect();
            (report.best, report.score) = (mv, -report.score);
        }
        Some(SolveRow {
            name: self.job.name(),
            side: position.side().to_string(),
            empties: position.board().empties(),
            goal: value_name(&Goal::Exact),
            mv: report.best.to_string(),
            score: report.score.discs().to_string(),
            known: self.job.known(),
            line: transcript(&report.line),
            seconds: Seconds(seconds),
            nodes: report.nodes,
            nps: rate(report.nodes, seconds),
            board: position.to_string(),
            run: self.solver.fingerprint(),
        })
    }
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub fn run(args: &BoardsArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let jobs: Vec<Job> = (args.start.list().iter())
        .flat_map(|&start| args.sizes.iter().map(move |&size| Job { size, start }))
        .collect();
    for (at, job) in jobs.iter().enumerate() {
        ensure!(
            !jobs[..at].contains(job),
            "--sizes: {} is there twice: expected it once",
            job.size
        );
    }
    let mut solver = Solver::new(args.threads.into(), Goal::Exact, args.tt_bits)?;
    let run = solver.fingerprint();
    let (mut rows, mut csv) = args.csv.open(|rows| check_resumed(rows, &jobs, &run), out)?;
    let bar = progress_bar("boards", jobs.len());
    bar.set_position(rows.len() as u64);
    for &job in &jobs[rows.len()..] {
        solver.clear()?;
        let Some(row) = job.size.run(Solve { job, solver: &solver, bar: &bar }) else { break };
        if let Some(csv) = &mut csv {
            csv.write(&row)?;
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&rows, jobs.len(), out)?;
    Ok(ExitStatus::of(rows.len() == jobs.len()))
}

/// Checks that the rows of an interrupted run are the first rows of this one.
fn check_resumed(rows: &[SolveRow], jobs: &[Job], run: &Fingerprint) -> Result<()> {
    check_count(rows.len(), jobs.len(), "board")?;
    for (at, (row, job)) in rows.iter().zip(jobs).enumerate() {
        let (line, name) = (at + 2, job.name());
        ensure!(
            row.name == name,
            "--resume: line {line} of the CSV file is `{}`: expected `{name}`",
            row.name
        );
        run.check_row(line, &row.run).context("--resume")?;
    }
    Ok(())
}

fn print(rows: &[SolveRow], wanted: usize, out: &mut dyn Write) -> Result<()> {
    let header = ["board", "empties", "score", "true", "seconds", "nodes", "Mn/s", "line"];
    let mut table = TextTable::new(&header).left(&[0, 7]);
    let mut tally = Tally::default();
    let signed = |discs: i32| Discs(f64::from(discs)).to_string();
    for row in rows {
        let score = row.score.parse().map_or_else(|_| row.score.clone(), signed);
        let known = row.known.map(signed);
        if let Some(known) = &known {
            tally.add(*known == score, format!("  {}: found {score}, known {known}", row.name));
        }
        table.row([
            row.name.clone(),
            row.empties.to_string(),
            score,
            known.unwrap_or_default(),
            format!("{:.3}", row.seconds.0),
            row.nodes.to_string(),
            format!("{:.1}", row.nps as f64 / 1e6),
            row.line.clone(),
        ]);
    }
    writeln!(out, "{table}")?;
    let (nodes, seconds) =
        (rows.iter().map(|row| row.nodes).sum(), rows.iter().map(|row| row.seconds.0).sum());
    summary::print_totals(&format!("{} of {wanted} boards", rows.len()), nodes, seconds, out)?;
    tally.print("results agree with the known scores", out)
}
