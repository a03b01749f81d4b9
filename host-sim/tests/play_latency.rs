//! How soon a key takes effect on the screen while the engine searches on all cores.
//!
//! `cargo test --release -p host-sim --test play_latency -- --nocapture` prints the figures.

mod support;

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent};
use host_sim::terminal::app::{App, Outcome};
use host_sim::terminal::engine_worker::{EngineWorker, WorkerConfig};
use host_sim::terminal::event_loop::{self, EventSource};
use host_sim::terminal::session::Session;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use support::TRUE;
use wedge_console::Settings;
use wedge_engine::Game;

/// What a person takes for "at once".
const AT_ONCE: Duration = Duration::from_millis(50);
const KEYS: usize = 100;

/// Keys that come from a thread, with the time at which each was pressed.
struct Typist {
    keys: Receiver<(Instant, KeyCode)>,
    /// Pressed, but not yet seen.
    pending: Vec<Instant>,
    seen: Vec<Duration>,
}

impl EventSource for Typist {
    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        match self.keys.recv_timeout(wait) {
            Ok((pressed, code)) => {
                self.pending.push(pressed);
                Ok(Some(Event::Key(KeyEvent::from(code))))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn drawn(&mut self) {
        self.seen.extend(self.pending.drain(..).map(|pressed| pressed.elapsed()));
    }
}

#[test]
fn a_key_is_seen_at_once_while_all_cores_think() {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let config = WorkerConfig { threads, table: "22".parse().unwrap(), seed: 1 };
    let game: Game = "f5d6c3d3c4f4f6f3e6e7".parse().unwrap();
    let worker = EngineWorker::start(config).unwrap();
    let mut app = App::new(Session::new(game, Settings::default(), worker), TRUE);
    let mut screen = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let (sender, keys) = mpsc::channel();
    thread::spawn(move || {
        let press = |code| sender.send((Instant::now(), code));
        press(KeyCode::Char('a'))?;
        // The engine is at it.
        thread::sleep(Duration::from_millis(300));
        for number in 0..KEYS {
            press([KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down][number % 4])?;
            // At no fixed place between two pictures.
            thread::sleep(Duration::from_millis(11 + (number * 7 % 31) as u64));
        }
        press(KeyCode::Char('q'))
    });
    let mut typist = Typist { keys, pending: Vec::new(), seen: Vec::new() };
    let clock = Instant::now();
    assert_eq!(event_loop::run(&mut app, &mut screen, &mut typist, clock).unwrap(), Outcome::Quit);
    let info = app.view(clock.elapsed().as_millis() as u64).info.unwrap();
    assert!(info.nodes > 10_000, "the engine searched meanwhile: {info:?}");
    let mut seen = typist.seen;
    seen.sort();
    let (median, most) = (seen[seen.len() / 2], seen[seen.len() - 1]);
    println!(
        "{} keys beside {threads} thinking threads ({} nodes): median {:.2} ms, 99th of 100 {:.2} ms, \
         slowest {:.2} ms",
        seen.len(),
        info.nodes,
        median.as_secs_f64() * 1e3,
        seen[seen.len() * 98 / 100].as_secs_f64() * 1e3,
        most.as_secs_f64() * 1e3,
    );
    // The slowest of all is the system's own: a machine that is busy with other things, too, may
    // let any program wait.
    assert!(median < AT_ONCE, "median {median:?}");
    assert!(seen[seen.len() * 3 / 4] < AT_ONCE, "{seen:?}");
}
