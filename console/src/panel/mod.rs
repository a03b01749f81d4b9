//! UI state machine: applies actions and renders the matrix.

mod actions;
mod render;

use wedge_engine::{Bitboard, Eight, Game, Move, Position, Size, Square, Strength};

use crate::menu::{Entry, Menu, Settings};
use crate::panel_state::{MOVE_DELAY_MS, PanelState, Think};
use crate::saved_game::SavedGame;
use crate::scene;

/// How long a pass is shown.
const PASS_MS: u64 = 1200;
/// How long the final board is shown before its discs are sorted.
const FINAL_BOARD_MS: u64 = 1200;
/// How long the sorting and the sorted discs are shown before the final board comes back. The sorting
/// takes at most 3.2 seconds of it.
const SORTED_MS: u64 = 8000;
/// The cursor's square before there is anything to choose.
const A1: Square = match Square::from_index(0) {
    Some(square) => square,
    None => panic!("the board has squares"),
};

/// What the engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A move to play.
    Move,
    /// The best three moves, best first.
    Hint,
}

/// A request to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<S: Size = Eight> {
    /// Identifies this request. A newer request makes it void.
    pub ticket: u32,
    /// What the request is for.
    pub task: Task,
    /// The current position, in which the mover has a legal move.
    pub position: Position<S>,
    /// The strength to search at.
    pub strength: Strength,
}

/// What the panel is doing, for a user interface that says it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// A person chooses a square.
    Choosing,
    /// The engine searches.
    Thinking(Task),
    /// The player to move has no legal move.
    Passing,
    /// Nobody can move.
    Over,
    /// A page of the menu.
    Menu {
        /// Which page.
        entry: Entry,
        /// Whether a tap changes the value of the page.
        editing: bool,
    },
    /// A remote player makes the moves of both sides.
    Remote,
}

/// What the panel is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A person chooses a square.
    Choose,
    /// The engine searches.
    Think(Think<Square>),
    /// The player to move has no legal move; the border flashes.
    Pass,
    /// Nobody can move.
    Over,
    /// The menu is open.
    Menu(Menu),
    /// A remote player makes the moves of both sides.
    Remote,
}

/// The user interface of the console: a game, its players, a cursor and the state of the display.
///
/// The panel never blocks. Its owner passes it actions ([`Panel::handle`]) and the time
/// ([`Panel::tick`]), shows its picture ([`Panel::render`]), and serves its requests
/// ([`Panel::request`]). During a search the observer makes the same calls, and stops the search
/// when [`Panel::should_stop`] returns true. So a hold can mean "move now", and the menu opens
/// without delay.
///
/// Times are in milliseconds of a monotonic clock.
///
/// ```
/// use wedge_console::{Action, Panel, Task};
///
/// let mut panel: Panel = Panel::new();
/// panel.handle(Action::Select, 0); // plays d3, the first legal square
/// let request = panel.request().expect("it is the engine's turn");
/// assert_eq!(request.task, Task::Move);
/// panel.answer(request.ticket, ["c5".parse().unwrap()], 100);
/// panel.tick(2000);
/// assert_eq!(panel.game().to_string(), "d3c5");
/// ```
#[derive(Clone, Debug)]
pub struct Panel<S: Size = Eight> {
    game: Game<S>,
    state: PanelState,
    stage: Stage,
    cursor: Square,
    /// The best moves, after a hint was requested.
    hints: [Option<Square>; 3],
    /// The discs that the last move flipped.
    flipped: Bitboard,
}

impl<S: Size> Default for Panel<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Size> Panel<S> {
    /// A new game: a person plays black and moves first, the engine plays at the default strength.
    #[must_use]
    pub fn new() -> Self {
        let mut panel = Self {
            game: Game::from_position(Position::start()),
            state: PanelState::new(),
            stage: Stage::Choose,
            cursor: A1,
            hints: [None; 3],
            flipped: Bitboard::EMPTY,
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
    /// bytes hold no game or one that is over or has no moves.
    pub fn offer_resume(&mut self, saved: &SavedGame, now: u64) -> bool {
        let loaded = self.restore(saved, now);
        if loaded {
            self.enter(Stage::Menu(Menu::RESUME), now);
        }
        loaded
    }

    /// Loads a saved game without a question. Returns false as [`Panel::offer_resume`] does.
    pub fn restore(&mut self, saved: &SavedGame, now: u64) -> bool {
        let Some((game, settings)) = saved.load() else { return false };
        if game.is_over() || game.moves().is_empty() {
            return false;
        }
        self.set_game(game, settings, now);
        true
    }

    /// Replaces the game and the settings.
    pub fn set_game(&mut self, game: Game<S>, settings: Settings, now: u64) {
        (self.game, self.state.settings) = (game, settings);
        self.state.changed();
        self.flipped = Bitboard::EMPTY;
        self.state.last_move_at = now;
        self.start_turn(now);
    }

    /// Lends the game to a remote player, over a serial line for instance. After each change of it
    /// call [`Panel::remote_changed`].
    pub const fn game_mut(&mut self) -> &mut Game<S> {
        &mut self.game
    }

    /// Shows what a remote player did: `played` is the square of a move just made, or empty for any
    /// other change. The menu gives the game back to the players at the board.
    pub fn remote_changed(&mut self, played: Option<Square>, now: u64) {
        self.flipped = match (played, self.game.steps().last()) {
            (Some(square), Some((before, _))) => before.board().flips(square),
            _ => Bitboard::EMPTY,
        };
        self.state.changed();
        self.state.last_move_at = now;
        self.hints = [None; 3];
        self.enter(Stage::Remote, now);
    }

    /// The current game.
    #[must_use]
    pub const fn game(&self) -> &Game<S> {
        &self.game
    }

    /// The strength and the players.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.state.settings
    }

    /// The square of the cursor.
    #[must_use]
    pub const fn cursor(&self) -> Square {
        self.cursor
    }

    /// What the panel is doing.
    #[must_use]
    pub fn showing(&self) -> Showing {
        match self.stage {
            Stage::Choose => Showing::Choosing,
            Stage::Think(think) => Showing::Thinking(think.task),
            Stage::Pass => Showing::Passing,
            Stage::Over => Showing::Over,
            Stage::Menu(menu) => Showing::Menu { entry: menu.entry(), editing: menu.is_editing() },
            Stage::Remote => Showing::Remote,
        }
    }

    /// The hinted squares, the best first.
    pub fn hints(&self) -> impl Iterator<Item = Square> + '_ {
        self.hints.iter().flatten().copied()
    }

    /// The best move of the search so far.
    #[must_use]
    pub const fn candidate(&self) -> Option<Square> {
        match self.stage {
            Stage::Think(think) => think.candidate,
            _ => None,
        }
    }

    /// When the last action came or the stage last changed; blinking starts then.
    #[must_use]
    pub const fn last_input_at(&self) -> u64 {
        self.state.last_input_at
    }

    /// Takes the brightness and the white balance of these settings.
    pub fn set_lights(&mut self, settings: &Settings) {
        self.state.settings.brightness = settings.brightness;
        self.state.settings.balance = settings.balance;
        self.state.changed();
    }

    /// A number that changes whenever the game or the settings change and need saving.
    #[must_use]
    pub const fn revision(&self) -> u32 {
        self.state.revision
    }

    /// The game and its settings as bytes.
    #[must_use]
    pub fn save(&self) -> SavedGame {
        SavedGame::new(&self.game, &self.state.settings)
    }

    /// The pending request to the engine. It stays the same until it is answered or void.
    #[must_use]
    pub fn request(&self) -> Option<Request<S>> {
        let Stage::Think(Think { task, answer: None, .. }) = self.stage else { return None };
        let (position, strength) = (self.game.position(), self.state.settings.strength);
        Some(Request { ticket: self.state.ticket, task, position, strength })
    }

    /// The ticket of a person's choice that the engine may ponder. `None` if no person chooses, if
    /// the engine does not play the other side, or if the strength plays randomly: pondering would
    /// make such a strength stronger than it should be.
    #[must_use]
    pub fn ponder_ticket(&self) -> Option<u32> {
        let Settings { strength, players, .. } = self.state.settings;
        let other = self.game.position().side().other();
        let pondering = self.stage == Stage::Choose && !players.has(other) && strength.slack() == 0;
        pondering.then_some(self.state.ticket)
    }

    /// Whether the search for a request should stop: the answer is wanted at once, or the request is
    /// void.
    #[must_use]
    pub fn should_stop(&self, ticket: u32) -> bool {
        match self.stage {
            Stage::Think(think) => think.is_enough() || ticket != self.state.ticket,
            _ => true,
        }
    }

    /// Sets the best move so far, which pulses on the matrix.
    pub fn set_candidate(&mut self, ticket: u32, square: Square) {
        if let Stage::Think(think) = &mut self.stage
            && ticket == self.state.ticket
        {
            think.candidate = Some(square);
        }
    }

    /// Answers a request with squares, best first. An answer to a void request is ignored.
    ///
    /// Illegal squares are dropped. If none is left, the first legal square is played, so that a
    /// game always continues.
    pub fn answer(&mut self, ticket: u32, best: impl IntoIterator<Item = Square>, now: u64) {
        let Stage::Think(think) = &mut self.stage else { return };
        if ticket != self.state.ticket || !think.is_pending() {
            return;
        }
        let legal = self.game.position().board().legal_moves();
        let mut best = best.into_iter().filter(|&square| legal.has(square));
        match think.task {
            Task::Move => think.answer = best.next().or(legal.first()),
            Task::Hint => {
                let hints = [best.next(), best.next(), best.next()];
                self.start_turn(now);
                self.cursor = hints[0].unwrap_or(self.cursor);
                self.hints = hints;
            }
        }
        self.tick(now);
    }

    /// Advances the time: makes the engine's delayed move, ends a pass. Call it before each
    /// [`Panel::render`].
    pub fn tick(&mut self, now: u64) {
        match self.stage {
            Stage::Think(Think { answer: Some(square), .. })
                if now >= self.animation_end() + MOVE_DELAY_MS =>
            {
                self.play(Move::Play(square), now);
            }
            Stage::Pass if now >= self.animation_end() + PASS_MS => self.play(Move::Pass, now),
            _ => {}
        }
    }

    fn play(&mut self, mv: Move, now: u64) {
        let flips = mv.square().map(|square| self.game.position().board().flips(square));
        if self.game.play(mv).is_ok()
            && let Some(flips) = flips
        {
            (self.flipped, self.state.last_move_at) = (flips, now);
        }
        self.state.changed();
        self.start_turn(now);
    }

    /// Enters the stage that fits the position and the player to move.
    fn start_turn(&mut self, now: u64) {
        self.hints = [None; 3];
        let position = self.game.position();
        let legal = position.board().legal_moves();
        if self.game.is_over() {
            self.enter(Stage::Over, now);
        } else if legal.is_empty() {
            self.enter(Stage::Pass, now);
        } else if self.state.settings.players.has(position.side()) {
            if !legal.has(self.cursor) {
                self.cursor = legal.first().unwrap_or(self.cursor);
            }
            self.enter(Stage::Choose, now);
        } else {
            self.think(Task::Move, now);
        }
    }

    fn think(&mut self, task: Task, now: u64) {
        self.enter(Stage::Think(Think::new(task)), now);
    }

    /// Changes the stage, which makes earlier requests void.
    fn enter(&mut self, stage: Stage, now: u64) {
        self.stage = stage;
        self.state.entered(now);
    }

    /// The square of the last move, passes aside.
    fn last_move(&self) -> Option<Square> {
        self.game.moves().iter().rev().find_map(|mv| mv.square())
    }

    /// When the flip animation of the last move ends.
    fn animation_end(&self) -> u64 {
        self.state.last_move_at
            + self.last_move().map_or(0, |square| scene::flips_ms(square, self.flipped))
    }
}
