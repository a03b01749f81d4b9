//! `host-sim train probcut`: fits the ProbCut table, which predicts deep and exact scores from shallow
//! searches.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use wedge_engine::{
    Board, Certainty, Color, Evaluator, Limits, Observer, Options, Position, Score, Search,
};

use super::positions_file::PositionsReader;
use super::regression::Regression;
use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;
use crate::io::csv_file::{CsvFile, Row};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::io::progress::{interrupted, progress_bar};
use crate::io::text_table::TextTable;
use crate::io::worker_pool::run_ordered;

/// What `host-sim train probcut` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim train probcut test.pos --count 100 --depth 10
  host-sim train probcut test.pos --csv pairs.csv --rust parameters.rs

Searches positions with 52, 44, 36, 28 and 20 empty squares to every depth and
solves others with 10 to 22, all without selective cuts. Then, for every pair of
depths, it fits a line through both scores: deep = slope x shallow + offset, in
discs, with sigma, the standard deviation from that line. ProbCut uses these
lines: --rust writes the table that the engine compiles in.")]
pub(crate) struct ProbcutArgs {
    /// A file of positions
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many positions for each number of empty squares
    #[arg(long, value_name = "N", default_value = "250")]
    count: usize,
    /// The deepest search
    #[arg(long, value_name = "D", default_value = "12",
          value_parser = clap::value_parser!(u8).range(4..=20))]
    depth: u8,
    /// The evaluation at the leaves of the search
    /// (discs, squares, stability, patterns, network, or a file of weights)
    #[arg(long, value_name = "EVAL", value_parser = str::parse::<Eval>, default_value_t)]
    eval: Eval,
    /// Positions searched at the same time
    #[arg(long, value_name = "T", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Write all pairs to this file
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Write the pairs that the engine uses to this file, as its source
    #[arg(long, value_name = "OUT")]
    rust: Option<PathBuf>,
    /// Let that source cut searches of one ply by the evaluation alone: for one that scores the
    /// children of a position faster than other positions, as networks do
    #[arg(long, requires = "rust")]
    frontier: bool,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

/// Where there are enough positions, one of so many is used: neighbours in the file come from the
/// same game.
const EVERY: usize = 8;
const TABLE_BITS: &str = "20";
/// Numbers of empty squares for searches that do not reach the end: one for each eight.
const MIDDLE: [u32; 5] = [20, 28, 36, 44, 52];
/// Numbers of empty squares for solutions.
const ENDS: [u32; 7] = [10, 12, 14, 16, 18, 20, 22];
/// The deepest search before a solution.
const BEFORE_END: u8 = 8;

/// A row of the CSV file: how the score of a deep search follows from that of a shallow one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Pair {
    /// Empty squares.
    empties: u32,
    /// The deeper search; as many plies as there are empty squares solve the position.
    deep: u8,
    /// The shallow search; 0 is the evaluation alone.
    shallow: u8,
    /// The slope of the regression line.
    slope: f64,
    /// Its offset, in discs.
    offset: f64,
    /// The standard deviation from it, in discs.
    sigma: f64,
    /// The number of positions.
    positions: usize,
}

impl Row for Pair {
    const HEADER: &'static [&'static str] =
        &["empties", "deep", "shallow", "slope", "offset", "sigma", "positions"];
}

impl Pair {
    /// The regression line of the scores of two depths.
    fn fit(empties: u32, deep: u8, shallow: u8, found: &[(f64, f64)]) -> Self {
        let Regression { slope, offset, sigma, .. } = Regression::fit(found);
        Self { empties, deep, shallow, slope, offset, sigma, positions: found.len() }
    }
}

/// Stops a search when the program is interrupted.
struct UntilInterrupted;

impl Observer for UntilInterrupted {
    fn stop(&mut self) -> bool {
        interrupted()
    }
}

fn discs(score: Score) -> f64 {
    f64::from(score.units()) / f64::from(Score::UNIT)
}

/// A position to search to every depth up to `depth` and, with `solve`, to the end.
struct Task {
    board: Board,
    depth: u8,
    solve: bool,
}

impl ProbcutArgs {
    fn tasks(&self) -> Result<Vec<Task>> {
        let mut reader = PositionsReader::open(&self.file)?;
        let mut boards = vec![Vec::new(); 65];
        while let Some(chunk) = reader.next_chunk()? {
            for position in chunk {
                boards[position.board.empties() as usize].push(position.board);
            }
        }
        let mut tasks = Vec::new();
        let kinds = MIDDLE.map(|empties| (empties, false)).into_iter();
        for (empties, solve) in kinds.chain(ENDS.map(|empties| (empties, true))) {
            // Solve other positions than those that are only searched.
            let of = &boards[empties as usize];
            let every = (of.len() / self.count.max(1)).clamp(1, EVERY);
            let from = if solve { every / 2 } else { 0 };
            let depth = if solve { BEFORE_END } else { self.depth };
            let chosen = of.iter().skip(from).step_by(every).take(self.count);
            let before = tasks.len();
            tasks.extend(chosen.map(|&board| Task { board, depth, solve }));
            ensure!(
                tasks.len() - before > 2,
                "{}: {} positions with {empties} empty squares: expected more",
                self.file.display(),
                of.len()
            );
        }
        Ok(tasks)
    }

    /// The score of each depth from 0 on and, where the position is solved, the result.
    fn scores(&self, task: &Task, table: &mut HeapTable) -> Option<Vec<f64>> {
        table.clear().ok()?;
        let options = Options::default().with_certainty(Certainty::FULL);
        let mut search = Search::new(self.eval, Some(table.view()), options);
        let board = task.board;
        let mut found = vec![discs(self.eval.evaluate(&board, board.legal_moves()))];
        let position = Position::new(board, Color::Black);
        let depths = (1..=task.depth).map(Limits::depth);
        let end = task.solve.then_some(Limits::EXACT);
        for limits in depths.chain(end) {
            let report = search.think(&position, &limits, &mut UntilInterrupted);
            found.push(discs(report.score));
        }
        (!interrupted()).then_some(found)
    }
}

/// Runs the command.
///
/// # Errors
/// On bad input; on a file that cannot be read or written.
pub(crate) fn run(args: &ProbcutArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let tasks = args.tasks()?;
    let [csv, rust] =
        output_file::open_all([args.csv.as_deref(), args.rust.as_deref()], args.force)?;
    let bar = progress_bar("positions", tasks.len());
    let mut scores = Vec::new();
    run_ordered(
        args.threads.into(),
        0..tasks.len() as u64,
        || {
            let mut table = HeapTable::new(TABLE_BITS.parse()?)?;
            let (bar, tasks) = (&bar, &tasks);
            Ok(move |number: u64| {
                let found = args.scores(&tasks[number as usize], &mut table);
                bar.inc(1);
                found
            })
        },
        |_, found| {
            scores.push(found);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    if scores.len() < tasks.len() {
        return Ok(ExitStatus::Interrupted);
    }
    let pairs = fit(&tasks, &scores);
    if let Some(file) = csv {
        let mut csv = CsvFile::new(file.begin()?)?;
        pairs.iter().try_for_each(|pair| csv.write(pair))?;
    }
    if let Some(file) = rust {
        file.begin()?.write_all(source(&pairs, args.depth, args.frontier).as_bytes())?;
    }
    print(&pairs, args.depth, out)?;
    Ok(ExitStatus::Done)
}

/// All pairs of depths for each number of empty squares.
fn fit(tasks: &[Task], scores: &[Vec<f64>]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let all = tasks.iter().zip(scores);
    let kinds = MIDDLE.map(|empties| (empties, false)).into_iter();
    for (empties, solve) in kinds.chain(ENDS.map(|empties| (empties, true))) {
        let of: Vec<&Vec<f64>> = all
            .clone()
            .filter(|(task, _)| task.solve == solve && task.board.empties() == empties)
            .map(|(_, scores)| scores)
            .collect();
        let depths = of.first().map_or(0, |scores| scores.len());
        for deep in if solve { depths - 1 } else { 1 }..depths {
            for shallow in 0..deep {
                let found: Vec<_> = of.iter().map(|s| (s[shallow], s[deep])).collect();
                let deep = if solve { empties as u8 } else { deep as u8 };
                pairs.push(Pair::fit(empties, deep, shallow as u8, &found));
            }
        }
    }
    pairs
}

/// The depth of the shallow search for a deep one: about half, with the same parity.
const fn shallow(deep: u8) -> u8 {
    deep / 4 * 2 + deep % 2
}

/// The depth of the shallow search for an exact solution.
const fn before_end(empties: u32) -> u8 {
    (empties / 4 * 2 - 2) as u8
}

/// The pair of two depths.
fn find(pairs: &[Pair], empties: u32, deep: u8, shallow: u8) -> Option<&Pair> {
    pairs.iter().find(|pair| (pair.empties, pair.deep, pair.shallow) == (empties, deep, shallow))
}

/// The pairs that the engine uses, with the name of each row of its table.
fn chosen(pairs: &[Pair], depth: u8) -> impl Iterator<Item = (Vec<&Pair>, String)> {
    let middle = (LEAST..=depth).map(move |deep| {
        let row = MIDDLE.iter().filter_map(|&empties| find(pairs, empties, deep, shallow(deep)));
        (row.collect(), format!("depth {deep}"))
    });
    let ends = ENDS.iter().map(move |&empties| {
        let row = find(pairs, empties, empties as u8, before_end(empties));
        (row.into_iter().collect(), format!("{empties} empty squares"))
    });
    middle.chain(ends)
}

/// The smallest depth at which the engine tries a shallow search.
const LEAST: u8 = 3;

/// The engine's file for an evaluator, in `evaluation/probcut`.
fn source(pairs: &[Pair], depth: u8, frontier: bool) -> String {
    let positions = pairs.first().map_or(0, |pair| pair.positions);
    let units = |discs: f64| (discs * f64::from(Score::UNIT)).round() as i16;
    let spell = |pair: &Pair| {
        let (slope, sigma) = ((pair.slope * 256.0).round() as i16, units(pair.sigma));
        format!("fit({}, {slope}, {}, {sigma})", pair.shallow, units(pair.offset))
    };
    let (value, row) = if frontier {
        let row: Vec<_> =
            MIDDLE.iter().filter_map(|&empties| find(pairs, empties, 1, 0)).map(spell).collect();
        let row = format!(
            "/// For searches of one ply, with 20, 28, 36, 44 and 52 empty \
             squares.\n#[rustfmt::skip]\nconst FRONTIER: [Fit; {}] = [\n    {},\n];\n\n",
            MIDDLE.len(),
            row.join(", ")
        );
        ("Some(FRONTIER)", row)
    } else {
        ("None", String::new())
    };
    let mut text = format!(
        "//! ProbCut parameters: `host-sim train probcut` fitted them to searches of {positions} \
         positions for each\n//! number of empty squares.\n\nuse super::{{Fit, Probcut, \
         fit}};\n\npub(super) static PARAMETERS: Probcut =\n    Probcut {{ frontier: {value}, \
         midgame: MIDGAME, endgame: ENDGAME }};\n\n{row}/// For searches of {LEAST} plies and more, \
         with 20, 28, 36, 44 and 52 empty squares.\n#[rustfmt::skip]\nconst MIDGAME: [[Fit; {}]; \
         {}] = [\n",
        MIDDLE.len(),
        depth - LEAST + 1
    );
    for (at, (row, _)) in chosen(pairs, depth).enumerate() {
        let row: Vec<_> = row.into_iter().map(spell).collect();
        if at == usize::from(depth - LEAST + 1) {
            let _ = write!(
                text,
                "];\n\n/// For solutions with 10, 12, 14, 16, 18, 20 and 22 empty \
                 squares.\n#[rustfmt::skip]\nconst ENDGAME: [Fit; {}] = [\n",
                ENDS.len()
            );
        }
        let row = row.join(", ");
        let row = if at > usize::from(depth - LEAST) { row } else { format!("[{row}]") };
        let _ = writeln!(text, "    {row},");
    }
    text + "];\n"
}

fn print(pairs: &[Pair], depth: u8, out: &mut dyn Write) -> Result<()> {
    let mut table =
        TextTable::new(&["search", "empties", "shallow", "slope", "offset", "sigma", "positions"])
            .left(&[0]);
    for (row, name) in chosen(pairs, depth) {
        for pair in row {
            table.row([
                name.clone(),
                pair.empties.to_string(),
                pair.shallow.to_string(),
                format!("{:.3}", pair.slope),
                format!("{:+.2}", pair.offset),
                format!("{:.2}", pair.sigma),
                pair.positions.to_string(),
            ]);
        }
    }
    writeln!(out, "{table}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shallow_search_is_shallower_and_of_the_same_parity() {
        for deep in LEAST..=20 {
            assert!(shallow(deep) < deep && (deep - shallow(deep)).is_multiple_of(2));
        }
        for empties in ENDS {
            assert!(before_end(empties) <= BEFORE_END);
        }
    }
}
