//! A game at the board's panel without a screen: the panel, the engine's thread, and what a PC adds:
//! undo and redo, hints, analysis, self-play.

use anyhow::Result;
use wedge_console::{Action, Frame, MenuEntry, Panel, Players, Settings, Showing, Task};
use wedge_engine::{Bitboard, Color, Game, Move, Position, Size, Square, Strength};

use super::engine_worker::{EngineWorker, WorkerMessage};
use super::search_info::SearchInfo;

/// A command of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// An action of the board's buttons.
    Button(Action),
    /// Take back the last move of a person.
    Undo,
    /// Replay what was taken back.
    Redo,
    /// Score all moves and mark the best three.
    Hint,
    /// Exchange colours with the engine.
    SwapSides,
    /// Start or stop analysing the position.
    ToggleAnalysis,
    /// Let the engine play both colours, or take one back.
    ToggleSelfPlay,
    /// Change the level.
    Strength(Strength),
}

/// A game at the panel, with the engine on its own thread.
pub struct Session<S: Size> {
    panel: Panel<S>,
    worker: EngineWorker<S>,
    /// The ticket of the request that the engine works on.
    pending: Option<u32>,
    /// The game with the moves that were taken back, for redo.
    line: Vec<Move>,
    /// The players before analysis began, and the position under analysis.
    analysis: Option<(Players, Position<S>)>,
    info: Option<SearchInfo>,
    /// The position that `info` belongs to.
    searched: Option<Position<S>>,
    /// Milliseconds that black and white have spent.
    spent: [u64; 2],
    ticked: u64,
    /// The reply to the last command.
    message: Option<String>,
}

/// Everything that is visible of a session at a moment.
#[derive(Clone, Debug)]
pub struct View {
    /// The lights.
    pub frame: Frame,
    /// Squares along one side of the board.
    pub side: usize,
    /// What the panel is doing.
    pub showing: Showing,
    /// Whose turn it is.
    pub mover: Color,
    /// Discs of black and white.
    pub discs: [u32; 2],
    /// The final margin for black, once the game is over.
    pub result: Option<i32>,
    /// The legal moves.
    pub legal: Bitboard,
    /// The cursor's square, which blinks.
    pub cursor: Square,
    /// Strength and players.
    pub settings: Settings,
    /// Milliseconds that black and white have spent.
    pub spent: [u64; 2],
    /// What the engine has found, now or in its last search.
    pub info: Option<SearchInfo>,
    /// Whether `info` belongs to the position shown, so that squares can show its scores.
    pub scored: bool,
    /// Whether analysis is on.
    pub analysing: bool,
    /// The moves so far, passes included.
    pub moves: Vec<Move>,
    /// How many moves redo can replay.
    pub taken_back: usize,
    /// The reply to the last command.
    pub message: Option<String>,
}

impl<S: Size> Session<S> {
    /// A session with a game.
    #[must_use]
    pub fn new(game: Game<S>, settings: Settings, worker: EngineWorker<S>) -> Self {
        let mut panel = Panel::new();
        let line = game.moves().to_vec();
        panel.set_game(game, settings, 0);
        Self {
            panel,
            worker,
            pending: None,
            line,
            analysis: None,
            info: None,
            searched: None,
            spent: [0; 2],
            ticked: 0,
            message: None,
        }
    }

    /// The board's panel.
    #[must_use]
    pub const fn panel(&self) -> &Panel<S> {
        &self.panel
    }

    /// The board's panel, for tests that answer in place of the engine.
    pub const fn panel_mut(&mut self) -> &mut Panel<S> {
        &mut self.panel
    }

    /// Strength and players as they were before analysis, which gives a person both colours.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let settings = self.panel.settings();
        match self.analysis {
            Some((players, _)) => Settings { players, ..settings },
            None => settings,
        }
    }

    /// Sets the reply that the screen shows.
    pub fn set_message(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    /// Takes the reply, which is shown once.
    pub fn take_message(&mut self) -> Option<String> {
        self.message.take()
    }

    /// Executes a command.
    pub fn execute(&mut self, command: Command, now: u64) {
        if !matches!(command, Command::Button(Action::Touch | Action::Arm)) {
            self.message = None;
        }
        match command {
            Command::Button(action) => self.press(action, now),
            Command::Undo => self.undo(now),
            Command::Redo => self.redo(now),
            Command::Hint => self.hint(now),
            Command::SwapSides => self.swap_sides(now),
            Command::ToggleAnalysis => self.toggle_analysis(now),
            Command::ToggleSelfPlay => self.toggle_self_play(now),
            Command::Strength(strength) => {
                self.apply_settings(Settings { strength, ..self.panel.settings() }, now);
                self.set_message(format!("Strength {}", strength.number()));
            }
        }
        self.update_line();
    }

    fn press(&mut self, action: Action, now: u64) {
        let before = (self.panel.showing(), self.panel.game().moves().len());
        self.panel.handle(action, now);
        let starts_game = match before.0 {
            Showing::Over => action == Action::Select,
            Showing::Menu { entry: MenuEntry::NewGame, .. } => self.panel.showing() != before.0,
            _ => false,
        };
        if starts_game && self.panel.game().moves().is_empty() {
            self.line.clear();
            self.spent = [0; 2];
            self.info = None;
        }
    }

    /// Changes players or level and continues the game.
    fn apply_settings(&mut self, settings: Settings, now: u64) {
        let game = self.panel.game().clone();
        self.panel.set_game(game, settings, now);
    }

    fn undo(&mut self, now: u64) {
        if self.panel.game().moves().is_empty() {
            return self.set_message("This is the start of the game.");
        }
        if matches!(self.panel.showing(), Showing::Menu { .. }) {
            self.panel.handle(Action::Menu, now);
        }
        // In self-play the engine would repeat the move at once.
        let settings = self.panel.settings();
        if settings.players == Players::Nobody {
            self.apply_settings(Settings { players: Players::Both, ..settings }, now);
            self.set_message("Paused: you have both colours. w: resume.");
        }
        let before = self.panel.game().moves().len();
        self.panel.handle(Action::TakeBack, now);
        if self.panel.game().moves().len() == before {
            self.set_message("You have made no move yet.");
        }
    }

    /// Replays moves up to the next position in which a person is to move.
    fn redo(&mut self, now: u64) {
        let mut game = self.panel.game().clone();
        let players = self.panel.settings().players;
        let from = game.moves().len();
        for &mv in self.line.iter().skip(from) {
            if game.play(mv).is_err() {
                break;
            }
            let position = game.position();
            if !position.must_pass() && (players == Players::Nobody || players.has(position.side()))
            {
                break;
            }
        }
        if game.moves().len() == from {
            return self.set_message("There is nothing to redo.");
        }
        let settings = self.panel.settings();
        self.panel.set_game(game, settings, now);
    }

    fn hint(&mut self, now: u64) {
        if self.analysis.is_some() {
            return self.set_message("Analysis shows the scores already.");
        }
        if !self.panel.request_hint(now) {
            self.set_message("A hint is for your own move.");
        }
    }

    fn swap_sides(&mut self, now: u64) {
        let settings = self.panel.settings();
        let players = match settings.players {
            Players::Black => Players::White,
            Players::White => Players::Black,
            Players::Both | Players::Nobody => {
                return self.set_message("Swapping sides needs a person on one of them.");
            }
        };
        self.apply_settings(Settings { players, ..settings }, now);
        let colour = if players == Players::Black { "black" } else { "white" };
        self.set_message(format!("You have {colour} now."));
    }

    fn toggle_analysis(&mut self, now: u64) {
        let settings = self.panel.settings();
        match self.analysis.take() {
            Some((players, _)) => {
                self.worker.cancel();
                self.apply_settings(Settings { players, ..settings }, now);
                self.set_message("Analysis is off: the game continues.");
            }
            None => {
                self.worker.cancel();
                self.pending = None;
                self.apply_settings(Settings { players: Players::Both, ..settings }, now);
                self.begin_analysis(settings.players);
                self.set_message("Analysis: play both colours. u: back, r: forward, a: stop.");
            }
        }
    }

    fn begin_analysis(&mut self, players: Players) {
        let position = self.panel.game().position();
        self.analysis = Some((players, position));
        (self.info, self.searched) = (None, Some(position));
        if position.board().legal_moves().is_empty() {
            self.worker.cancel();
        } else {
            self.worker.analyse(position);
        }
    }

    fn toggle_self_play(&mut self, now: u64) {
        if self.analysis.is_some() {
            return self.set_message("Stop the analysis first. a: stop.");
        }
        let settings = self.panel.settings();
        if settings.players == Players::Nobody {
            // The person takes the side to move.
            let players = match self.panel.game().position().side() {
                Color::Black => Players::Black,
                Color::White => Players::White,
            };
            self.apply_settings(Settings { players, ..settings }, now);
            self.set_message("You play on.");
        } else {
            self.apply_settings(Settings { players: Players::Nobody, ..settings }, now);
            self.set_message("Wedge plays both colours. w: play yourself. u: pause.");
        }
    }

    /// Keeps the moves for redo unless the game has left their line.
    fn update_line(&mut self) {
        let moves = self.panel.game().moves();
        if !self.line.starts_with(moves) {
            self.line = moves.to_vec();
        }
    }

    /// Lets time pass: plays moves, sends requests to the engine and receives its messages.
    ///
    /// # Errors
    /// If the engine's thread has died.
    pub fn tick(&mut self, now: u64) -> Result<()> {
        self.count_time(now);
        self.panel.tick(now);
        self.update_line();
        self.dispatch();
        while let Some(message) = self.worker.poll()? {
            match message {
                WorkerMessage::Info(info) => self.update_info(info),
                WorkerMessage::Answer(best) => {
                    if let Some(ticket) = self.pending.take() {
                        self.panel.answer(ticket, best, now);
                        self.update_line();
                    }
                }
            }
        }
        self.dispatch();
        Ok(())
    }

    fn count_time(&mut self, now: u64) {
        let passed = now.saturating_sub(self.ticked);
        self.ticked = now;
        let counts =
            matches!(self.panel.showing(), Showing::Choosing | Showing::Thinking(Task::Move));
        if counts && self.analysis.is_none() {
            self.spent[self.panel.game().position().side() as usize] += passed;
        }
    }

    fn update_info(&mut self, info: SearchInfo) {
        if let (Some(ticket), Some(&square)) = (self.pending, info.pv.first()) {
            self.panel.set_candidate(ticket, square);
        }
        match &mut self.info {
            Some(known) => known.update(info),
            None => self.info = Some(info),
        }
    }

    /// Sends the panel's request to the engine and cancels one that is void.
    fn dispatch(&mut self) {
        if let Some(ticket) = self.pending
            && self.panel.should_stop(ticket)
        {
            // The same ticket again means "move now": the answer still counts.
            self.worker.stop_early();
            if self.panel.request().is_none_or(|request| request.ticket != ticket) {
                self.worker.cancel();
                self.pending = None;
            }
        }
        if let Some((players, position)) = self.analysis {
            if position != self.panel.game().position() {
                self.begin_analysis(players);
            }
        } else if let Some(request) = self.panel.request()
            && self.pending != Some(request.ticket)
        {
            self.pending = Some(request.ticket);
            (self.info, self.searched) = (None, Some(request.position));
            self.worker.answer(&self.panel);
        }
    }

    /// What is visible at a time.
    #[must_use]
    pub fn view(&self, now: u64) -> View {
        let (panel, game) = (&self.panel, self.panel.game());
        let position = game.position();
        let discs = |color| position.discs(color).len();
        let info = self.info.clone();
        View {
            frame: panel.render(now),
            side: S::SIDE,
            showing: panel.showing(),
            mover: position.side(),
            discs: [discs(Color::Black), discs(Color::White)],
            result: game.is_over().then(|| position.result_for_black()),
            legal: position.board().legal_moves(),
            cursor: panel.cursor(),
            settings: self.settings(),
            spent: self.spent,
            scored: panel.showing() == Showing::Choosing && self.searched == Some(position),
            info,
            analysing: self.analysis.is_some(),
            moves: game.moves().to_vec(),
            taken_back: self.line.len().saturating_sub(game.moves().len()),
            message: self.message.clone(),
        }
    }
}
