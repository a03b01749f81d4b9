//! Squares, sets of squares, pieces, actions and plies.

mod action;
mod piece;
mod square;

pub use action::{Action, ParseActionError, ParsePlyError, Ply};
pub use piece::{Color, Kind, ParsePieceError, Piece};
pub use square::{ParseSquareError, Square, SquareIter, Squares};

/// Swaps two elements. Out of bounds it does nothing, where the slice's own method would panic.
pub(crate) fn swap<T: Copy>(items: &mut [T], one: usize, other: usize) {
    let (Some(&first), Some(&second)) = (items.get(one), items.get(other)) else { return };
    for (index, item) in [(one, second), (other, first)] {
        if let Some(place) = items.get_mut(index) {
            *place = item;
        }
    }
}
