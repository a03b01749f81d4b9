//! `host-sim book pack`: converts a book to the format that the engine plays from.

use std::cmp::Reverse;
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
    let tree = Tree::of(graph, &kept);
    let entries = tree.entries();
    let mut bytes = header(file.recipe_hash(), &entries).to_vec();
    bytes.extend(entries.as_flattened());
    bytes
}

/// The positions of a packed book, each after the one that it follows from.
struct Tree(Vec<Branch>);

struct Branch {
    /// The move that leads here. The start has none; any will do.
    square: Square,
    value: Value,
    /// The positions that follow, as indices.
    next: Vec<usize>,
}

impl Tree {
    fn of(graph: &Graph, kept: &HashSet<usize>) -> Self {
        let mut tree = Vec::with_capacity(kept.len());
        let start = Square::from_index(0).zip(graph.find(&Board::default()));
        let mut todo: Vec<_> = start
            .into_iter()
            .map(|(square, at)| (square, Board::default(), at, None::<usize>))
            .collect();
        let mut placed = HashSet::new();
        while let Some((square, board, at, parent)) = todo.pop() {
            let here = tree.len();
            tree.push(Branch { square, value: value(&graph.nodes()[at]), next: Vec::new() });
            if let Some(parent) = parent {
                tree[parent].next.push(here);
            }
            for square in board.legal_moves() {
                let Some((there, after)) = follow(graph, &board, square) else { continue };
                let follows = graph.nodes()[there].parent == Some(at) && kept.contains(&there);
                if follows && placed.insert(there) {
                    todo.push((square, after, there, Some(here)));
                }
            }
        }
        Self(tree)
    }

    /// The entries in the order of the format: depth first, and the deepest moves first.
    fn entries(&self) -> Vec<[u8; ENTRY]> {
        let mut depths = vec![0_usize; self.0.len()];
        for (at, branch) in self.0.iter().enumerate().rev() {
            depths[at] = branch.next.iter().map(|&next| depths[next] + 1).max().unwrap_or(0);
        }
        let mut entries = Vec::with_capacity(self.0.len());
        let mut todo = vec![(0, true)];
        while let Some((at, is_last)) = todo.pop() {
            let Branch { square, value, next } = &self.0[at];
            entries.push(entry(*square, !next.is_empty(), is_last, *value));
            let mut next = next.clone();
            next.sort_by_key(|&next| Reverse(depths[next]));
            let count = next.len();
            todo.extend(
                next.into_iter().enumerate().map(|(at, next)| (next, at + 1 == count)).rev(),
            );
        }
        entries
    }
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
