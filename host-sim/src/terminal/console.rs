//! The console without a screen: the board's panel, the engine beside it, and what a PC adds.

use anyhow::Result;
use wedge_console::{Action, Frame, MenuEntry, Panel, Players, Settings, Showing, Task};
use wedge_engine::{Bitboard, Color, Game, Move, Position, Size, Square, Strength};

use super::thinker::{News, Thinker};
use super::thought::Thought;

/// What a person can ask for beside what the board's buttons say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// What a button of the board says.
    Button(Action),
    /// Take back the last move that a person made.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Score all moves and mark the best three.
    Hint,
    /// Let the engine have the other colour.
    Swap,
    /// Think about the position until told to stop.
    Analyse,
    /// Let the engine play itself, or play on oneself.
    Watch,
    /// Another strength.
    Strength(Strength),
}

/// A game at the panel, with an engine that thinks beside it.
pub struct Console<S: Size> {
    panel: Panel<S>,
    thinker: Thinker<S>,
    /// The request that the engine works on.
    asked: Option<u32>,
    /// The longest line of the game: what was taken back can be played again.
    line: Vec<Move>,
    /// Where people sat before analysis, and the position under analysis.
    analysis: Option<(Players, Position<S>)>,
    thought: Option<Thought>,
    /// The position that the thought is about.
    about: Option<Position<S>>,
    /// Milliseconds that black and white have spent.
    spent: [u64; 2],
    ticked: u64,
    /// What is to be said about the last wish.
    message: Option<String>,
}

/// All that can be seen of a console at a moment.
#[derive(Clone, Debug)]
pub struct View {
    /// The lights.
    pub frame: Frame,
    /// Squares along one side.
    pub side: usize,
    /// What the panel is doing.
    pub showing: Showing,
    /// Whose turn it is.
    pub mover: Color,
    /// Discs of black and white.
    pub discs: [u32; 2],
    /// The final margin for black, once the game is over.
    pub result: Option<i32>,
    /// Where the player may go.
    pub legal: Bitboard,
    /// The square that blinks.
    pub cursor: Square,
    /// Strength and players.
    pub settings: Settings,
    /// Milliseconds that black and white have spent.
    pub spent: [u64; 2],
    /// What the engine thinks, or thought last.
    pub thought: Option<Thought>,
    /// Whether that is about the position shown, so that its scores can stand on the squares.
    pub scored: bool,
    /// Whether analysis is on.
    pub analysing: bool,
    /// The moves so far, passes included.
    pub moves: Vec<Move>,
    /// How many moves can be played again.
    pub taken_back: usize,
    /// What is to be said about the last wish.
    pub message: Option<String>,
}

impl<S: Size> Console<S> {
    /// A console with a game.
    #[must_use]
    pub fn new(game: Game<S>, settings: Settings, thinker: Thinker<S>) -> Self {
        let mut panel = Panel::new();
        let line = game.moves().to_vec();
        panel.set_game(game, settings, 0);
        Self {
            panel,
            thinker,
            asked: None,
            line,
            analysis: None,
            thought: None,
            about: None,
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

    /// The board's panel, for those who answer in the engine's place.
    pub const fn panel_mut(&mut self) -> &mut Panel<S> {
        &mut self.panel
    }

    /// Who sits at the board; analysis, which gives a person both colours, is left aside.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let settings = self.panel.settings();
        match self.analysis {
            Some((players, _)) => Settings { players, ..settings },
            None => settings,
        }
    }

    /// Has something to say.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    /// What there is to say, once.
    pub fn take_message(&mut self) -> Option<String> {
        self.message.take()
    }

    /// Does what the player wants.
    pub fn wish(&mut self, wish: Wish, now: u64) {
        if !matches!(wish, Wish::Button(Action::Touch | Action::Arm)) {
            self.message = None;
        }
        match wish {
            Wish::Button(action) => self.press(action, now),
            Wish::Undo => self.undo(now),
            Wish::Redo => self.redo(now),
            Wish::Hint => self.hint(now),
            Wish::Swap => self.swap(now),
            Wish::Analyse => self.toggle_analysis(now),
            Wish::Watch => self.watch(now),
            Wish::Strength(strength) => {
                self.seat(Settings { strength, ..self.panel.settings() }, now);
                self.say(format!("Strength {}", strength.number()));
            }
        }
        self.remember();
    }

    fn press(&mut self, action: Action, now: u64) {
        let before = (self.panel.showing(), self.panel.game().moves().len());
        self.panel.handle(action, now);
        let anew = match before.0 {
            Showing::Over => action == Action::Select,
            Showing::Menu { entry: MenuEntry::NewGame, .. } => self.panel.showing() != before.0,
            _ => false,
        };
        if anew && self.panel.game().moves().is_empty() {
            self.line.clear();
            self.spent = [0; 2];
            self.thought = None;
        }
    }

    /// Other players or another strength, and the game goes on.
    fn seat(&mut self, settings: Settings, now: u64) {
        let game = self.panel.game().clone();
        self.panel.set_game(game, settings, now);
    }

    fn undo(&mut self, now: u64) {
        if self.panel.game().moves().is_empty() {
            return self.say("This is the start of the game.");
        }
        if matches!(self.panel.showing(), Showing::Menu { .. }) {
            self.panel.handle(Action::Menu, now);
        }
        // An engine that plays itself would make the same move again at once.
        let settings = self.panel.settings();
        if settings.players == Players::Nobody {
            self.seat(Settings { players: Players::Both, ..settings }, now);
            self.say("Paused: you have both colours. w: watch on.");
        }
        let before = self.panel.game().moves().len();
        self.panel.handle(Action::TakeBack, now);
        if self.panel.game().moves().len() == before {
            self.say("You have made no move yet.");
        }
    }

    /// On to the next position in which a person is asked.
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
            return self.say("There is nothing to play again.");
        }
        let settings = self.panel.settings();
        self.panel.set_game(game, settings, now);
    }

    fn hint(&mut self, now: u64) {
        if self.analysis.is_some() {
            return self.say("Analysis shows the scores already.");
        }
        if !self.panel.ask_hint(now) {
            self.say("A hint is for your own move.");
        }
    }

    fn swap(&mut self, now: u64) {
        let settings = self.panel.settings();
        let players = match settings.players {
            Players::Black => Players::White,
            Players::White => Players::Black,
            Players::Both | Players::Nobody => {
                return self.say("Swapping sides needs a person on one of them.");
            }
        };
        self.seat(Settings { players, ..settings }, now);
        let colour = if players == Players::Black { "black" } else { "white" };
        self.say(format!("You have {colour} now."));
    }

    fn toggle_analysis(&mut self, now: u64) {
        let settings = self.panel.settings();
        match self.analysis.take() {
            Some((players, _)) => {
                self.thinker.drop_job();
                self.seat(Settings { players, ..settings }, now);
                self.say("Analysis is off: the game goes on.");
            }
            None => {
                self.thinker.drop_job();
                self.asked = None;
                self.seat(Settings { players: Players::Both, ..settings }, now);
                self.begin_analysis(settings.players);
                self.say("Analysis: play both colours, u and r go back and forth. a: stop.");
            }
        }
    }

    fn begin_analysis(&mut self, players: Players) {
        let position = self.panel.game().position();
        self.analysis = Some((players, position));
        (self.thought, self.about) = (None, Some(position));
        if position.board().legal_moves().is_empty() {
            self.thinker.drop_job();
        } else {
            self.thinker.analyse(position);
        }
    }

    fn watch(&mut self, now: u64) {
        if self.analysis.is_some() {
            return self.say("Stop the analysis first. a: stop.");
        }
        let settings = self.panel.settings();
        if settings.players == Players::Nobody {
            // The side to move is the person's again.
            let players = match self.panel.game().position().side() {
                Color::Black => Players::Black,
                Color::White => Players::White,
            };
            self.seat(Settings { players, ..settings }, now);
            self.say("You play on.");
        } else {
            self.seat(Settings { players: Players::Nobody, ..settings }, now);
            self.say("Wedge plays both colours. w: play on yourself. u: pause.");
        }
    }

    /// Keeps the longest line, unless the game has left it.
    fn remember(&mut self) {
        let moves = self.panel.game().moves();
        if !self.line.starts_with(moves) {
            self.line = moves.to_vec();
        }
    }

    /// Lets time pass: moves are made, the engine is asked and heard.
    ///
    /// # Errors
    /// If the engine's thread has died.
    pub fn tick(&mut self, now: u64) -> Result<()> {
        self.count_time(now);
        self.panel.tick(now);
        self.remember();
        self.ask();
        while let Some(news) = self.thinker.hear()? {
            match news {
                News::Thought(thought) => self.ponder(thought),
                News::Answer(best) => {
                    if let Some(ticket) = self.asked.take() {
                        self.panel.answer(ticket, best, now);
                        self.remember();
                    }
                }
            }
        }
        self.ask();
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

    fn ponder(&mut self, thought: Thought) {
        if let (Some(ticket), Some(&square)) = (self.asked, thought.line.first()) {
            self.panel.consider(ticket, square);
        }
        match &mut self.thought {
            Some(known) => known.learn(thought),
            None => self.thought = Some(thought),
        }
    }

    /// Gives the engine what there is to do, and takes away what nobody wants any more.
    fn ask(&mut self) {
        if let Some(ticket) = self.asked
            && self.panel.is_void(ticket)
        {
            // It may be wanted at once: then the answer counts.
            self.thinker.hurry();
            if self.panel.request().is_none_or(|request| request.ticket != ticket) {
                self.thinker.drop_job();
                self.asked = None;
            }
        }
        if let Some((players, position)) = self.analysis {
            if position != self.panel.game().position() {
                self.begin_analysis(players);
            }
        } else if let Some(request) = self.panel.request()
            && self.asked != Some(request.ticket)
        {
            self.asked = Some(request.ticket);
            (self.thought, self.about) = (None, Some(request.position));
            self.thinker.answer(&self.panel);
        }
    }

    /// What can be seen at a time.
    #[must_use]
    pub fn view(&self, now: u64) -> View {
        let (panel, game) = (&self.panel, self.panel.game());
        let position = game.position();
        let discs = |color| position.discs(color).len();
        let thought = self.thought.clone();
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
            scored: panel.showing() == Showing::Choosing && self.about == Some(position),
            thought,
            analysing: self.analysis.is_some(),
            moves: game.moves().to_vec(),
            taken_back: self.line.len().saturating_sub(game.moves().len()),
            message: self.message.clone(),
        }
    }
}
