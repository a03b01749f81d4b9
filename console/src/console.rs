//! The console's main loop: buttons, matrix, serial line and engine on any [`Hardware`].
//!
//! The engine searches in the main loop. Every few hundred nodes it calls its observer, which polls
//! the buttons, refreshes the picture and saves the game, so none of these waits for a search to
//! end. The engine also ponders while a person chooses. When there is nothing left to search, the
//! loop sleeps until the next interrupt.

use heapless::String;
use wedge_engine::gtp::{self, Gtp};
use wedge_engine::{Options, Search, Size, SplitMix64, Standard, TableView};

use crate::balance::Balance;
use crate::book_move::serve_from_book;
use crate::brightness::Brightness;
use crate::controls::{FiveButtons, OneButton};
use crate::hardware::{Hardware, Pressed, Received};
use crate::line_buffer::LineBuffer;
use crate::menu::Settings;
use crate::panel::Panel;
use crate::ponder::ponder;
use crate::saved_game::{GameKind, SavedGame};
use crate::screen::Screen;
use crate::serial_player::SerialPlayer;
use crate::serve::serve_request;

/// The longest time between two frames: 60 frames a second.
const FRAME_MS: u64 = 16;
/// The longest command on the serial line, in characters.
const MAX_COMMAND: usize = 128;
/// Room for the longest response: the 64 colours of `frame`.
const MAX_RESPONSE: usize = 1024;

/// Entries of the board's transposition table: 64 KB, two thirds of the larger RAM.
pub const TABLE_ENTRIES: usize = 4096;

/// 24 plies of search take less than 20 KB of stack. No strength reaches this depth except in positions
/// with hardly a choice of moves.
const MAX_DEPTH: u8 = 24;

/// The search as the board configures it. With a table of [`TABLE_ENTRIES`] entries, a PC that uses
/// this visits the same nodes as the board and finds the same moves.
#[must_use]
pub fn board_search<S: Size>(table: TableView<'_>) -> Search<'_, Standard, S> {
    let options = Options::default().with_max_depth(MAX_DEPTH);
    Search::new(Standard, Some(table), options)
}

/// Clears the table and the search. Not inlined, like every function here that builds large values:
/// the stack frame from which the search is called must not reserve room for them.
#[inline(never)]
pub(crate) fn reset_search<'t>(search: &mut Search<'t, Standard>, table: TableView<'t>) {
    table.clear();
    *search = board_search(table);
}

/// The console: panel, serial line and engine on some hardware.
#[derive(Debug)]
pub struct Console<'h, 't, H> {
    pub(crate) peripherals: Peripherals<'h, H>,
    pub(crate) panel: Panel,
    search: Search<'t, Standard>,
    /// The table of the active game's search.
    pub(crate) table: TableView<'t>,
    #[cfg(feature = "dark-chess")]
    pub(crate) dark_chess: crate::dark_chess::Player<'t>,
    /// The game on the lights; the other one waits.
    pub(crate) active: GameKind,
    line: LineBuffer<MAX_COMMAND>,
    gtp: Gtp,
    ponder: PonderState,
    /// Whether the saved games were read.
    restored: bool,
}

/// What the engine has pondered.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PonderState {
    /// The ticket of the choice that has been pondered to the end.
    done: Option<u32>,
    /// Nodes searched since the start.
    pub(crate) nodes: u64,
    /// Whether the table holds results of pondering.
    pub(crate) in_table: bool,
}

impl<'h, 't, H: Hardware> Console<'h, 't, H> {
    /// A console that shows a new game, or asks at its first step whether to resume the saved one.
    pub fn new(hardware: &'h mut H, table: TableView<'t>) -> Self {
        let mut panel = Panel::new();
        if cfg!(feature = "dark-chess") {
            panel = panel.with_both_games();
        }
        let white_balance = hardware.has_white_balance();
        if white_balance {
            panel = panel.with_white_balance();
        }
        Self {
            peripherals: Peripherals::new(hardware),
            panel,
            search: board_search(table),
            table,
            #[cfg(feature = "dark-chess")]
            dark_chess: crate::dark_chess::Player::new(table, white_balance),
            active: GameKind::Othello,
            line: LineBuffer::new(),
            gtp: Gtp::new(0),
            ponder: PonderState::default(),
            restored: false,
        }
    }

    /// Asks whether to resume the newest saved game, if there is one. Not part of [`Console::new`],
    /// whose stack frame has the console before it is in its place.
    #[inline(never)]
    fn restore(&mut self) {
        let hardware = &mut self.peripherals.hardware;
        let now = hardware.now_ms();
        if let Some(newest) = hardware.load() {
            let other = hardware.load_other(&newest);
            #[cfg(feature = "dark-chess")]
            self.restore_both(&newest, other.as_ref(), now);
            #[cfg(not(feature = "dark-chess"))]
            if !self.panel.offer_resume(&newest, now)
                && let Some(other) = other
            {
                self.panel.offer_resume(&other, now);
            }
        }
        self.peripherals.saved_revision = match self.active {
            GameKind::Othello => self.panel.revision(),
            #[cfg(feature = "dark-chess")]
            GameKind::DarkChess => self.dark_chess.panel.revision(),
            #[cfg(not(feature = "dark-chess"))]
            GameKind::DarkChess => 0,
        };
    }

    /// Clears the table and the search of Othello.
    #[cfg(feature = "dark-chess")]
    pub(crate) fn reset_othello(&mut self) {
        reset_search(&mut self.search, self.table);
        self.ponder.in_table = false;
        self.ponder.done = None;
    }

    /// Runs the main loop.
    pub fn run(&mut self) -> ! {
        loop {
            self.step();
        }
    }

    /// Does all pending work, then waits for the next interrupt.
    pub fn step(&mut self) {
        if !core::mem::replace(&mut self.restored, true) {
            self.restore();
        }
        match self.active {
            GameKind::Othello => self.serve_othello(),
            GameKind::DarkChess => {
                #[cfg(feature = "dark-chess")]
                self.dark_chess.serve(&mut self.peripherals);
            }
        }
        #[cfg(feature = "dark-chess")]
        self.change_game();
        while let Some(received) = self.peripherals.receive() {
            self.handle_serial(received);
        }
        if self.active == GameKind::Othello {
            self.ponder();
        }
        self.peripherals.hardware.wait_for_interrupt();
    }

    fn serve_othello(&mut self) {
        let Self { peripherals, panel, search, .. } = self;
        let mut random = SplitMix64::new(peripherals.seed);
        serve_from_book(panel, &mut random, peripherals.hardware.now_ms());
        serve_request(panel, search, &mut random, &mut |panel| peripherals.poll(panel));
        self.peripherals.poll(&mut self.panel);
    }

    /// Ponders the position that a person looks at, once for each choice.
    fn ponder(&mut self) {
        let Self { peripherals, panel, search, ponder: state, .. } = self;
        let choice = panel.ponder_ticket();
        if choice.is_none() || choice == state.done {
            return;
        }
        let mut interrupted = false;
        state.nodes += ponder(panel, search, &mut |panel| {
            peripherals.poll(panel);
            interrupted = peripherals.has_received();
            interrupted
        });
        state.in_table = true;
        // The serial line only interrupts: pondering starts again after it.
        state.done = if interrupted { None } else { choice };
    }

    /// The hardware.
    pub const fn hardware(&mut self) -> &mut H {
        self.peripherals.hardware
    }

    #[inline(never)]
    fn handle_serial(&mut self, received: Received) {
        let byte = match received {
            Received::Byte(byte) => byte,
            Received::Lost => return self.line.mark_lost(),
        };
        let mut response = String::<MAX_RESPONSE>::new();
        let written = match self.line.push(byte) {
            None => return,
            Some(Err(error)) => gtp::refuse(&error, &mut response),
            Some(Ok(line)) => {
                let before = self.active;
                let mut player = SerialPlayer {
                    peripherals: &mut self.peripherals,
                    panel: &mut self.panel,
                    search: &mut self.search,
                    table: self.table,
                    ponder: &mut self.ponder,
                    #[cfg(feature = "dark-chess")]
                    dark_chess: &mut self.dark_chess.panel,
                    active: &mut self.active,
                };
                let written = self.gtp.answer(line, &mut player, &mut response).map(|_| ());
                if before != self.active {
                    // The commands are about Othello: its game is the one to save now.
                    self.peripherals.saved_revision = self.panel.revision().wrapping_sub(1);
                }
                written
            }
        };
        if written.is_err() {
            // A response that was cut off still has to end with an empty line.
            while response.len() > MAX_RESPONSE - 2 {
                response.pop();
            }
            let _ = response.push_str("\n\n");
        }
        // A move survives a reset as soon as its response is sent.
        if self.active == GameKind::Othello {
            self.peripherals.save_changes(&self.panel);
        }
        response.bytes().for_each(|byte| self.peripherals.hardware.send(byte));
    }
}

/// The hardware and its state: what is polled while the engine searches.
#[derive(Debug)]
pub(crate) struct Peripherals<'h, H> {
    pub(crate) hardware: &'h mut H,
    one_button: OneButton,
    five_buttons: FiveButtons,
    /// The contacts after the last change.
    pressed: Pressed,
    /// The brightness and the white balance that the hardware has been set to.
    brightness: Option<Brightness>,
    balance: Option<Balance>,
    /// When the next frame is due.
    next_frame_at: u64,
    /// The revision of the panel that was saved last.
    saved_revision: u32,
    /// A random seed from the times of button presses, the board's only source of entropy.
    seed: u64,
    /// What arrived on the serial line while the engine pondered.
    pending: Option<Received>,
}

impl<'h, H: Hardware> Peripherals<'h, H> {
    fn new(hardware: &'h mut H) -> Self {
        Self {
            hardware,
            one_button: OneButton::default(),
            five_buttons: FiveButtons::default(),
            pressed: Pressed::ALL,
            brightness: None,
            balance: None,
            next_frame_at: 0,
            saved_revision: 0,
            seed: 0,
            pending: None,
        }
    }

    /// The next thing from the serial line.
    fn receive(&mut self) -> Option<Received> {
        self.pending.take().or_else(|| self.hardware.receive())
    }

    /// Whether [`receive`](Self::receive) has something.
    fn has_received(&mut self) -> bool {
        self.pending = self.pending.or_else(|| self.hardware.receive());
        self.pending.is_some()
    }

    /// Reads the buttons, updates the panel, shows it, and saves what has changed. Returns the time.
    pub(crate) fn poll(&mut self, panel: &mut impl Screen) -> u64 {
        self.hardware.feed_watchdog();
        let now = self.hardware.now_ms();
        while let Some((pressed, at)) = self.hardware.next_change() {
            // The contacts were as before up to this time.
            self.sample(panel, self.pressed, at, now);
            self.sample(panel, pressed, at, now);
        }
        let pressed = self.hardware.pressed();
        self.sample(panel, pressed, now, now);
        panel.tick(now);
        let Settings { brightness, balance, .. } = panel.settings();
        if self.balance != Some(balance) {
            self.balance = Some(balance);
            self.hardware.set_balance(balance);
        }
        if self.brightness != Some(brightness) {
            self.brightness = Some(brightness);
            self.hardware.set_brightness(brightness);
        }
        if now >= self.next_frame_at {
            self.next_frame_at = now + FRAME_MS;
            panel.show(self.hardware, now);
        }
        self.save_changes(panel);
        now
    }

    /// Passes the actions of contacts to the panel: as they were at a time, as it is now.
    fn sample(&mut self, panel: &mut impl Screen, pressed: Pressed, at: u64, now: u64) {
        self.pressed = pressed;
        let actions =
            [self.one_button.sample(pressed.one, at), self.five_buttons.sample(pressed.five, at)];
        for action in actions.into_iter().flatten() {
            panel.handle(action, now);
            self.seed = SplitMix64::new(self.seed ^ at).next();
            // A press shows at once.
            self.next_frame_at = now;
        }
    }

    /// Saves the game if it has changed since the last save.
    fn save_changes(&mut self, panel: &impl Screen) {
        if panel.revision() != self.saved_revision {
            self.save(&panel.save(), panel.revision());
        }
    }

    /// Saves a game, whose panel has this revision.
    pub(crate) fn save(&mut self, game: &SavedGame, revision: u32) {
        self.saved_revision = revision;
        self.hardware.save(game);
    }
}
