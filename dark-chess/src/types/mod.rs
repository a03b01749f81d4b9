//! Squares, sets of squares, pieces, actions and plies.

mod action;
mod piece;
mod square;

pub use action::{Action, ParseActionError, ParsePlyError, Ply};
pub use piece::{Color, Kind, ParsePieceError, Piece};
pub use square::{ParseSquareError, Square, SquareIter, Squares};
