//! Analysis: scores every legal move by iterative deepening, on all cores.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wedge_engine::{
    Bitboard, Limits, Move, Observer, Options, Position, Search, SharedWork, Size, Standard,
};

use super::search_info::{ScoredMove, SearchInfo};
use crate::engine::heap_table::HeapTable;

/// Deepening ends this many plies before the last: the rest is solved in one step.
const SOLVE_LAST: u8 = 8;
/// The shortest time between two reports of the node count.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// More than the legal moves of any position: 33 is the largest known number.
const ALL_MOVES: usize = 40;

/// An analysis, and what ends it.
pub(crate) struct Analysis<'a, S: Size> {
    pub(crate) position: Position<S>,
    pub(crate) table: &'a HeapTable,
    pub(crate) threads: usize,
    /// Stops it.
    pub(crate) stop: &'a AtomicBool,
    /// The time limit.
    pub(crate) time: Option<Duration>,
}

impl<S: Size> Analysis<'_, S> {
    /// Searches deeper until it is stopped, the time is up, or the position is solved. Reports what
    /// each depth has found, and the node count at intervals.
    pub(crate) fn run(&self, report: &(dyn Fn(SearchInfo) + Sync)) {
        let (progress, busy) = (SharedProgress::new(), SharedWork::new());
        thread::scope(|scope| {
            for thread in 0..self.threads.max(1) {
                let (progress, busy) = (&progress, &busy);
                scope.spawn(move || self.deepen(thread, progress, busy, report));
            }
        });
    }

    fn deepen(
        &self,
        thread: usize,
        progress: &SharedProgress,
        busy: &SharedWork,
        report: &(dyn Fn(SearchInfo) + Sync),
    ) {
        let mut search = Search::<_, S>::new(Standard, Some(self.table.view()), Options::default());
        // A single thread has no work to share.
        if self.threads > 1 {
            search = search.with_shared_work(busy, thread);
        }
        let empties = self.position.board().empties() as u8;
        let steps = (1..=empties.saturating_sub(SOLVE_LAST)).map(Limits::depth);
        for (step, limits) in (1..).zip(steps.chain([Limits::EXACT])) {
            let mut observer = ThreadObserver {
                analysis: self,
                progress,
                step,
                nodes: 0,
                counted: 0,
                reporter: None,
            };
            if thread == 0 {
                observer.reporter = Some((Instant::now(), report));
            }
            let found =
                search.multi_pv(&self.position, &limits, ALL_MOVES, Bitboard::EMPTY, &mut observer);
            observer.visited(found.nodes);
            observer.count();
            if !observer.stop() && progress.step.fetch_max(step, Ordering::Relaxed) < step {
                let scored =
                    |&wedge_engine::ScoredMove { square, score, .. }: &wedge_engine::ScoredMove| {
                        ScoredMove { square, score }
                    };
                let pv = found.moves.first().map(|best| {
                    let after = self.position.play(Move::Play(best.square));
                    let rest =
                        after.map(|after| search.line(&after, found.depth.saturating_sub(1)));
                    [best.square].into_iter().chain(rest.iter().flatten().copied()).collect()
                });
                report(SearchInfo {
                    side: self.position.side(),
                    depth: found.depth,
                    solved: found.solved,
                    score: found.moves.first().map(|best| best.score),
                    moves: found.moves.iter().map(scored).collect(),
                    pv: pv.unwrap_or_default(),
                    ..self.effort(progress)
                });
            }
            if self.stop.load(Ordering::Relaxed) || self.is_late(progress) {
                break;
            }
        }
    }

    fn is_late(&self, progress: &SharedProgress) -> bool {
        self.time.is_some_and(|time| progress.started.elapsed() >= time)
    }

    /// Nodes and time so far, without a result.
    fn effort(&self, progress: &SharedProgress) -> SearchInfo {
        SearchInfo {
            nodes: progress.nodes.load(Ordering::Relaxed),
            time: progress.started.elapsed(),
            ..SearchInfo::empty(self.position.side())
        }
    }
}

/// What the threads share besides the transposition table.
struct SharedProgress {
    started: Instant,
    /// The last step that a thread has completed: the others skip it.
    step: AtomicU8,
    nodes: AtomicU64,
}

impl SharedProgress {
    fn new() -> Self {
        Self { started: Instant::now(), step: AtomicU8::new(0), nodes: AtomicU64::new(0) }
    }
}

/// The search observer of one thread during one step.
struct ThreadObserver<'a, S: Size> {
    analysis: &'a Analysis<'a, S>,
    progress: &'a SharedProgress,
    step: u8,
    /// The nodes of this step, and how many of them the shared count includes.
    nodes: u64,
    counted: u64,
    /// Only the first thread reports the node count: when it last did, and to whom.
    reporter: Option<(Instant, &'a (dyn Fn(SearchInfo) + Sync))>,
}

impl<S: Size> ThreadObserver<'_, S> {
    fn count(&mut self) {
        self.progress.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
    }
}

impl<S: Size> Observer for ThreadObserver<'_, S> {
    fn stop(&mut self) -> bool {
        self.analysis.stop.load(Ordering::Relaxed)
            || self.progress.step.load(Ordering::Relaxed) >= self.step
            || self.analysis.is_late(self.progress)
    }

    fn visited(&mut self, nodes: u64) {
        self.nodes = nodes;
        if nodes - self.counted >= 1 << 14 {
            self.count();
            if let Some((last, report)) = &mut self.reporter
                && last.elapsed() >= REPORT_INTERVAL
            {
                *last = Instant::now();
                report(self.analysis.effort(self.progress));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use wedge_engine::{Eight, Game, Six};

    use super::*;

    fn analyse<S: Size>(position: Position<S>, threads: usize, ms: u64) -> Vec<SearchInfo> {
        let table = HeapTable::new("16".parse().unwrap()).unwrap();
        let (stop, found) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let time = Some(Duration::from_millis(ms));
        let analysis = Analysis { position, table: &table, threads, stop: &stop, time };
        analysis.run(&|info| found.lock().unwrap().push(info));
        let found = found.into_inner().unwrap();
        found.into_iter().filter(|info| !info.moves.is_empty()).collect()
    }

    #[test]
    fn depths_come_once_and_in_order() {
        for threads in 1..=3 {
            let game: Game = "f5d6c3d3c4".parse().unwrap();
            let found = analyse::<Eight>(game.position(), threads, 200);
            let depths: Vec<u8> = found.iter().map(|info| info.depth).collect();
            assert!(depths.len() >= 3 && depths[0] == 1, "{depths:?}");
            assert!(depths.windows(2).all(|pair| pair[0] < pair[1]), "{depths:?}");
            for info in &found {
                assert_eq!(info.moves.len() as u32, game.position().board().legal_moves().len());
                assert_eq!(info.pv.first(), info.moves.first().map(|best| &best.square));
            }
        }
    }

    #[test]
    fn a_small_end_is_solved() {
        // Twelve moves before the end of a game of the small board.
        let mut game = Game::<Six>::from_position(Position::start());
        while game.position().board().empties() > 12 {
            let mv = game.position().moves().next().unwrap();
            game.play(mv).unwrap();
        }
        let mut results = Vec::new();
        for threads in 1..=2 {
            let found = analyse(game.position(), threads, 60_000);
            let last = found.last().unwrap();
            assert!(last.solved, "{last:?}");
            results.push(last.score);
        }
        assert_eq!(results[0], results[1]);
    }
}
