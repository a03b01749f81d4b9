//! A search on one thread or several.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use wedge_engine::{
    Bitboard, Certainty, Eight, Limits, Line, MultiPv, Observer, Position, Report, Search, Size,
    TableView,
};

use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;

/// A search on one thread or several, which share the transposition table.
///
/// One thread is the engine's own search, node for node. Several threads search the same position and
/// meet in the table: each defers moves that another one is searching, and the result is that of the
/// thread that got deepest. Proved scores do not depend on the number of threads. Estimates, the
/// choice between moves of equal value and the number of nodes do, and may differ between runs.
pub struct Searcher<'t, S: Size = Eight> {
    /// The search of the calling thread, with the caller's observer.
    first: Search<'t, Eval, S>,
    /// The searches of the other threads.
    others: Vec<Search<'t, Eval, S>>,
}

impl<'t, S: Size> Searcher<'t, S> {
    /// A search on this many threads, each as `make` makes it.
    pub fn new(
        threads: usize,
        table: &'t HeapTable,
        make: impl Fn(TableView<'t>) -> Search<'t, Eval, S>,
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
        search: impl Fn(&mut Search<'t, Eval, S>, &Limits, &mut dyn Observer) -> F + Sync,
    ) -> F {
        if self.others.is_empty() {
            return search(&mut self.first, limits, observer);
        }
        // The calling thread has the clock, and the others stop with it. All share the nodes.
        let unlimited =
            limits.with_soft_ms(u64::MAX).with_steady_ms(u64::MAX).with_hard_ms(u64::MAX);
        let team = Team { most: limits.nodes, ..Team::default() };
        let run = |other: &mut Search<'t, Eval, S>| {
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
            let others: Vec<_> =
                self.others.iter_mut().map(|other| scope.spawn(move || run(other))).collect();
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

#[cfg(test)]
mod tests {
    use wedge_engine::{Algorithm, Game, Options};

    use super::*;
    use crate::engine::setup::Setup;
    use crate::formats::suite::Suite;

    fn table(bits: &str) -> HeapTable {
        HeapTable::new(bits.parse().unwrap()).unwrap()
    }

    fn setup(threads: u16) -> Setup {
        Setup { threads, ..Setup::default() }
    }

    #[test]
    fn one_thread_is_the_engines_own_search() {
        let position = "f5d6c3d3c4f4f6f3e6e7".parse::<Game>().unwrap().position();
        let (ours, engines) = (table("14"), table("14"));
        let mut search =
            Search::<_>::new(Eval::default(), Some(engines.view()), Options::default());
        let expected = search.think(&position, &Limits::depth(10), &mut ());
        let found = setup(1).searcher(&ours).think(&position, &Limits::depth(10), &mut ());
        assert_eq!(found, expected);
    }

    /// Without ProbCut a depth has one value, whatever the table holds and in whatever order the
    /// threads run.
    #[test]
    fn full_width_scores_do_not_depend_on_the_threads() {
        let moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3";
        let whole: Game = moves.parse().unwrap();
        for plies in [4, 11, 20] {
            let mut game = Game::default();
            whole.moves()[..plies].iter().for_each(|&mv| game.play(mv).unwrap());
            let position = game.position();
            let score = |threads| {
                let table = table("12");
                let mut search = Searcher::<Eight>::new(threads, &table, |view| {
                    let options = Options::default().with_certainty(Certainty::FULL);
                    Search::new(Eval::default(), Some(view), options)
                });
                let report = search.think(&position, &Limits::depth(7), &mut ());
                assert_eq!(report.depth, 7);
                assert_eq!(report.line.first(), report.best.square().as_ref());
                assert!(position.play(report.best).is_some());
                report.score
            };
            let mut minimax = Search::<_>::new(
                Eval::default(),
                None,
                Options::default().with_algorithm(Algorithm::Minimax),
            );
            let slow = minimax.think(&position, &Limits::depth(4), &mut ()).score;
            let fast = Searcher::<Eight>::new(2, &table("10"), |view| {
                let options = Options::default().with_certainty(Certainty::FULL);
                Search::new(Eval::default(), Some(view), options)
            })
            .think(&position, &Limits::depth(4), &mut ())
            .score;
            assert_eq!(fast, slow, "depth 4 after {plies} plies");
            let alone = score(1);
            for threads in 2..=4 {
                assert_eq!(score(threads), alone, "{threads} threads after {plies} plies");
            }
        }
    }

    #[test]
    fn solved_scores_of_all_moves_do_not_depend_on_the_threads() {
        let problem = &Suite::Ffo1To19.problems().unwrap()[0];
        for threads in 1..=3 {
            let table = table("14");
            let mut search = setup(threads).searcher(&table);
            let limits = Limits::EXACT;
            let found = search.multi_pv(&problem.position, &limits, 40, Bitboard::EMPTY, &mut ());
            assert!(found.solved);
            for &(mv, score) in &problem.scores {
                let scored = found.moves.iter().find(|it| Some(it.square) == mv.square()).unwrap();
                assert_eq!(scored.score.discs(), score, "{mv} with {threads} threads");
            }
        }
    }

    #[test]
    fn threads_share_the_nodes_and_stop_with_the_caller() {
        struct After(u64);
        impl Observer for After {
            fn stop(&mut self) -> bool {
                self.0 == 0
            }
            fn visited(&mut self, _nodes: u64) {
                self.0 = self.0.saturating_sub(1);
            }
        }
        let position = "f5d6c3d3c4".parse::<Game>().unwrap().position();
        let table = table("14");
        let mut search = setup(3).searcher::<Eight>(&table);
        let report = search.think(&position, &Limits::nodes(30_000), &mut ());
        // A thread looks at the count every 256 nodes.
        assert!((30_000..=30_000 + 3 * 256).contains(&report.nodes), "{} nodes", report.nodes);
        let report = search.think(&position, &Limits::EXACT, &mut After(20));
        assert!(!report.solved && position.play(report.best).is_some());
    }
}
