//! A game at the board's panel without a screen: the panel, the engine's thread, and what a PC adds:
//! undo and redo, hints, analysis, self-play, the coach and the review.

mod commands;
mod modes;

use anyhow::Result;
use wedge_console::{Panel, Players, Settings, Showing, Task};
use wedge_engine::{Color, Game, Level, Move, Position, Size, Square, Strength};
use wedge_formats::openings;

use super::coach::Coach;
use super::engine_worker::{EngineWorker, WorkerMessage};
use super::review::Review;
use super::search_info::SearchInfo;
pub use super::view::{PuzzleView, View};
pub use commands::Command;

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
    options: PlayOptions,
    coach: Coach,
    review: Option<Review<S>>,
    /// The engine's last move, if it came from the opening book.
    book_move: Option<Square>,
    /// The name of the opening.
    opening: Option<&'static str>,
}

/// How a session is played, besides the settings of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayOptions {
    /// The level of the full engine, instead of a strength of the board.
    pub level: Option<Level>,
    /// Whether the coach judges the moves of people.
    pub coach: bool,
    /// The problem that is being solved.
    pub puzzle: Option<PuzzleView>,
}

impl<S: Size> Session<S> {
    /// A session with a game.
    #[must_use]
    pub fn new(game: Game<S>, settings: Settings, worker: EngineWorker<S>) -> Self {
        let mut panel = Panel::new();
        let line = game.moves().to_vec();
        let opening = openings::name(&game);
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
            options: PlayOptions::default(),
            coach: Coach::default(),
            review: None,
            book_move: None,
            opening,
        }
    }

    /// The same session, played in another way.
    #[must_use]
    pub fn with_options(mut self, options: PlayOptions) -> Self {
        self.coach = Coach::new(options.coach, self.panel.game().moves().len());
        self.options = options;
        if let Some(level) = self.options.level {
            self.set_level(level, 0);
        }
        self
    }

    /// How it is played now.
    #[must_use]
    pub fn options(&self) -> PlayOptions {
        PlayOptions { level: self.level(), coach: self.coach.on, ..self.options.clone() }
    }

    /// Whether the coach is about to speak.
    #[must_use]
    pub const fn is_judging(&self) -> bool {
        self.coach.is_judging()
    }

    /// Whether the review is open.
    #[must_use]
    pub const fn is_reviewing(&self) -> bool {
        self.review.is_some()
    }

    /// The level of the full engine. A change of the strength, by the board's menu as well, ends it.
    fn level(&self) -> Option<Level> {
        let highest = self.panel.settings().strength.number() == Strength::MAX;
        self.options.level.filter(|_| highest)
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
        let plies = self.panel.game().moves().len();
        // The game rests while it is reviewed.
        if self.review.is_none() {
            self.panel.tick(now);
            self.update_line();
            self.dispatch();
        }
        while let Some(message) = self.worker.poll()? {
            match message {
                WorkerMessage::Info(info) => self.update_info(info),
                WorkerMessage::Answer(best) => self.answer(best, now),
                WorkerMessage::BookMove(square) => {
                    self.info = None;
                    self.book_move = Some(square);
                    self.answer(vec![square], now);
                }
                WorkerMessage::Judged(ply, judgement) => match &mut self.review {
                    Some(review) => review.judged(ply, *judgement),
                    None => self.coach.judged(*judgement),
                },
                WorkerMessage::AllJudged => self.coach.done(),
            }
        }
        if self.review.is_none() {
            self.dispatch();
        }
        if self.panel.game().moves().len() != plies {
            self.opening = openings::name(self.panel.game());
        }
        Ok(())
    }

    fn answer(&mut self, best: Vec<Square>, now: u64) {
        if let Some(ticket) = self.pending.take() {
            self.panel.answer(ticket, best, now);
            self.update_line();
        }
    }

    fn count_time(&mut self, now: u64) {
        let passed = now.saturating_sub(self.ticked);
        self.ticked = now;
        let counts =
            matches!(self.panel.showing(), Showing::Choosing | Showing::Thinking(Task::Move));
        if counts && self.analysis.is_none() && self.review.is_none() {
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
        // The coach comes first: its search is short, and the person waits for it.
        let players = self.panel.settings().players;
        let judging = self.coach.is_judging();
        if self.analysis.is_none()
            && let Some((position, square)) = self.coach.next(self.panel.game(), players)
        {
            self.pending = None;
            self.worker.judge(vec![(0, position, square)]);
        } else if judging && !self.coach.is_judging() {
            // The move was taken back.
            self.worker.cancel();
        }
        if self.coach.is_judging() {
            return;
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
            self.book_move = None;
            self.worker.answer(&self.panel, self.level());
        }
    }

    /// What is visible at a time.
    #[must_use]
    pub fn view(&self, now: u64) -> View {
        let panel = &self.panel;
        let reviewed = self.review.as_ref().map(Review::game_here);
        let game = reviewed.as_ref().unwrap_or_else(|| panel.game());
        let position = game.position();
        View {
            frame: self.review.as_ref().map_or_else(|| panel.render(now), Review::frame),
            side: S::SIDE,
            showing: panel.showing(),
            mover: position.side(),
            discs: [Color::Black, Color::White].map(|color| position.discs(color)),
            last: game.moves().iter().rev().find_map(|mv| mv.square()),
            result: game.is_over().then(|| position.result_for_black()),
            legal: position.board().legal_moves(),
            cursor: panel.cursor(),
            settings: self.settings(),
            level: self.level(),
            spent: self.spent,
            scored: self.review.is_none()
                && panel.showing() == Showing::Choosing
                && self.searched == Some(position),
            info: self.info.clone(),
            book_move: self.book_move,
            opening: self.opening,
            analysing: self.analysis.is_some(),
            coached: self.coach.on,
            verdict: self.coach.verdict().cloned(),
            review: self.review.as_ref().map(Review::view),
            editing: None,
            puzzle: self.options.puzzle.clone(),
            moves: game.moves().to_vec(),
            taken_back: self.line.len().saturating_sub(game.moves().len()),
            message: self.message.clone(),
        }
    }
}
