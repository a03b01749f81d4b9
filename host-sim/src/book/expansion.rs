//! Expands a book: searches the positions that are nearest to games played with it, and adds their
//! best moves.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use wedge_engine::{Bitboard, Board, Eight, Game, Options, Score, ScoredMove, Search, Symmetry};

use super::book_file::BookFile;
use super::graph::Graph;
use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;
use crate::engine::limit::Limit;
use crate::io::progress::{SearchProgress, interrupted, progress_bar};
use crate::io::worker_pool::run_ordered;

/// Positions searched between two propagations of values, unless an option says otherwise. The number
/// of threads does not change it, so that the book does not depend on threads.
pub(crate) const ROUND: usize = 16;
/// How many moves of a position are scored first, and how many more each time these are too few.
const MOVES: usize = 4;
const MORE: usize = 2;
/// Moves that are this much worse than the best stay out of the book.
const WIDTH: Score = Score::from_discs(5);
/// The size of a transposition table: enough for some million nodes.
const TABLE_BITS: &str = "20";
/// The time between two saves of the file.
const SAVE: Duration = Duration::from_secs(60);

/// The recipe: everything that determines the book.
pub(crate) fn recipe(limit: Limit, round: usize) -> String {
    let (ply, own) = (super::graph::PLY, super::graph::OWN);
    let width = WIDTH.discs();
    format!("book {limit} round={round} moves={MOVES} width={width} ply={ply} own={own}")
}

/// How a book is expanded.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    /// The limit of each search.
    pub(crate) limit: Limit,
    /// Positions searched between two propagations of values.
    pub(crate) round: usize,
    /// Positions searched at the same time.
    pub(crate) threads: usize,
}

/// A position to search.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) at: usize,
    pub(crate) most: usize,
    /// Moves to score even if they are bad.
    also: Bitboard,
}

/// What a search found: moves with their scores, the best first, and whether these are final.
pub(crate) struct Found {
    pub(crate) moves: Vec<ScoredMove>,
    pub(crate) solved: bool,
}

/// The positions of the next round: the nearest that are open.
pub(crate) fn next_round(graph: &Graph, round: usize) -> Vec<Task> {
    let task = |at: usize| {
        let node = &graph.nodes()[at];
        let most = if node.expanded { node.moves() + MORE } else { MOVES };
        Task { at, most, also: Bitboard::EMPTY }
    };
    graph.nearest_open(round).into_iter().map(task).collect()
}

/// Searches positions until the book has as many as wanted, nothing is left to search, or Ctrl-C. A
/// round of searches is kept as a whole or not at all, so that an interrupted book resumes to the
/// same one.
pub(crate) fn expand_book(
    file: &mut BookFile,
    path: &Path,
    positions: usize,
    settings: Settings,
) -> Result<()> {
    let Settings { limit, round, threads } = settings;
    let bar = progress_bar("positions", positions);
    let mut saved = Instant::now();
    while file.graph.nodes().len() < positions && !interrupted() {
        let tasks = next_round(&file.graph, round);
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

/// Adds the positions of a game up to the first that is solved, with the best other moves. Returns
/// false after Ctrl-C.
pub(crate) fn add_game(graph: &mut Graph, game: &Game, plies: usize, limit: Limit) -> Result<bool> {
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
        // The book has the canonical image of the position.
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

/// Searches positions and propagates the values. Returns false after Ctrl-C, with the book unchanged.
fn search(
    graph: &mut Graph,
    tasks: &[Task],
    limit: Limit,
    threads: usize,
    bar: &ProgressBar,
) -> Result<bool> {
    let mut found = Vec::with_capacity(tasks.len());
    search_each(graph, tasks, (limit, threads), bar, |one| {
        found.push(one);
        Ok(())
    })?;
    if found.len() < tasks.len() {
        return Ok(false);
    }
    apply(graph, tasks, &found);
    Ok(true)
}

/// Adds what the searches of a round found, and propagates the values.
pub(crate) fn apply(graph: &mut Graph, tasks: &[Task], found: &[Found]) {
    for (task, Found { moves, solved }) in tasks.iter().zip(found) {
        graph.expand(task.at, moves, *solved, WIDTH, |scored| task.also.has(scored.square));
    }
    graph.propagate();
}

/// Searches positions and passes what was found to `take`, in order; ends early after Ctrl-C.
pub(crate) fn search_each(
    graph: &Graph,
    tasks: &[Task],
    (limit, threads): (Limit, usize),
    bar: &ProgressBar,
    mut take: impl FnMut(Found) -> Result<()>,
) -> Result<()> {
    let positions: Vec<_> = tasks.iter().map(|task| graph.position(task.at)).collect();
    run_ordered(
        threads.min(tasks.len()).max(1),
        0..tasks.len() as u64,
        || {
            let mut table = HeapTable::new(TABLE_BITS.parse()?)?;
            let positions = &positions;
            let bar = bar.clone();
            Ok(move |number: u64| {
                let (task, position) = (&tasks[number as usize], &positions[number as usize]);
                // An empty table, so that a search does not depend on earlier ones.
                table.clear().ok()?;
                let mut search =
                    Search::new(Eval::default(), Some(table.view()), Options::default());
                let mut progress = SearchProgress::start(&ProgressBar::hidden());
                let found =
                    search.multi_pv(position, &limit.limits(), task.most, task.also, &mut progress);
                bar.tick();
                let moves = found.moves.iter().copied().collect();
                (!interrupted()).then_some(Found { moves, solved: found.solved })
            })
        },
        |_, found| take(found),
    )
}
