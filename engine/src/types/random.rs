//! The random number generator of the Zobrist keys and of all repeatable choices.

use core::convert::Infallible;

use rand_core::{Rng, TryRng, utils};

use super::{Bitboard, Square};

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
///
/// It has one word of state and a full period, and is simple enough for constant evaluation.
///
/// ```
/// use rand_core::Rng;
/// use wedge_engine::SplitMix64;
///
/// let mut random = SplitMix64::new(0);
/// assert_eq!(random.next_u64(), 0xE220_A839_7B1D_CDAF);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with a seed. The same seed gives the same numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, usable in constants.
    #[must_use]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, uniform to within 2^-32; 0 if `bound` is 0.
    #[must_use]
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }
}

impl Bitboard {
    /// One of the squares at random, uniform to within 2^-32; `None` if the set is empty. Accepts any
    /// generator of `rand_core`.
    ///
    /// ```
    /// use wedge_engine::{Board, SplitMix64};
    ///
    /// let moves = Board::default().legal_moves();
    /// assert!(moves.pick(&mut SplitMix64::new(1)).is_some_and(|square| moves.has(square)));
    /// ```
    #[must_use]
    pub fn pick(self, random: &mut impl Rng) -> Option<Square> {
        let at = (u64::from(random.next_u32()) * u64::from(self.len())) >> 32;
        self.into_iter().nth(at as usize)
    }
}

impl TryRng for SplitMix64 {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next())
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(dst, || self.try_next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `pick` uses the same numbers as `below`.
    #[test]
    fn a_pick_is_a_number_below_the_count() {
        let (mut one, mut other) = (SplitMix64::new(3), SplitMix64::new(3));
        let mut counts = [0_u32; 64];
        for round in 0..64_000_u32 {
            let set = Bitboard(u64::MAX >> (round % 4 * 8));
            let pick = set.pick(&mut one).unwrap();
            assert_eq!(pick.index(), other.below(set.len()) as usize);
            counts[pick.index()] += 1;
        }
        // A square of the lowest 40 expects 250 + 286 + 333 + 400 picks, with a standard error of
        // about 35.
        assert!(counts[..40].iter().all(|count| (1050..1500).contains(count)), "{counts:?}");
        assert_eq!(Bitboard::EMPTY.pick(&mut one), None);
    }

    #[test]
    fn any_generator_is_accepted() {
        struct Counter(u32);
        impl TryRng for Counter {
            type Error = Infallible;

            fn try_next_u32(&mut self) -> Result<u32, Infallible> {
                self.0 = self.0.wrapping_add(1 << 26);
                Ok(self.0)
            }

            fn try_next_u64(&mut self) -> Result<u64, Infallible> {
                utils::next_u64_via_u32(self)
            }

            fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
                utils::fill_bytes_via_next_word(dst, || self.try_next_u32())
            }
        }
        // A 64th of the range further each time: every square once, in order, from the second on.
        let mut counter = Counter(0);
        for at in 1..64 {
            assert_eq!(Bitboard(!0).pick(&mut counter).map(Square::index), Some(at));
        }
    }
}
