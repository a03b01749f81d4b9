//! A game: its moves, undo, and its transcript.

use core::fmt;
use core::str::FromStr;

use heapless::Vec;

use crate::rules::Position;
use crate::types::{Color, Eight, Move, Size, Square};

/// At most sixty discs are placed, and no two passes follow each other.
const MAX_PLIES: usize = 120;

/// A start position, the moves made since, and the current position.
///
/// Passes are moves of the game. The text format is the transcript of tournaments: squares only,
/// since passes follow from the board.
///
/// ```
/// use wedge_engine::{Game, Move};
///
/// let mut game: Game = "f5d6c3".parse().unwrap();
/// assert_eq!(game.moves().len(), 3);
/// game.undo();
/// assert_eq!(game.to_string(), "f5d6");
/// assert!(game.play("a1".parse().map(Move::Play).unwrap()).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<S: Size = Eight> {
    start: Position<S>,
    position: Position<S>,
    moves: Vec<Move, MAX_PLIES>,
}

impl Default for Game {
    fn default() -> Self {
        Self::from_position(Position::start())
    }
}

impl<S: Size> Game<S> {
    /// A game that starts from this position.
    #[must_use]
    pub const fn from_position(start: Position<S>) -> Self {
        Self { start, position: start, moves: Vec::new() }
    }

    /// The position at the start of the game.
    #[must_use]
    pub const fn start(&self) -> Position<S> {
        self.start
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> Position<S> {
        self.position
    }

    /// The moves so far, passes included.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether neither player can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.position.board().is_over()
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the move is not legal. The game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        let illegal =
            IllegalMoveError { mv, side: self.position.side(), ply: self.moves.len() + 1 };
        let position = self.position.play(mv).ok_or(illegal)?;
        self.moves.push(mv).map_err(|_| illegal)?;
        self.position = position;
        Ok(())
    }

    /// Takes back the last move and returns it.
    ///
    /// The record keeps no boards: the game is played again from its start.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.position = self
            .moves
            .iter()
            .fold(self.start, |position, &mv| position.play(mv).unwrap_or(position));
        Some(last)
    }

    /// The positions of the game with the move made in each, from the start.
    pub fn steps(&self) -> impl Iterator<Item = (Position<S>, Move)> + '_ {
        self.moves.iter().scan(self.start, |position, &mv| {
            let before = *position;
            *position = before.play(mv)?;
            Some((before, mv))
        })
    }

    /// Plays the moves of a transcript such as `f5d6c3`. Passes may be omitted or written `--`,
    /// `ps`, `pa` or `pass`. White space is skipped.
    ///
    /// # Errors
    /// The first move that cannot be read or is not legal. The moves before it are played.
    pub fn play_transcript(&mut self, transcript: &str) -> Result<(), ParseGameError> {
        let mut rest = transcript.trim_start();
        while !rest.is_empty() {
            let at = transcript.len() - rest.len();
            let unread = ParseGameError::Unread { at };
            let starts = |word: &&str| {
                rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            };
            let (mv, length) = match Move::PASS_TEXTS.iter().copied().find(starts) {
                Some(word) => (Move::Pass, word.len()),
                None => {
                    let name = rest.get(..2).ok_or(unread)?;
                    (Move::Play(name.parse().map_err(|_| unread)?), 2)
                }
            };
            if matches!(mv, Move::Play(_)) && self.position.must_pass() {
                self.play(Move::Pass).map_err(ParseGameError::Illegal)?;
            }
            self.play(mv).map_err(ParseGameError::Illegal)?;
            rest = rest[length..].trim_start();
        }
        Ok(())
    }
}

impl<S: Size> FromStr for Game<S> {
    type Err = ParseGameError;

    fn from_str(transcript: &str) -> Result<Self, ParseGameError> {
        let mut game = Self::from_position(Position::start());
        game.play_transcript(transcript)?;
        Ok(game)
    }
}

impl<S: Size> fmt::Display for Game<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves
            .iter()
            .filter_map(|mv| mv.square())
            .try_for_each(|square: Square| write!(f, "{square}"))
    }
}

/// A move that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMoveError {
    /// The move.
    pub mv: Move,
    /// The player who tried it.
    pub side: Color,
    /// The number of the move in the game, from 1, with passes counted.
    pub ply: usize,
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {} is not legal for {}", self.ply, self.mv, self.side)
    }
}

impl core::error::Error for IllegalMoveError {}

/// The error of playing a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseGameError {
    /// The text at this byte offset is neither a square nor a pass.
    Unread {
        /// The byte offset.
        at: usize,
    },
    /// A move is not legal.
    Illegal(IllegalMoveError),
}

impl fmt::Display for ParseGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread { at } => write!(f, "character {}: expected a square such as f5", at + 1),
            Self::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl core::error::Error for ParseGameError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::{String, ToString};

    use super::*;
    use crate::types::SplitMix64;

    /// The shortest game that ends with a side wiped out: nine moves.
    const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn a_wipe_out_gives_all_squares_to_the_winner() {
        let game: Game = WIPE_OUT.parse().unwrap();
        assert!(game.is_over());
        assert_eq!(game.position().result_for_black(), 64);
    }

    #[test]
    fn undo_walks_back_to_the_start() {
        let mut game: Game = WIPE_OUT.parse().unwrap();
        while game.undo().is_some() {}
        assert_eq!(game, Game::default());
    }

    #[test]
    fn passes_are_found_and_may_be_written() {
        let mut with_a_pass = 0;
        for seed in 0..100 {
            let mut random = SplitMix64::new(seed);
            let mut game = Game::default();
            let mut written = String::new();
            while !game.is_over() {
                let mv = game.position().random_move(&mut random).unwrap();
                game.play(mv).unwrap();
                let word = if mv == Move::Pass { "--".to_string() } else { mv.to_string() };
                written = written + &word + " ";
            }
            with_a_pass += usize::from(game.moves().contains(&Move::Pass));
            assert_eq!(game.to_string().parse(), Ok(game.clone()));
            assert_eq!(written.parse(), Ok(game));
        }
        assert!(with_a_pass > 10, "{with_a_pass} of 100 games had a pass");
    }

    #[test]
    fn errors_name_the_move() {
        let say = |text: &str| text.parse::<Game>().unwrap_err().to_string();
        assert_eq!(say("f5d6a1"), "move 3: a1 is not legal for black");
        assert_eq!(say("f5d6z9"), "character 5: expected a square such as f5");
        assert_eq!(say("f5pass"), "move 2: pass is not legal for white");
        assert_eq!(say("f5d"), "character 3: expected a square such as f5");
        assert_eq!(say("f5é"), "character 3: expected a square such as f5");
    }
}
