//! The commands that make moves: `play`, `genmove` and `undo`.

use core::str::SplitWhitespace;

use super::words::color;
use super::{Effort, Failure, Gtp, Player};
use crate::book::Book;
use crate::rules::Position;
use crate::search::Limits;
use crate::types::{Color, Move, Size, Square};

impl<S: Size> Gtp<S> {
    /// The position with this player to move, after a pass that the controller omitted if needed.
    pub(super) fn position_for(&self, color: Color) -> Result<Position<S>, Failure> {
        let position = self.game.position();
        if position.side() == color {
            return Ok(position);
        }
        let board = position.board();
        if position.must_pass() || board.is_over() {
            return Ok(Position::new(board.pass(), color));
        }
        Err(Failure::NotYourTurn(color))
    }

    /// Makes a move for a player, after the opponent's pass if the controller omitted it. In a
    /// finished game a pass is ignored, since some controllers send them.
    fn make(&mut self, color: Color, mv: Move) -> Result<(), Failure> {
        self.position_for(color)?;
        if self.game.is_over() && mv == Move::Pass {
            return Ok(());
        }
        let skipped = self.game.position().side() != color && !self.game.is_over();
        if skipped {
            self.implied |= 1 << self.game.moves().len().min(127);
            self.game.play(Move::Pass)?;
        }
        self.game.play(mv).inspect_err(|_| {
            if skipped {
                self.undo_last();
            }
        })?;
        Ok(())
    }

    pub(super) fn play(&mut self, words: &mut SplitWhitespace<'_>) -> Result<(), Failure> {
        const USAGE: &str = "play black|white SQUARE, or pass for the square";
        let color = color(words, USAGE)?;
        let word = words.next().ok_or(Failure::Syntax(USAGE))?;
        let mv = word.parse().map_err(|_| Failure::Syntax(USAGE))?;
        self.make(color, mv)
    }

    pub(super) fn genmove(
        &mut self,
        words: &mut SplitWhitespace<'_>,
        player: &mut dyn Player<S>,
    ) -> Result<Move, Failure> {
        let color = color(words, "genmove black|white")?;
        let position = self.position_for(color)?;
        let started = player.now_ms();
        let mv = match self.book_move(&position, player) {
            Some(square) => Move::Play(square),
            None => self.choose(&position, player),
        };
        self.clocks[color as usize].spend(player.now_ms().saturating_sub(started));
        self.make(color, mv)?;
        self.own = Some(color);
        Ok(mv)
    }

    /// A move from the player's book, with the margin of the strength.
    fn book_move(&mut self, position: &Position<S>, player: &mut dyn Player<S>) -> Option<Square> {
        let margin = match self.effort {
            Effort::Strength(strength) => strength.book_margin()?,
            Effort::Level(_) | Effort::Limits(_) => Book::MARGIN,
        };
        let square = player.book_move(position, margin, &mut self.random)?;
        position.board().legal_moves().has(square).then_some(square)
    }

    /// Chooses a move by the clock if it runs, else by the effort. A pass if there is no square.
    pub(super) fn choose(&mut self, position: &Position<S>, player: &mut dyn Player<S>) -> Move {
        if position.board().legal_moves().is_empty() {
            return Move::Pass;
        }
        let clock = self.clocks[position.side() as usize];
        let limits = match (clock.limits(&position.board(), self.speed), self.effort) {
            (Some(limits), _) | (None, Effort::Limits(limits)) => limits,
            (None, Effort::Level(level)) => level.limits(),
            (None, Effort::Strength(strength)) => {
                let think =
                    |_, position: &Position<S>, limits: &Limits| player.think(position, limits);
                let choice = strength.choose(position, &mut self.random, think);
                return choice.map_or(Move::Pass, |(square, _)| Move::Play(square));
            }
        };
        let started = player.now_ms();
        let report = player.think(position, &limits);
        let ms = player.now_ms().saturating_sub(started);
        self.speed.learn(&position.board(), &report, ms);
        report.best
    }

    pub(super) fn undo(&mut self) -> Result<(), Failure> {
        self.own = None;
        self.undo_last().ok_or(Failure::CannotUndo)?;
        let last = self.game.moves().len().wrapping_sub(1);
        if last < 128 && self.implied >> last & 1 != 0 {
            self.undo_last();
        }
        Ok(())
    }

    fn undo_last(&mut self) -> Option<Move> {
        let undone = self.game.undo();
        self.implied &= !(1 << self.game.moves().len().min(127));
        undone
    }
}
