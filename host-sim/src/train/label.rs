//! `host-sim train label`: replaces the values of positions by those of deeper or exact searches.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use wedge_engine::{Color, Limits, Options, Position, Search};

use super::positions_file::{Chunk, Labelled, PositionsReader, PositionsWriter, merge, of_shard};
use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;
use crate::io::exit_status::ExitStatus;
use crate::io::progress::{SearchProgress, interrupted, progress_bar};
use crate::io::shard::ShardArgs;
use crate::io::worker_pool::run_ordered;

/// What `host-sim train label` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim train label test.pos --out solved.pos --exact --empties 12,16,20
  host-sim train label games-2.pos --out deeper.pos --depth 8

--exact solves every position, so use few empty squares: 20 take a tenth of a
second, 24 a second or more. --resume continues an interrupted run. --shard 1/4
does every fourth chunk of 64 positions, on a machine of its own, and --merge
joins the files of all parts (docs/guide/scale.md).")]
pub(crate) struct LabelArgs {
    /// A file of positions
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file of positions to write
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Search to this depth
    #[arg(long, value_name = "D", conflicts_with = "exact", required_unless_present = "exact",
          value_parser = clap::value_parser!(u8).range(1..=30))]
    depth: Option<u8>,
    /// Solve the positions
    #[arg(long)]
    exact: bool,
    /// Only positions with these numbers of empty squares
    #[arg(long, value_name = "E,..", value_delimiter = ',')]
    empties: Vec<u32>,
    /// At most the first N positions for each number of empty squares
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    count: usize,
    /// The evaluation at the leaves of the search
    /// (discs, squares, stability, patterns, network, or a file of weights)
    #[arg(long, value_name = "EVAL", value_parser = str::parse::<Eval>, default_value_t)]
    eval: Eval,
    /// Positions searched at the same time
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Continue a file that this command began
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    shards: ShardArgs,
}

/// Positions of one chunk of the file.
const CHUNK: usize = 64;
const TABLE_BITS: &str = "20";

impl LabelArgs {
    fn limits(&self) -> Limits {
        self.depth.map_or(Limits::EXACT, Limits::depth)
    }

    /// Everything that determines the values, in one line. Exact values do not depend on the
    /// evaluation.
    fn recipe(&self, of: &str) -> String {
        let how = match self.depth {
            Some(depth) => format!("depth={depth} eval={}", self.eval.origin()),
            None => "exact".to_owned(),
        };
        let which = match (&self.empties[..], self.count) {
            ([], usize::MAX) => String::new(),
            (empties, usize::MAX) => format!(" empties={empties:?}"),
            (empties, count) => format!(" empties={empties:?} count={count}"),
        };
        format!("label {how}{which} of [{of}]")
    }

    /// Reads the selected positions in order.
    fn positions(&self, reader: &mut PositionsReader) -> Result<Vec<Labelled>> {
        let mut taken = BTreeMap::new();
        let mut positions = Vec::new();
        while let Some(chunk) = reader.next_chunk()? {
            positions.extend(chunk.into_iter().filter(|position| {
                let empties = position.board.empties();
                let wanted = self.empties.is_empty() || self.empties.contains(&empties);
                let taken: &mut usize = taken.entry(empties).or_default();
                *taken += usize::from(wanted);
                wanted && *taken <= self.count
            }));
        }
        Ok(positions)
    }
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub(crate) fn run(args: &LabelArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let mut reader = PositionsReader::open(&args.file)?;
    let positions = args.positions(&mut reader)?;
    ensure!(
        !positions.is_empty(),
        "{}: no positions with these numbers of empty squares",
        args.file.display()
    );
    let (recipe, shard) = (args.recipe(&reader.recipe), args.shards.shard);
    let chunks: Vec<_> = positions.chunks(CHUNK).collect();
    if !args.shards.merge.is_empty() {
        merge(&args.shards.merge, &args.out, &recipe, chunks.len() as u64)?;
        writeln!(out, "{}: {} positions", args.out.display(), positions.len())?;
        return Ok(ExitStatus::Done);
    }
    let mut file = PositionsWriter::open(&args.out, &of_shard(&recipe, shard), args.resume)?;
    let chunks: Vec<_> =
        (0..shard.count(chunks.len())).map(|number| chunks[shard.step(number)]).collect();
    let wanted: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    let bar = progress_bar("positions", wanted);
    bar.set_position(file.next() * CHUNK as u64);
    run_ordered(
        args.threads.into(),
        file.next()..chunks.len() as u64,
        || {
            let mut table = HeapTable::new(TABLE_BITS.parse()?)?;
            let (bar, chunks) = (&bar, &chunks);
            Ok(move |number: u64| {
                let chunk = chunks[number as usize].iter().map(|position| {
                    table.clear().ok()?;
                    let mut search = Search::new(args.eval, Some(table.view()), Options::default());
                    let position = Position::new(position.board, Color::Black);
                    let mut progress = SearchProgress::start(bar);
                    let report = search.think(&position, &args.limits(), &mut progress);
                    bar.inc(1);
                    (!interrupted())
                        .then_some(Labelled { board: position.board(), value: report.score })
                });
                chunk.collect::<Option<Chunk>>()
            })
        },
        |_, chunk| file.write(&chunk),
    )?;
    bar.finish_and_clear();
    let done = (file.next() as usize * CHUNK).min(wanted);
    writeln!(out, "{}: {done} of {wanted} positions", args.out.display())?;
    Ok(ExitStatus::of(!interrupted()))
}
