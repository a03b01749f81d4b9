//! `host-sim book pack`: converts a book to the format that the engine plays from.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use wedge_engine::book::{CHIP, ENTRY, HEADER, Value, entry, header};
use wedge_engine::{Board, Score, Square};

use super::book_file::BookFile;
use super::graph::{Graph, Node};
use crate::io::exit_status::ExitStatus;
use crate::io::output_file;

/// What `host-sim book pack` takes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim book pack my.book --out chip.book
  host-sim book pack my.book --out large.book --bytes 1000000

A packed book has two bytes a position. It takes the positions nearest to games
until it is full; moves that lose more than two discs and have no continuation
in the book are left out. `host-sim gtp --book` and players such as
wedge:book=FILE also take a book that is not packed.")]
pub(crate) struct PackArgs {
    /// The book to pack
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// The file to write
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// The largest size of the file
    #[arg(long, value_name = "BYTES", default_value_t = CHIP)]
    bytes: usize,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// The engine plays no book move that loses more.
const CHOOSABLE: Score = Score::from_discs(2);

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be written.
pub(crate) fn run(args: &PackArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let file = BookFile::read(&args.book)?;
    let bytes = pack(&file, args.bytes);
    let [output] = output_file::open_all([Some(&args.out)], args.force)?;
    let mut output = output.context("a file to write")?.begin()?;
    output.write_all(&bytes)?;
    let positions = (bytes.len() - HEADER) / ENTRY;
    let (shown, recipe) = (args.out.display(), file.recipe_hash());
    writeln!(
        out,
        "{shown}: {positions} of {} positions, {} bytes, recipe {recipe:016x}",
        file.graph.nodes().len(),
        bytes.len()
    )?;
    Ok(ExitStatus::Done)
}

/// Packs a book into at most so many bytes; the start is always in it.
pub(crate) fn pack(file: &BookFile, most: usize) -> Vec<u8> {
    let graph = &file.graph;
    let most = (most.saturating_sub(HEADER) / ENTRY).max(1);
    let mut nearest = graph.in_order();
    // A parent costs less than its children, so that every position comes after its parent.
    nearest.sort_by_key(|&at| graph.nodes()[at].cost);
    let useful = |at: &usize| {
        let node = &graph.nodes()[*at];
        node.expanded || graph.loss(*at) <= CHOOSABLE.units() as u32
    };
    let kept: HashSet<usize> = nearest.into_iter().filter(useful).take(most).collect();
    let mut entries = Vec::with_capacity(kept.len());
    // The start has no square; any will do.
    let start = Square::from_index(0).into_iter().map(|square| (square, Board::default(), true));
    let mut todo: Vec<(Square, Board, bool)> = start.collect();
    let mut placed = HashSet::new();
    while let Some((square, board, is_last)) = todo.pop() {
        let Some(at) = graph.find(&board) else { continue };
        let mut next = Vec::new();
        for square in board.legal_moves() {
            let Some((there, after)) = follow(graph, &board, square) else { continue };
            let here = graph.nodes()[there].parent == Some(at) && kept.contains(&there);
            if here && placed.insert(there) {
                next.push((square, after));
            }
        }
        entries.push(entry(square, !next.is_empty(), is_last, value(&graph.nodes()[at])));
        let next = next.into_iter().enumerate();
        todo.extend(next.map(|(order, (square, board))| (square, board, order == 0)));
    }
    let mut bytes = header(file.recipe_hash(), &entries).to_vec();
    bytes.extend(entries.as_flattened());
    bytes
}

/// The index and the board after a move and a forced pass.
fn follow(graph: &Graph, board: &Board, square: Square) -> Option<(usize, Board)> {
    let next = board.play(square)?;
    let next = if next.legal_moves().is_empty() { next.pass() } else { next };
    Some((graph.find(&next)?, next))
}

fn value(node: &Node) -> Value {
    if node.drawn { Value::DRAW } else { Value::of(node.value) }
}
