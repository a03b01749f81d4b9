//! Why a command fails, in the words that GTP controllers know.

use core::fmt;

use crate::rules::IllegalMove;
use crate::types::Color;

/// Why a command fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no such command.
    UnknownCommand,
    /// The arguments are not what the command takes.
    Syntax(
        /// What it takes.
        &'static str,
    ),
    /// The line has more characters than are read.
    TooLong(
        /// How many are read.
        usize,
    ),
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    /// It is the other player's turn.
    NotYourTurn(
        /// Who cannot move now.
        Color,
    ),
    /// There is no move to take back.
    CannotUndo,
    /// The board is of another size.
    UnacceptableSize(
        /// The size of the board.
        usize,
    ),
    /// Only a finished game has it.
    NotOver,
    /// The reason is written already, by [`Answer::refuse`](super::Answer::refuse).
    Told,
    /// The answer could not be written.
    Output,
}

impl From<fmt::Error> for Failure {
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

impl From<IllegalMove> for Failure {
    fn from(illegal: IllegalMove) -> Self {
        Self::Illegal(illegal)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand => f.write_str("unknown command"),
            Self::Syntax(expected) => write!(f, "syntax error: expected {expected}"),
            Self::TooLong(most) => write!(f, "line too long: at most {most} characters"),
            Self::Illegal(illegal) => write!(f, "illegal move: {illegal}"),
            Self::NotYourTurn(color) => write!(f, "illegal move: it is not {color}'s turn"),
            Self::CannotUndo => f.write_str("cannot undo: no move has been made"),
            Self::UnacceptableSize(side) => write!(f, "unacceptable size: expected {side}"),
            Self::NotOver => f.write_str("cannot score: the game is not over"),
            Self::Told => f.write_str("failed for the reason told"),
            Self::Output => f.write_str("the answer could not be written"),
        }
    }
}

impl core::error::Error for Failure {}
