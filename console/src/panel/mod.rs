//! The console's mind: what a wish changes, and what the matrix shows for it.

mod actions;
mod render;

use wedge_engine::{Bitboard, Eight, Game, Move, Position, Size, Square, Strength};

use crate::menu::{Entry, Menu, Settings};
use crate::saved_game::SavedGame;
use crate::scene;

/// After a flip the engine's answer waits this long, so that the eye can follow.
const BREATH_MS: u64 = 250;
/// How long a pass is shown.
const PASS_MS: u64 = 1200;
/// How long the final board stands before the discs sort themselves.
const FINAL_MS: u64 = 1200;
/// Where the cursor stands before there is anything to choose.
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

/// Work for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<S: Size = Eight> {
    /// Names this request; a new one makes older ones void.
    pub ticket: u32,
    /// What is asked.
    pub task: Task,
    /// Where the game stands: the mover has a legal square.
    pub position: Position<S>,
    /// How strong the answer should be.
    pub strength: Strength,
}

/// What the panel is doing, for those who can say it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// A person chooses a square.
    Choosing,
    /// The engine works.
    Thinking(Task),
    /// The player to move has no square.
    Passing,
    /// Nobody can move.
    Over,
    /// A page of the menu.
    Menu {
        /// Which page.
        entry: Entry,
        /// Whether the next value comes with the next tap.
        editing: bool,
    },
    /// A game that somebody else plays.
    Remote,
}

/// What the panel is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A person chooses a square.
    Choose,
    /// The engine works.
    Think {
        task: Task,
        /// The square it likes at the moment.
        candidate: Option<Square>,
        /// Its move, waiting for the discs to finish turning.
        answer: Option<Square>,
        /// The player wants the move now.
        hurry: bool,
    },
    /// The player to move has no square; a flash says so.
    Pass,
    /// Nobody can move.
    Over,
    /// The menu is open.
    Menu(Menu),
    /// Somebody else makes the moves of both sides.
    Remote,
}

/// The state of the console: a game, its players, a cursor, and what is being shown.
///
/// The panel never waits. Its owner hands it actions ([`Panel::handle`]) and the time
/// ([`Panel::tick`]), shows its picture ([`Panel::render`]), and works off its requests. While the
/// engine works on one, the owner keeps calling these from the search's observer, which stops
/// when [`Panel::is_void`] says so: that is how a hold means "move now" and how the menu opens at
/// once.
///
/// Times are in milliseconds of a clock that never goes back.
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
    settings: Settings,
    stage: Stage,
    cursor: Square,
    /// The best squares for the player to move, if asked for.
    hints: [Option<Square>; 3],
    /// The discs that the last move turned, and when it was made.
    turned: Bitboard,
    moved: u64,
    /// When the player last did something: blinking starts anew, so that the cursor shows at once.
    touched: u64,
    armed: bool,
    refused: Option<u64>,
    /// The stage of the panel by its ticket when a finger came down, until it has said something.
    finger: Option<u32>,
    ticket: u32,
    revision: u32,
}

impl<S: Size> Default for Panel<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Size> Panel<S> {
    /// A new game: a person has black and moves first, the engine plays its middle strength.
    #[must_use]
    pub fn new() -> Self {
        let mut panel = Self {
            game: Game::from_position(Position::start()),
            settings: Settings::default(),
            stage: Stage::Choose,
            cursor: A1,
            hints: [None; 3],
            turned: Bitboard::EMPTY,
            moved: 0,
            touched: 0,
            armed: false,
            refused: None,
            finger: None,
            ticket: 0,
            revision: 0,
        };
        panel.start_turn(0);
        panel
    }

    /// Loads a saved game and asks whether to go on with it. Tells whether there was one: a game
    /// that is over or has not begun is not worth the question.
    pub fn offer(&mut self, saved: &SavedGame, now: u64) -> bool {
        let Some((game, settings)) = saved.load() else { return false };
        if game.is_over() || game.moves().is_empty() {
            return false;
        }
        self.set_game(game, settings, now);
        self.enter(Stage::Menu(Menu::OFFER), now);
        true
    }

    /// Goes on with another game and other settings.
    pub fn set_game(&mut self, game: Game<S>, settings: Settings, now: u64) {
        (self.game, self.settings) = (game, settings);
        self.changed();
        self.turned = Bitboard::EMPTY;
        self.moved = now;
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
        self.turned = match (played, self.game.steps().last()) {
            (Some(square), Some((before, _))) => before.board().flips(square),
            _ => Bitboard::EMPTY,
        };
        self.changed();
        self.moved = now;
        self.hints = [None; 3];
        self.enter(Stage::Remote, now);
    }

    /// The game on the board.
    #[must_use]
    pub const fn game(&self) -> &Game<S> {
        &self.game
    }

    /// Strength and players.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// The square that blinks.
    #[must_use]
    pub const fn cursor(&self) -> Square {
        self.cursor
    }

    /// What the panel is doing.
    #[must_use]
    pub fn showing(&self) -> Showing {
        match self.stage {
            Stage::Choose => Showing::Choosing,
            Stage::Think { task, .. } => Showing::Thinking(task),
            Stage::Pass => Showing::Passing,
            Stage::Over => Showing::Over,
            Stage::Menu(menu) => Showing::Menu { entry: menu.entry(), editing: menu.is_editing() },
            Stage::Remote => Showing::Remote,
        }
    }

    /// A number that changes whenever there is something new to save.
    #[must_use]
    pub const fn revision(&self) -> u32 {
        self.revision
    }

    /// The game and its settings as bytes.
    #[must_use]
    pub fn save(&self) -> SavedGame {
        SavedGame::new(&self.game, &self.settings)
    }

    /// What the engine should do now, if anything; the same until it is answered or void.
    #[must_use]
    pub fn request(&self) -> Option<Request<S>> {
        let Stage::Think { task, answer: None, .. } = self.stage else { return None };
        let (position, strength) = (self.game.position(), self.settings.strength);
        Some(Request { ticket: self.ticket, task, position, strength })
    }

    /// The ticket of a person's choice that the engine waits for, and may think about meanwhile. At
    /// strengths that play by chance it would only make them stronger than they should be.
    #[must_use]
    pub fn awaits(&self) -> Option<u32> {
        let Settings { strength, players } = self.settings;
        let other = self.game.position().side().other();
        let waits = self.stage == Stage::Choose && !players.has(other) && strength.slack() == 0;
        waits.then_some(self.ticket)
    }

    /// Whether work on a request should stop: the answer is wanted at once, or no longer at all.
    #[must_use]
    pub fn is_void(&self, ticket: u32) -> bool {
        match self.stage {
            Stage::Think { hurry, answer, .. } => {
                hurry || answer.is_some() || ticket != self.ticket
            }
            _ => true,
        }
    }

    /// Tells the square that the engine likes at the moment: it glimmers.
    pub fn consider(&mut self, ticket: u32, square: Square) {
        if let Stage::Think { candidate, .. } = &mut self.stage
            && ticket == self.ticket
        {
            *candidate = Some(square);
        }
    }

    /// Takes the answer to a request: squares, best first. Void answers are ignored.
    ///
    /// Squares that are not legal are left out; if none is left, the first legal square is played,
    /// so that a game always goes on.
    pub fn answer(&mut self, ticket: u32, best: impl IntoIterator<Item = Square>, now: u64) {
        let Stage::Think { task, answer, .. } = &mut self.stage else { return };
        if ticket != self.ticket || answer.is_some() {
            return;
        }
        let legal = self.game.position().board().legal_moves();
        let mut best = best.into_iter().filter(|&square| legal.has(square));
        match task {
            Task::Move => *answer = best.next().or(legal.first()),
            Task::Hint => {
                let hints = [best.next(), best.next(), best.next()];
                self.start_turn(now);
                self.cursor = hints[0].unwrap_or(self.cursor);
                self.hints = hints;
            }
        }
        self.tick(now);
    }

    /// Lets time pass: waiting moves are made, passes end. Call it as often as a new picture is
    /// wanted.
    pub fn tick(&mut self, now: u64) {
        match self.stage {
            Stage::Think { answer: Some(square), .. } if now >= self.still_at() + BREATH_MS => {
                self.play(Move::Play(square), now);
            }
            Stage::Pass if now >= self.still_at() + PASS_MS => self.play(Move::Pass, now),
            _ => {}
        }
    }

    fn play(&mut self, mv: Move, now: u64) {
        let flips = mv.square().map(|square| self.game.position().board().flips(square));
        if self.game.play(mv).is_ok()
            && let Some(flips) = flips
        {
            (self.turned, self.moved) = (flips, now);
        }
        self.changed();
        self.start_turn(now);
    }

    /// There is something new to save.
    fn changed(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }

    /// Finds out whose turn it is and what that means.
    fn start_turn(&mut self, now: u64) {
        self.hints = [None; 3];
        let position = self.game.position();
        let legal = position.board().legal_moves();
        if self.game.is_over() {
            self.enter(Stage::Over, now);
        } else if legal.is_empty() {
            self.enter(Stage::Pass, now);
        } else if self.settings.players.has(position.side()) {
            if !legal.has(self.cursor) {
                self.cursor = legal.first().unwrap_or(self.cursor);
            }
            self.enter(Stage::Choose, now);
        } else {
            self.think(Task::Move, now);
        }
    }

    fn think(&mut self, task: Task, now: u64) {
        self.enter(Stage::Think { task, candidate: None, answer: None, hurry: false }, now);
    }

    /// Every change of stage makes earlier requests void.
    fn enter(&mut self, stage: Stage, now: u64) {
        self.ticket = self.ticket.wrapping_add(1);
        self.stage = stage;
        self.touched = now;
        self.armed = false;
        self.refused = None;
    }

    /// The last disc placed.
    fn last_move(&self) -> Option<Square> {
        self.game.moves().iter().rev().find_map(|mv| mv.square())
    }

    /// When the last disc has turned.
    fn still_at(&self) -> u64 {
        self.moved + self.last_move().map_or(0, |square| scene::flips_ms(square, self.turned))
    }
}
