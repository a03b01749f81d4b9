//! Moves by protocol: those that are sent, those that are asked for, and those taken back.

use core::str::SplitWhitespace;

use super::words::color;
use super::{Failure, Gtp, Player};
use crate::book::Book;
use crate::rules::Position;
use crate::types::{Color, Move, Size, Square};

impl<S: Size> Gtp<S> {
    /// The position with this player to move: here, or after a pass that nobody sent.
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

    /// Makes a move for a player, after the other's pass if that was not sent. In a finished game
    /// passes are no moves, but some controllers send them.
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
                self.forget_last();
            }
        })?;
        Ok(())
    }

    pub(super) fn play(&mut self, words: &mut SplitWhitespace<'_>) -> Result<(), Failure> {
        const USAGE: &str = "play black|white SQUARE, or pass for the square";
        let color = color(words, USAGE)?;
        let word = words.next().ok_or(Failure::Syntax(USAGE))?;
        let mv = if word.eq_ignore_ascii_case("pass") {
            Move::Pass
        } else {
            Move::Play(word.parse().map_err(|_| Failure::Syntax(USAGE))?)
        };
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
        let mv = match self.open(&position, player) {
            Some(square) => Move::Play(square),
            None => self.choose(&position, player),
        };
        self.clocks[color as usize].spend(player.now_ms().saturating_sub(started));
        self.make(color, mv)?;
        self.own = Some(color);
        Ok(mv)
    }

    /// From a book, with a margin that goes with the playing strength.
    fn open(&mut self, position: &Position<S>, player: &mut dyn Player<S>) -> Option<Square> {
        let margin = match self.limits {
            Some(_) => Book::MARGIN,
            None => self.level.book_margin()?,
        };
        let square = player.open(position, margin, &mut self.random)?;
        position.board().legal_moves().has(square).then_some(square)
    }

    /// By the clock if it runs, else by limits or the level; a pass where there is no square.
    pub(super) fn choose(&mut self, position: &Position<S>, player: &mut dyn Player<S>) -> Move {
        if position.board().legal_moves().is_empty() {
            return Move::Pass;
        }
        let clock = self.clocks[position.side() as usize];
        match clock.limits(&position.board(), self.speed).or(self.limits) {
            Some(limits) => {
                let started = player.now_ms();
                let report = player.think(position, &limits);
                let ms = player.now_ms().saturating_sub(started);
                self.speed.learn(&position.board(), &report, ms);
                report.best
            }
            None => self
                .level
                .choose(position, &mut self.random, |_, position, limits| {
                    player.think(position, limits)
                })
                .map_or(Move::Pass, |(square, _)| Move::Play(square)),
        }
    }

    pub(super) fn undo(&mut self) -> Result<(), Failure> {
        self.own = None;
        self.forget_last().ok_or(Failure::CannotUndo)?;
        let last = self.game.moves().len().wrapping_sub(1);
        if last < 128 && self.implied >> last & 1 != 0 {
            self.forget_last();
        }
        Ok(())
    }

    fn forget_last(&mut self) -> Option<Move> {
        let undone = self.game.undo();
        self.implied &= !(1 << self.game.moves().len().min(127));
        undone
    }
}
