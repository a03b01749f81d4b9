//! Dark chess in the console's main loop.

use wedge_dark_chess::{Relations, Search};
use wedge_engine::TableView;

use super::{Panel, board_search, serve_request};
use crate::console::{Console, Peripherals};
use crate::hardware::Hardware;
use crate::saved_game::{GameKind, SavedGame};
use crate::screen::Screen;

/// The panel and the engine of dark chess.
#[derive(Debug)]
pub(crate) struct Player<'t> {
    pub(crate) panel: Panel,
    search: Search<'t, Relations>,
}

impl<'t> Player<'t> {
    pub(crate) fn new(table: TableView<'t>, white_balance: bool) -> Self {
        let mut panel = Panel::new().with_both_games();
        if white_balance {
            panel = panel.with_white_balance();
        }
        Self { panel, search: board_search(table) }
    }

    /// Forgets what it learnt; the caller clears the table. Not inlined, as `reset_search` is not.
    #[inline(never)]
    pub(crate) fn reset(&mut self, table: TableView<'t>) {
        self.search = board_search(table);
    }

    #[inline(never)]
    pub(crate) fn serve<H: Hardware>(&mut self, peripherals: &mut Peripherals<'_, H>) {
        serve_request(&mut self.panel, &mut self.search, &mut |panel| peripherals.poll(panel));
        peripherals.poll(&mut self.panel);
    }
}

impl<H: Hardware> Console<'_, '_, H> {
    /// Shows the other game if it was chosen in the menu. The table is the other's from now on.
    pub(crate) fn change_game(&mut self) {
        let now = self.peripherals.hardware.now_ms();
        let (othello, dark_chess) = (&mut self.panel, &mut self.dark_chess.panel);
        match self.active {
            GameKind::Othello if othello.take_leave() => {
                dark_chess.set_lights(&othello.settings());
                self.active = GameKind::DarkChess;
                dark_chess.reenter(now);
                self.peripherals.save(&dark_chess.save(), dark_chess.revision());
            }
            GameKind::DarkChess if dark_chess.take_leave() => {
                othello.set_lights(&dark_chess.settings());
                self.show_othello();
                let now = self.peripherals.hardware.now_ms();
                self.panel.reenter(now);
                self.peripherals.save(&self.panel.save(), self.panel.revision());
                return;
            }
            _ => return,
        }
        self.table.clear();
        self.dark_chess.reset(self.table);
    }

    /// Gives the table and the lights to Othello.
    pub(crate) fn show_othello(&mut self) {
        if self.active == GameKind::DarkChess {
            self.active = GameKind::Othello;
            self.reset_othello();
        }
    }

    /// Restores the games of both kinds: asks about the newest, keeps the other.
    pub(crate) fn restore_both(&mut self, newest: &SavedGame, other: Option<&SavedGame>, now: u64) {
        let is_dark_chess = newest.kind() == Some(GameKind::DarkChess);
        if is_dark_chess && self.dark_chess.panel.offer_resume(newest, now) {
            self.active = GameKind::DarkChess;
        } else if !is_dark_chess {
            self.panel.offer_resume(newest, now);
        }
        match other {
            Some(othello) if is_dark_chess => drop(self.panel.restore(othello, now)),
            Some(dark_chess) => drop(self.dark_chess.panel.restore(dark_chess, now)),
            None => {}
        }
    }
}

impl Screen for Panel {
    fn handle(&mut self, action: crate::Action, now: u64) {
        self.handle(action, now);
    }

    fn tick(&mut self, now: u64) {
        self.tick(now);
    }

    fn render(&self, now: u64) -> crate::Frame {
        self.render(now)
    }

    fn settings(&self) -> crate::Settings {
        self.settings()
    }

    fn revision(&self) -> u32 {
        self.revision()
    }

    fn save(&self) -> SavedGame {
        self.save()
    }
}
