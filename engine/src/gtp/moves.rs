//! The commands that make moves: `play`, `genmove` and `undo`.

use core::str::SplitWhitespace;

use super::words::color;
use super::{Effort, Failure, Gtp, Player};
use crate::book::Book;
use crate::rules::{Game, Position};
use crate::search::Limits;
use crate::types::{Color, Move, Size, Square};

/// The position with this player to move, after a pass that the controller omitted if needed.
pub(super) fn position_for<S: Size>(game: &Game<S>, color: Color) -> Result<Position<S>, Failure> {
    let position = game.position();
    if position.side() == color {
        return Ok(position);
    }
    let board = position.board();
    if position.must_pass() || board.is_over() {
        return Ok(Position::new(board.pass(), color));
    }
    Err(Failure::NotYourTurn(color))
}

impl Gtp {
    /// Makes a move for a player, after the opponent's pass if the controller omitted it. In a
    /// finished game a pass is ignored, since some controllers send them.
    fn make<S: Size>(
        &mut self,
        color: Color,
        mv: Move,
        player: &mut dyn Player<S>,
    ) -> Result<(), Failure> {
        let game = player.game();
        position_for(game, color)?;
        if game.is_over() && mv == Move::Pass {
            return Ok(());
        }
        let skipped = game.position().side() != color && !game.is_over();
        if skipped {
            self.implied |= 1 << game.moves().len().min(127);
            game.play(Move::Pass)?;
        }
        game.play(mv).inspect_err(|_| {
            if skipped {
                self.undo_last(game);
            }
        })?;
        player.game_changed(mv.square());
        Ok(())
    }

    pub(super) fn play<S: Size>(
        &mut self,
        words: &mut SplitWhitespace<'_>,
        player: &mut dyn Player<S>,
    ) -> Result<(), Failure> {
        const USAGE: &str = "play black|white SQUARE, or pass for the square";
        let color = color(words, USAGE)?;
        let word = words.next().ok_or(Failure::Syntax(USAGE))?;
        let mv = word.parse().map_err(|_| Failure::Syntax(USAGE))?;
        self.make(color, mv, player)
    }

    pub(super) fn genmove<S: Size>(
        &mut self,
        words: &mut SplitWhitespace<'_>,
        player: &mut dyn Player<S>,
    ) -> Result<Move, Failure> {
        let color = color(words, "genmove black|white")?;
        let position = position_for(player.game(), color)?;
        let started = player.now_ms();
        let mv = match self.book_move(&position, player) {
            Some(square) => Move::Play(square),
            None => self.choose(&position, player),
        };
        self.clocks[color as usize].spend(player.now_ms().saturating_sub(started));
        self.make(color, mv, player)?;
        self.own = Some(color);
        Ok(mv)
    }

    /// A move from the player's book, with the margin of the strength.
    fn book_move<S: Size>(
        &mut self,
        position: &Position<S>,
        player: &mut dyn Player<S>,
    ) -> Option<Square> {
        let margin = match self.effort {
            Effort::Strength(strength) => strength.book_margin()?,
            Effort::Level(_) | Effort::Limits(_) => Book::MARGIN,
        };
        let square = player.book_move(position, margin, &mut self.random)?;
        position.board().legal_moves().has(square).then_some(square)
    }

    /// Chooses a move by the clock if it runs, else by the effort. A pass if there is no square.
    pub(super) fn choose<S: Size>(
        &mut self,
        position: &Position<S>,
        player: &mut dyn Player<S>,
    ) -> Move {
        if position.board().legal_moves().is_empty() {
            return Move::Pass;
        }
        let clock = self.clocks[position.side() as usize];
        let clocked = clock.limits(&position.board(), self.speed, self.clock_rule);
        let limits = match (clocked, self.effort) {
            (Some(limits), _) | (None, Effort::Limits(limits)) => limits,
            (None, Effort::Level(level)) => level.limits().with_nodes(player.node_cap()),
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

    pub(super) fn undo<S: Size>(&mut self, player: &mut dyn Player<S>) -> Result<(), Failure> {
        self.own = None;
        let game = player.game();
        self.undo_last(game).ok_or(Failure::CannotUndo)?;
        // The buttons may have changed the game since: only a pass can have been omitted.
        let last = game.moves().len().wrapping_sub(1);
        let pass = game.moves().last() == Some(&Move::Pass);
        if pass && last < 128 && self.implied >> last & 1 != 0 {
            self.undo_last(game);
        }
        player.game_changed(None);
        Ok(())
    }

    fn undo_last<S: Size>(&mut self, game: &mut Game<S>) -> Option<Move> {
        let undone = game.undo();
        self.implied &= !(1 << game.moves().len().min(127));
        undone
    }
}
