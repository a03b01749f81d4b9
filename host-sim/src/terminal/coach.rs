//! The coach: after each move of a person it says what the move cost.

use wedge_console::Players;
use wedge_engine::{Color, Game, Move, Position, Size, Square};

use super::judge::Judgement;

/// A judged move of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who moved.
    pub side: Color,
    /// The verdict.
    pub judgement: Judgement,
}

/// The coach of a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coach {
    pub(crate) on: bool,
    /// How many moves of the game it has seen.
    seen: usize,
    /// The move that the engine judges now.
    pending: Option<(Color, Square)>,
    /// About the last move of a person.
    verdict: Option<Verdict>,
}

impl Coach {
    /// A coach who has seen the moves of a game and says nothing about them.
    pub(crate) fn new(on: bool, seen: usize) -> Self {
        Self { on, seen, ..Self::default() }
    }

    /// The verdict on the last move of a person, if it still stands.
    pub(crate) const fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Whether the engine judges a move now.
    pub(crate) const fn is_judging(&self) -> bool {
        self.pending.is_some()
    }

    /// Forgets what was said: the moves were taken back or replayed.
    pub(crate) fn reset(&mut self, seen: usize) {
        *self = Self::new(self.on, seen);
    }

    /// The move to judge next: the last one of a person since the last call.
    pub(crate) fn next<S: Size>(
        &mut self,
        game: &Game<S>,
        players: Players,
    ) -> Option<(Position<S>, Square)> {
        let plies = game.moves().len();
        if plies < self.seen {
            self.reset(plies);
        }
        let seen = std::mem::replace(&mut self.seen, plies);
        let own = game.steps().skip(seen).filter(|(position, _)| players.has(position.side()));
        let (position, square) = own
            .filter_map(|(position, mv)| match mv {
                Move::Play(square) => Some((position, square)),
                Move::Pass => None,
            })
            .last()?;
        self.verdict = None;
        if !self.on {
            return None;
        }
        self.pending = Some((position.side(), square));
        Some((position, square))
    }

    /// Takes the verdict of the engine.
    pub(crate) fn judged(&mut self, judgement: Judgement) {
        if let Some((side, square)) = self.pending
            && judgement.square == square
        {
            self.verdict = Some(Verdict { side, judgement });
        }
    }

    /// The engine has finished.
    pub(crate) const fn done(&mut self) {
        self.pending = None;
    }
}
