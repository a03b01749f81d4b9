//! What the panels of both games share: input, settings, the engine's turn, the menu.

use crate::controls::Action;
use crate::frame::Frame;
use crate::menu::{Choice, Menu, Settings};
use crate::panel::Task;
use crate::saved_game::GameKind;

/// The pause between the end of an animation and the engine's move, so that the eye can follow.
pub(crate) const MOVE_DELAY_MS: u64 = 250;
/// How long a refused action is shown.
const REFUSED_MS: u64 = 250;

/// What a panel keeps besides its game and its stage.
#[derive(Clone, Debug)]
pub(crate) struct PanelState {
    pub(crate) settings: Settings,
    pub(crate) last_move_at: u64,
    /// When the last action came. Blinking restarts then, so that the cursor is visible at once.
    pub(crate) last_input_at: u64,
    /// Whether the button is held long enough to select when it is released.
    pub(crate) armed: bool,
    /// When the last refused action came.
    pub(crate) refused_at: Option<u64>,
    /// The ticket at the time the button went down, until the press has become an action.
    press_ticket: Option<u32>,
    /// The number of the current stage and of its request.
    pub(crate) ticket: u32,
    /// The number of changes to game and settings.
    pub(crate) revision: u32,
    /// Whether the menu offers the console's other game, and whether it was chosen.
    pub(crate) both_games: bool,
    /// Whether the menu offers the white balance.
    pub(crate) white_balance: bool,
    leaving: bool,
}

impl PanelState {
    pub(crate) fn new() -> Self {
        Self {
            settings: Settings::default(),
            last_move_at: 0,
            last_input_at: 0,
            armed: false,
            refused_at: None,
            press_ticket: None,
            ticket: 0,
            revision: 0,
            both_games: false,
            white_balance: false,
            leaving: false,
        }
    }

    /// Notes that the game or the settings need saving.
    pub(crate) const fn changed(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }

    /// Notes a new stage, which makes earlier requests void.
    pub(crate) const fn entered(&mut self, now: u64) {
        self.ticket = self.ticket.wrapping_add(1);
        self.last_input_at = now;
        self.armed = false;
        self.refused_at = None;
    }

    /// Takes an action. Returns false if it is not to be applied: a touch, or the end of a press that
    /// began before the position changed. If the engine moves while the button is held to hurry it,
    /// the release must not act on the new position.
    pub(crate) fn takes(&mut self, action: Action, now: u64) -> bool {
        self.last_input_at = now;
        if action == Action::Touch {
            self.press_ticket = Some(self.ticket);
            return false;
        }
        let stale = self.press_ticket.is_some_and(|ticket| ticket != self.ticket);
        if action != Action::Arm {
            self.press_ticket = None;
        }
        if stale && matches!(action, Action::Arm | Action::Select) {
            return false;
        }
        self.armed = action == Action::Arm;
        true
    }

    /// The menu of a game under way.
    pub(crate) const fn menu(&self) -> Menu {
        Menu::game(self.both_games, self.white_balance)
    }

    /// Applies an action to the open menu. Returns what is to be done now, besides what concerns the
    /// settings and the other game.
    pub(crate) fn choose(&mut self, menu: &mut Menu, action: Action) -> Option<Choice> {
        let before = self.settings;
        let choice = menu.handle(action, &mut self.settings);
        if before != self.settings {
            self.changed();
        }
        self.leaving |= choice == Some(Choice::OtherGame);
        choice
    }

    /// The picture of the menu; `None` while the question after a reset shows the saved game, with
    /// which it alternates.
    pub(crate) fn menu_picture(&self, menu: Menu, game: GameKind, now: u64) -> Option<Frame> {
        let elapsed = now.saturating_sub(self.last_input_at);
        let shows_game = menu.is_resume_question() && elapsed % 3000 >= 1800;
        (!shows_game).then(|| menu.render(&self.settings, game, elapsed))
    }

    /// Whether the sign of a refused action shows.
    pub(crate) fn shows_refusal(&self, now: u64) -> bool {
        self.refused_at.is_some_and(|then| now.saturating_sub(then) < REFUSED_MS)
    }

    /// Whether the other game was chosen in the menu since the last call.
    pub(crate) const fn take_leave(&mut self) -> bool {
        core::mem::replace(&mut self.leaving, false)
    }
}

/// The engine's turn: it searches for a move of the game, or for a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Think<M> {
    pub(crate) task: Task,
    /// The best move so far.
    pub(crate) candidate: Option<M>,
    /// Its move, delayed until the animation ends.
    pub(crate) answer: Option<M>,
    /// The player wants the move at once.
    move_now: bool,
}

impl<M: Copy> Think<M> {
    pub(crate) const fn new(task: Task) -> Self {
        Self { task, candidate: None, answer: None, move_now: false }
    }

    /// The same search, whose move the player wants at once.
    pub(crate) const fn hurried(self) -> Self {
        Self { move_now: true, ..self }
    }

    /// Whether the engine has still to answer.
    pub(crate) const fn is_pending(&self) -> bool {
        self.answer.is_none()
    }

    /// Whether the search should stop.
    pub(crate) const fn is_enough(&self) -> bool {
        self.move_now || self.answer.is_some()
    }
}
