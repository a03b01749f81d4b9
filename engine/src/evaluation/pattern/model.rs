//! The vectors as arrays: each operation lane by lane, as the manuals of the processor define it.

use core::array::from_fn;

use super::avx512::in_lanes;
use super::form::Full;
use super::vector::{Lanes, Vector};
use super::weights::Weights;
use super::{portable, tests};
use crate::types::SplitMix64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Model([u8; 64]);

impl Model {
    fn from_u16(lanes: [u16; 32]) -> Self {
        Self(from_fn(|byte| lanes[byte / 2].to_le_bytes()[byte % 2]))
    }

    fn from_u32(lanes: [u32; 16]) -> Self {
        Self(from_fn(|byte| lanes[byte / 4].to_le_bytes()[byte % 4]))
    }

    fn u16(self, lane: usize) -> u16 {
        u16::from_le_bytes(from_fn(|byte| self.0[2 * lane + byte]))
    }

    fn u32(self, lane: usize) -> u32 {
        u32::from_le_bytes(from_fn(|byte| self.0[4 * lane + byte]))
    }

    fn by_u16(self, other: Self, of_lanes: fn(u16, u16) -> u16) -> Self {
        Self::from_u16(from_fn(|lane| of_lanes(self.u16(lane), other.u16(lane))))
    }

    fn by_u32(self, other: Self, of_lanes: fn(u32, u32) -> u32) -> Self {
        Self::from_u32(from_fn(|lane| of_lanes(self.u32(lane), other.u32(lane))))
    }
}

impl Vector for Model {
    fn digits(mover: u64, opponent: u64) -> Self {
        let digit = |square: usize| match (mover >> square & 1, opponent >> square & 1) {
            (_, 1) => 2,
            (1, _) => 1,
            _ => 0,
        };
        Self(from_fn(digit))
    }

    fn zero() -> Self {
        Self([0; 64])
    }

    fn all_u16(value: u16) -> Self {
        Self::from_u16([value; 32])
    }

    fn all_u32(value: u32) -> Self {
        Self::from_u32([value; 16])
    }

    fn load_u8(lanes: &Lanes<[u8; 64]>) -> Self {
        Self(lanes.0)
    }

    fn load_u16(lanes: &Lanes<[u16; 32]>) -> Self {
        Self::from_u16(lanes.0)
    }

    fn load_u32(lanes: &Lanes<[u32; 16]>) -> Self {
        Self::from_u32(lanes.0)
    }

    fn and(self, other: Self) -> Self {
        self.by_u32(other, |a, b| a & b)
    }

    fn add_u8(self, other: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }

    fn add_u16(self, other: Self) -> Self {
        self.by_u16(other, u16::wrapping_add)
    }

    fn add_u32(self, other: Self) -> Self {
        self.by_u32(other, u32::wrapping_add)
    }

    fn mul_u16(self, other: Self) -> Self {
        self.by_u16(other, u16::wrapping_mul)
    }

    fn mul_u32(self, other: Self) -> Self {
        self.by_u32(other, u32::wrapping_mul)
    }

    fn max_u16(self, other: Self) -> Self {
        self.by_u16(other, u16::max)
    }

    fn min_u16(self, other: Self) -> Self {
        self.by_u16(other, u16::min)
    }

    fn half_u16(self) -> Self {
        Self::from_u16(from_fn(|lane| self.u16(lane) / 2))
    }

    fn or_else_u16(self, lanes: u32, other: Self) -> Self {
        let from = |lane: usize| if lanes >> lane & 1 == 1 { self } else { other };
        Self::from_u16(from_fn(|lane| from(lane).u16(lane)))
    }

    fn pick_u8(self, places: Self, lanes: u64) -> Self {
        // The processor looks at the low six bits of a place.
        let at = |lane: usize| self.0[usize::from(places.0[lane] % 64)];
        Self(from_fn(|lane| if lanes >> lane & 1 == 1 { at(lane) } else { 0 }))
    }

    fn widen_u8(self, high: bool) -> Self {
        Self::from_u16(from_fn(|lane| self.0[32 * usize::from(high) + lane].into()))
    }

    fn widen_u16(self, high: bool) -> Self {
        Self::from_u32(from_fn(|lane| self.u16(16 * usize::from(high) + lane).into()))
    }

    fn next_byte_u32(self) -> Self {
        Self::from_u32(from_fn(|lane| self.u32(lane) >> 8))
    }

    fn total_u32(self) -> u32 {
        (0..16).fold(0, |sum, lane| u32::wrapping_add(sum, self.u32(lane)))
    }

    /// Unlike the processor, it stops at an offset that is out of bounds.
    #[expect(unsafe_code, reason = "a gather loads by address")]
    unsafe fn gather_u32(self, lanes: u16, bytes: &[u8]) -> Self {
        let at =
            |from: usize| u32::from_le_bytes(bytes[from..from + 4].try_into().expect("four bytes"));
        let read = |lane| if lanes >> lane & 1 == 1 { at(self.u32(lane) as usize) } else { 0 };
        Self::from_u32(from_fn(read))
    }
}

/// The portable sum is compared with the definition in the tests of this folder.
#[test]
fn the_algorithm_agrees_with_the_portable_one() {
    let mut random = SplitMix64::new(1);
    let bytes = tests::random_weights::<Full>(&mut random);
    for weights in [Weights::from_bytes(&bytes).unwrap(), Weights::<Full>::BUILT_IN] {
        for board in tests::boards(&mut random) {
            let wanted = portable::sum(weights.rows(), &board);
            let sums = in_lanes::<Model, _>(weights.rows(), &board);
            assert_eq!(sums, wanted, "{board:?}");
        }
    }
}

/// Where the processor has the instructions, the model is compared with them.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "avx512bw"))]
#[test]
#[expect(unsafe_code, reason = "a gather loads by address")]
fn the_processor_does_what_the_model_does() {
    use super::vector::Processor;

    /// Every byte of a vector: copied into all lanes, of which only the first is added up.
    fn bytes(vector: Processor) -> Model {
        Model(from_fn(|byte| {
            let only = Lanes(from_fn(|lane| u32::from(lane == 0) * 0xFF));
            let place = Processor::load_u8(&Lanes([byte as u8; 64]));
            vector.pick_u8(place, !0).and(Processor::load_u32(&only)).total_u32() as u8
        }))
    }

    let mut random = SplitMix64::new(2);
    let table: [u8; 1000] = from_fn(|_| random.next() as u8);
    for _ in 0..2_000 {
        let [a, b]: [[u8; 64]; 2] = from_fn(|_| from_fn(|_| random.next() as u8));
        let (v, w) = (Processor::load_u8(&Lanes(a)), Processor::load_u8(&Lanes(b)));
        let (m, n) = (Model(a), Model(b));
        let (lanes, others) = (random.next(), random.next());
        assert_eq!(bytes(v), m);
        assert_eq!(bytes(Processor::digits(lanes, others)), Model::digits(lanes, others));
        assert_eq!(bytes(Processor::zero()), Model::zero());
        assert_eq!(bytes(Processor::all_u16(lanes as u16)), Model::all_u16(lanes as u16));
        assert_eq!(bytes(Processor::all_u32(lanes as u32)), Model::all_u32(lanes as u32));
        let words = Lanes(from_fn(|_| random.next() as u16));
        assert_eq!(bytes(Processor::load_u16(&words)), Model::load_u16(&words));
        let numbers = Lanes(from_fn(|_| random.next() as u32));
        assert_eq!(bytes(Processor::load_u32(&numbers)), Model::load_u32(&numbers));
        assert_eq!(bytes(v.and(w)), m.and(n));
        assert_eq!(bytes(v.add_u8(w)), m.add_u8(n));
        assert_eq!(bytes(v.add_u16(w)), m.add_u16(n));
        assert_eq!(bytes(v.add_u32(w)), m.add_u32(n));
        assert_eq!(bytes(v.mul_u16(w)), m.mul_u16(n));
        assert_eq!(bytes(v.mul_u32(w)), m.mul_u32(n));
        assert_eq!(bytes(v.max_u16(w)), m.max_u16(n));
        assert_eq!(bytes(v.min_u16(w)), m.min_u16(n));
        assert_eq!(bytes(v.half_u16()), m.half_u16());
        assert_eq!(bytes(v.or_else_u16(lanes as u32, w)), m.or_else_u16(lanes as u32, n));
        assert_eq!(bytes(v.pick_u8(w, lanes)), m.pick_u8(n, lanes));
        for high in [false, true] {
            assert_eq!(bytes(v.widen_u8(high)), m.widen_u8(high));
            assert_eq!(bytes(v.widen_u16(high)), m.widen_u16(high));
        }
        assert_eq!(bytes(v.next_byte_u32()), m.next_byte_u32());
        assert_eq!(v.total_u32(), m.total_u32());
        let offsets = Lanes(from_fn(|_| random.below(997)));
        // SAFETY: the last offset is 996.
        let found = unsafe {
            let of_processor = Processor::load_u32(&offsets).gather_u32(lanes as u16, &table);
            (bytes(of_processor), Model::load_u32(&offsets).gather_u32(lanes as u16, &table))
        };
        assert_eq!(found.0, found.1);
    }
}
