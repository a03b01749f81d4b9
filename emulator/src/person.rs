//! A person at the board: looks at the lights, presses buttons, and keeps a record of the game.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use wedge_console::engine::{Bitboard, Color, Game, Move, Square};

use crate::board::{Button, Emulator};
use crate::lights::Lights;

/// The longest that anything may take at a low strength.
const PATIENCE: Duration = Duration::from_secs(20);
/// A tap, well over the time that a contact may bounce.
const TAP_MS: u32 = 40;
/// Long enough for a hold, too short for a very long one.
const HOLD_MS: u32 = 700;
/// A very long hold.
const LONG_HOLD_MS: u32 = 1700;

/// Which buttons are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// The blue button alone.
    One,
    /// The five on the header pins.
    Five,
}

/// Somebody who plays some of the sides by pressing buttons, and reads the rest from the lights.
#[derive(Debug)]
pub struct Person {
    /// The board.
    pub board: Emulator,
    /// The game as it must be.
    pub game: Game,
    hands: Hands,
    /// The sides that are played by hand.
    sides: Vec<Color>,
    /// The lights as they were last seen, if nothing was pressed since.
    seen: Option<Lights>,
}

impl Person {
    /// Sits down at a board that shows the start position.
    #[must_use]
    pub fn new(board: Emulator, hands: Hands, sides: &[Color]) -> Self {
        Self { board, game: Game::default(), hands, sides: sides.to_vec(), seen: None }
    }

    /// A short press of the only button, or of one of the five. Two in a row take back a move with
    /// one button, unless something else follows at once.
    ///
    /// # Errors
    /// If the emulator does not answer.
    pub fn tap(&mut self, button: Button) -> Result<()> {
        self.board.press(button, TAP_MS)
    }

    /// Opens the menu.
    ///
    /// # Errors
    /// If the emulator does not answer.
    pub fn open_menu(&mut self) -> Result<()> {
        match self.hands {
            Hands::One => self.board.press(Button::User, LONG_HOLD_MS),
            Hands::Five => self.board.press(Button::Select, HOLD_MS),
        }
    }

    /// Chooses what is shown, or plays where the cursor is.
    ///
    /// # Errors
    /// If the emulator does not answer.
    pub fn select(&mut self) -> Result<()> {
        match self.hands {
            Hands::One => self.board.press(Button::User, HOLD_MS),
            Hands::Five => self.board.press(Button::Select, TAP_MS),
        }
    }

    /// Waits until it is a person's turn, and checks that the board shows the game as it must be.
    ///
    /// # Errors
    /// If it does not.
    pub fn wait_for_turn(&mut self) -> Result<Lights> {
        let game = &self.game;
        let legal = game.position().board().legal_moves();
        self.board.wait_for(&format!("the game {game}"), PATIENCE, |lights| {
            shows(lights, game) && lights.squares("+xoW") & legal == legal
        })
    }

    /// Brings the cursor to a square and plays there.
    ///
    /// # Errors
    /// If the move is not legal, or the cursor does not follow.
    pub fn play(&mut self, square: Square) -> Result<()> {
        let lights = match self.seen.take() {
            Some(lights) => lights,
            None => self.wait_for_turn()?,
        };
        let cursor = lights.squares("xoW").first().context("no cursor")?;
        match self.hands {
            Hands::One => {
                let legal = self.game.position().board().legal_moves();
                for _ in 0..taps(legal, cursor, square).context("no legal square")? {
                    self.tap(Button::User)?;
                }
            }
            Hands::Five => self.walk(cursor, square)?,
        }
        self.select()?;
        self.game.play(Move::Play(square))?;
        Ok(())
    }

    /// The shortest way: the cursor goes round the edges.
    fn walk(&mut self, from: Square, to: Square) -> Result<()> {
        let mut go = |from: usize, to: usize, less: Button, more: Button| {
            let ahead = (to + 8 - from) % 8;
            let (button, steps) = if ahead <= 4 { (more, ahead) } else { (less, 8 - ahead) };
            (0..steps).try_for_each(|_| self.board.press(button, TAP_MS))
        };
        go(from.column(), to.column(), Button::Left, Button::Right)?;
        go(from.row(), to.row(), Button::Up, Button::Down)
    }

    /// Waits for the engine's answer, if it is its turn, and reads it from the lights: the only
    /// legal way from the board before to the one shown.
    ///
    /// # Errors
    /// If no legal way leads there.
    pub fn read_answer(&mut self) -> Result<()> {
        let mut ends = Vec::new();
        continuations(&self.game, &self.sides, &mut ends);
        let wanted = |lights: &Lights, game: &Game| {
            let legal = game.position().board().legal_moves();
            let mine = lights.squares("+xoW") & legal == legal;
            if game.is_over() { counts(lights, game) } else { shows(lights, game) && mine }
        };
        let lights =
            self.board.wait_for(&format!("an answer to {}", self.game), PATIENCE, |lights| {
                ends.iter().any(|game| wanted(lights, game))
            })?;
        match ends.into_iter().find(|game| wanted(&lights, game)) {
            Some(game) => self.game = game,
            None => bail!("the picture changed while it was read"),
        }
        self.seen = Some(lights);
        Ok(())
    }
}

/// All games in which it is the turn of one of these sides again, or that are over.
fn continuations(game: &Game, sides: &[Color], ends: &mut Vec<Game>) {
    let position = game.position();
    let legal = position.board().legal_moves();
    if game.is_over() || (!legal.is_empty() && sides.contains(&position.side())) {
        ends.push(game.clone());
        return;
    }
    let moves: Vec<Move> = legal.into_iter().map(Move::Play).collect();
    for mv in if moves.is_empty() { vec![Move::Pass] } else { moves } {
        let mut next = game.clone();
        if next.play(mv).is_ok() {
            continuations(&next, sides, ends);
        }
    }
}

/// Whether the discs of a game are on the lights.
fn shows(lights: &Lights, game: &Game) -> bool {
    let position = game.position();
    lights.squares("X") == position.discs(Color::Black)
        && lights.squares("O") == position.discs(Color::White)
}

/// Whether there are as many discs as at the end of a game, wherever they are: they sort
/// themselves into two blocks.
fn counts(lights: &Lights, game: &Game) -> bool {
    let position = game.position();
    lights.squares("X").len() == position.discs(Color::Black).len()
        && lights.squares("O").len() == position.discs(Color::White).len()
        && lights.squares("+xoW*").is_empty()
}

/// How many steps to the next legal square lead from one to another.
fn taps(legal: Bitboard, from: Square, to: Square) -> Option<usize> {
    let squares: Vec<Square> = legal.into_iter().collect();
    let at = |square| squares.iter().position(|&s| s == square);
    let ahead = at(to)? + squares.len();
    // From a square that is none of them, the next one is the first after it.
    let here =
        at(from).or_else(|| squares.iter().position(|&s| s > from).map(|n| n.wrapping_sub(1)));
    Some(ahead.wrapping_sub(here.unwrap_or(squares.len() - 1)) % squares.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taps_go_round() {
        let set =
            |names: &[&str]| names.iter().map(|name| name.parse::<Square>().unwrap()).collect();
        let legal: Bitboard = set(&["d3", "c4", "f5", "e6"]);
        let steps = |from: &str, to: &str| taps(legal, from.parse().unwrap(), to.parse().unwrap());
        assert_eq!(steps("d3", "d3"), Some(0));
        assert_eq!(steps("d3", "e6"), Some(3));
        assert_eq!(steps("f5", "c4"), Some(3));
        assert_eq!(steps("d3", "a1"), None);
    }

    #[test]
    fn continuations_end_at_the_persons_turn() {
        let game: Game = "f5".parse().unwrap();
        let mut ends = Vec::new();
        continuations(&game, &[Color::Black], &mut ends);
        assert_eq!(ends.len(), 3);
        assert!(ends.iter().all(|game| game.position().side() == Color::Black));
        let mut both = Vec::new();
        continuations(&game, &[Color::Black, Color::White], &mut both);
        assert_eq!(both, [game]);
    }
}
