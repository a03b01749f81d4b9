//! A search on one thread or several, for a PC and for a browser that has shared memory.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Builder};

use wedge_engine::{
    Bitboard, Certainty, Eight, Evaluator, Limits, Line, MultiPv, Observer, Position, Report,
    Search, SharedWork, Size, TableView,
};

/// Whether the system has threads: `wasm32-unknown-unknown` has none, and need not carry their code.
const HAS_THREADS: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// A table that several threads can search with.
pub trait SharedTable {
    /// The view that a search uses.
    fn view(&self) -> TableView<'_>;
    /// The marks of several threads that search with this table.
    fn shared_work(&self) -> &SharedWork;
}

/// A search on one thread or several, which share the transposition table.
///
/// One thread is the engine's own search, node for node. Several threads search the same position and
/// meet in the table: each defers moves that another one is searching, and the result is that of the
/// thread that got deepest. Proved scores do not depend on the number of threads. Estimates, the
/// choice between moves of equal value and the number of nodes do, and may differ between runs.
#[derive(Debug)]
pub struct Searcher<'t, E: Evaluator<S>, S: Size = Eight> {
    /// The search of the calling thread, with the caller's observer.
    first: Search<'t, E, S>,
    /// The searches of the other threads.
    others: Vec<Search<'t, E, S>>,
}

impl<'t, E: Evaluator<S> + Send, S: Size> Searcher<'t, E, S> {
    /// A search on this many threads, each as `make` makes it.
    pub fn new(
        threads: usize,
        table: &'t impl SharedTable,
        make: impl Fn(TableView<'t>) -> Search<'t, E, S>,
    ) -> Self {
        let make = |thread| {
            let search = make(table.view());
            // A single thread has no work to share.
            if threads > 1 { search.with_shared_work(table.shared_work(), thread) } else { search }
        };
        Self { first: make(0), others: (1..threads).map(make).collect() }
    }

    /// Finds the best move: see [`Search::think`].
    pub fn think(
        &mut self,
        position: &Position<S>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        self.together(limits, observer, |search, limits, observer| {
            search.think(position, limits, observer)
        })
    }

    /// Scores the best `count` moves, and those of `also`: see [`Search::multi_pv`].
    pub fn multi_pv(
        &mut self,
        position: &Position<S>,
        limits: &Limits,
        count: usize,
        also: Bitboard,
        observer: &mut dyn Observer,
    ) -> MultiPv {
        self.together(limits, observer, |search, limits, observer| {
            search.multi_pv(position, limits, count, also, observer)
        })
    }

    /// The principal variation from a position, as far as the table has it: see [`Search::line`].
    #[must_use]
    pub fn line(&self, position: &Position<S>, depth: u8) -> Line {
        self.first.line(position, depth)
    }

    /// Runs a search on all threads.
    fn together<F: Found>(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer,
        search: impl Fn(&mut Search<'t, E, S>, &Limits, &mut dyn Observer) -> F + Sync,
    ) -> F {
        if self.others.is_empty() || !HAS_THREADS {
            return search(&mut self.first, limits, observer);
        }
        // The calling thread has the clock, and the others stop with it. All share the nodes.
        let unlimited =
            limits.with_soft_ms(u64::MAX).with_steady_ms(u64::MAX).with_hard_ms(u64::MAX);
        let team = Team { most: limits.nodes, ..Team::default() };
        let run = |other: &mut Search<'t, E, S>| {
            let mut member = Member { team: &team, counted: 0, stopped: false };
            let found = search(other, &unlimited, &mut member);
            // All that the limits allow is done: the others need not finish the same.
            if !member.stopped {
                team.done.store(true, Ordering::Relaxed);
            }
            found
        };
        let mut all = thread::scope(|scope| {
            let run = &run;
            // Where the system has no thread left, fewer search.
            let others: Vec<_> = (self.others.iter_mut())
                .filter_map(|other| Builder::new().spawn_scoped(scope, move || run(other)).ok())
                .collect();
            let mut leader = Leader { observer, team: &team, counted: 0 };
            let mut all = vec![search(&mut self.first, limits, &mut leader)];
            team.done.store(true, Ordering::Relaxed);
            // A thread that panicked has said so; its result is missing.
            all.extend(others.into_iter().filter_map(|other| other.join().ok()));
            all
        });
        let nodes = all.iter_mut().map(|found| *found.nodes()).sum();
        // The first of the deepest: that of the calling thread, if the others got no deeper.
        let deepest = (0..all.len()).rev().max_by_key(|&at| all[at].progress()).unwrap_or(0);
        let mut best = all.swap_remove(deepest);
        *best.nodes() = nodes;
        best
    }
}

/// The result of a search.
trait Found: Send {
    /// How far the search got: the last finished depth and its certainty.
    fn progress(&self) -> (u8, Certainty);
    fn nodes(&mut self) -> &mut u64;
}

impl Found for Report {
    fn progress(&self) -> (u8, Certainty) {
        (self.depth, self.certainty)
    }

    fn nodes(&mut self) -> &mut u64 {
        &mut self.nodes
    }
}

impl Found for MultiPv {
    fn progress(&self) -> (u8, Certainty) {
        (self.depth, self.certainty)
    }

    fn nodes(&mut self) -> &mut u64 {
        &mut self.nodes
    }
}

/// What the threads share beside the table.
#[derive(Default)]
struct Team {
    /// A thread has finished.
    done: AtomicBool,
    /// The nodes of all threads, and how many there may be.
    nodes: AtomicU64,
    most: u64,
}

impl Team {
    /// Whether to stop.
    fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.nodes.load(Ordering::Relaxed) >= self.most
    }

    /// Adds the nodes that a thread has visited since it last counted. Returns those of all.
    fn count(&self, nodes: u64, counted: &mut u64) -> u64 {
        let new = nodes.saturating_sub(*counted);
        *counted = nodes;
        self.nodes.fetch_add(new, Ordering::Relaxed) + new
    }
}

/// The observer of a thread that the search itself started.
struct Member<'t> {
    team: &'t Team,
    counted: u64,
    stopped: bool,
}

impl Observer for Member<'_> {
    fn stop(&mut self) -> bool {
        self.stopped = self.team.is_done();
        self.stopped
    }

    fn visited(&mut self, nodes: u64) {
        self.team.count(nodes, &mut self.counted);
    }
}

/// The observer of the calling thread: the caller's, with the nodes of all threads.
struct Leader<'o, 't> {
    observer: &'o mut dyn Observer,
    team: &'t Team,
    counted: u64,
}

impl Observer for Leader<'_, '_> {
    fn now_ms(&mut self) -> u64 {
        self.observer.now_ms()
    }

    fn stop(&mut self) -> bool {
        self.observer.stop() || self.team.is_done()
    }

    fn visited(&mut self, nodes: u64) {
        let all = self.team.count(nodes, &mut self.counted);
        self.observer.visited(all);
    }

    fn progress(&mut self, report: &Report) {
        let mut report = report.clone();
        report.nodes = self.team.count(report.nodes, &mut self.counted);
        self.observer.progress(&report);
    }
}
