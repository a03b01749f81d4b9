//! What the console asks of a board. A new board is one file that gives these.

use crate::controls::Five;
use crate::frame::Frame;
use crate::saved_game::SavedGame;

/// A board to play on.
pub trait Hardware {
    /// Milliseconds since the start.
    fn now_ms(&mut self) -> u64;

    /// Which buttons are down, as the contacts say it.
    fn pressed(&mut self) -> Pressed;

    /// Shows a picture from now on, in LED currents (see [`Frame::gamma`]).
    fn show(&mut self, frame: &Frame);

    /// What came over the serial line, byte by byte; none when there is nothing new.
    fn receive(&mut self) -> Option<Received>;

    /// Sends a byte over the serial line.
    fn send(&mut self, byte: u8);

    /// The game that was kept when the power or the program stopped.
    fn saved(&mut self) -> Option<SavedGame>;

    /// Keeps a game across resets, and across power cuts if the board can.
    fn save(&mut self, game: &SavedGame);

    /// Says that the program is alive; called a few hundred times a second.
    fn alive(&mut self);

    /// Waits for the next interrupt: there is nothing to do.
    fn rest(&mut self);
}

/// The contacts of a board: true when pressed, false where there is no button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressed {
    /// The only button of a board as bought.
    pub one: bool,
    /// Five buttons beside it.
    pub five: Five<bool>,
}

/// What the serial line brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// A byte.
    Byte(u8),
    /// Bytes came too fast, or damaged, and are gone.
    Lost,
}
