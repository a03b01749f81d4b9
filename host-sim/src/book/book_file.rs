//! The file of a book that can still be expanded.
//!
//! A magic number of eight letters, a version, the recipe as text, the number of positions, the
//! positions in the order of their boards, and a checksum of all that. A position has 24 bytes: the
//! mover's discs, the opponent's discs, the score of its search, the value that follows from its
//! moves, an upper bound of the moves outside the book, and three flags. Numbers are little-endian.

use std::array;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use wedge_engine::{Bitboard, Board, Color, Position, Score};

use super::graph::{Graph, Node};
use crate::io::container::{Container, checksum, push_checksum, push_text, strip_checksum};
use crate::io::input_file;
use crate::io::output_file::{self, OutputFile};

const CONTAINER: Container =
    Container::new(*b"WEDGEGRO", 1, "expected a book, as `host-sim book build` writes");
const RECORD: usize = 24;
/// The longest file of a book, packed or not, in bytes: ten million positions.
pub(crate) const LONGEST: u64 = 256 << 20;
/// Stands for no moves outside the book.
const NONE: i16 = i16::MIN;
const EXPANDED: u16 = 1;
const SOLVED: u16 = 2;
const DRAWN: u16 = 4;

/// A book and its recipe.
#[derive(Debug)]
pub(crate) struct BookFile {
    /// A line for each command that added to it.
    pub(crate) recipe: String,
    pub(crate) graph: Graph,
    /// The file, locked against other runs.
    lock: Option<OutputFile>,
}

impl BookFile {
    /// A book of the start position alone.
    pub(crate) fn new(recipe: String) -> Self {
        Self { recipe, graph: Graph::new(), lock: None }
    }

    /// Whether bytes begin with the magic number.
    pub(crate) fn is_book(bytes: &[u8]) -> bool {
        CONTAINER.matches(bytes)
    }

    /// The hash of the recipe, which a packed book carries.
    pub(crate) fn recipe_hash(&self) -> u64 {
        checksum(self.recipe.as_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is incomplete or inconsistent.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let place = || path.display().to_string();
        let bytes = input_file::read(path, LONGEST)?;
        Self::from_bytes(&bytes).with_context(place)
    }

    /// Reads a file and locks it for writing.
    ///
    /// # Errors
    /// The same, or if another run writes to it.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let lock = Some(OutputFile::reopen(path)?);
        Ok(Self { lock, ..Self::read(path)? })
    }

    /// Reads a book from bytes.
    ///
    /// # Errors
    /// If they are incomplete or inconsistent.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self> {
        CONTAINER.strip_header(bytes)?;
        let damaged = "wrong checksum: the book is cut off or damaged";
        let body = strip_checksum(bytes).context(damaged)?;
        let rest = body.get(Container::HEADER..).context(damaged)?;
        let (length, rest) = rest.split_first_chunk().context(damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (recipe, rest) = rest.split_at_checked(length).context(damaged)?;
        let recipe = String::from_utf8(recipe.to_vec()).context("the recipe is no text")?;
        let (count, rest) = rest.split_first_chunk().context(damaged)?;
        let (records, none) = rest.as_chunks::<RECORD>();
        let whole = records.len() == u32::from_le_bytes(*count) as usize && none.is_empty();
        ensure!(whole && !records.is_empty(), damaged);
        let records: Vec<(Node, Score, bool)> = records.iter().map(read).collect::<Result<_>>()?;
        ensure!(
            records.is_sorted_by(|one, two| one.0.key() < two.0.key()),
            "the positions are not in order: the book is damaged"
        );
        let graph = Graph::from_nodes(records.iter().map(|(node, ..)| node.clone()));
        ensure!(graph.find(&Board::default()).is_some(), "the start is not in the book");
        for (node, (_, value, drawn)) in graph.nodes().iter().zip(&records) {
            let shown = Position::new(node.board, Color::Black);
            ensure!(node.parent.is_some() || node.cost == 0, "no move leads to {shown}");
            ensure!(
                node.value == *value && node.drawn == *drawn,
                "{shown} is worth {value}: its moves say {}",
                node.value
            );
        }
        Ok(Self { recipe, graph, lock: None })
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut nodes: Vec<&Node> = self.graph.nodes().iter().collect();
        nodes.sort_unstable_by_key(|node| node.key());
        let mut bytes = CONTAINER.header();
        push_text(&mut bytes, &self.recipe);
        bytes.extend((nodes.len() as u32).to_le_bytes());
        nodes.into_iter().for_each(|node| write(node, &mut bytes));
        push_checksum(&mut bytes);
        bytes
    }

    /// Replaces the file atomically: a killed program leaves the old one.
    ///
    /// # Errors
    /// If the system refuses, or another run writes there.
    pub(crate) fn save(&mut self, path: &Path) -> Result<()> {
        let file = output_file::replace(path, |file| file.write_whole(&self.bytes()))?;
        // The old lock is released only now: the file of this name is locked all the time.
        self.lock = Some(file);
        Ok(())
    }
}

fn write(node: &Node, bytes: &mut Vec<u8>) {
    let units = |score: Score| score.units() as i16;
    let flag = |is: bool, flag: u16| if is { flag } else { 0 };
    let flags = flag(node.expanded, EXPANDED) | flag(node.solved, SOLVED) | flag(node.drawn, DRAWN);
    bytes.extend(node.board.mover().0.to_le_bytes());
    bytes.extend(node.board.opponent().0.to_le_bytes());
    bytes.extend(units(node.estimate).to_le_bytes());
    bytes.extend(units(node.value).to_le_bytes());
    bytes.extend(node.rest.map_or(NONE, units).to_le_bytes());
    bytes.extend(flags.to_le_bytes());
}

/// A position, with the value and the draw flag that the file states.
fn read(record: &[u8; RECORD]) -> Result<(Node, Score, bool)> {
    let discs = |at: usize| Bitboard(u64::from_le_bytes(array::from_fn(|byte| record[at + byte])));
    let number = |at: usize| i16::from_le_bytes([record[at], record[at + 1]]);
    let [mover, opponent] = [0, 8].map(discs);
    let [estimate, value, rest, flags] = [16, 18, 20, 22].map(number);
    let board = Board::new(mover, opponent).context("discs overlap: the book is damaged")?;
    ensure!(
        board.canonical() == board && !board.legal_moves().is_empty(),
        "a position that has no place in a book: the book is damaged"
    );
    let score = |units: i16| Score::from_units(units.into());
    let has = |flag: u16| flags as u16 & flag != 0;
    let rest = (rest != NONE).then(|| score(rest));
    let node = Graph::node(board, score(estimate), (has(EXPANDED), has(SOLVED)), rest);
    Ok((node, score(value), has(DRAWN)))
}
