//! Applies the player's actions.

use wedge_engine::{Bitboard, Game, Move, Position, Size, Square};

use super::{Panel, Stage, Task};
use crate::controls::Action;
use crate::menu::{Choice, Menu, Players};

impl<S: Size> Panel<S> {
    /// Applies an action, or shows that it is refused.
    pub fn handle(&mut self, action: Action, now: u64) {
        self.tick(now);
        if !self.state.takes(action, now) {
            return;
        }
        let accepted = match (self.stage, action) {
            (_, Action::Arm) => true,
            (Stage::Menu(menu), _) => self.handle_menu(menu, action, now),
            (_, Action::Menu) => {
                self.enter(Stage::Menu(self.state.menu()), now);
                true
            }
            (Stage::Remote, _) => false,
            (_, Action::TakeBack) => self.take_back(now),
            (Stage::Choose, _) => self.choose(action, now),
            (Stage::Think(think), Action::Select) => {
                self.stage = Stage::Think(think.hurried());
                true
            }
            (Stage::Pass, Action::Select) => {
                self.play(Move::Pass, now);
                true
            }
            (Stage::Over, Action::Select) => {
                self.new_game(now);
                true
            }
            (Stage::Over, _) => {
                // Shows the end of the game again.
                self.state.last_move_at = now;
                self.flipped = Bitboard::EMPTY;
                true
            }
            (Stage::Think(_) | Stage::Pass, _) => false,
        };
        self.state.refused_at = (!accepted).then_some(now);
    }

    fn choose(&mut self, action: Action, now: u64) -> bool {
        let (column, row) = (self.cursor.column(), self.cursor.row());
        let target = match action {
            Action::Next => self.next_legal(),
            Action::Up => Square::new(column, (row + S::HEIGHT - 1) % S::HEIGHT),
            Action::Down => Square::new(column, (row + 1) % S::HEIGHT),
            Action::Left => Square::new((column + S::WIDTH - 1) % S::WIDTH, row),
            Action::Right => Square::new((column + 1) % S::WIDTH, row),
            // A smaller board does not use all 64 LEDs.
            Action::Point(square) if !Bitboard(S::MASK).has(square) => return false,
            Action::Point(square) => Some(square),
            _ => None,
        };
        self.cursor = target.unwrap_or(self.cursor);
        if !matches!(action, Action::Select | Action::Point(_)) {
            return true;
        }
        let legal = self.game.position().board().legal_moves().has(self.cursor);
        if legal {
            self.play(Move::Play(self.cursor), now);
        }
        legal
    }

    fn next_legal(&self) -> Option<Square> {
        let legal = self.game.position().board().legal_moves();
        let later = Bitboard(legal.0 & !(self.cursor.bit().0 | (self.cursor.bit().0 - 1)));
        later.first().or(legal.first())
    }

    fn handle_menu(&mut self, mut menu: Menu, action: Action, now: u64) -> bool {
        let choice = self.state.choose(&mut menu, action);
        self.stage = Stage::Menu(menu);
        match choice {
            None | Some(Choice::OtherGame) => {}
            Some(Choice::NewGame) => self.new_game(now),
            Some(_) => self.start_turn(now),
        }
        match choice {
            Some(Choice::TakeBack) => self.take_back(now),
            Some(Choice::Hint) => self.request_hint(now),
            _ => true,
        }
    }

    /// Requests a hint, as the menu does. Returns false if it is not a person's turn.
    pub fn request_hint(&mut self, now: u64) -> bool {
        let choosing = self.stage == Stage::Choose;
        if choosing {
            self.think(Task::Hint, now);
        }
        choosing
    }

    fn new_game(&mut self, now: u64) {
        self.set_game(Game::from_position(Position::start()), self.state.settings, now);
    }

    /// Takes back all moves from the last one by a person, and puts the cursor on its square. If only
    /// the engine plays, takes back one move.
    fn take_back(&mut self, now: u64) -> bool {
        let players = match self.state.settings.players {
            Players::Nobody => Players::Both,
            players => players,
        };
        let last = self
            .game
            .steps()
            .enumerate()
            .filter(|(_, (position, _))| players.has(position.side()))
            .filter_map(|(ply, (_, mv))| Some((ply, mv.square()?)))
            .last();
        let Some((ply, square)) = last else { return false };
        while self.game.moves().len() > ply {
            self.game.undo();
        }
        self.state.changed();
        self.cursor = square;
        self.flipped = Bitboard::EMPTY;
        self.state.last_move_at = now;
        self.start_turn(now);
        true
    }
}
