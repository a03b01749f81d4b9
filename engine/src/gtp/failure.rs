//! The failures of commands, in the words of GTP.

use core::fmt;

use crate::rules::IllegalMoveError;
use crate::types::Color;

/// The reason why a command fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no such command.
    UnknownCommand,
    /// The arguments are not those of the command.
    Syntax(
        /// The usage of the command.
        &'static str,
    ),
    /// The line is too long.
    TooLong(
        /// The maximum length.
        usize,
    ),
    /// The move is not legal.
    Illegal(IllegalMoveError),
    /// It is the other player's turn.
    NotYourTurn(
        /// The player who cannot move now.
        Color,
    ),
    /// There is no move to take back.
    CannotUndo,
    /// The board has another size.
    UnacceptableSize(
        /// The size of the board.
        usize,
    ),
    /// The game is not over.
    NotOver,
    /// The command asks for a setting that is not in force.
    NotSet(
        /// The setting.
        &'static str,
    ),
    /// The reason is already written, by [`Answer::refuse`](super::Answer::refuse).
    Written,
    /// The answer could not be written.
    Output,
}

impl From<fmt::Error> for Failure {
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

impl From<IllegalMoveError> for Failure {
    fn from(illegal: IllegalMoveError) -> Self {
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
            Self::NotSet(setting) => write!(f, "no {setting} is set"),
            Self::Written => f.write_str("failed for the reason written"),
            Self::Output => f.write_str("the answer could not be written"),
        }
    }
}

impl core::error::Error for Failure {}
