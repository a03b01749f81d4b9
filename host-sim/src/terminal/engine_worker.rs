//! The engine on its own thread, so that keys and drawing never wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use wedge_console::{
    Action, Panel, TABLE_ENTRIES, Task, board_search, serve_from_book, serve_request_with_progress,
};
use wedge_engine::{Level, Position, Search, Size, SplitMix64, Square, Standard};

use super::analysis::Analysis;
use super::full_engine::{self, searcher};
use super::judge::{Judgement, judge};
use super::search_info::SearchInfo;
use crate::engine::heap_table::{HeapTable, TableBits};

/// How long the engine searches for a hint.
const HINT_TIME: Duration = Duration::from_millis(800);
/// A time after every animation: the copy of the panel plays its answer at once.
const AFTER_ANIMATIONS: u64 = u64::MAX / 2;

/// A job for the engine.
enum Job<S: Size> {
    /// Serve the pending request of a panel, of which this is a copy. With a level, the full engine
    /// finds the move.
    Answer(Box<Panel<S>>, Option<Level>),
    /// Judge moves, each named by a number.
    Judge(Vec<(usize, Position<S>, Square)>),
    /// Score all moves until stopped.
    Analyse(Position<S>),
}

/// A job, its number, and the flag that stops it.
type NumberedJob<S> = (u32, Job<S>, Arc<AtomicBool>);

/// A message of the engine's thread.
#[derive(Debug)]
pub enum WorkerMessage {
    /// What it has found so far.
    Info(SearchInfo),
    /// The answer to a panel's request: squares, best first.
    Answer(Vec<Square>),
    /// The answer to a panel's request for a move, from the opening book.
    BookMove(Square),
    /// What the move with this number is worth.
    Judged(usize, Box<Judgement>),
    /// All moves are judged.
    AllJudged,
}

impl WorkerMessage {
    /// Whether the job is done with it.
    const fn is_last(&self) -> bool {
        matches!(self, Self::Answer(_) | Self::BookMove(_) | Self::AllJudged)
    }
}

/// How the engine is set up.
#[derive(Clone, Copy, Debug)]
pub struct WorkerConfig {
    /// Threads for hints, analysis and levels. The board's strengths take one, as on the board.
    pub threads: usize,
    /// The transposition table for the same. The board's strengths use one of the board's size.
    pub table: TableBits,
    /// Seed of the random choices of low levels.
    pub seed: u64,
}

/// A handle to the engine's thread, which does one job at a time.
pub struct EngineWorker<S: Size> {
    jobs: Option<Sender<NumberedJob<S>>>,
    messages: Receiver<(u32, WorkerMessage)>,
    /// The job under way, until it is done or cancelled.
    current: Option<(u32, Arc<AtomicBool>)>,
    number: u32,
    thread: Option<JoinHandle<()>>,
    /// Keeps the channel open where there is no thread.
    _sender: Option<Sender<(u32, WorkerMessage)>>,
}

impl<S: Size> EngineWorker<S> {
    /// A handle without a thread, for tests that answer the panel's requests themselves.
    #[must_use]
    pub fn detached() -> Self {
        let (sender, messages) = mpsc::channel();
        Self { jobs: None, messages, current: None, number: 0, thread: None, _sender: Some(sender) }
    }

    /// Starts the thread.
    ///
    /// # Errors
    /// If there is no memory for the tables.
    pub fn start(config: WorkerConfig) -> Result<Self> {
        let chip = HeapTable::new(TableBits::of_entries(TABLE_ENTRIES))?;
        let large = HeapTable::new(config.table)?;
        let (jobs, inbox) = mpsc::channel();
        let (outbox, messages) = mpsc::channel();
        let thread = thread::spawn(move || run(&inbox, &outbox, config, &chip, &large));
        Ok(Self {
            jobs: Some(jobs),
            messages,
            current: None,
            number: 0,
            thread: Some(thread),
            _sender: None,
        })
    }

    /// Serves a panel's request, with the full engine if there is a level. Cancels the job under way.
    pub(crate) fn answer(&mut self, panel: &Panel<S>, level: Option<Level>) {
        self.begin(Job::Answer(Box::new(panel.clone()), level));
    }

    /// Judges moves. Cancels the job under way.
    pub(crate) fn judge(&mut self, moves: Vec<(usize, Position<S>, Square)>) {
        self.begin(Job::Judge(moves));
    }

    /// Scores all moves of a position until stopped. Cancels the job under way.
    pub(crate) fn analyse(&mut self, position: Position<S>) {
        self.begin(Job::Analyse(position));
    }

    fn begin(&mut self, job: Job<S>) {
        self.cancel();
        self.number = self.number.wrapping_add(1);
        let stop = Arc::new(AtomicBool::new(false));
        if let Some(jobs) = &self.jobs {
            // If the thread is gone, the next poll fails.
            let _ = jobs.send((self.number, job, Arc::clone(&stop)));
        }
        self.current = Some((self.number, stop));
    }

    /// Asks for the best answer so far.
    pub(crate) fn stop_early(&self) {
        if let Some((_, stop)) = &self.current {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the job under way and discards its messages.
    pub(crate) fn cancel(&mut self) {
        self.stop_early();
        self.current = None;
    }

    /// The next message about the job under way, if there is one.
    ///
    /// # Errors
    /// If the engine's thread has died.
    pub(crate) fn poll(&mut self) -> Result<Option<WorkerMessage>> {
        loop {
            let (number, message) = match self.messages.try_recv() {
                Ok(received) => received,
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => bail!("the engine's thread has stopped"),
            };
            if self.current.as_ref().is_some_and(|(current, _)| *current == number) {
                if message.is_last() {
                    self.current = None;
                }
                return Ok(Some(message));
            }
        }
    }
}

impl<S: Size> Drop for EngineWorker<S> {
    fn drop(&mut self) {
        self.cancel();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic has printed its own message.
            let _ = thread.join();
        }
    }
}

/// The thread's loop, until the handle is dropped.
fn run<S: Size>(
    inbox: &Receiver<NumberedJob<S>>,
    outbox: &Sender<(u32, WorkerMessage)>,
    config: WorkerConfig,
    chip: &HeapTable,
    large: &HeapTable,
) {
    let mut search = board_search::<S>(chip.view());
    let mut random = SplitMix64::new(config.seed);
    while let Ok((number, job, stop)) = inbox.recv() {
        let send = |message| {
            // If the handle was dropped, the next `recv` ends the thread.
            let _ = outbox.send((number, message));
        };
        let analyse = |position, time| {
            let threads = config.threads;
            let analysis = Analysis { position, table: large, threads, stop: &stop, time };
            let best = std::sync::Mutex::new(Vec::new());
            analysis.run(&|info: SearchInfo| {
                if let (false, Ok(mut best)) = (info.moves.is_empty(), best.lock()) {
                    *best = info.moves.iter().map(|scored_move| scored_move.square).collect();
                }
                send(WorkerMessage::Info(info));
            });
            best.into_inner().unwrap_or_default()
        };
        match job {
            Job::Analyse(position) => {
                analyse(position, None);
            }
            Job::Judge(moves) => {
                let mut search = searcher(large, config.threads);
                for (number, position, square) in moves {
                    match judge(&mut search, &position, square, &stop) {
                        Some(found) => send(WorkerMessage::Judged(number, Box::new(found))),
                        None => break,
                    }
                }
                send(WorkerMessage::AllJudged);
            }
            Job::Answer(mut panel, level) => match panel.request() {
                Some(request) if request.task == Task::Hint => {
                    send(WorkerMessage::Answer(analyse(request.position, Some(HINT_TIME))));
                }
                Some(request) => {
                    if let Some(square) = book_move(&mut panel, &mut random) {
                        send(WorkerMessage::BookMove(square));
                        continue;
                    }
                    let square = match level {
                        Some(level) => {
                            let mut search = searcher(large, config.threads);
                            let (position, limits) = (&request.position, level.limits());
                            let report = |info| send(WorkerMessage::Info(info));
                            full_engine::find_move(&mut search, position, &limits, &stop, &report)
                        }
                        None => find_move(&mut panel, &mut search, &mut random, &stop, &send),
                    };
                    send(WorkerMessage::Answer(square.into_iter().collect()));
                }
                None => send(WorkerMessage::Answer(Vec::new())),
            },
        }
    }
}

/// The move that the board's opening book has, if it has one.
fn book_move<S: Size>(panel: &mut Panel<S>, random: &mut SplitMix64) -> Option<Square> {
    let plies = panel.game().moves().len();
    serve_from_book(panel, random, AFTER_ANIMATIONS);
    panel.tick(AFTER_ANIMATIONS);
    panel.game().moves().get(plies).and_then(|mv| mv.square())
}

/// The move that the board's search finds. The board's own code finds it on a copy of the panel.
fn find_move<S: Size>(
    panel: &mut Panel<S>,
    search: &mut Search<'_, Standard, S>,
    random: &mut SplitMix64,
    stop: &AtomicBool,
    send: &dyn Fn(WorkerMessage),
) -> Option<Square> {
    let (side, plies) = (panel.game().position().side(), panel.game().moves().len());
    let started = Instant::now();
    // At low levels each move has a search of its own; the node counts add up.
    let (mut before, mut last, mut at) = (0, 0, None);
    let mut poll = |panel: &mut Panel<S>| {
        if stop.load(Ordering::Relaxed) {
            panel.handle(Action::Select, 0);
        }
        AFTER_ANIMATIONS
    };
    serve_request_with_progress(panel, search, random, &mut poll, &mut |via, report| {
        if via != at {
            (before, at) = (before + last, via);
        }
        last = report.nodes;
        let mut info = SearchInfo::of(side, via, report);
        (info.nodes, info.time) = (before + last, started.elapsed());
        send(WorkerMessage::Info(info));
    });
    panel.tick(AFTER_ANIMATIONS);
    panel.game().moves().get(plies).and_then(|mv| mv.square())
}

#[cfg(test)]
mod tests {
    use wedge_console::{Players, Settings};
    use wedge_engine::{Eight, Game, Six, Strength};

    use super::*;

    fn config() -> WorkerConfig {
        WorkerConfig { threads: 2, table: "14".parse().unwrap(), seed: 1 }
    }

    fn wait<S: Size>(worker: &mut EngineWorker<S>) -> (Vec<SearchInfo>, Vec<Square>) {
        let mut infos = Vec::new();
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(60) {
            match worker.poll().unwrap() {
                Some(WorkerMessage::Info(info)) => infos.push(info),
                Some(WorkerMessage::Answer(squares)) => return (infos, squares),
                Some(WorkerMessage::BookMove(square)) => return (infos, vec![square]),
                Some(other) => panic!("{other:?}"),
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
        panic!("no answer within a minute");
    }

    fn engine_to_move<S: Size>(level: u8) -> Panel<S> {
        let mut panel = Panel::new();
        let settings = Settings {
            strength: Strength::new(level).unwrap(),
            players: Players::White,
            ..Settings::default()
        };
        panel.set_game(Game::from_position(Position::start()), settings, 0);
        panel
    }

    fn check<S: Size>() {
        let mut worker = EngineWorker::<S>::start(config()).unwrap();
        for level in [1, 5] {
            let mut panel = engine_to_move::<S>(level);
            worker.answer(&panel, None);
            let (infos, squares) = wait(&mut worker);
            assert_eq!(squares.len(), 1);
            assert!(panel.game().position().board().legal_moves().has(squares[0]));
            if S::SIDE == 8 && level == 5 {
                assert!(infos.is_empty(), "the book knows the first move");
            } else {
                let last = infos.last().unwrap();
                assert!(last.score.is_some() && last.depth >= 1 && !last.pv.is_empty());
                assert!(infos.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
            }
            panel.answer(panel.request().unwrap().ticket, squares, 0);
            panel.tick(1000);
            assert!(panel.request_hint(1000));
            worker.answer(&panel, None);
            let (_, squares) = wait(&mut worker);
            assert_eq!(squares.len() as u32, panel.game().position().board().legal_moves().len());
        }
    }

    #[test]
    fn requests_are_answered_on_both_boards() {
        check::<Eight>();
        check::<Six>();
    }

    /// A level's search reaches its depth, and says so.
    #[test]
    fn a_level_is_the_full_engine() {
        // With more threads another one may finish first.
        let config = WorkerConfig { threads: 1, ..config() };
        let mut worker = EngineWorker::<Eight>::start(config).unwrap();
        let mut panel = engine_to_move::<Eight>(9);
        let game: Game = include_str!("../../../docs/pictures/midgame.txt").parse().unwrap();
        let settings = Settings { players: Players::Nobody, ..panel.settings() };
        panel.set_game(game, settings, 0);
        worker.answer(&panel, Level::new(10));
        let (infos, squares) = wait(&mut worker);
        assert!(panel.game().position().board().legal_moves().has(squares[0]));
        assert_eq!(infos.last().unwrap().depth, 10);
    }

    #[test]
    fn a_dropped_analysis_says_nothing_more() {
        let mut worker = EngineWorker::<Eight>::start(config()).unwrap();
        worker.analyse(Position::start());
        thread::sleep(Duration::from_millis(100));
        worker.cancel();
        worker.answer(&engine_to_move(1), None);
        let (infos, squares) = wait(&mut worker);
        assert_eq!(squares.len(), 1);
        assert!(infos.iter().all(|info| info.depth <= 2), "{infos:?}");
    }
}
