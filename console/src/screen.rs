//! What the console's main loop needs of a game's user interface.

use crate::controls::Action;
use crate::frame::Frame;
use crate::hardware::Hardware;
use crate::menu::Settings;
use crate::panel::Panel;
use crate::saved_game::SavedGame;

/// A game's user interface: the panel of Othello or of dark chess.
pub(crate) trait Screen {
    fn handle(&mut self, action: Action, now: u64);
    fn tick(&mut self, now: u64);
    fn render(&self, now: u64) -> Frame;

    /// Shows the screen: its 64 colours, unless the board draws more than those.
    fn show(&self, hardware: &mut impl Hardware, now: u64) {
        hardware.show(&self.render(now).gamma());
    }

    fn settings(&self) -> Settings;
    fn revision(&self) -> u32;
    fn save(&self) -> SavedGame;
}

impl Screen for Panel {
    fn handle(&mut self, action: Action, now: u64) {
        self.handle(action, now);
    }

    fn tick(&mut self, now: u64) {
        self.tick(now);
    }

    fn render(&self, now: u64) -> Frame {
        self.render(now)
    }

    fn show(&self, hardware: &mut impl Hardware, now: u64) {
        hardware.show_panel(self, now);
    }

    fn settings(&self) -> Settings {
        self.settings()
    }

    fn revision(&self) -> u32 {
        self.revision()
    }

    fn save(&self) -> SavedGame {
        self.save()
    }
}
