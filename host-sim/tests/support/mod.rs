//! A terminal in memory for tests: keys go in, the screen can be read.
#![allow(dead_code, reason = "each test program uses its part")]

use std::time::{Duration, Instant};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use host_sim::players::random_play;
use host_sim::terminal::app::{App, Capabilities, Outcome};
use host_sim::terminal::engine_worker::{EngineWorker, WorkerConfig};
use host_sim::terminal::palette::Palette;
use host_sim::terminal::session::Session;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use wedge_console::{Frame, Panel, Settings};
use wedge_engine::{Eight, Game, Move, Position, Size, Square};

pub(crate) const TRUE: Capabilities =
    Capabilities { palette: Palette::True, reports_release: true, discs: false };

/// A whole game of random moves.
pub(crate) fn random_game(seed: u64) -> Game {
    random_play::random_game(seed, usize::MAX, Position::start())
}

/// The game that the emulator's test plays with five buttons.
pub(crate) fn emulators_game() -> Game {
    let games = (0..20_000).map(random_game).filter(|game| game.moves().contains(&Move::Pass));
    games.min_by_key(|game| game.moves().len()).unwrap()
}

/// Where the emulator's test takes its photograph `midgame`.
pub(crate) fn midgame() -> Game {
    include_str!("../../../docs/pictures/midgame.txt").parse().unwrap()
}

/// A screen and a console at it, with a clock that the test moves.
pub(crate) struct TestTerminal<S: Size = Eight> {
    pub(crate) app: App<S>,
    pub(crate) now: u64,
    pub(crate) screen: Terminal<TestBackend>,
}

impl TestTerminal {
    /// As the chip's tests begin: a new game, and nobody who answers for the engine.
    pub(crate) fn silent() -> Self {
        let session = Session::new(Game::default(), Settings::default(), EngineWorker::detached());
        let mut terminal = Self::with(session, TRUE, (80, 24));
        terminal.wait(20);
        terminal
    }
}

impl<S: Size> TestTerminal<S> {
    pub(crate) fn with(
        session: Session<S>,
        capabilities: Capabilities,
        (width, height): (u16, u16),
    ) -> Self {
        let screen = Terminal::new(TestBackend::new(width, height)).unwrap();
        Self { app: App::new(session, capabilities), now: 0, screen }
    }

    /// A console with an engine, which is the same in every run.
    pub(crate) fn thinking(
        settings: Settings,
        capabilities: Capabilities,
        size: (u16, u16),
    ) -> Self {
        let config = WorkerConfig { threads: 1, table: "14".parse().unwrap(), seed: 1 };
        let game = Game::from_position(Position::start());
        let worker = EngineWorker::start(config).unwrap();
        Self::with(Session::new(game, settings, worker), capabilities, size)
    }

    pub(crate) fn panel(&mut self) -> &mut Panel<S> {
        self.app.session().panel_mut()
    }

    /// Milliseconds go by, one by one.
    pub(crate) fn wait(&mut self, ms: u64) {
        for _ in 0..ms {
            self.now += 1;
            self.app.tick(self.now).unwrap();
        }
    }

    pub(crate) fn event(&mut self, event: &Event) -> Option<Outcome> {
        let outcome = self.app.event(event, self.now);
        self.app.tick(self.now).unwrap();
        outcome
    }

    /// A key goes down and comes up at once.
    pub(crate) fn key(&mut self, code: KeyCode) -> Option<Outcome> {
        self.event(&Event::Key(KeyEvent::from(code)))
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            assert_eq!(self.key(KeyCode::Char(key)), None);
        }
    }

    /// The space bar goes down for some time and comes up.
    pub(crate) fn hold_space(&mut self, ms: u64) {
        self.space(KeyEventKind::Press);
        self.wait(ms - 1);
        self.space(KeyEventKind::Release);
    }

    pub(crate) fn space(&mut self, kind: KeyEventKind) {
        self.now += 1;
        let key = KeyEvent::new_with_kind(KeyCode::Char(' '), KeyModifiers::NONE, kind);
        self.event(&Event::Key(key));
    }

    pub(crate) fn click(&mut self, square: &str) {
        self.draw();
        let wanted: Square = square.parse().unwrap();
        let matrix = self.app.matrix().unwrap();
        let all = (0..80).flat_map(|column| (0..24).map(move |row| (column, row)));
        let mut places = all.filter(|&(column, row)| matrix.square_at(column, row) == Some(wanted));
        let (column, row) = places.next().unwrap();
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    pub(crate) fn draw(&mut self) {
        let (app, now) = (&mut self.app, self.now);
        self.screen.draw(|frame| app.draw(frame, now)).unwrap();
    }

    /// The lights as they are on the screen.
    pub(crate) fn lights(&mut self) -> Frame {
        self.draw();
        self.app.matrix().unwrap().read(self.screen.backend().buffer())
    }

    /// Lets the engine work in its own time, while the console's clock goes on.
    pub(crate) fn until(&mut self, what: &str, done: impl Fn(&mut Self) -> bool) {
        let started = Instant::now();
        while !done(self) {
            assert!(started.elapsed() < Duration::from_secs(120), "no {what} after two minutes");
            std::thread::sleep(Duration::from_millis(2));
            self.wait(50);
        }
    }
}
