//! What a PC adds to the board's panel besides its moves: levels, the coach, the review.

use wedge_console::{Players, Settings};
use wedge_engine::{Color, Game, Level, Size, Strength};

use super::Session;
use crate::terminal::coach::Coach;
use crate::terminal::review::Review;
use crate::terminal::scale::Opponent;

impl<S: Size> Session<S> {
    pub(super) fn set_strength(&mut self, strength: Strength, now: u64) {
        self.options.level = None;
        self.apply_settings(Settings { strength, ..self.panel.settings() }, now);
        self.set_message(format!("Strength {strength}"));
    }

    pub(super) fn set_level(&mut self, level: Level, now: u64) {
        self.options.level = Some(level);
        // The level takes the book of the highest strength.
        let strength = Strength::new(Strength::MAX).unwrap_or_default();
        self.apply_settings(Settings { strength, ..self.panel.settings() }, now);
        self.set_message(format!("Level {level}: the full engine, {level} plies deep"));
    }

    pub(super) fn step_strength(&mut self, up: bool, now: u64) {
        let opponent = Opponent::new(self.panel.settings().strength, self.level());
        match if up { opponent.stronger() } else { opponent.weaker() } {
            Some(Opponent::Strength(strength)) => self.set_strength(strength, now),
            Some(Opponent::Level(level)) => self.set_level(level, now),
            None => self.set_message(format!("There is nothing beyond {opponent}.")),
        }
    }

    pub(super) fn toggle_coach(&mut self) {
        self.coach = Coach::new(!self.coach.on, self.panel.game().moves().len());
        self.set_message(if self.coach.on {
            "The coach says what each of your moves cost. k: off."
        } else {
            "The coach is off."
        });
    }

    /// Opens the review of the whole game, the moves that were taken back included.
    pub(super) fn open_review(&mut self) {
        if self.line.is_empty() {
            return self.set_message("There is no move to review yet.");
        }
        if self.analysis.is_some() {
            return self.set_message("Stop the analysis first. a: stop.");
        }
        if self.pending.is_some() || self.coach.is_judging() {
            return self.set_message("Wedge is thinking: wait for its move.");
        }
        let mut game = Game::from_position(self.panel.game().start());
        for &mv in &self.line {
            // The line is a legal game.
            let _ = game.play(mv);
        }
        let review = Review::new(game, self.settings().players);
        self.worker.judge(review.to_judge());
        self.review = Some(review);
    }

    pub(super) fn close_review(&mut self) {
        if self.review.take().is_some() {
            self.worker.cancel();
        }
    }

    /// Goes back to the move under review. The person gets the side to move, for another try.
    pub(super) fn play_on(&mut self, now: u64) {
        let Some(review) = &self.review else { return };
        let game = review.game_here();
        if game.is_over() {
            return self.set_message("The game is over here: go back to a move. Left: back.");
        }
        self.close_review();
        let settings = self.panel.settings();
        let side = game.position().side();
        let players = match settings.players {
            Players::Both => Players::Both,
            _ if side == Color::Black => Players::Black,
            _ => Players::White,
        };
        let line = std::mem::take(&mut self.line);
        self.panel.set_game(game, Settings { players, ..settings }, now);
        self.line = line;
        self.forget_search();
        self.set_message(format!("Try another move for {side}. r: the old moves, v: review."));
    }

    /// Drops what was said about another position.
    pub(super) fn forget_search(&mut self) {
        (self.info, self.searched, self.book_move) = (None, None, None);
        self.coach.reset(self.panel.game().moves().len());
    }
}
