//! The engine on a thread of its own, so that keys and pictures never wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use wedge_console::{
    Action, Panel, TABLE_ENTRIES, Task, searcher, serve_from_book, serve_request_with_progress,
};
use wedge_engine::{Move, Position, Size, SplitMix64, Square};

use super::analysis::Analysis;
use super::thought::Thought;
use crate::engine::heap_table::{HeapTable, TableBits};

/// How long the engine looks for hints.
const HINT: Duration = Duration::from_millis(800);
/// Past every animation: the copy of the panel plays its answer at once.
const LATER: u64 = u64::MAX / 2;

/// What the engine is to do.
enum Job<S: Size> {
    /// Work off the request of a panel, whose copy this is.
    Answer(Box<Panel<S>>),
    /// Score all moves until stopped.
    Analyse(Position<S>),
}

/// A job, its number, and what stops it.
type Numbered<S> = (u32, Job<S>, Arc<AtomicBool>);

/// What the engine says.
#[derive(Debug)]
pub enum News {
    /// What it has found so far.
    Thought(Thought),
    /// The answer to a panel's request: squares, best first.
    Answer(Vec<Square>),
}

/// How the engine is set up.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Threads for hints and analysis. Moves are thought out on one, as on the board.
    pub threads: usize,
    /// The table for hints and analysis. Moves have one of the board's size.
    pub table: TableBits,
    /// Where the chance of the low strengths begins.
    pub seed: u64,
}

/// The engine as seen from outside: one job at a time, each with a number.
pub struct Thinker<S: Size> {
    jobs: Option<Sender<Numbered<S>>>,
    news: Receiver<(u32, News)>,
    /// The job it works on, until it is done or unwanted.
    busy: Option<(u32, Arc<AtomicBool>)>,
    number: u32,
    thread: Option<JoinHandle<()>>,
    /// Keeps the line open where there is no thread.
    _silent: Option<Sender<(u32, News)>>,
}

impl<S: Size> Thinker<S> {
    /// Nobody: for those who answer the panel's requests themselves.
    #[must_use]
    pub fn silent() -> Self {
        let (sender, news) = mpsc::channel();
        Self { jobs: None, news, busy: None, number: 0, thread: None, _silent: Some(sender) }
    }

    /// Starts the thread.
    ///
    /// # Errors
    /// If there is no memory for the tables.
    pub fn start(means: Means) -> Result<Self> {
        let chip = HeapTable::new(TableBits::of_entries(TABLE_ENTRIES))?;
        let large = HeapTable::new(means.table)?;
        let (jobs, inbox) = mpsc::channel();
        let (outbox, news) = mpsc::channel();
        let thread = thread::spawn(move || serve(&inbox, &outbox, means, &chip, &large));
        Ok(Self {
            jobs: Some(jobs),
            news,
            busy: None,
            number: 0,
            thread: Some(thread),
            _silent: None,
        })
    }

    /// Hands over a panel with a request. What was under way is dropped.
    pub(crate) fn answer(&mut self, panel: &Panel<S>) {
        self.begin(Job::Answer(Box::new(panel.clone())));
    }

    /// Scores all moves of a position until stopped. What was under way is dropped.
    pub(crate) fn analyse(&mut self, position: Position<S>) {
        self.begin(Job::Analyse(position));
    }

    fn begin(&mut self, job: Job<S>) {
        self.drop_job();
        self.number = self.number.wrapping_add(1);
        let stop = Arc::new(AtomicBool::new(false));
        if let Some(jobs) = &self.jobs {
            // If the thread is gone, the next look at the news says so.
            let _ = jobs.send((self.number, job, Arc::clone(&stop)));
        }
        self.busy = Some((self.number, stop));
    }

    /// Asks for the answer at once.
    pub(crate) fn hurry(&self) {
        if let Some((_, stop)) = &self.busy {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Wants to hear no more of what is under way.
    pub(crate) fn drop_job(&mut self) {
        self.hurry();
        self.busy = None;
    }

    /// What the engine has said about the job since the last time, if anything.
    ///
    /// # Errors
    /// If the engine's thread has died.
    pub(crate) fn hear(&mut self) -> Result<Option<News>> {
        loop {
            let (number, news) = match self.news.try_recv() {
                Ok(told) => told,
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => bail!("the engine's thread has stopped"),
            };
            if self.busy.as_ref().is_some_and(|(busy, _)| *busy == number) {
                if matches!(news, News::Answer(_)) {
                    self.busy = None;
                }
                return Ok(Some(news));
            }
        }
    }
}

impl<S: Size> Drop for Thinker<S> {
    fn drop(&mut self) {
        self.drop_job();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // It has told of its panic itself, if it had one.
            let _ = thread.join();
        }
    }
}

/// What the thread does, until nobody has a job for it any more.
fn serve<S: Size>(
    inbox: &Receiver<Numbered<S>>,
    outbox: &Sender<(u32, News)>,
    means: Means,
    chip: &HeapTable,
    large: &HeapTable,
) {
    let mut search = searcher::<S>(chip.view());
    let mut random = SplitMix64::new(means.seed);
    while let Ok((number, job, stop)) = inbox.recv() {
        let tell = |news| {
            // Nobody listens any more: the next look into the inbox ends the thread.
            let _ = outbox.send((number, news));
        };
        let analyse = |position, time| {
            let threads = means.threads;
            let analysis = Analysis { position, table: large, threads, stop: &stop, time };
            let best = std::sync::Mutex::new(Vec::new());
            analysis.run(&|thought: Thought| {
                if let (false, Ok(mut best)) = (thought.moves.is_empty(), best.lock()) {
                    *best = thought.moves.iter().map(|judged| judged.square).collect();
                }
                tell(News::Thought(thought));
            });
            best.into_inner().unwrap_or_default()
        };
        match job {
            Job::Analyse(position) => {
                analyse(position, None);
            }
            Job::Answer(mut panel) => match panel.request() {
                Some(request) if request.task == Task::Hint => {
                    tell(News::Answer(analyse(request.position, Some(HINT))));
                }
                Some(_) => {
                    let square = find_move(&mut panel, &mut search, &mut random, &stop, &tell);
                    tell(News::Answer(square.into_iter().collect()));
                }
                None => tell(News::Answer(Vec::new())),
            },
        }
    }
}

/// The move that the board would make, from its opening book or by a search, found by the board's
/// own code on a copy of the panel.
fn find_move<S: Size>(
    panel: &mut Panel<S>,
    search: &mut wedge_engine::Search<'_, wedge_engine::Standard, S>,
    random: &mut SplitMix64,
    stop: &AtomicBool,
    tell: &dyn Fn(News),
) -> Option<Square> {
    let (side, plies) = (panel.game().position().side(), panel.game().moves().len());
    let started = Instant::now();
    // The searches of single moves count on from each other.
    let (mut before, mut last, mut at) = (0, 0, None);
    let mut poll = |panel: &mut Panel<S>| {
        if stop.load(Ordering::Relaxed) {
            panel.handle(Action::Select, 0);
        }
        LATER
    };
    // If the book knows an answer, there is nothing left to work on.
    serve_from_book(panel, random, LATER);
    serve_request_with_progress(panel, search, random, &mut poll, &mut |via, report| {
        if via != at {
            (before, at) = (before + last, via);
        }
        last = report.nodes;
        let mut thought = Thought::of(side, via, report);
        (thought.nodes, thought.time) = (before + last, started.elapsed());
        tell(News::Thought(thought));
    });
    panel.tick(LATER);
    match panel.game().moves().get(plies) {
        Some(&Move::Play(square)) => Some(square),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use wedge_console::{Players, Settings};
    use wedge_engine::{Eight, Game, Six, Strength};

    use super::*;

    fn means() -> Means {
        Means { threads: 2, table: "14".parse().unwrap(), seed: 1 }
    }

    fn wait<S: Size>(thinker: &mut Thinker<S>) -> (Vec<Thought>, Vec<Square>) {
        let mut thoughts = Vec::new();
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(60) {
            match thinker.hear().unwrap() {
                Some(News::Thought(thought)) => thoughts.push(thought),
                Some(News::Answer(squares)) => return (thoughts, squares),
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
        panic!("no answer within a minute");
    }

    fn engine_to_move<S: Size>(strength: u8) -> Panel<S> {
        let mut panel = Panel::new();
        let settings =
            Settings { strength: Strength::new(strength).unwrap(), players: Players::White };
        panel.set_game(Game::from_position(Position::start()), settings, 0);
        panel
    }

    fn check<S: Size>() {
        let mut thinker = Thinker::<S>::start(means()).unwrap();
        for strength in [1, 5] {
            let mut panel = engine_to_move::<S>(strength);
            thinker.answer(&panel);
            let (thoughts, squares) = wait(&mut thinker);
            assert_eq!(squares.len(), 1);
            assert!(panel.game().position().board().legal_moves().has(squares[0]));
            if S::SIDE == 8 && strength == 5 {
                assert!(thoughts.is_empty(), "the book knows the first move");
            } else {
                let last = thoughts.last().unwrap();
                assert!(last.score.is_some() && last.depth >= 1 && !last.line.is_empty());
                assert!(thoughts.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
            }
            panel.answer(panel.request().unwrap().ticket, squares, 0);
            panel.tick(1000);
            assert!(panel.ask_hint(1000));
            thinker.answer(&panel);
            let (_, squares) = wait(&mut thinker);
            assert_eq!(squares.len() as u32, panel.game().position().board().legal_moves().len());
        }
    }

    #[test]
    fn requests_are_answered_on_both_boards() {
        check::<Eight>();
        check::<Six>();
    }

    #[test]
    fn a_dropped_analysis_says_nothing_more() {
        let mut thinker = Thinker::<Eight>::start(means()).unwrap();
        thinker.analyse(Position::start());
        thread::sleep(Duration::from_millis(100));
        thinker.drop_job();
        thinker.answer(&engine_to_move(1));
        let (thoughts, squares) = wait(&mut thinker);
        assert_eq!(squares.len(), 1);
        assert!(thoughts.iter().all(|thought| thought.depth <= 2), "{thoughts:?}");
    }
}
