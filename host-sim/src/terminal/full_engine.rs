//! The full engine of a PC for a move: a level's limits, the large table, several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use wedge_engine::{Color, Limits, Observer, Position, Report, Size, Square};

use super::search_info::SearchInfo;
use crate::engine::heap_table::HeapTable;
use crate::engine::searcher::Searcher;
use crate::engine::setup::Setup;

/// A search with everything that the engine has.
pub(crate) fn searcher<S: Size>(table: &HeapTable, threads: usize) -> Searcher<'_, S> {
    let threads = u16::try_from(threads.max(1)).unwrap_or(u16::MAX);
    Setup { threads, ..Setup::default() }.searcher(table)
}

/// Searches for a move until the limits are reached or the flag is set, and reports each finished
/// depth.
pub(crate) fn find_move<S: Size>(
    search: &mut Searcher<'_, S>,
    position: &Position<S>,
    limits: &Limits,
    stop: &AtomicBool,
    report: &dyn Fn(SearchInfo),
) -> Option<Square> {
    let (side, started) = (position.side(), Instant::now());
    let mut observer = ReportObserver { side, started, stop, report };
    search.think(position, limits, &mut observer).best.square()
}

struct ReportObserver<'a> {
    side: Color,
    started: Instant,
    stop: &'a AtomicBool,
    report: &'a dyn Fn(SearchInfo),
}

impl Observer for ReportObserver<'_> {
    fn stop(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn progress(&mut self, found: &Report) {
        let time = self.started.elapsed();
        (self.report)(SearchInfo { time, ..SearchInfo::of(self.side, None, found) });
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use wedge_engine::{Eight, Level, Score};

    use super::*;

    /// With any number of threads a solved position gives a move of the published score.
    #[test]
    fn the_answer_is_right_with_any_number_of_threads() {
        let problem = &crate::formats::suite::Suite::Ffo1To19.problems().unwrap()[0];
        let limits = Level::new(20).unwrap().limits();
        for threads in 1..=3 {
            let table = HeapTable::new("16".parse().unwrap()).unwrap();
            let (stop, infos) = (AtomicBool::new(false), RefCell::new(Vec::new()));
            let mut search = searcher::<Eight>(&table, threads);
            let square = find_move(&mut search, &problem.position, &limits, &stop, &|info| {
                infos.borrow_mut().push(info);
            });
            let best = problem.best_score().unwrap();
            let right = problem.scores.iter().find(|(mv, _)| mv.square() == square);
            assert_eq!(right.map(|(_, score)| *score), Some(best), "{square:?}");
            if threads == 1 {
                let last = infos.into_inner().pop().unwrap();
                assert_eq!((last.score, last.solved), (Some(Score::from_discs(best)), true));
            }
        }
    }

    #[test]
    fn a_stopped_search_still_answers() {
        let table = HeapTable::new("12".parse().unwrap()).unwrap();
        let limits = Level::new(30).unwrap().limits();
        let (position, stop) = (Position::<Eight>::start(), AtomicBool::new(true));
        let mut search = searcher(&table, 2);
        let square = find_move(&mut search, &position, &limits, &stop, &|_| {}).unwrap();
        assert!(position.board().legal_moves().has(square));
    }
}
