//! The vectors as arrays: each operation lane by lane, as the manuals of the processor define it.

use core::array::from_fn;
use core::ops::{Add, BitAnd, BitOr, Not, Shl, Shr, Sub};

use super::vector::{Lanes, LeadingZeros};
use super::{avx2, avx512};
use crate::rules::moves::portable;
use crate::types::SplitMix64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Model([u64; 4]);

macro_rules! operator {
    ($operator:ident, $function:ident, $of_lanes:expr) => {
        impl $operator for Model {
            type Output = Self;

            fn $function(self, other: Self) -> Self {
                let of_lanes: fn(u64, u64) -> u64 = $of_lanes;
                Self(from_fn(|lane| of_lanes(self.0[lane], other.0[lane])))
            }
        }
    };
}

operator!(BitAnd, bitand, |a, b| a & b);
operator!(BitOr, bitor, |a, b| a | b);
operator!(Add, add, u64::wrapping_add);
operator!(Sub, sub, u64::wrapping_sub);
// Shifts by 64 and more leave nothing.
operator!(Shl, shl, |a, by| if by < 64 { a << by } else { 0 });
operator!(Shr, shr, |a, by| if by < 64 { a >> by } else { 0 });

impl Not for Model {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|lane| !lane))
    }
}

impl From<[u64; 4]> for Model {
    fn from(lanes: [u64; 4]) -> Self {
        Self(lanes)
    }
}

impl Lanes for Model {
    fn where_empty(self) -> Self {
        Self(self.0.map(|lane| if lane == 0 { !0 } else { 0 }))
    }

    fn union(self) -> u64 {
        self.0[0] | self.0[1] | self.0[2] | self.0[3]
    }
}

impl LeadingZeros for Model {
    fn leading_zeros(self) -> Self {
        Self(self.0.map(|lane| lane.leading_zeros().into()))
    }
}

/// The portable backend is compared with the rules themselves in `tests/rules.rs`.
#[test]
fn both_algorithms_agree_with_the_portable_one() {
    let mut random = SplitMix64::new(1);
    let mut flipped = [0_u32; 64];
    for _ in 0..200_000 {
        // Boards with few and with many discs: long runs and short ones.
        let (discs, owner) = match random.below(3) {
            0 => (random.next() & random.next(), random.next()),
            1 => (random.next() | random.next(), random.next()),
            _ => (random.next() | random.next(), random.next() & random.next() & random.next()),
        };
        let (mover, opponent) = (discs & owner, discs & !owner);
        let wanted = portable::legal(mover, opponent);
        assert_eq!(avx2::legal::<Model>(mover, opponent), wanted, "{mover:#x} {opponent:#x}");
        for (square, flipped) in flipped.iter_mut().enumerate() {
            if discs >> square & 1 != 0 {
                continue;
            }
            let wanted = portable::flips(square, mover, opponent);
            let place = (square, mover, opponent);
            assert_eq!(avx2::flips::<Model>(square, mover, opponent), wanted, "{place:x?}");
            assert_eq!(avx512::flips::<Model>(square, mover, opponent), wanted, "{place:x?}");
            *flipped += u32::from(wanted != 0);
        }
    }
    assert!(flipped.iter().all(|&times| times > 1000), "{flipped:?}");
}

/// Where the processor has the instructions, the model is compared with them.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "avx512vl",
    target_feature = "avx512cd"
))]
#[test]
fn the_processor_does_what_the_model_does() {
    use super::vector::Vector;

    /// The bits of each lane in turn: all others are masked, and the union is what is left.
    fn lanes(vector: Vector) -> Model {
        Model(from_fn(|lane| {
            let mask: [u64; 4] = from_fn(|other| if other == lane { !0 } else { 0 });
            (vector & mask.into()).union()
        }))
    }

    let mut random = SplitMix64::new(2);
    for _ in 0..10_000 {
        // Lanes without bits, with one and with many; shifts below and above 64.
        let [a, b]: [[u64; 4]; 2] = from_fn(|_| {
            from_fn(|_| match random.below(4) {
                0 => 0,
                1 => 1 << random.below(64),
                _ => random.next(),
            })
        });
        let by: [u64; 4] = from_fn(|_| match random.below(8) {
            0 => random.next(),
            _ => random.below(70).into(),
        });
        let (v, w, shift) = (Vector::from(a), Vector::from(b), Vector::from(by));
        let (m, n, shift_of_model) = (Model(a), Model(b), Model(by));
        assert_eq!(lanes(v), m);
        assert_eq!(lanes(v & w), m & n);
        assert_eq!(lanes(v | w), m | n);
        assert_eq!(lanes(v + w), m + n);
        assert_eq!(lanes(v - w), m - n);
        assert_eq!(lanes(!v), !m);
        assert_eq!(lanes(v << shift), m << shift_of_model);
        assert_eq!(lanes(v >> shift), m >> shift_of_model);
        assert_eq!(lanes(v.where_empty()), m.where_empty());
        assert_eq!(lanes(v.leading_zeros()), m.leading_zeros());
        assert_eq!(v.union(), m.union());
    }
}
