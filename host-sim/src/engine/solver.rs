//! Solves a position with several threads.

use anyhow::Result;
use clap::ValueEnum;
use indicatif::ProgressBar;
use wedge_engine::{Limits, Line, Move, Options, Position, Report, Search, Size};

use crate::engine::eval::Eval;
use crate::engine::heap_table::{HeapTable, TableBits};
use crate::engine::searcher::Searcher;
use crate::io::fingerprint::Fingerprint;
use crate::io::progress::SearchProgress;

/// What to find out about a position.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The final margin.
    #[default]
    Exact,
    /// Only win, draw or loss.
    Wld,
}

impl Goal {
    const fn score_cap(self) -> u8 {
        match self {
            Self::Exact => 64,
            Self::Wld => 1,
        }
    }
}

/// Threads that solve positions together, with one table.
pub struct Solver {
    threads: usize,
    goal: Goal,
    table: HeapTable,
}

/// A solved position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The report of the search; its nodes are those of all threads.
    pub report: Report,
    /// Time taken.
    pub seconds: f64,
}

impl Solver {
    /// Threads with an empty table.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(threads: usize, goal: Goal, bits: TableBits) -> Result<Self> {
        Ok(Self { threads, goal, table: HeapTable::for_long_searches(bits)? })
    }

    /// What solutions depend on, beside position and goal: with a smaller table or more threads the
    /// score is the same, but nodes, time and the line may differ.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::default().with("tt-bits", self.table.bits()).with("threads", self.threads)
    }

    /// Clears the table.
    ///
    /// # Errors
    /// If the system has no memory left.
    pub fn clear(&mut self) -> Result<()> {
        self.table.clear()
    }

    /// Solves a position; `None` after Ctrl-C. The principal variation leads to the end of the game.
    #[must_use]
    pub fn solve<S: Size>(&self, position: &Position<S>, bar: &ProgressBar) -> Option<Solution> {
        let mut whole = self.search(position, bar)?;
        let mut end = after(position, &whole.report.line);
        // Entries of the table that hold the line may have been replaced: what follows is solved again.
        while !end.board().is_over() {
            let rest = self.search(&end, bar)?;
            let next = after(&end, &rest.report.line);
            if next == end {
                break;
            }
            end = next;
            let line = whole.report.line.iter().chain(&rest.report.line).copied().collect();
            whole.report.line = line;
            whole.report.nodes += rest.report.nodes;
            whole.seconds += rest.seconds;
        }
        Some(whole)
    }

    /// Solves a position; `None` after Ctrl-C.
    fn search<S: Size>(&self, position: &Position<S>, bar: &ProgressBar) -> Option<Solution> {
        let options = Options::default().with_score_cap(self.goal.score_cap());
        let make = |view| Search::new(Eval::Network, Some(view), options);
        let mut progress = SearchProgress::start(bar);
        let report = Searcher::new(self.threads, &self.table, make).think(
            position,
            &Limits::EXACT,
            &mut progress,
        );
        let seconds = progress.elapsed().as_secs_f64();
        report.solved.then_some(Solution { report, seconds })
    }
}

/// The position after a line of play, and after a pass that follows it.
fn after<S: Size>(position: &Position<S>, line: &Line) -> Position<S> {
    let passed = |at: Position<S>| at.play(Move::Pass).unwrap_or(at);
    let start = passed(*position);
    line.iter().fold(start, |at, &square| at.play(Move::Play(square)).map_or(at, passed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::suite::Suite;
    use wedge_engine::Bound;

    /// The thread that finishes the proof has the answer, whatever the others were about to prove.
    #[test]
    fn several_threads_solve_what_selective_searches_prepare() {
        let bar = ProgressBar::hidden();
        let mut solver = Solver::new(2, Goal::Exact, "16".parse().unwrap()).unwrap();
        let problems = Suite::Ffo20To39.problems().unwrap();
        let few = problems.iter().filter(|problem| problem.position.board().empties() <= 21);
        for problem in few.cycle().take(30) {
            solver.clear().unwrap();
            let found = solver.solve(&problem.position, &bar).expect("a solution").report;
            assert_eq!(found.score.discs(), problem.best_score().unwrap(), "{}", problem.name);
        }
    }

    /// With any number of threads, in whatever order they run.
    #[test]
    fn the_score_does_not_depend_on_the_threads() {
        let bar = ProgressBar::hidden();
        for threads in 1..=3 {
            let bits = "16".parse().unwrap();
            let mut exact = Solver::new(threads, Goal::Exact, bits).unwrap();
            let mut wld = Solver::new(threads, Goal::Wld, bits).unwrap();
            for problem in Suite::Ffo1To19.problems().unwrap() {
                let wanted = problem.best_score().unwrap();
                let place = format!("{} with {threads} threads", problem.name);
                exact.clear().unwrap();
                let found = exact.solve(&problem.position, &bar).unwrap().report;
                assert_eq!(found.score.discs(), wanted, "{place}");
                assert_eq!(found.bound, Bound::Exact);
                assert!(problem.best_moves().any(|mv| mv == found.best), "{place}");
                wld.clear().unwrap();
                let found = wld.solve(&problem.position, &bar).unwrap().report;
                assert_eq!(found.score.discs().signum(), wanted.signum(), "{place}");
                assert!(matches!(found.best, Move::Play(_)));
            }
        }
    }

    /// A single thread visits the same nodes each time.
    #[test]
    fn one_thread_is_repeatable() {
        let problem = &Suite::Ffo1To19.problems().unwrap()[0];
        let mut solver = Solver::new(1, Goal::Exact, "12".parse().unwrap()).unwrap();
        let mut nodes = || {
            solver.clear().unwrap();
            solver.solve(&problem.position, &ProgressBar::hidden()).unwrap().report.nodes
        };
        assert_eq!(nodes(), nodes());
    }
}
