//! A game, what lies face down, and the plies that can be taken back.

use heapless::Vec;
use wedge_dark_chess::{Action, Deal, Game, IllegalPlyError, Ply, Position, Rules};

/// A game with its deal and its last plies.
///
/// A game of dark chess may last thousands of plies. The last [`DealtGame::KEPT`] are kept: they can
/// be taken back, and they suffice for the draw by a cycle, which looks 36 plies back.
///
/// ```
/// use wedge_console::dark_chess::DealtGame;
/// use wedge_console::dark_chess::engine::Deal;
///
/// let mut dealt = DealtGame::new(Deal::new(1));
/// let ply = dealt.play("b5".parse().unwrap()).unwrap();
/// assert!(dealt.undo());
/// assert_eq!(dealt.play("b5".parse().unwrap()), Ok(ply), "the same piece lies there");
/// ```
#[derive(Clone, Debug)]
pub struct DealtGame {
    deal: Deal,
    /// The position before the first of the kept plies.
    start: Position,
    /// The plies before that.
    before: u16,
    actions: Vec<Action, { DealtGame::KEPT }>,
    game: Game,
}

impl DealtGame {
    /// The number of plies that can be taken back.
    pub const KEPT: usize = 52;

    /// A new game with this deal.
    #[must_use]
    pub fn new(deal: Deal) -> Self {
        Self::from_position(deal, Position::START, 0)
    }

    /// A game from a position on, after so many plies. The deal has its face-down pieces.
    #[must_use]
    pub fn from_position(deal: Deal, start: Position, before: u16) -> Self {
        let game = Game::new(start.clone(), Rules::default());
        Self { deal, start, before, actions: Vec::new(), game }
    }

    /// The game, without what lies face down.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The plies played.
    #[must_use]
    pub fn plies(&self) -> usize {
        usize::from(self.before) + self.actions.len()
    }

    /// The last ply.
    #[must_use]
    pub fn last(&self) -> Option<Ply> {
        self.actions.last().map(|&action| self.deal.ply(action))
    }

    /// The kept actions, the oldest first.
    #[must_use]
    pub fn kept(&self) -> &[Action] {
        &self.actions
    }

    pub(crate) const fn deal(&self) -> &Deal {
        &self.deal
    }

    pub(crate) const fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) const fn before(&self) -> u16 {
        self.before
    }

    /// Plays an action; returns it with what a flip revealed.
    ///
    /// # Errors
    /// If it is not legal, or the game is over. The game is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<Ply, IllegalPlyError> {
        let ply = self.deal.ply(action);
        self.game.play(ply)?;
        if self.actions.is_full() {
            let first = self.deal.ply(self.actions.remove(0));
            if let Some(next) = self.start.after(first) {
                self.start = next;
                // Wraps to an even number, which keeps the turns apart.
                self.before = self.before.wrapping_add(1);
            }
        }
        // There is room now.
        let _ = self.actions.push(action);
        Ok(ply)
    }

    /// Takes back a ply. Returns false if none is kept.
    pub fn undo(&mut self) -> bool {
        let undone = self.actions.pop().is_some();
        if undone {
            self.game = Game::new(self.start.clone(), Rules::default());
            for &action in &self.actions {
                // They were legal when they were played.
                let _ = self.game.play(self.deal.ply(action));
            }
        }
        undone
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::SplitMix64;

    use super::*;

    /// Against a game that keeps everything: the same ending at the same ply.
    #[test]
    fn the_kept_plies_suffice_for_the_rules() {
        let mut random = SplitMix64::new(5);
        for number in 0..60 {
            let deal = Deal::new(number);
            let (mut dealt, mut whole) = (DealtGame::new(deal.clone()), Game::default());
            while whole.ending().is_none() {
                let actions = whole.position().actions();
                let action = actions[random.below(actions.len() as u32) as usize];
                whole.play(deal.ply(action)).unwrap();
                dealt.play(action).unwrap();
                // Taken back and played again, the game is rebuilt from the kept plies.
                assert!(dealt.undo());
                dealt.play(action).unwrap();
                assert_eq!(dealt.position(), whole.position());
                assert_eq!(dealt.game().ending(), whole.ending());
                assert_eq!(dealt.plies(), whole.plies() as usize);
            }
        }
    }
}
