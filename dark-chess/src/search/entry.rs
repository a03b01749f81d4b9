//! What a slot of the transposition table keeps of a dark chess position.

use wedge_engine::{Bound, Payload};

use crate::types::Action;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The depth of the search.
    pub depth: u8,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The value.
    pub value: i16,
    /// The best action, if the search found one.
    pub best: Option<Action>,
}

/// No piece goes from a1 to d8 in one move, so these ten bits mean none; exclusive or makes them 0.
const NONE: u16 = 31;

/// From the lowest: value 16, depth 6, the low three bits of the action, age 5, bound 2, the
/// action's other seven bits.
impl Payload for Entry {
    #[inline]
    fn pack(self) -> u64 {
        let best = u64::from(self.best.map_or(0, |action| action.bits() ^ NONE));
        u64::from(self.value as u16)
            | u64::from(self.depth & 63) << 16
            | (best & 7) << 22
            | self.bound.bits() << 30
            | best >> 3 << 32
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        let bound = Bound::from_bits(bits >> 30)?;
        let depth = (bits >> 16 & 63) as u8;
        Some(Self { depth, bound, value: bits as i16, best: best(bits) })
    }

    #[inline]
    fn yields_to(&self, old: u64) -> bool {
        (old >> 16 & 63) as u8 > self.depth
    }

    #[inline]
    fn inherit(&mut self, old: u64) {
        self.best = self.best.or(best(old));
    }
}

fn best(bits: u64) -> Option<Action> {
    match (bits >> 22 & 7 | (bits >> 32 & 127) << 3) as u16 {
        0 => None,
        best => Some(Action::from_bits(best ^ NONE)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn entries_survive_their_bits() {
        for from in Square::all() {
            for to in Square::all() {
                let action = Action::step(from, to);
                let best = (action.bits() != NONE).then_some(action);
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    let entry = Entry { depth: to.index() as u8, bound, value: -12_345, best };
                    let bits = entry.pack();
                    assert_eq!(Entry::unpack(bits), Some(entry));
                    // The age, the side to move and the hash are the table's.
                    assert_eq!(bits & !(0xFF_FFFF_FFFF >> 1 & !(31 << 25)), 0);
                }
            }
        }
        assert_eq!(Entry::unpack(0), None);
    }
}
