//! Applies the player's actions.

use wedge_dark_chess::{Action as Play, Deal, Square, Squares};

use super::DealtGame;
use super::panel::{Letter, Panel, Stage};
use crate::controls::Action;
use crate::menu::{Choice, Menu, Players};
use crate::panel::Task;

impl Panel {
    /// The square at the top left of the matrix.
    pub(super) const FIRST: Square = match Square::from_index(0) {
        Some(square) => square,
        None => panic!("the board has squares"),
    };

    /// Applies an action, or shows that it is refused.
    pub fn handle(&mut self, action: Action, now: u64) {
        self.tick(now);
        self.stir(now);
        self.letter = None;
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
            (Stage::Choose { held: Some(from) }, Action::TakeBack) => self.put_down(from),
            (_, Action::TakeBack) => self.take_back(now),
            (Stage::Choose { held }, _) => self.choose(held, action, now),
            (Stage::Think(think), Action::Select) => {
                self.stage = Stage::Think(think.hurried());
                true
            }
            (Stage::Over, Action::Select) => {
                self.new_game(now);
                true
            }
            (Stage::Over, _) => {
                // Shows the final board again.
                self.state.last_move_at = now;
                true
            }
            (Stage::Think(_), _) => false,
        };
        self.state.refused_at = (!accepted).then_some(now);
    }

    fn choose(&mut self, held: Option<Square>, action: Action, now: u64) -> bool {
        let (file, rank) = (usize::from(self.cursor.file()), usize::from(self.cursor.rank()));
        let square = |file: usize, rank: usize| Square::from_index(rank % 8 * 4 + file % 4);
        // The board lies on its side: a rank is a column of LEDs.
        let target = match action {
            Action::Next => self.next_square(held),
            Action::Up => square(file + 3, rank),
            Action::Down => square(file + 1, rank),
            Action::Left => square(file, rank + 7),
            Action::Right => square(file, rank + 1),
            Action::Point(led) => square(led.row() / 2, led.column()),
            _ => None,
        };
        self.cursor = target.unwrap_or(self.cursor);
        if matches!(action, Action::Select | Action::Point(_)) {
            self.select(held, now)
        } else {
            true
        }
    }

    /// Acts on the square of the cursor: plays there with the held piece, or picks up, flips or looks
    /// at what is there.
    fn select(&mut self, held: Option<Square>, now: u64) -> bool {
        let square = self.cursor;
        if let Some(from) = held {
            if square == from {
                return self.put_down(from);
            }
            if self.targets(from).has(square) {
                self.play(Play::step(from, square), now);
                return true;
            }
        }
        let position = self.dealt.position();
        if held.is_none() && position.face_down().has(square) {
            self.play(Play::flip(square), now);
            return true;
        }
        let Some(piece) = position.piece_at(square) else { return false };
        if let Some(first) = self.targets(square).into_iter().next() {
            self.stage = Stage::Choose { held: Some(square) };
            self.letter = Some(Letter { square, from: now });
            self.hint = self.hint.filter(|hint| hint.from() == square);
            self.cursor = self.hint.map_or(first, Play::to);
            return true;
        }
        // Another piece only shows its letter; while one is held that is a mistake.
        if held.is_none() {
            self.letter = Some(Letter { square, from: now });
        }
        held.is_none() && Some(piece.color()) != position.side()
    }

    fn put_down(&mut self, from: Square) -> bool {
        self.stage = Stage::Choose { held: None };
        self.cursor = from;
        true
    }

    /// The square after the cursor's: where the held piece can go, or else first the pieces that can
    /// move and then those that can be flipped.
    fn next_square(&self, held: Option<Square>) -> Option<Square> {
        let (first, second) = match held {
            Some(from) => (self.targets(from), Squares::EMPTY),
            None => self.origins(),
        };
        let mut order = first.into_iter().chain(second);
        let next = order.by_ref().skip_while(|&square| square != self.cursor).nth(1);
        next.or_else(|| first.into_iter().chain(second).next())
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
        let choosing = matches!(self.stage, Stage::Choose { .. });
        if choosing {
            self.think(Task::Hint, now);
        }
        choosing
    }

    /// Starts a new game with another deal.
    pub fn new_game(&mut self, now: u64) {
        self.stir(now);
        self.set_game(DealtGame::new(Deal::new(self.next_deal)), self.state.settings, now);
    }

    /// Takes back all plies from the last one by a person. If only the engine plays, takes back one.
    fn take_back(&mut self, now: u64) -> bool {
        let plies = self.dealt.plies();
        let nobody = self.state.settings.players == Players::Nobody;
        let kept = self.dealt.kept().len();
        let back = (1..=kept).find(|&back| nobody || self.is_persons(plies - back));
        let Some(back) = back else { return false };
        let cursor = self.dealt.kept().get(kept - back).map(|action| action.from());
        for _ in 0..back {
            self.dealt.undo();
        }
        self.cursor = cursor.unwrap_or(self.cursor);
        self.state.changed();
        self.state.last_move_at = now;
        self.start_turn(now);
        true
    }
}
