//! The user interface of dark chess: the state machine of one game.

use wedge_dark_chess::{Action as Play, Deal, Ply, Square, Squares};
use wedge_engine::{Color, SplitMix64, Strength};

use super::DealtGame;
use crate::menu::{Entry, Menu, Settings};
use crate::panel::Task;
use crate::panel_state::{MOVE_DELAY_MS, PanelState, Think};
use crate::saved_game::SavedGame;

/// How long a moved piece fades from its old square.
pub(super) const STEP_MS: u64 = 300;
/// How long the square of a flip is lit before the letter shows, and how long that shows.
pub(super) const FLIP_MS: u64 = 200;
pub(super) const LETTER_MS: u64 = 900;

/// A request to the engine, about the panel's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Identifies this request. A newer request makes it void.
    pub ticket: u32,
    /// What the request is for.
    pub task: Task,
    /// The strength to search at.
    pub strength: Strength,
}

/// What the panel is doing, for a user interface that says it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// A person chooses a piece, or where the held piece goes.
    Choosing {
        /// The square of the held piece.
        held: Option<Square>,
    },
    /// The engine searches.
    Thinking(Task),
    /// The game is over.
    Over,
    /// A page of the menu.
    Menu {
        /// Which page.
        entry: Entry,
        /// Whether a tap changes the value of the page.
        editing: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Choose { held: Option<Square> },
    Think(Think<Play>),
    Over,
    Menu(Menu),
}

/// A full-screen letter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub(super) square: Square,
    pub(super) from: u64,
}

/// The user interface: a game, its players, a cursor, the held piece and the state of the display.
///
/// It is used as [`Panel`](crate::Panel) is: pass it actions and the time, show its picture, serve
/// its requests. [`Players::Black`](crate::Players::Black) means here that a person plays first.
#[derive(Clone, Debug)]
pub struct Panel {
    pub(super) dealt: DealtGame,
    pub(super) state: PanelState,
    pub(super) stage: Stage,
    pub(super) cursor: Square,
    /// The best action, after a hint was requested.
    pub(super) hint: Option<Play>,
    pub(super) letter: Option<Letter>,
    /// The number of the next deal, from the times of the actions.
    pub(super) next_deal: u64,
}

impl Default for Panel {
    fn default() -> Self {
        Self::new()
    }
}

impl Panel {
    /// A new game: a person plays first, the engine answers at the default strength.
    #[must_use]
    pub fn new() -> Self {
        let mut panel = Self {
            dealt: DealtGame::new(Deal::new(0)),
            state: PanelState::new(),
            stage: Stage::Choose { held: None },
            cursor: Self::FIRST,
            hint: None,
            letter: None,
            next_deal: 0,
        };
        panel.start_turn(0);
        panel
    }

    /// Lets the menu offer the console's other game.
    #[must_use]
    pub const fn with_both_games(mut self) -> Self {
        self.state.both_games = true;
        self
    }

    /// Lets the menu offer the white balance: the lights have three colours.
    #[must_use]
    pub const fn with_white_balance(mut self) -> Self {
        self.state.white_balance = true;
        self
    }

    /// Whether the other game was chosen in the menu since the last call.
    pub const fn take_leave(&mut self) -> bool {
        self.state.take_leave()
    }

    /// Goes on after the other game was shown.
    pub fn reenter(&mut self, now: u64) {
        self.start_turn(now);
    }

    /// Loads a saved game and asks whether to resume it. Returns false, and changes nothing, if the
    /// bytes hold no game of dark chess, or one that is over or has not begun.
    pub fn offer_resume(&mut self, saved: &SavedGame, now: u64) -> bool {
        let loaded = self.restore(saved, now);
        if loaded {
            self.enter(Stage::Menu(Menu::RESUME), now);
        }
        loaded
    }

    /// Loads a saved game without a question. Returns false as [`Panel::offer_resume`] does.
    pub fn restore(&mut self, saved: &SavedGame, now: u64) -> bool {
        let Some((dealt, settings)) = saved.load_dark_chess() else { return false };
        if dealt.game().ending().is_some() || dealt.plies() == 0 {
            return false;
        }
        self.set_game(dealt, settings, now);
        true
    }

    /// Replaces the game and the settings.
    pub fn set_game(&mut self, dealt: DealtGame, settings: Settings, now: u64) {
        (self.dealt, self.state.settings) = (dealt, settings);
        self.state.changed();
        self.state.last_move_at = now;
        self.start_turn(now);
    }

    /// The game with its deal.
    #[must_use]
    pub const fn dealt(&self) -> &DealtGame {
        &self.dealt
    }

    /// The strength, the players and the brightness.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.state.settings
    }

    /// Takes the brightness and the white balance of these settings.
    pub const fn set_lights(&mut self, settings: &Settings) {
        self.state.settings.brightness = settings.brightness;
        self.state.settings.balance = settings.balance;
        self.state.changed();
    }

    /// The square of the cursor.
    #[must_use]
    pub const fn cursor(&self) -> Square {
        self.cursor
    }

    /// The best action, after a hint was requested.
    #[must_use]
    pub const fn hint(&self) -> Option<Play> {
        self.hint
    }

    /// What the panel is doing.
    #[must_use]
    pub fn showing(&self) -> Showing {
        match self.stage {
            Stage::Choose { held } => Showing::Choosing { held },
            Stage::Think(think) => Showing::Thinking(think.task),
            Stage::Over => Showing::Over,
            Stage::Menu(menu) => Showing::Menu { entry: menu.entry(), editing: menu.is_editing() },
        }
    }

    /// A number that changes whenever the game or the settings change and need saving.
    #[must_use]
    pub const fn revision(&self) -> u32 {
        self.state.revision
    }

    /// The game and its settings as bytes.
    #[must_use]
    pub fn save(&self) -> SavedGame {
        SavedGame::of_dark_chess(&self.dealt, &self.state.settings)
    }

    /// The pending request to the engine. It stays the same until it is answered or void.
    #[must_use]
    pub const fn request(&self) -> Option<Request> {
        let Stage::Think(Think { task, answer: None, .. }) = self.stage else { return None };
        Some(Request { ticket: self.state.ticket, task, strength: self.state.settings.strength })
    }

    /// Whether the search for a request should stop: the answer is wanted at once, or the request is
    /// void.
    #[must_use]
    pub const fn should_stop(&self, ticket: u32) -> bool {
        match self.stage {
            Stage::Think(think) => think.is_enough() || ticket != self.state.ticket,
            _ => true,
        }
    }

    /// Sets the best action so far, which pulses on the matrix.
    pub fn set_candidate(&mut self, ticket: u32, action: Play) {
        if let Stage::Think(think) = &mut self.stage
            && ticket == self.state.ticket
        {
            think.candidate = Some(action);
        }
    }

    /// Answers a request. An answer to a void request is ignored; instead of an illegal one the first
    /// legal action is played, so that a game always continues.
    pub fn answer(&mut self, ticket: u32, best: Option<Play>, now: u64) {
        let Stage::Think(think) = &mut self.stage else { return };
        if ticket != self.state.ticket || !think.is_pending() {
            return;
        }
        let position = self.dealt.position();
        let best = best
            .filter(|&action| position.is_legal(action))
            .or_else(|| position.actions().first().copied());
        match think.task {
            Task::Move => think.answer = best,
            Task::Hint => {
                self.start_turn(now);
                self.cursor = best.map_or(self.cursor, Play::from);
                self.hint = best;
            }
        }
        self.tick(now);
    }

    /// Advances the time: makes the engine's delayed move. Call it before each
    /// [`Panel::render`](crate::dark_chess::Panel::render).
    pub fn tick(&mut self, now: u64) {
        if let Stage::Think(Think { answer: Some(action), .. }) = self.stage
            && now >= self.animation_end() + MOVE_DELAY_MS
        {
            self.play(action, now);
        }
    }

    pub(super) fn play(&mut self, action: Play, now: u64) {
        if self.dealt.plies() == 0 {
            // Nothing lies anywhere before the first flip: the deal depends on when that comes.
            self.stir(now);
            self.dealt = DealtGame::new(Deal::new(self.next_deal));
        }
        if let Ok(ply) = self.dealt.play(action) {
            self.state.last_move_at = now;
            self.letter = match ply {
                Ply::Flip(square, _) => Some(Letter { square, from: now + FLIP_MS }),
                Ply::Step(..) => None,
            };
        }
        self.state.changed();
        self.start_turn(now);
    }

    /// Mixes the time of an action into the next deal.
    pub(super) const fn stir(&mut self, now: u64) {
        self.next_deal = SplitMix64::new(self.next_deal ^ now).next();
    }

    /// Whether a person plays the side that makes this ply, counted from 0.
    pub(super) fn is_persons(&self, ply: usize) -> bool {
        let player = if ply.is_multiple_of(2) { Color::Black } else { Color::White };
        self.state.settings.players.has(player)
    }

    /// Enters the stage that fits the position and the player to move.
    pub(super) fn start_turn(&mut self, now: u64) {
        self.hint = None;
        if self.dealt.game().ending().is_some() {
            self.enter(Stage::Over, now);
        } else if self.is_persons(self.dealt.plies()) {
            let (movers, flips) = self.origins();
            if !movers.or(flips).has(self.cursor) {
                let first = movers.into_iter().chain(flips).next();
                self.cursor = first.unwrap_or(self.cursor);
            }
            self.enter(Stage::Choose { held: None }, now);
        } else {
            self.think(Task::Move, now);
        }
    }

    pub(super) fn think(&mut self, task: Task, now: u64) {
        self.enter(Stage::Think(Think::new(task)), now);
    }

    /// Changes the stage, which makes earlier requests void.
    pub(super) fn enter(&mut self, stage: Stage, now: u64) {
        self.stage = stage;
        self.state.entered(now);
    }

    /// The squares of the mover's pieces that can move, and those of face-down pieces.
    pub(super) fn origins(&self) -> (Squares, Squares) {
        let position = self.dealt.position();
        let actions = position.actions();
        let movers = actions.iter().filter(|action| !action.is_flip());
        let movers = movers.fold(Squares::EMPTY, |set, action| set.or(action.from().set()));
        (movers, position.face_down())
    }

    /// Where the piece on a square can go.
    #[must_use]
    pub fn targets(&self, from: Square) -> Squares {
        let actions = self.dealt.position().actions();
        let own = actions.iter().filter(|action| action.from() == from && !action.is_flip());
        own.fold(Squares::EMPTY, |set, action| set.or(action.to().set()))
    }

    /// When the animation of the last ply ends.
    pub(super) fn animation_end(&self) -> u64 {
        self.state.last_move_at
            + match self.dealt.last() {
                Some(Ply::Flip(..)) => FLIP_MS + LETTER_MS,
                Some(Ply::Step(..)) => STEP_MS,
                None => 0,
            }
    }
}
