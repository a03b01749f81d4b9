//! How a book grows: searches of the positions that are nearest to the games it will be played in.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use wedge_engine::{Bitboard, Board, Eight, Game, MultiPv, Options, Score, Search, Symmetry};

use super::book_file::BookFile;
use super::graph::Graph;
use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::Limit;
use crate::io::progress::{SearchProgress, interrupted, progress_bar};
use crate::io::worker_pool::run_ordered;

/// Positions searched before all is settled anew. It does not depend on the number of threads, so
/// that the book does not either.
const ROUND: usize = 16;
/// Moves of a position that are scored at first, and how many more each time they turn out too few.
const MOVES: usize = 4;
const MORE: usize = 2;
/// Moves that are this much worse than the best are left out of the book.
const WIDTH: Score = Score::from_discs(5);
/// Entries of a search's table: enough for some million nodes.
const TABLE_BITS: &str = "20";
/// The file is written this often.
const SAVE: Duration = Duration::from_secs(60);

/// What the growth depends on beside the limit of the searches, for the recipe.
pub(crate) fn recipe(limit: Limit) -> String {
    let (ply, own) = (super::graph::PLY, super::graph::OWN);
    let width = WIDTH.discs();
    format!("book {limit} round={ROUND} moves={MOVES} width={width} ply={ply} own={own}")
}

/// A position to search.
struct Task {
    at: usize,
    most: usize,
    /// Moves to score whatever they are worth.
    also: Bitboard,
}

/// Searches positions until there are as many as wanted, or nothing is left to search, or Ctrl-C.
/// What a round of searches found is kept as a whole or not at all, so that a book that was
/// interrupted grows on to the same one.
pub(crate) fn grow(
    file: &mut BookFile,
    path: &Path,
    positions: usize,
    limit: Limit,
    threads: usize,
) -> Result<()> {
    let bar = progress_bar("positions", positions);
    let mut saved = Instant::now();
    while file.graph.nodes().len() < positions && !interrupted() {
        let graph = &file.graph;
        let tasks: Vec<Task> = graph
            .nearest_open(ROUND)
            .into_iter()
            .map(|at| {
                let node = &graph.nodes()[at];
                let most = if node.expanded { node.moves() + MORE } else { MOVES };
                Task { at, most, also: Bitboard::EMPTY }
            })
            .collect();
        if tasks.is_empty() || !search(&mut file.graph, &tasks, limit, threads, &bar)? {
            break;
        }
        let nodes = file.graph.nodes();
        bar.set_position(nodes.len() as u64);
        let cost = f64::from(nodes[tasks[0].at].cost) / f64::from(Score::UNIT);
        let start = file.graph.find(&Board::default()).map(|at| nodes[at].value);
        bar.set_message(format!("cost {cost:.1}, start {}", start.unwrap_or_default()));
        if saved.elapsed() > SAVE {
            file.save(path)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Searches the positions of a game from its start on, up to the first that is solved, so that all
/// of them and the best moves beside them are in the book. False after Ctrl-C.
pub(crate) fn follow(graph: &mut Graph, game: &Game, plies: usize, limit: Limit) -> Result<bool> {
    let bar = ProgressBar::hidden();
    for (position, mv) in game.steps().take(plies) {
        let Some(square) = mv.square() else { continue };
        let Some(at) = graph.find(&position.board()) else { break };
        if graph.nodes()[at].solved {
            break;
        }
        let next = position.play(mv).map(|next| next.board());
        let known = next.is_some_and(|next| {
            let passed = next.pass();
            graph.find(&next).or_else(|| graph.find(&passed)).is_some()
        });
        if known && graph.nodes()[at].expanded {
            continue;
        }
        // The book has the position in another image than the game.
        let board = graph.nodes()[at].board;
        let turn = Symmetry::ALL.into_iter().find(|turn| turn.board(&position.board()) == board);
        let also = turn.map_or(Bitboard::EMPTY, |turn| turn.square::<Eight>(square).bit());
        let most = graph.nodes()[at].moves().max(MOVES);
        if !search(graph, &[Task { at, most, also }], limit, 1, &bar)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Searches positions and settles the book; false, with the book as it was, after Ctrl-C.
fn search(
    graph: &mut Graph,
    tasks: &[Task],
    limit: Limit,
    threads: usize,
    bar: &ProgressBar,
) -> Result<bool> {
    let mut found: Vec<MultiPv> = Vec::with_capacity(tasks.len());
    let positions: Vec<_> = tasks.iter().map(|task| graph.position(task.at)).collect();
    run_ordered(
        threads.min(tasks.len()),
        0..tasks.len() as u64,
        || {
            let mut table = HeapTable::new(TABLE_BITS.parse()?)?;
            let positions = &positions;
            let bar = bar.clone();
            Ok(move |number: u64| {
                let (task, position) = (&tasks[number as usize], &positions[number as usize]);
                // Each search with an empty table: what it finds depends on nothing else.
                table.clear().ok()?;
                let mut search =
                    Search::new(Eval::default(), Some(table.view()), Options::default());
                let mut progress = SearchProgress::start(&ProgressBar::hidden());
                let found =
                    search.multi_pv(position, &limit.limits(), task.most, task.also, &mut progress);
                bar.tick();
                (!interrupted()).then_some(found)
            })
        },
        |_, several| {
            found.push(several);
            Ok(())
        },
    )?;
    if found.len() < tasks.len() {
        return Ok(false);
    }
    for (task, MultiPv { moves, solved, .. }) in tasks.iter().zip(&found) {
        graph.expand(task.at, moves, *solved, WIDTH, |scored| task.also.has(scored.square));
    }
    graph.settle();
    Ok(true)
}
