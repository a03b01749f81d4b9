//! Every legal move with its score, deeper and deeper, on all cores.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wedge_engine::{
    Bitboard, Limits, Move, Observer, Options, Position, ScoredMove, Search, SharedWork, Size,
    Standard,
};

use super::thought::{Judged, Thought};
use crate::engine::heap_table::HeapTable;

/// Ends of games are solved at once from this many plies before the last one on.
const LEAP: u8 = 8;
/// A new figure for the nodes at most this often.
const TELL: Duration = Duration::from_millis(100);
/// No position is known with more than 33 legal moves.
const ALL: usize = 40;

/// What an analysis is about, and when it ends.
pub(crate) struct Analysis<'a, S: Size> {
    pub(crate) position: Position<S>,
    pub(crate) table: &'a HeapTable,
    pub(crate) threads: usize,
    /// Ends it at once.
    pub(crate) stop: &'a AtomicBool,
    /// Ends it after this long.
    pub(crate) time: Option<Duration>,
}

impl<S: Size> Analysis<'_, S> {
    /// Goes deeper until it is stopped, the time is up, or the position is solved. Tells what each
    /// depth has found, and now and then how many nodes it took so far.
    pub(crate) fn run(&self, tell: &(dyn Fn(Thought) + Sync)) {
        let (team, busy) = (Team::new(), SharedWork::new());
        thread::scope(|scope| {
            for first in (0..self.threads.max(1)).map(|number| number == 0) {
                let (team, busy) = (&team, &busy);
                scope.spawn(move || self.deepen(first, team, busy, tell));
            }
        });
    }

    fn deepen(&self, first: bool, team: &Team, busy: &SharedWork, tell: &(dyn Fn(Thought) + Sync)) {
        let mut search = Search::<_, S>::new(Standard, Some(self.table.view()), Options::default());
        // Alone, there is nobody to give way to.
        if self.threads > 1 {
            search = search.with_shared_work(busy);
        }
        let empties = self.position.board().empties() as u8;
        let steps = (1..=empties.saturating_sub(LEAP)).map(Limits::depth);
        for (step, limits) in (1..).zip(steps.chain([Limits::EXACT])) {
            let mut worker =
                Worker { analysis: self, team, step, nodes: 0, counted: 0, told: None };
            if first {
                worker.told = Some((Instant::now(), tell));
            }
            let found = search.multi_pv(&self.position, &limits, ALL, Bitboard::EMPTY, &mut worker);
            worker.visited(found.nodes);
            worker.count();
            if !worker.stop() && team.step.fetch_max(step, Ordering::Relaxed) < step {
                let judge =
                    |&ScoredMove { square, score, .. }: &ScoredMove| Judged { square, score };
                let line = found.moves.first().map(|best| {
                    let after = self.position.play(Move::Play(best.square));
                    let rest =
                        after.map(|after| search.line(&after, found.depth.saturating_sub(1)));
                    [best.square].into_iter().chain(rest.iter().flatten().copied()).collect()
                });
                tell(Thought {
                    side: self.position.side(),
                    depth: found.depth,
                    solved: found.solved,
                    score: found.moves.first().map(|best| best.score),
                    moves: found.moves.iter().map(judge).collect(),
                    line: line.unwrap_or_default(),
                    ..self.effort(team)
                });
            }
            if self.stop.load(Ordering::Relaxed) || self.is_late(team) {
                break;
            }
        }
    }

    fn is_late(&self, team: &Team) -> bool {
        self.time.is_some_and(|time| team.started.elapsed() >= time)
    }

    /// How much work was done so far, and nothing about what it found.
    fn effort(&self, team: &Team) -> Thought {
        Thought {
            nodes: team.nodes.load(Ordering::Relaxed),
            time: team.started.elapsed(),
            ..Thought::nothing(self.position.side())
        }
    }
}

/// What the threads tell each other beside the table.
struct Team {
    started: Instant,
    /// The last step that one of them has finished: the others need not go on with it.
    step: AtomicU8,
    nodes: AtomicU64,
}

impl Team {
    fn new() -> Self {
        Self { started: Instant::now(), step: AtomicU8::new(0), nodes: AtomicU64::new(0) }
    }
}

/// The observer of one thread's step.
struct Worker<'a, S: Size> {
    analysis: &'a Analysis<'a, S>,
    team: &'a Team,
    step: u8,
    /// The nodes of this step, and how many of them the team knows of.
    nodes: u64,
    counted: u64,
    /// When the first thread last told of the nodes, and whom.
    told: Option<(Instant, &'a (dyn Fn(Thought) + Sync))>,
}

impl<S: Size> Worker<'_, S> {
    fn count(&mut self) {
        self.team.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
    }
}

impl<S: Size> Observer for Worker<'_, S> {
    fn stop(&mut self) -> bool {
        self.analysis.stop.load(Ordering::Relaxed)
            || self.team.step.load(Ordering::Relaxed) >= self.step
            || self.analysis.is_late(self.team)
    }

    fn visited(&mut self, nodes: u64) {
        self.nodes = nodes;
        if nodes - self.counted >= 1 << 14 {
            self.count();
            if let Some((last, tell)) = &mut self.told
                && last.elapsed() >= TELL
            {
                *last = Instant::now();
                tell(self.analysis.effort(self.team));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use wedge_engine::{Eight, Game, Six};

    use super::*;

    fn analyse<S: Size>(position: Position<S>, threads: usize, ms: u64) -> Vec<Thought> {
        let table = HeapTable::new("16".parse().unwrap()).unwrap();
        let (stop, told) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let time = Some(Duration::from_millis(ms));
        let analysis = Analysis { position, table: &table, threads, stop: &stop, time };
        analysis.run(&|thought| told.lock().unwrap().push(thought));
        let told = told.into_inner().unwrap();
        told.into_iter().filter(|thought| !thought.moves.is_empty()).collect()
    }

    #[test]
    fn depths_come_once_and_in_order() {
        for threads in 1..=3 {
            let game: Game = "f5d6c3d3c4".parse().unwrap();
            let told = analyse::<Eight>(game.position(), threads, 200);
            let depths: Vec<u8> = told.iter().map(|thought| thought.depth).collect();
            assert!(depths.len() >= 3 && depths[0] == 1, "{depths:?}");
            assert!(depths.windows(2).all(|pair| pair[0] < pair[1]), "{depths:?}");
            for thought in &told {
                assert_eq!(thought.moves.len() as u32, game.position().board().legal_moves().len());
                assert_eq!(thought.line.first(), thought.moves.first().map(|best| &best.square));
            }
        }
    }

    #[test]
    fn a_small_end_is_solved() {
        // Twelve moves before the end of a game of the small board.
        let mut game = Game::<Six>::from_position(Position::start());
        while game.position().board().empties() > 12 {
            let legal = game.position().board().legal_moves();
            game.play(legal.first().map_or(Move::Pass, Move::Play)).unwrap();
        }
        let mut results = Vec::new();
        for threads in 1..=2 {
            let told = analyse(game.position(), threads, 60_000);
            let last = told.last().unwrap();
            assert!(last.solved, "{last:?}");
            results.push(last.score);
        }
        assert_eq!(results[0], results[1]);
    }
}
