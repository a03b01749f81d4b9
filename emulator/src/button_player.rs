//! A player at the emulated board: presses buttons, reads the LEDs, and records the game.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use wedge_console::engine::{Bitboard, Color, Game, Move, Square};

use crate::emulator::{Button, Emulator};
use crate::lights::Lights;

/// The timeout for a move at a low level.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The length of a tap, well over the debounce time.
const TAP_MS: u32 = 40;
/// The length of a hold, too short for a long hold.
const HOLD_MS: u32 = 700;
/// The length of a long hold.
const LONG_HOLD_MS: u32 = 1700;

/// The buttons that a player uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controls {
    /// The user button alone.
    OneButton,
    /// The five on the header pins.
    FiveButtons,
}

/// Plays one or both sides by pressing buttons, and reads the engine's moves from the LEDs.
#[derive(Debug)]
pub struct ButtonPlayer {
    /// The board.
    pub board: Emulator,
    /// The expected game.
    pub game: Game,
    controls: Controls,
    /// The sides that this player plays.
    sides: Vec<Color>,
    /// The last picture, if no button was pressed since.
    last_lights: Option<Lights>,
}

impl ButtonPlayer {
    /// A player at a board that shows the start position.
    #[must_use]
    pub fn new(board: Emulator, controls: Controls, sides: &[Color]) -> Self {
        Self { board, game: Game::default(), controls, sides: sides.to_vec(), last_lights: None }
    }

    /// Taps a button. With one button, two taps in a row take back a move, unless another press
    /// follows at once.
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
        match self.controls {
            Controls::OneButton => self.board.press(Button::User, LONG_HOLD_MS),
            Controls::FiveButtons => self.board.press(Button::Select, HOLD_MS),
        }
    }

    /// Selects the menu entry, or plays at the cursor.
    ///
    /// # Errors
    /// If the emulator does not answer.
    pub fn select(&mut self) -> Result<()> {
        match self.controls {
            Controls::OneButton => self.board.press(Button::User, HOLD_MS),
            Controls::FiveButtons => self.board.press(Button::Select, TAP_MS),
        }
    }

    /// Waits until the board shows the expected game with its legal moves.
    ///
    /// # Errors
    /// If it does not.
    pub fn wait_for_turn(&mut self) -> Result<Lights> {
        let game = &self.game;
        let legal = game.position().board().legal_moves();
        self.board.wait_for(&format!("picture of {game}"), TIMEOUT, |lights| {
            shows_discs(lights, game) && lights.squares("+xoW") & legal == legal
        })
    }

    /// Moves the cursor to a square and plays there.
    ///
    /// # Errors
    /// If the move is illegal, or there is no cursor.
    pub fn play(&mut self, square: Square) -> Result<()> {
        let lights = match self.last_lights.take() {
            Some(lights) => lights,
            None => self.wait_for_turn()?,
        };
        let cursor = lights.squares("xoW").first().context("no cursor on the LEDs")?;
        match self.controls {
            Controls::OneButton => {
                let legal = self.game.position().board().legal_moves();
                for _ in 0..taps(legal, cursor, square)
                    .with_context(|| format!("{square} is not a legal move"))?
                {
                    self.tap(Button::User)?;
                }
            }
            Controls::FiveButtons => self.move_cursor(cursor, square)?,
        }
        self.select()?;
        self.game.play(Move::Play(square))?;
        Ok(())
    }

    /// Moves the cursor by the shortest way; it wraps around the edges.
    fn move_cursor(&mut self, from: Square, to: Square) -> Result<()> {
        let mut go = |from: usize, to: usize, less: Button, more: Button| {
            let ahead = (to + 8 - from) % 8;
            let (button, steps) = if ahead <= 4 { (more, ahead) } else { (less, 8 - ahead) };
            (0..steps).try_for_each(|_| self.board.press(button, TAP_MS))
        };
        go(from.column(), to.column(), Button::Left, Button::Right)?;
        go(from.row(), to.row(), Button::Up, Button::Down)
    }

    /// Waits for the engine's move, if it is to move, and reads it from the LEDs: the only legal way
    /// from the expected game to the picture.
    ///
    /// # Errors
    /// If no legal way leads there.
    pub fn read_engine_move(&mut self) -> Result<()> {
        let mut ends = Vec::new();
        continuations(&self.game, &self.sides, &mut ends);
        let matches = |lights: &Lights, game: &Game| {
            let legal = game.position().board().legal_moves();
            let mine = lights.squares("+xoW") & legal == legal;
            if game.is_over() {
                shows_disc_counts(lights, game)
            } else {
                shows_discs(lights, game) && mine
            }
        };
        let lights =
            self.board.wait_for(&format!("move after {}", self.game), TIMEOUT, |lights| {
                ends.iter().any(|game| matches(lights, game))
            })?;
        match ends.into_iter().find(|game| matches(&lights, game)) {
            Some(game) => self.game = game,
            None => bail!("no game matches the picture any more"),
        }
        self.last_lights = Some(lights);
        Ok(())
    }
}

/// All continuations of a game up to the next turn of one of these sides, or to its end.
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

/// Whether the picture shows the discs of a game.
fn shows_discs(lights: &Lights, game: &Game) -> bool {
    let position = game.position();
    lights.squares("X") == position.discs(Color::Black)
        && lights.squares("O") == position.discs(Color::White)
}

/// Whether the picture has as many discs as a finished game, wherever they are: the end of a game
/// sorts them.
fn shows_disc_counts(lights: &Lights, game: &Game) -> bool {
    let position = game.position();
    lights.squares("X").len() == position.discs(Color::Black).len()
        && lights.squares("O").len() == position.discs(Color::White).len()
        && lights.squares("+xoW*").is_empty()
}

/// The number of taps that move the cursor from one square to another.
fn taps(legal: Bitboard, from: Square, to: Square) -> Option<usize> {
    let squares: Vec<Square> = legal.into_iter().collect();
    let at = |square| squares.iter().position(|&s| s == square);
    let ahead = at(to)? + squares.len();
    // From an illegal square, a tap leads to the first legal one after it.
    let here =
        at(from).or_else(|| squares.iter().position(|&s| s > from).map(|n| n.wrapping_sub(1)));
    Some(ahead.wrapping_sub(here.unwrap_or(squares.len() - 1)) % squares.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taps_wrap_around() {
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
    fn continuations_end_at_the_players_turn() {
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
