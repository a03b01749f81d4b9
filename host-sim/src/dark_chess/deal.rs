//! A deal: which piece lies face down on which square.

use wedge_dark_chess::{Action, Piece, Ply};
use wedge_engine::SplitMix64;

/// The 32 pieces, shuffled.
pub(super) struct Deal([Piece; 32]);

impl Deal {
    /// The deal with this number: the same on every machine.
    pub(super) fn new(number: u64) -> Self {
        let mut pieces = Piece::all()
            .flat_map(|piece| std::iter::repeat_n(piece, piece.kind().per_side().into()))
            .collect::<Vec<_>>();
        let mut random = SplitMix64::new(number);
        for last in (1..pieces.len()).rev() {
            pieces.swap(last, random.below(last as u32 + 1) as usize);
        }
        Self(std::array::from_fn(|at| pieces[at]))
    }

    /// What an action does: a flip reveals the piece that lies there.
    pub(super) fn ply(&self, action: Action) -> Ply {
        if action.is_flip() {
            Ply::Flip(action.from(), self.0[action.from().index()])
        } else {
            Ply::Step(action.from(), action.to())
        }
    }
}
