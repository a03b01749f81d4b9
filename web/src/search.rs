//! The commands that search.

use anyhow::{Context, Result, ensure};
use wedge_console::{TABLE_ENTRIES, board_search};
use wedge_engine::{
    Bitboard, Board, Book, Game, Limits, Move, MultiPv, Observer, Options, Position, Report, Score,
    Search, SharedWork, Size, Slot, SplitMix64, Square, Standard, Strength, Table, TableView,
    bench,
};
use wedge_threads::{Searcher, SharedTable};
use wedge_web_interface::Host;
use wedge_web_interface::json::{Object, list};

/// Table entries for hints and analysis: 16 MiB.
const ENTRIES: usize = 1 << 20;

/// No page searches with more threads.
const MAX_THREADS: usize = 16;

/// The tables of the searches, made when they are first needed: the page's own instance, which
/// never searches, does without.
#[derive(Default)]
pub(crate) struct Tables {
    large: Option<LargeTable>,
    board: Option<Box<Table<TABLE_ENTRIES>>>,
    /// Threads of hints, grades and analysis; 0 counts as 1.
    threads: usize,
}

/// The table of hints, grades and analysis.
struct LargeTable {
    slots: Box<[Slot]>,
    shared_work: Box<SharedWork>,
}

impl SharedTable for LargeTable {
    fn view(&self) -> TableView<'_> {
        // Two to the power of twenty.
        TableView::new(&self.slots).expect("a power of two of entries")
    }

    fn shared_work(&self) -> &SharedWork {
        &self.shared_work
    }
}

/// A search on the threads of the session.
type ThreadedSearch<'t, S> = Searcher<'t, Standard, S>;

impl Tables {
    fn large(&mut self) -> Result<&LargeTable> {
        if self.large.is_none() {
            let slots = bytemuck::allocation::try_zeroed_slice_box(ENTRIES);
            let slots = slots.ok().context("no memory for the table: expected 16 MiB")?;
            self.large = Some(LargeTable { slots, shared_work: Box::default() });
        }
        self.large.as_ref().context("a table")
    }

    fn search<S: Size>(&mut self) -> Result<ThreadedSearch<'_, S>> {
        let threads = self.threads.max(1);
        let make = |view| Search::new(Standard, Some(view), Options::default());
        Ok(Searcher::new(threads, self.large()?, make))
    }

    /// Sets the number of threads.
    pub(crate) fn set_threads(&mut self, threads: usize) -> Result<String> {
        let most = if cfg!(target_os = "wasi") { MAX_THREADS } else { 1 };
        ensure!((1..=most).contains(&threads), "{threads} threads: this module has at most {most}");
        self.threads = threads;
        Ok(Object::new().raw("threads", threads).end())
    }

    /// An empty table of the board's size: with it the board and this visit the same nodes.
    fn board(&mut self) -> TableView<'_> {
        let view = self.board.get_or_insert_default().view();
        view.clear();
        view
    }
}

/// The engine's move at a strength, from the book or from the same search as on the board.
pub(crate) fn play<S: Size>(
    game: &Game<S>,
    strength: Strength,
    seed: u64,
    tables: &mut Tables,
    host: &mut dyn Host,
) -> Result<String> {
    let position = game.position();
    ensure!(!game.is_over(), "the game is over: expected a position with a move");
    let mut random = SplitMix64::new(seed);
    if let Some(choice) = strength.choose_from_book(&Book::built_in(), &position, &mut random) {
        let answer = Object::new()
            .raw("best", choice.square.index())
            .raw("score", discs(choice.value.score()))
            .raw("book", true);
        return Ok(answer.end());
    }
    let mut search = board_search::<S>(tables.board());
    let mut nodes = 0;
    let choice = strength.choose(&position, &mut random, |after, position, limits| {
        let mut progress = Progress { host, after };
        let report = search.think(position, limits, &mut progress);
        nodes += report.nodes;
        report
    });
    let (square, score) = choice.context("no legal move")?;
    let answer = Object::new()
        .raw("best", square.index())
        .raw("score", discs(score))
        .raw("book", false)
        .raw("nodes", nodes);
    Ok(answer.end())
}

/// Emits the best move of each finished depth.
struct Progress<'h> {
    host: &'h mut dyn Host,
    /// The move that leads from the position in question to the searched one.
    after: Option<Square>,
}

impl Observer for Progress<'_> {
    fn now_ms(&mut self) -> u64 {
        self.host.now_ms()
    }

    fn progress(&mut self, report: &Report) {
        let best = self.after.or(report.best.square());
        if let Some(square) = best {
            let score = if self.after.is_some() { -report.score } else { report.score };
            let step = Object::new()
                .raw("best", square.index())
                .raw("score", discs(score))
                .raw("depth", report.depth)
                .raw("nodes", report.nodes);
            self.host.emit(&step.end());
        }
    }
}

/// The value of every legal move, the best first.
pub(crate) fn hint<S: Size>(
    game: &Game<S>,
    limits: &Limits,
    tables: &mut Tables,
    host: &mut dyn Host,
) -> Result<String> {
    let position = game.position();
    let mut search = tables.search::<S>()?;
    let found =
        search.multi_pv(&position, limits, usize::MAX, Bitboard::EMPTY, &mut Clock { host });
    Ok(moves(&search, &position, &found))
}

/// What the best move and the played one are worth.
pub(crate) fn grade<S: Size>(
    game: &Game<S>,
    limits: &Limits,
    played: Square,
    tables: &mut Tables,
    host: &mut dyn Host,
) -> Result<String> {
    let position = game.position();
    ensure!(
        position.board().legal_moves().has(played),
        "{played} is not legal: expected a move of the position"
    );
    let mut search = tables.search::<S>()?;
    let found = search.multi_pv(&position, limits, 1, played.bit(), &mut Clock { host });
    let best = found.moves.first().context("no legal move")?;
    let score = found.moves.iter().find(|mv| mv.square == played).context("no score")?.score;
    // The same move twice has one value, and a bound never beats the best.
    let best_score = best.score.max(score);
    let answer = Object::new()
        .raw("best", best.square.index())
        .raw("bestScore", discs(best_score))
        .raw("score", discs(score))
        .raw("depth", found.depth)
        .raw("solved", found.solved)
        .raw("line", line(&search, &position, best.square, found.depth));
    Ok(answer.end())
}

/// Emits the best moves after each depth, to the end of the game.
pub(crate) fn analyse<S: Size>(
    game: &Game<S>,
    count: usize,
    tables: &mut Tables,
    host: &mut dyn Host,
) -> Result<String> {
    let position = game.position();
    ensure!(!game.is_over(), "the game is over: expected a position with a move");
    let empties = position.board().empties() as u8;
    let mut search = tables.search::<S>()?;
    let mut depth = empties.min(4);
    let start = host.now_ms();
    let mut nodes = 0;
    loop {
        // The table of the depth before makes the repeated shallow depths cheap.
        let limits = Limits::depth(depth);
        let mut counted = NodeReport { host, before: nodes, next: nodes + NODE_STEP, start };
        let found = search.multi_pv(&position, &limits, count, Bitboard::EMPTY, &mut counted);
        nodes += found.nodes;
        let answer = moves(&search, &position, &found);
        let timed = format!(
            "{},\"total\":{nodes},\"ms\":{}}}",
            answer.trim_end_matches('}'),
            host.now_ms().saturating_sub(start)
        );
        if found.solved || depth >= empties {
            return Ok(timed);
        }
        host.emit(&timed);
        // Close to the end the search jumps to the end itself.
        depth = if depth + 6 >= empties { empties } else { depth + 1 };
    }
}

/// A report of nodes each time so many more are visited: a few a second.
const NODE_STEP: u64 = 1 << 21;

/// A clock, and reports of the nodes of a long search.
struct NodeReport<'h> {
    host: &'h mut dyn Host,
    before: u64,
    next: u64,
    start: u64,
}

impl Observer for NodeReport<'_> {
    fn now_ms(&mut self) -> u64 {
        self.host.now_ms()
    }

    fn visited(&mut self, nodes: u64) {
        let total = self.before + nodes;
        if total >= self.next {
            self.next = total + NODE_STEP;
            let ms = self.host.now_ms().saturating_sub(self.start);
            self.host.emit(&Object::new().raw("total", total).raw("ms", ms).end());
        }
    }
}

struct Clock<'h> {
    host: &'h mut dyn Host,
}

impl Observer for Clock<'_> {
    fn now_ms(&mut self) -> u64 {
        self.host.now_ms()
    }
}

/// The node signature, as `host-sim bench` prints it.
pub(crate) fn signature(tables: &mut Tables, host: &mut dyn Host) -> String {
    let start = host.now_ms();
    let nodes = bench::run(tables.board(), |_, _| {});
    let ms = host.now_ms().saturating_sub(start);
    Object::new().raw("signature", nodes).raw("wanted", bench::SIGNATURE).raw("ms", ms).end()
}

/// Nodes a second: an ending solved, and the middle game to depth 18.
pub(crate) fn speed(tables: &mut Tables, host: &mut dyn Host) -> Result<String> {
    let mut answer = Object::new();
    let work = [
        ("solve", bench::POSITIONS[6], Limits::EXACT),
        ("depth", bench::POSITIONS[2], Limits::depth(18)),
    ];
    for (name, text, limits) in work {
        let position: Position = text.parse().ok().context("the bench's position")?;
        tables.large()?.view().clear();
        let start = host.now_ms();
        let mut search = tables.search()?;
        let report = search.think(&position, &limits, &mut ());
        let ms = host.now_ms().saturating_sub(start);
        answer = answer.raw(name, Object::new().raw("nodes", report.nodes).raw("ms", ms).end());
    }
    Ok(answer.end())
}

fn moves<S: Size>(
    search: &ThreadedSearch<'_, S>,
    position: &Position<S>,
    found: &MultiPv,
) -> String {
    let moves = found.moves.iter().map(|mv| {
        let object = Object::new()
            .raw("square", mv.square.index())
            .raw("score", discs(mv.score))
            .raw("atMost", mv.at_most);
        if mv.at_most {
            return object.end();
        }
        object.raw("line", line(search, position, mv.square, found.depth)).end()
    });
    Object::new()
        .raw("moves", list(moves))
        .raw("depth", found.depth)
        .raw("certainty", found.certainty.percent())
        .raw("solved", found.solved)
        .raw("nodes", found.nodes)
        .end()
}

/// The line that follows a move, as squares; passes are left out.
fn line<S: Size>(
    search: &ThreadedSearch<'_, S>,
    position: &Position<S>,
    first: Square,
    depth: u8,
) -> String {
    let mut squares = vec![first.index()];
    if let Some(mut next) = position.play(Move::Play(first)) {
        if next.must_pass() {
            next = next.play(Move::Pass).unwrap_or(next);
        }
        let rest = search.line(&next, depth.saturating_sub(1));
        squares.extend(rest.iter().map(|square| square.index()));
    }
    list(squares)
}

/// A score in discs, as a number of JSON: a fraction of 32 has at most five decimals.
fn discs(score: Score) -> String {
    let units = score.units();
    let sign = if units < 0 { "-" } else { "" };
    let (whole, part) = (units.abs() / Score::UNIT, units.abs() % Score::UNIT);
    format!("{sign}{whole}.{:05}", part * (100_000 / Score::UNIT))
}

/// The limits of hints and grades: a depth, and exact from so many empty squares on.
pub(crate) fn limits<S: Size>(board: &Board<S>, depth: u8, exact: u8) -> Limits {
    let depth = depth.clamp(1, 60).min(board.empties().max(1) as u8);
    Limits::depth(depth).with_solve_from(exact)
}
