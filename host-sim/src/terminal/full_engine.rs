//! The full engine of a PC for a move: a level's limits, the large table, several threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use wedge_engine::{
    Limits, Observer, Options, Position, Report, Search, SharedWork, Size, Square, Standard,
};

use super::search_info::SearchInfo;
use crate::engine::heap_table::HeapTable;

/// A search for a move.
pub(crate) struct FullEngine<'a> {
    pub(crate) limits: Limits,
    pub(crate) table: &'a HeapTable,
    pub(crate) threads: usize,
    /// Ends it with the best move so far.
    pub(crate) stop: &'a AtomicBool,
}

impl FullEngine<'_> {
    /// Searches until the limits are reached and reports each finished depth.
    pub(crate) fn think<S: Size>(
        &self,
        position: &Position<S>,
        report: &(dyn Fn(SearchInfo) + Sync),
    ) -> Option<Square> {
        let (shared, work) = (Shared::new(), SharedWork::new());
        thread::scope(|scope| {
            for thread in 1..self.threads {
                let (shared, work) = (&shared, &work);
                scope.spawn(move || self.work(position, thread, shared, work, &|_| {}));
            }
            let first = self.work(position, 0, &shared, &work, report);
            // Stopped early, no thread has finished: the first one's best move counts.
            let _ = shared.answer.set(first);
            shared.done.store(true, Ordering::Relaxed);
        });
        shared.answer.into_inner()?.best.square()
    }

    fn work<S: Size>(
        &self,
        position: &Position<S>,
        thread: usize,
        shared: &Shared,
        work: &SharedWork,
        report: &(dyn Fn(SearchInfo) + Sync),
    ) -> Report {
        let mut search = Search::<_, S>::new(Standard, Some(self.table.view()), Options::default());
        if self.threads > 1 {
            search = search.with_shared_work(work, thread);
        }
        let side = position.side();
        let mut observer = ThreadObserver {
            stop: self.stop,
            shared,
            counted: 0,
            progress: &|found: &Report| {
                let (nodes, time) =
                    (shared.nodes.load(Ordering::Relaxed), shared.started.elapsed());
                report(SearchInfo { nodes, time, ..SearchInfo::of(side, None, found) });
            },
        };
        let found = search.think(position, &self.limits, &mut observer);
        observer.visited(found.nodes);
        let complete = !observer.stop();
        if complete && shared.answer.set(found.clone()).is_ok() {
            shared.done.store(true, Ordering::Relaxed);
        }
        found
    }
}

/// What the threads share besides the table.
struct Shared {
    started: Instant,
    nodes: AtomicU64,
    /// The report of the thread that finished first.
    answer: OnceLock<Report>,
    done: AtomicBool,
}

impl Shared {
    fn new() -> Self {
        let (nodes, done) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { started: Instant::now(), nodes, answer: OnceLock::new(), done }
    }
}

struct ThreadObserver<'a> {
    stop: &'a AtomicBool,
    shared: &'a Shared,
    counted: u64,
    progress: &'a dyn Fn(&Report),
}

impl Observer for ThreadObserver<'_> {
    fn stop(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.shared.done.load(Ordering::Relaxed)
    }

    fn visited(&mut self, nodes: u64) {
        self.shared.nodes.fetch_add(nodes.saturating_sub(self.counted), Ordering::Relaxed);
        self.counted = nodes;
    }

    fn progress(&mut self, report: &Report) {
        (self.progress)(report);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use wedge_engine::{Eight, Level, Score};

    use super::*;

    /// With any number of threads a solved position gives a move of the published score.
    #[test]
    fn the_answer_is_right_with_any_number_of_threads() {
        let problem = &crate::formats::suite::Suite::Ffo1To19.problems().unwrap()[0];
        let table = HeapTable::new("16".parse().unwrap()).unwrap();
        let stop = AtomicBool::new(false);
        for threads in 1..=3 {
            let limits = Level::new(20).unwrap().limits();
            let engine = FullEngine { limits, table: &table, threads, stop: &stop };
            let infos = Mutex::new(Vec::new());
            let square = engine
                .think::<Eight>(&problem.position, &|info| infos.lock().unwrap().push(info))
                .unwrap();
            let best = problem.best_score().unwrap();
            let right = problem.scores.iter().find(|(mv, _)| mv.square() == Some(square));
            assert_eq!(right.map(|(_, score)| *score), Some(best), "{square}");
            let infos = infos.into_inner().unwrap();
            if threads == 1 {
                assert_eq!(infos.last().unwrap().score, Some(Score::from_discs(best)));
            }
        }
    }

    #[test]
    fn a_stopped_search_still_answers() {
        let table = HeapTable::new("12".parse().unwrap()).unwrap();
        let limits = Level::new(30).unwrap().limits();
        let engine = FullEngine { limits, table: &table, threads: 2, stop: &AtomicBool::new(true) };
        let position = Position::<Eight>::start();
        let square = engine.think(&position, &|_| {}).unwrap();
        assert!(position.board().legal_moves().has(square));
    }
}
