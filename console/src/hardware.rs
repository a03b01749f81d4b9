//! The interface between the console and a board. A new board implements [`Hardware`] in one file.

use crate::balance::Balance;
use crate::brightness::Brightness;
use crate::controls::Five;
use crate::frame::Frame;
use crate::panel::Panel;
use crate::saved_game::SavedGame;

/// A board that the console runs on.
pub trait Hardware {
    /// Milliseconds since the start.
    fn now_ms(&mut self) -> u64;

    /// The contacts of the buttons now; they need not be debounced.
    fn pressed(&mut self) -> Pressed;

    /// The next change of the contacts since the last call, and when it happened, from a board that
    /// records them in a timer interrupt with [`Contacts`](crate::Contacts). A board that does not
    /// loses presses between two polls, up to 90 ms.
    fn next_change(&mut self) -> Option<(Pressed, u64)> {
        None
    }

    /// Shows a picture until the next one, in LED currents (see [`Frame::gamma`]).
    fn show(&mut self, frame: &Frame);

    /// Shows the panel at a time, up to 60 times a second. A board with a pixel display draws what the
    /// panel knows in words; all others show its 64 colours.
    fn show_panel(&mut self, panel: &Panel, now: u64) {
        self.show(&panel.render(now).gamma());
    }

    /// Sets the brightness of the lights; called before the first picture and when the menu changes
    /// it. Does nothing where the lights cannot be dimmed.
    fn set_brightness(&mut self, _brightness: Brightness) {}

    /// Sets the white balance of the lights; called before the first picture and when the menu or the
    /// serial port changes it. Does nothing where the lights have one colour.
    fn set_balance(&mut self, _balance: Balance) {}

    /// Whether [`set_balance`](Self::set_balance) does something, so that the menu has a page for it.
    fn has_white_balance(&self) -> bool {
        false
    }

    /// The next byte from the serial line, or `None` if nothing has arrived.
    fn receive(&mut self) -> Option<Received>;

    /// Sends a byte over the serial line.
    fn send(&mut self, byte: u8);

    /// The game that was saved before the last reset or power cut.
    fn load(&mut self) -> Option<SavedGame>;

    /// The newest saved game of another kind than this one, from a board that keeps both.
    fn load_other(&mut self, _newest: &SavedGame) -> Option<SavedGame> {
        None
    }

    /// Saves a game across resets, and across power cuts if the board can.
    fn save(&mut self, game: &SavedGame);

    /// Feeds the watchdog; called a few hundred times a second.
    fn feed_watchdog(&mut self);

    /// Sleeps until the next interrupt.
    fn wait_for_interrupt(&mut self);
}

/// The contacts of a board: true when pressed, false where there is no button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressed {
    /// The only button of an unmodified board.
    pub one: bool,
    /// Five additional buttons.
    pub five: Five<bool>,
}

impl Pressed {
    /// All pressed: what the console takes contacts for until it has seen them, so that one that is
    /// stuck from the start is ignored.
    pub(crate) const ALL: Self = Self {
        one: true,
        five: Five { up: true, down: true, left: true, right: true, select: true },
    };
}

/// What arrives on the serial line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// A byte.
    Byte(u8),
    /// Bytes were lost, because they arrived too fast or damaged.
    Lost,
}
