//! `host-sim book verify`: checks that a book is consistent.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::Args;
use wedge_engine::book::Step;
use wedge_engine::{Book, Color, Level, Position, Score, SplitMix64};

use super::book_file::{BookFile, LONGEST};
use super::choice::BookChoice;
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::{Limit, LimitArgs};
use crate::engine::setup::Setup;
use crate::io::exit_status::ExitStatus;
use crate::io::input_file;
use crate::io::progress::{SearchProgress, interrupted, progress_bar};

/// The level of sampled searches unless an option sets another limit.
const SAMPLE_LEVEL: Level = Level::new(16).unwrap();

/// What `host-sim book verify` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim book verify
  host-sim book verify my.book
  host-sim book verify my.book --sample 100 --level 16

Checks that the file is complete, that legal moves lead to every position, that
no position occurs twice in any of its symmetric images, and that no move scores
more than its position; in an unpacked book, that every position has exactly the
score of its best move.

--sample searches some positions, by default at level 16, and compares the
scores.")]
pub(crate) struct VerifyArgs {
    /// The book: a file, packed or not, or built-in
    #[arg(value_name = "BOOK", default_value = "built-in")]
    book: String,
    /// Search N positions of the book
    #[arg(long, value_name = "N", default_value = "0")]
    sample: usize,
    /// Seed that selects the positions
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    limit: LimitArgs,
}

/// Runs the command.
///
/// # Errors
/// If anything is wrong with the book.
pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let name = &args.book;
    let choice: BookChoice = name.parse()?;
    let book = choice.book().context("none: expected a file or built-in")?;
    let steps = check(&book).with_context(|| format!("book `{name}`"))?;
    let deepest = steps.iter().map(|step| step.ply).max().unwrap_or(0);
    writeln!(
        out,
        "{name}: {} positions, {} bytes packed, up to {deepest} plies, start {}, recipe {:016x}",
        steps.len(),
        book.bytes().len(),
        book.start().score(),
        book.recipe()
    )?;
    if let Ok(bytes) = input_file::read(Path::new(name), LONGEST)
        && BookFile::is_book(&bytes)
    {
        let file = BookFile::from_bytes(&bytes)?;
        writeln!(out, "{}\nmade by: {}", file.graph.summary(), file.recipe)?;
    }
    writeln!(out, "no errors found")?;
    if args.sample > 0 {
        let limit = args.limit.limit().unwrap_or(Limit::Level(SAMPLE_LEVEL));
        return sample(&steps, args, limit, out);
    }
    Ok(ExitStatus::Done)
}

/// All positions of a packed book, if it is consistent.
fn check(book: &Book<'_>) -> Result<Vec<Step>> {
    let mut steps = Vec::new();
    book.walk(|step| {
        steps.push(*step);
        true
    });
    let (found, said) = (steps.len(), book.positions());
    ensure!(found == said, "{} of {said} positions do not follow by legal moves", said - found);
    let mut seen = HashSet::new();
    for step in &steps {
        let shown = Position::new(step.board, Color::Black);
        ensure!(seen.insert(step.board.canonical()), "twice in the book: {shown}");
        let Some(opening) = book.find(&step.board) else {
            ensure!(!step.has_next, "not found by a lookup, though it has moves: {shown}");
            continue;
        };
        let best = opening.moves().first().map(|best| best.value.score());
        ensure!(
            best <= Some(opening.value.score()),
            "worth {}, but has a better move: {shown}",
            opening.value.score()
        );
    }
    Ok(steps)
}

/// Searches some positions and prints how far the book's scores differ.
fn sample(
    steps: &[Step],
    args: &VerifyArgs,
    limit: Limit,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let mut random = SplitMix64::new(args.seed);
    let setup = Setup::default();
    let mut table = HeapTable::new(setup.tt_bits)?;
    let bar = progress_bar("positions", args.sample);
    let mut errors = Vec::new();
    for _ in 0..args.sample {
        let step = &steps[random.below(steps.len() as u32) as usize];
        table.clear()?;
        let mut progress = SearchProgress::start(&bar);
        let position = Position::new(step.board, Color::Black);
        let found = setup.searcher(&table).think(&position, &limit.limits(), &mut progress);
        if interrupted() {
            break;
        }
        let error = step.value.score().units() - found.score.units();
        errors.push(f64::from(error) / f64::from(Score::UNIT));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let count = errors.len().max(1) as f64;
    let mean = errors.iter().sum::<f64>() / count;
    let spread = (errors.iter().map(|error| error * error).sum::<f64>() / count).sqrt();
    let worst = errors.iter().fold(0.0, |worst: f64, error| worst.max(error.abs()));
    writeln!(
        out,
        "{} positions searched with {limit}: the book differs by {spread:.2} discs (root mean \
         square), {mean:+.2} on average, {worst:.2} at most",
        errors.len()
    )?;
    Ok(ExitStatus::of(!interrupted()))
}
