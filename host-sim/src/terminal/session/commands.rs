//! The commands of the user: moves back and forward, hints, analysis, self-play.

use wedge_console::{Action, MenuEntry, Players, Settings, Showing};
use wedge_engine::{Color, Level, Size, Strength};
use wedge_formats::openings;

use super::Session;
use crate::terminal::review::ReviewStep;

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
    /// Play at a strength of the board.
    Strength(Strength),
    /// Play at a level of the full engine.
    Level(Level),
    /// One step up or down: from the board's highest strength to the levels above it.
    StrengthStep(bool),
    /// Turn the coach on or off.
    ToggleCoach,
    /// Review the game.
    Review,
    /// Go to another place of the review.
    ReviewStep(ReviewStep),
    /// Leave the review, for another move than the one under review.
    PlayOn,
    /// Leave the review.
    LeaveReview,
}

/// Whether a command would solve a problem for the user.
const fn helps(command: Command) -> bool {
    matches!(
        command,
        Command::Undo
            | Command::Hint
            | Command::SwapSides
            | Command::ToggleAnalysis
            | Command::ToggleSelfPlay
            | Command::ToggleCoach
            | Command::Review
            | Command::Button(Action::TakeBack | Action::Menu)
    )
}

impl<S: Size> Session<S> {
    /// Executes a command.
    pub fn execute(&mut self, command: Command, now: u64) {
        if !matches!(command, Command::Button(Action::Touch | Action::Arm)) {
            self.message = None;
        }
        if self.options.puzzle.is_some() && !self.panel.game().is_over() && helps(command) {
            return self.set_message("Solve the problem first. n: another one.");
        }
        match command {
            Command::Button(action) => self.press(action, now),
            Command::Undo => self.undo(now),
            Command::Redo => self.redo(now),
            Command::Hint => self.hint(now),
            Command::SwapSides => self.swap_sides(now),
            Command::ToggleAnalysis => self.toggle_analysis(now),
            Command::ToggleSelfPlay => self.toggle_self_play(now),
            Command::Strength(strength) => self.set_strength(strength, now),
            Command::Level(level) => self.set_level(level, now),
            Command::StrengthStep(up) => self.step_strength(up, now),
            Command::ToggleCoach => self.toggle_coach(),
            Command::Review => self.open_review(),
            Command::ReviewStep(step) => {
                if let Some(review) = &mut self.review {
                    review.step(step);
                }
            }
            Command::PlayOn => self.play_on(now),
            Command::LeaveReview => self.close_review(),
        }
        self.opening = openings::name(self.panel.game());
        self.update_line();
    }

    fn press(&mut self, action: Action, now: u64) {
        let before = (self.panel.showing(), self.panel.game().moves().len());
        self.panel.handle(action, now);
        if self.panel.game().moves().len() < before.1 {
            self.forget_search();
        }
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
    pub(super) fn apply_settings(&mut self, settings: Settings, now: u64) {
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
        } else {
            self.forget_search();
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
        self.forget_search();
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
                // Moves that were tried out are not for the coach.
                self.coach.reset(self.panel.game().moves().len());
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

    pub(super) fn begin_analysis(&mut self, players: Players) {
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
}
