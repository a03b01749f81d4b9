//! The console at work: buttons, lights, serial line and engine, on any [`Hardware`].
//!
//! The engine thinks in the main loop. Every few hundred nodes it asks whether to stop, and that
//! is when buttons are read, the picture is renewed and the game is kept: nothing waits for it. So
//! it may also think while a person chooses; when more of that is pointless, the board sleeps.

use core::fmt::Write;

use heapless::String;
use wedge_engine::gtp::{Answer, Failure, Gtp, Player};
use wedge_engine::{
    Book, Game, Limits, Observer, Options, Position, Report, Score, Search, Size, SplitMix64,
    Square, Standard, TableView,
};

use crate::book_move::serve_from_book;
use crate::controls::{FiveButtons, OneButton};
use crate::hardware::{Hardware, Received};
use crate::line_buffer::{LineBuffer, LineError};
use crate::panel::Panel;
use crate::ponder::ponder;
use crate::serve::serve_request;

/// A new picture at least this often: sixty times a second.
const PICTURE_MS: u64 = 16;
/// The longest command on the serial line.
const LINE: usize = 128;
/// Room for the longest answer: the 64 colours of `frame`.
const ANSWER: usize = 1024;

/// Positions that the board's table remembers: 64 KB, two thirds of the larger RAM.
pub const TABLE_ENTRIES: usize = 4096;

/// Twenty-four plies of the search take less than 20 KB of stack, and no strength gets that far except
/// where hardly a move can be chosen.
const DEEPEST: u8 = 24;

/// Not inlined, like all here that builds large values: a frame that the search is called from
/// should not keep room for them.
#[inline(never)]
fn forget<'t>(search: &mut Search<'t, Standard>, table: TableView<'t>) {
    table.clear();
    *search = searcher(table);
}

/// The engine as the board sets it up. With a table of [`TABLE_ENTRIES`] a PC that starts from this
/// finds the board's moves, node for node.
#[must_use]
pub fn searcher<S: Size>(table: TableView<'_>) -> Search<'_, Standard, S> {
    let options = Options::default().with_max_depth(DEEPEST);
    Search::new(Standard, Some(table), options)
}

/// A console: panel, serial line and engine on a board.
#[derive(Debug)]
pub struct Console<'b, 't, B> {
    peripherals: Peripherals<'b, B>,
    panel: Panel,
    search: Search<'t, Standard>,
    table: TableView<'t>,
    line: LineBuffer<LINE>,
    gtp: Gtp,
    pondered: Pondered,
}

/// What was thought while a person chose.
#[derive(Clone, Copy, Debug, Default)]
struct Pondered {
    /// The choice that no more thought is wasted on.
    done: Option<u32>,
    /// Moves tried since the start.
    nodes: u64,
    /// Whether the table knows of it.
    fresh: bool,
}

impl<'b, 't, B: Hardware> Console<'b, 't, B> {
    /// A console with a new game, or with the question whether to go on with the kept one.
    pub fn new(board: &'b mut B, table: TableView<'t>) -> Self {
        let mut panel = Panel::new();
        let now = board.now_ms();
        if let Some(saved) = board.saved() {
            panel.offer(&saved, now);
        }
        Self {
            peripherals: Peripherals::new(board, &panel),
            panel,
            search: searcher(table),
            table,
            line: LineBuffer::new(),
            gtp: Gtp::new(0),
            pondered: Pondered::default(),
        }
    }

    /// Plays until the power goes.
    pub fn run(&mut self) -> ! {
        loop {
            self.step();
        }
    }

    /// Does what there is to do, then rests until the next interrupt.
    pub fn step(&mut self) {
        let Self { peripherals, panel, search, .. } = self;
        let mut random = SplitMix64::new(peripherals.seed);
        serve_from_book(panel, &mut random, peripherals.board.now_ms());
        serve_request(panel, search, &mut random, &mut |panel| peripherals.service(panel));
        self.peripherals.service(&mut self.panel);
        while let Some(received) = self.peripherals.receive() {
            self.listen(received);
        }
        self.ponder();
        self.peripherals.board.rest();
    }

    /// Thinks about what a person chooses from, once for each choice.
    fn ponder(&mut self) {
        let Self { peripherals, panel, search, pondered, .. } = self;
        let choice = panel.awaits();
        if choice.is_none() || choice == pondered.done {
            return;
        }
        let mut heard = false;
        pondered.nodes += ponder(panel, search, &mut |panel| {
            peripherals.service(panel);
            peripherals.heard = peripherals.heard.or_else(|| peripherals.board.receive());
            heard = peripherals.heard.is_some();
            heard
        });
        pondered.fresh = true;
        // The serial line only interrupts.
        pondered.done = if heard { None } else { choice };
    }

    /// The board.
    pub const fn board(&mut self) -> &mut B {
        self.peripherals.board
    }

    #[inline(never)]
    fn listen(&mut self, received: Received) {
        let byte = match received {
            Received::Byte(byte) => byte,
            Received::Lost => return self.line.lost(),
        };
        let mut text = String::<ANSWER>::new();
        match self.line.push(byte) {
            None => return,
            Some(Err(fault)) => refuse(&fault, &mut text),
            Some(Ok(line)) => {
                let mut player = Serial {
                    peripherals: &mut self.peripherals,
                    panel: &mut self.panel,
                    search: &mut self.search,
                    table: self.table,
                    pondered: &mut self.pondered,
                };
                if self.gtp.answer(line, &mut player, &mut text).is_err() {
                    // Cut off: it still has to end as an answer ends.
                    while text.len() > ANSWER - 2 {
                        text.pop();
                    }
                    let _ = text.push_str("\n\n");
                }
            }
        }
        // A move that was answered survives a reset.
        self.peripherals.save_changes(&self.panel);
        text.bytes().for_each(|byte| self.peripherals.board.send(byte));
    }
}

fn refuse(fault: &LineError, text: &mut String<ANSWER>) {
    let _ = write!(text, "? {fault}\n\n");
}

/// All but panel and engine: what is attended to while the engine thinks.
#[derive(Debug)]
struct Peripherals<'b, B> {
    board: &'b mut B,
    one: OneButton,
    five: FiveButtons,
    /// When the next picture is due.
    picture_at: u64,
    /// The state of the panel that was saved last.
    saved: u32,
    /// Grows from when buttons were pressed: the board's only source of chance.
    seed: u64,
    /// What came over the serial line while the engine pondered.
    heard: Option<Received>,
}

impl<'b, B: Hardware> Peripherals<'b, B> {
    fn new(board: &'b mut B, panel: &Panel) -> Self {
        let (one, five) = (OneButton::default(), FiveButtons::default());
        let saved = panel.revision();
        Self { board, one, five, picture_at: 0, saved, seed: 0, heard: None }
    }

    /// What came over the serial line.
    fn receive(&mut self) -> Option<Received> {
        self.heard.take().or_else(|| self.board.receive())
    }

    /// Reads the buttons, lets the panel move on, shows it, and keeps what is new. Gives the time.
    fn service(&mut self, panel: &mut Panel) -> u64 {
        self.board.alive();
        let now = self.board.now_ms();
        let pressed = self.board.pressed();
        let actions = [self.one.sample(pressed.one, now), self.five.sample(pressed.five, now)];
        for action in actions.into_iter().flatten() {
            panel.handle(action, now);
            self.seed = SplitMix64::new(self.seed ^ now).next();
            // A press is answered at once.
            self.picture_at = now;
        }
        panel.tick(now);
        if now >= self.picture_at {
            self.picture_at = now + PICTURE_MS;
            self.board.show(&panel.render(now).gamma());
        }
        self.save_changes(panel);
        now
    }

    /// Saves the game if it has changed since it was saved last.
    fn save_changes(&mut self, panel: &Panel) {
        if panel.revision() != self.saved {
            self.saved = panel.revision();
            self.board.save(&panel.save());
        }
    }
}

/// The console as a player of the serial protocol.
struct Serial<'a, 'b, 't, B> {
    peripherals: &'a mut Peripherals<'b, B>,
    panel: &'a mut Panel,
    search: &'a mut Search<'t, Standard>,
    table: TableView<'t>,
    pondered: &'a mut Pondered,
}

impl<B: Hardware> Player for Serial<'_, '_, '_, B> {
    fn game(&mut self) -> &mut Game {
        self.panel.game_mut()
    }

    fn game_changed(&mut self, played: Option<Square>) {
        let now = self.peripherals.board.now_ms();
        self.panel.remote_changed(played, now);
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Report {
        // Whoever plays over the serial line gets the moves that a PC finds.
        if self.pondered.fresh {
            self.new_game();
        }
        let mut watch = Watch { peripherals: self.peripherals, panel: self.panel };
        self.search.think(position, limits, &mut watch)
    }

    fn book_move(
        &mut self,
        position: &Position,
        margin: Score,
        random: &mut SplitMix64,
    ) -> Option<Square> {
        Some(Book::built_in().choose(position, margin, random)?.square)
    }

    fn now_ms(&mut self) -> u64 {
        self.peripherals.board.now_ms()
    }

    fn new_game(&mut self) {
        forget(self.search, self.table);
        self.pondered.fresh = false;
    }

    fn commands(&self) -> &'static [&'static str] {
        &["frame", "pondered"]
    }

    fn run(
        &mut self,
        command: &str,
        _arguments: &str,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        if command == "pondered" {
            return Ok(write!(answer, "{}", self.pondered.nodes)?);
        }
        let now = self.peripherals.board.now_ms();
        Ok(write!(answer, "\n{}", self.panel.render(now))?)
    }
}

/// Keeps lights and buttons alive while the engine thinks for the serial line.
struct Watch<'a, 'b, B> {
    peripherals: &'a mut Peripherals<'b, B>,
    panel: &'a mut Panel,
}

impl<B: Hardware> Observer for Watch<'_, '_, B> {
    fn now_ms(&mut self) -> u64 {
        self.peripherals.board.now_ms()
    }

    fn stop(&mut self) -> bool {
        self.peripherals.service(self.panel);
        false
    }
}
