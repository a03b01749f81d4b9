//! The console at work: buttons, lights, serial line and engine, on any [`Board`].
//!
//! The engine thinks in the main loop. Every few hundred nodes it asks whether to stop, and that
//! is when buttons are read, the picture is renewed and the game is kept: nothing waits for it.

use wedge_engine::{Options, Search, SplitMix64, Squares, TableView};

use crate::board::Board;
use crate::controls::{FiveButtons, OneButton};
use crate::panel::Panel;
use crate::work::work;

/// A new picture at most this often: sixty times a second.
const PICTURE_MS: u64 = 16;

/// Plays until the power goes.
pub fn play<B: Board>(board: &mut B, table: TableView<'_>) -> ! {
    let mut search = Search::new(Squares, Some(table), Options::default());
    let mut panel = Panel::new();
    let now = board.now_ms();
    if let Some(saved) = board.saved() {
        panel.offer(&saved, now);
    }
    let mut front = Front::new(board, &panel);
    loop {
        let mut random = SplitMix64::new(front.seed);
        work(&mut panel, &mut search, &mut random, &mut |panel| front.attend(panel));
        front.attend(&mut panel);
        front.board.rest();
    }
}

/// All but panel and engine: what is attended to while the engine thinks.
struct Front<'b, B> {
    board: &'b mut B,
    one: OneButton,
    five: FiveButtons,
    /// When the next picture is due.
    picture_at: u64,
    /// The state of the panel that was saved last.
    saved: u32,
    /// Grows from when buttons were pressed: the board's only source of chance.
    seed: u64,
}

impl<'b, B: Board> Front<'b, B> {
    fn new(board: &'b mut B, panel: &Panel) -> Self {
        let (one, five) = (OneButton::default(), FiveButtons::default());
        Self { board, one, five, picture_at: 0, saved: panel.revision(), seed: 0 }
    }

    /// Reads the buttons, lets the panel move on, shows it, and keeps what is new. Gives the time.
    fn attend(&mut self, panel: &mut Panel) -> u64 {
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
        if panel.revision() != self.saved {
            self.saved = panel.revision();
            self.board.save(&panel.save());
        }
        now
    }
}
