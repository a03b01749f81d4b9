//! A deal: which piece lies face down on which square.

use wedge_engine::SplitMix64;

use crate::types::{Action, Piece, Ply, Square};

/// The 32 pieces, shuffled.
///
/// ```
/// use wedge_dark_chess::{Deal, Game};
///
/// let deal = Deal::new(7);
/// let mut game = Game::default();
/// game.play(deal.ply("b5".parse().unwrap())).unwrap();
/// assert_eq!(game.position().letter_at("b5".parse().unwrap()), deal.at("b5".parse().unwrap()).letter());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal([Piece; Square::COUNT]);

impl Deal {
    /// The deal with this number: the same on every machine.
    #[must_use]
    pub fn new(number: u64) -> Self {
        let pieces = Piece::all()
            .flat_map(|piece| core::iter::repeat_n(piece, piece.kind().per_side().into()));
        let mut deal = Self::of(pieces.zip(Square::all()));
        let mut random = SplitMix64::new(number);
        for last in (1..Square::COUNT).rev() {
            deal.0.swap(last, random.below(last as u32 + 1) as usize);
        }
        deal
    }

    /// A deal of these pieces on these squares; the others have any piece.
    pub fn of(pieces: impl IntoIterator<Item = (Piece, Square)>) -> Self {
        let mut deal = [Piece::ANY; Square::COUNT];
        for (piece, square) in pieces {
            deal[square.index()] = piece;
        }
        Self(deal)
    }

    /// The piece that lies on a square.
    #[must_use]
    pub const fn at(&self, square: Square) -> Piece {
        self.0[square.index()]
    }

    /// What an action does: a flip reveals the piece that lies there.
    #[must_use]
    pub const fn ply(&self, action: Action) -> Ply {
        if action.is_flip() {
            Ply::Flip(action.from(), self.at(action.from()))
        } else {
            Ply::Step(action.from(), action.to())
        }
    }
}
