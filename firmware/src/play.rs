//! The console at work: buttons, lights, serial line and engine, on any [`Board`].
//!
//! The engine thinks in the main loop. Every few hundred nodes it asks whether to stop, and that
//! is when buttons are read, the picture is renewed and the clock moves: nothing waits for it.

use wedge_engine::{Limits, Observer, Options, Report, Search, Squares, TableView};

use crate::board::Board;
use crate::controls::{FiveButtons, OneButton};
use crate::panel::{Panel, Request};

/// A new picture at most this often: sixty times a second.
const PICTURE_MS: u64 = 16;

/// Plays until the power goes.
pub fn play<B: Board>(board: &mut B, table: TableView<'_>) -> ! {
    let mut search = Search::new(Squares, Some(table), Options::default());
    let mut front = Front::new(board);
    loop {
        match front.panel.request() {
            Some(request) => front.think(&mut search, &request),
            None => front.board.rest(),
        }
        front.attend();
    }
}

/// All but the engine: what goes on while it thinks.
struct Front<'b, B> {
    board: &'b mut B,
    panel: Panel,
    one: OneButton,
    five: FiveButtons,
    /// When the next picture is due.
    picture_at: u64,
    /// The state of the panel that was saved last.
    saved: u32,
}

impl<'b, B: Board> Front<'b, B> {
    fn new(board: &'b mut B) -> Self {
        let now = board.now_ms();
        let mut panel = Panel::new();
        if let Some(saved) = board.saved() {
            panel.offer(&saved, now);
        }
        let saved = panel.revision();
        let (one, five) = (OneButton::default(), FiveButtons::default());
        Self { board, panel, one, five, picture_at: now, saved }
    }

    /// Reads the buttons, lets the panel move on, shows it, and keeps what is new.
    fn attend(&mut self) {
        self.board.alive();
        let now = self.board.now_ms();
        let pressed = self.board.pressed();
        let actions = [self.one.sample(pressed.one, now), self.five.sample(pressed.five, now)];
        for action in actions.into_iter().flatten() {
            self.panel.handle(action, now);
        }
        self.panel.tick(now);
        if now >= self.picture_at {
            self.picture_at = now + PICTURE_MS;
            self.board.show(&self.panel.render(now).gamma());
        }
        if self.panel.revision() != self.saved {
            self.saved = self.panel.revision();
            self.board.save(&self.panel.save());
        }
    }

    fn think(&mut self, search: &mut Search<'_, Squares>, request: &Request) {
        let limits =
            Limits { nodes: request.level.nodes().into(), ..Limits::depth(request.level.depth()) };
        let report =
            search.think(&request.position, &limits, &mut Thinking { front: self, request });
        let now = self.board.now_ms();
        self.panel.answer(request.ticket, report.best.square().as_slice(), now);
    }
}

/// The engine at work on a request of the panel.
struct Thinking<'a, 'b, B> {
    front: &'a mut Front<'b, B>,
    request: &'a Request,
}

impl<B: Board> Observer for Thinking<'_, '_, B> {
    fn now_ms(&mut self) -> u64 {
        self.front.board.now_ms()
    }

    fn stop(&mut self) -> bool {
        self.front.attend();
        self.front.panel.is_void(self.request.ticket)
    }

    fn progress(&mut self, report: &Report) {
        if let Some(square) = report.best.square() {
            self.front.panel.consider(self.request.ticket, square);
        }
    }
}
