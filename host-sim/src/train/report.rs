//! `host-sim train report`: the errors of evaluations without search.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::{Evaluator, Score};

use super::positions_file::{Labelled, PositionsReader};
use super::regression::{Regression, mean};
use crate::engine::eval::Eval;
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::io::text_table::TextTable;
use crate::report::plot::{Axis, LineChart, Series};

/// What `host-sim train report` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim train report solved.pos --svg error.svg
  host-sim train report tournaments.pos --eval patterns --eval stability

Use positions outside the training set. Columns: how many; mean absolute and
root-mean-square error in discs; correlation with the exact score; slope of the
exact score over the evaluation (1 is right, more than 1 too cautious); both
errors after a linear fit; how often the winner is right, draws left out; and
for near-even positions (exact score within 10 discs) the mean absolute error
and the correlation.")]
pub(crate) struct ReportArgs {
    /// Files of positions with exact scores, from `train label --exact` or `train import`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Evaluations to compare (discs, squares, stability, patterns, network, or a file of weights);
    /// default: all that are built in
    #[arg(long, value_name = "EVAL", value_parser = str::parse::<Eval>)]
    eval: Vec<Eval>,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
    /// Draw the root-mean-square error by empty squares into this file
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Replace the drawing if it exists
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// On bad input; on a file that cannot be read.
pub(crate) fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let all = [Eval::Network, Eval::Patterns, Eval::Stability, Eval::Squares, Eval::Discs];
    let evals = if args.eval.is_empty() { &all[..] } else { &args.eval };
    let mut table = TextTable::new(&[
        "file",
        "empties",
        "evaluation",
        "positions",
        "MAE",
        "RMS",
        "corr.",
        "slope",
        "fitted MAE",
        "fitted RMS",
        "sign right",
        "even: MAE",
        "even: corr.",
    ])
    .left(&[0, 2]);
    let [svg] = output_file::open_all([args.svg.as_deref()], args.force)?;
    let mut curves = BTreeMap::<(usize, u32), f64>::new();
    for path in &args.files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        for (empties, positions) in by_empties(path)? {
            for (at, &eval) in evals.iter().enumerate() {
                let errors = Errors::of(eval, &positions);
                curves.insert((at, empties), errors.root_mean_square);
                let [count, rest @ ..] = errors.columns();
                let [a, b, c, d, e, f, g, h, i] = rest;
                let (name, empties, eval) =
                    (name.to_string(), empties.to_string(), eval.to_string());
                table.row([name, empties, eval, count, a, b, c, d, e, f, g, h, i]);
            }
        }
    }
    let table = if args.markdown { table.markdown() } else { table };
    writeln!(out, "{table}")?;
    if let Some(svg) = svg {
        let names: Vec<_> = evals.iter().map(ToString::to_string).collect();
        svg.begin()?.write_all(chart(&names, &curves).as_bytes())?;
    }
    Ok(ExitStatus::Done)
}

/// Discs between two lines of the chart's grid.
const GRID: f64 = 5.0;

/// A chart with a curve for each evaluation, as SVG. The errors are by the number of the evaluation
/// and by empty squares.
fn chart(names: &[String], errors: &BTreeMap<(usize, u32), f64>) -> String {
    let empties: BTreeSet<u32> = errors.keys().map(|&(_, empties)| empties).collect();
    let ticks: Vec<f64> = empties.iter().rev().copied().map(f64::from).collect();
    let (most, fewest) = (ticks.first().copied().unwrap_or(60.0), ticks.last().copied());
    let highest = errors.values().copied().fold(GRID, f64::max);
    let series = names.iter().enumerate().map(|(number, name)| {
        let own = errors.iter().rev().filter(|&(&(of, _), _)| of == number);
        let points = own.map(|(&(_, empties), &error)| (f64::from(empties), error)).collect();
        Series { name: name.clone(), points, joined: true }
    });
    let chart = LineChart {
        title: "Root-mean-square error in discs, without search, by empty squares",
        x_label: "empty squares",
        // The game runs from left to right: many empty squares first.
        x: Axis::new(most, fewest.filter(|&fewest| fewest < most).unwrap_or(most - 1.0), ticks),
        y: Axis::stepped(0.0, (highest / GRID).ceil() * GRID, GRID),
        series: series.collect(),
        columns: Vec::new(),
    };
    chart.document()
}

fn by_empties(path: &Path) -> Result<BTreeMap<u32, Vec<Labelled>>> {
    let mut all: BTreeMap<u32, Vec<Labelled>> = BTreeMap::new();
    let mut reader = PositionsReader::open(path)?;
    while let Some(chunk) = reader.next_chunk()? {
        for position in chunk {
            all.entry(position.board.empties()).or_default().push(position);
        }
    }
    ensure!(!all.is_empty(), "{}: no positions", path.display());
    Ok(all)
}

/// The errors of an evaluation against exact scores, in discs.
#[derive(Debug, PartialEq)]
struct Errors {
    count: usize,
    mean_absolute: f64,
    root_mean_square: f64,
    line: Regression,
    fitted_absolute: f64,
    fitted_square: f64,
    sign_right: f64,
    even_absolute: f64,
    even_correlation: f64,
}

/// The largest score of a near-even position.
const EVEN: f64 = 10.0;

impl Errors {
    fn of(eval: Eval, positions: &[Labelled]) -> Self {
        let discs = |score: Score| f64::from(score.units()) / f64::from(Score::UNIT);
        let pairs = positions.iter().map(|Labelled { board, value }| {
            (discs(eval.evaluate(board, board.legal_moves())), discs(*value))
        });
        Self::between(&pairs.collect::<Vec<_>>())
    }

    /// From pairs of evaluation and exact score.
    fn between(pairs: &[(f64, f64)]) -> Self {
        let line = Regression::fit(pairs);
        let even: Vec<_> = pairs.iter().copied().filter(|(_, exact)| exact.abs() <= EVEN).collect();
        let decided: Vec<_> = pairs.iter().copied().filter(|&(_, exact)| exact != 0.0).collect();
        let plain = |(evaluation, exact): (f64, f64)| evaluation - exact;
        let fitted = |(evaluation, exact): (f64, f64)| line.at(evaluation) - exact;
        Self {
            count: pairs.len(),
            mean_absolute: mean(pairs, |pair| plain(pair).abs()),
            root_mean_square: mean(pairs, |pair| plain(pair).powi(2)).sqrt(),
            fitted_absolute: mean(pairs, |pair| fitted(pair).abs()),
            fitted_square: mean(pairs, |pair| fitted(pair).powi(2)).sqrt(),
            sign_right: mean(&decided, |(evaluation, exact)| {
                f64::from(u8::from(evaluation * exact > 0.0))
            }),
            even_absolute: mean(&even, |pair| plain(pair).abs()),
            even_correlation: Regression::fit(&even).correlation,
            line,
        }
    }

    fn columns(&self) -> [String; 10] {
        [
            self.count.to_string(),
            format!("{:.2}", self.mean_absolute),
            format!("{:.2}", self.root_mean_square),
            format!("{:.3}", self.line.correlation),
            format!("{:.2}", self.line.slope),
            format!("{:.2}", self.fitted_absolute),
            format!("{:.2}", self.fitted_square),
            format!("{:.1} %", 100.0 * self.sign_right),
            format!("{:.2}", self.even_absolute),
            format!("{:.3}", self.even_correlation),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_runs_from_many_empty_squares_to_few() {
        let names = ["a".to_owned(), "b".to_owned()];
        let errors = [((0, 20), 10.0), ((0, 10), 5.0), ((1, 20), 0.0)].into_iter().collect();
        let svg = chart(&names, &errors);
        let points: Vec<&str> =
            svg.split("points=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
        assert_eq!(points, ["50.0,35.0 690.0,195.0", "50.0,355.0"]);
        assert!(svg.contains(">b</text>"), "{svg}");
    }

    #[test]
    fn errors_are_what_one_finds_by_hand() {
        // Twice the evaluation, less one: a perfect line.
        let errors = Errors::between(&[(0.0, -1.0), (1.0, 1.0), (2.0, 3.0), (10.0, 19.0)]);
        assert_eq!(errors.count, 4);
        assert!((errors.mean_absolute - (1.0 + 0.0 + 1.0 + 9.0) / 4.0).abs() < 1e-9);
        assert!((errors.root_mean_square - (83.0_f64 / 4.0).sqrt()).abs() < 1e-9);
        assert!((errors.line.slope - 2.0).abs() < 1e-9 && (errors.line.offset + 1.0).abs() < 1e-9);
        assert!((errors.line.correlation - 1.0).abs() < 1e-9);
        assert!(errors.fitted_absolute < 1e-9 && errors.fitted_square < 1e-9);
        assert!((errors.sign_right - 0.75).abs() < 1e-9);
        // The last one is not near-even.
        assert!((errors.even_absolute - 2.0 / 3.0).abs() < 1e-9);
        // No line: as wrong as right.
        let errors = Errors::between(&[(1.0, 2.0), (1.0, -2.0), (-1.0, 2.0), (-1.0, -2.0)]);
        assert_eq!((errors.line.correlation, errors.sign_right), (0.0, 0.5));
    }
}
