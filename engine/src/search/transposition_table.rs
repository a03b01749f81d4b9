//! The transposition table: the results of earlier searches, by position.

use core::fmt;
use core::marker::PhantomData;

use bytemuck::Zeroable;

use crate::rules::zobrist::Hash;
use crate::search::Certainty;
use crate::search::word::Word;
use crate::types::{Color, Square};

/// How a value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Bound {
    /// The value is the true one.
    Exact,
    /// The true value is this or higher.
    Lower,
    /// The true value is this or lower.
    Upper,
}

impl Bound {
    /// Whether a value with this bound decides a search with this window.
    #[inline]
    #[must_use]
    pub const fn decides(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value <= alpha,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        })
    }
}

/// The content of a slot, as [`TableView::store`] takes it and a hit of [`TableView::probe`] gives
/// it: the result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The depth of the search.
    pub depth: u8,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The value in units of [`Score`](crate::Score).
    pub value: i16,
    /// The best move, if the search found one.
    pub best: Option<Square>,
    /// The certainty of the search.
    pub certainty: Certainty,
}

/// What a game keeps in a slot: how a search of its position ended, in at most 39 bits.
///
/// The table needs the depth, the bound and the age of a slot, whatever the game. They have fixed
/// places, the depth bits 16 to 21, the age bits 25 to 29 and the bound bits 30 and 31. The low 16
/// bits are the value by custom; bits 22 to 24 and 32 to 38 are the game's own.
pub trait Payload: Copy {
    /// The bits, those of the age zero and those of the bound not.
    fn pack(self) -> u64;

    /// What these bits say, or `None` if the bound is zero: an empty slot.
    fn unpack(bits: u64) -> Option<Self>;

    /// Whether a result of the same search is worth more than this one and stays.
    fn yields_to(&self, old: u64) -> bool;

    /// Keeps from an older result of the same position what this one lacks: its best move.
    fn inherit(&mut self, old: u64);
}

impl Bound {
    /// Two bits, never zero.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        match self {
            Self::Exact => 1,
            Self::Lower => 2,
            Self::Upper => 3,
        }
    }

    /// The bound of the low two bits, or `None` for zero.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        match bits & 3 {
            1 => Some(Self::Exact),
            2 => Some(Self::Lower),
            3 => Some(Self::Upper),
            _ => None,
        }
    }
}

/// Othello's 39 bits, from the lowest: value 16, depth 6, certainty 3, age 5, bound 2 (0 for an
/// empty slot), best move 7 (0 for none).
impl Payload for Hit {
    #[inline]
    fn pack(self) -> u64 {
        let best = match self.best {
            Some(square) => square.index() as u64 + 1,
            None => 0,
        };
        best << 32
            | self.bound.bits() << 30
            | self.certainty.bits() << 22
            | ((self.depth & 63) as u64) << 16
            | self.value as u16 as u64
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        let bound = Bound::from_bits(bits >> 30)?;
        let (depth, certainty) = (Data(bits).depth(), Certainty::from_bits(bits >> 22));
        Some(Self { depth, bound, value: bits as i16, best: best(bits), certainty })
    }

    #[inline]
    fn yields_to(&self, old: u64) -> bool {
        (Data(old).depth(), Certainty::from_bits(old >> 22)) > (self.depth, self.certainty)
    }

    #[inline]
    fn inherit(&mut self, old: u64) {
        self.best = self.best.or(best(old));
    }
}

/// The best move of a [`Hit`].
const fn best(bits: u64) -> Option<Square> {
    match bits >> 32 & 127 {
        0 => None,
        square => Square::from_index(square as usize - 1),
    }
}

impl Hit {
    /// Whether the search was at least this deep and this sure.
    #[inline]
    #[must_use]
    pub fn reaches(&self, depth: u8, certainty: Certainty) -> bool {
        self.depth >= depth && self.certainty >= certainty
    }
}

/// Sixteen bytes of the table: 88 bits of the hash, the side to move, and a [`Hit`].
///
/// The first word is the high half of the hash XOR the second word. The second word holds 24 more
/// bits of the hash, the side to move, and the 39 bits of [`Hit`] and age. Two threads that write
/// the same slot at once may leave the first word of one and the second of the other. For the same
/// position that never passes the check, since the two second words differ. For two positions it
/// passes only if `hash ^ data` is the same for both: odds of 2^-64 for each torn slot.
///
/// Together with the bits that choose the bucket, a slot of a table of 2^26 holds 112 of the 128
/// bits, one of a table of 2^12 holds 98. Hash and side to move belong to one position only
/// ([why](crate::zobrist)), so only the missing bits can make two positions look the same: the odds
/// that a probed slot has another position with the same bits are 2^-112 and 2^-98.
#[derive(Debug, Default, Zeroable)]
#[repr(C, align(16))]
pub struct Slot {
    check: Word,
    data: Word,
}

const WAYS: usize = 4;
/// The most buckets of [`TableView::close`]: 128 KiB, which stay in the cache of a core.
const CLOSE_BUCKETS: usize = 1 << 11;
/// The first bit of the hash in the second word, and in the low half of the hash.
const KEY_SHIFT: u32 = 40;

impl Slot {
    /// An empty slot.
    #[must_use]
    pub const fn new() -> Self {
        Self { check: Word::new(0), data: Word::new(0) }
    }
}

/// A slot's second word: 24 bits of the hash, the side to move in one, and a [`Payload`] with its
/// age.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    /// The mask of the five bits of an age. Ages repeat after 32 searches; by then hardly a slot of
    /// the first is left.
    const AGE_MASK: u64 = 31;

    #[inline]
    fn pack(hash: Hash, side: Color, age: u8, payload: impl Payload) -> Self {
        let age = (age as u64 & Self::AGE_MASK) << 25;
        Self(Self::key(hash, side) | age | payload.pack())
    }

    /// The side to move.
    const SIDE: u64 = 1 << (KEY_SHIFT - 1);

    /// The 24 bits above the 40 that may choose the bucket, and the side to move.
    const fn key(hash: Hash, side: Color) -> u64 {
        hash as u64 & u64::MAX << KEY_SHIFT | (side as u64) << (KEY_SHIFT - 1)
    }

    const fn matches(self, hash: Hash, side: Color) -> bool {
        (self.0 ^ Self::key(hash, side)) < Self::SIDE
    }

    const fn depth(self) -> u8 {
        (self.0 >> 16 & 63) as u8
    }

    const fn has_age(self, age: u8) -> bool {
        self.0 >> 25 & Self::AGE_MASK == age as u64 & Self::AGE_MASK
    }

    /// Whether it holds a result.
    const fn is_used(self) -> bool {
        self.0 >> 30 & 3 != 0
    }
}

/// A table of `N` slots, a power of two and at least four.
///
/// For memory whose size is known when the program is compiled: a static of a board takes no flash,
/// since it is all zeros. The search borrows a [`TableView`] of it, so it is compiled once for all
/// sizes. A PC has a view without a `Table`: the size is chosen when the program starts, by the
/// option or by the memory that is free, and `N` would have to be known before. The system hands out
/// a zeroed slice of any length, which [`TableView::new`] takes.
///
/// ```
/// use wedge_engine::Table;
///
/// static TABLE: Table<4096> = Table::new(); // 64 KiB
/// assert_eq!(TABLE.view().len(), 4096);
/// ```
///
/// The number of slots is checked at compile time:
///
/// ```compile_fail
/// let table = wedge_engine::Table::<1000>::new();
/// ```
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Table<const N: usize> {
    slots: [Slot; N],
}

impl<const N: usize> Table<N> {
    /// An empty table.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(N.is_power_of_two() && N >= WAYS, "a power of two, at least 4") };
        Self { slots: [const { Slot::new() }; N] }
    }

    /// A view of the table, for the search.
    #[must_use]
    pub const fn view(&self) -> TableView<'_> {
        TableView { buckets: self.slots.as_chunks().0, payload: PhantomData }
    }
}

impl<const N: usize> Default for Table<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// A borrowed table of any size, shared freely between threads. Its [`Payload`] is that of the game,
/// Othello's unless said otherwise.
#[derive(Debug)]
pub struct TableView<'t, P = Hit> {
    buckets: &'t [[Slot; WAYS]],
    payload: PhantomData<fn() -> P>,
}

impl<P> Clone for TableView<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for TableView<'_, P> {}

impl<'t, P: Payload> TableView<'t, P> {
    /// A view of slots that the caller allocated, aligned to 64 bytes for speed, or `None` if their
    /// number is not a power of two of at least four.
    #[must_use]
    pub const fn new(slots: &'t [Slot]) -> Option<Self> {
        if slots.len().is_power_of_two() && slots.len() >= WAYS {
            Some(Self { buckets: slots.as_chunks().0, payload: PhantomData })
        } else {
            None
        }
    }

    /// The same slots for another game. What this game stored stays and does not match the hashes of
    /// the other.
    #[must_use]
    pub const fn with_payload<Q: Payload>(self) -> TableView<'t, Q> {
        TableView { buckets: self.buckets, payload: PhantomData }
    }

    /// The number of slots.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// Whether there are no slots: never, but a length calls for the method.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// The close part of the table for a thread: a few buckets, at most a quarter of all, for
    /// positions so many that each needs a fast answer more than a long memory. Threads with
    /// different numbers have different parts as long as there are enough.
    #[inline]
    #[must_use]
    pub(super) fn close(&self, thread: usize) -> Self {
        let few = (self.buckets.len() / 4).clamp(1, CLOSE_BUCKETS);
        let part = thread & (self.buckets.len() / few).wrapping_sub(1);
        let buckets = self.buckets.get(part * few..(part + 1) * few);
        Self { buckets: buckets.unwrap_or(self.buckets), payload: self.payload }
    }

    #[inline]
    fn bucket(&self, hash: Hash) -> &'t [Slot] {
        let index = hash as usize & self.buckets.len().wrapping_sub(1);
        self.buckets.get(index).map_or(&[], |bucket| bucket.as_slice())
    }

    /// Prefetches the bucket that [`TableView::probe`] will read.
    #[inline]
    pub fn prefetch(&self, hash: Hash) {
        if let Some(slot) = self.bucket(hash).first() {
            crate::search::word::prefetch(slot);
        }
    }

    /// Looks up the position with this hash and this side to move.
    #[inline]
    #[must_use]
    pub fn probe(&self, hash: Hash, side: Color) -> Option<P> {
        let high = (hash >> 64) as u64;
        self.bucket(hash).iter().find_map(|slot| {
            let data = slot.data.load();
            let found = data ^ slot.check.load() == high && Data(data).matches(hash, side);
            if found { P::unpack(data) } else { None }
        })
    }

    /// Stores the result of a search of the position with this hash and this side to move.
    ///
    /// The slot of the same position is replaced, unless it has the same age and is deeper, or as
    /// deep and surer. If the position has no slot, it takes an empty slot of the bucket, one of
    /// another age, or else the one with the least depth.
    #[inline]
    pub fn store(&self, hash: Hash, side: Color, age: u8, mut hit: P) {
        let high = (hash >> 64) as u64;
        let mut victim = None;
        let mut least = i32::MAX;
        for slot in self.bucket(hash) {
            let old = Data(slot.data.load());
            let same = old.0 ^ slot.check.load() == high && old.matches(hash, side);
            if same && old.is_used() {
                if old.has_age(age) && hit.yields_to(old.0) {
                    return;
                }
                hit.inherit(old.0);
                victim = Some(slot);
                break;
            }
            let worth = match old.is_used() {
                false => -2,
                true if !old.has_age(age) => -1,
                true => i32::from(old.depth()),
            };
            if worth < least {
                (victim, least) = (Some(slot), worth);
            }
        }
        if let Some(slot) = victim {
            let data = Data::pack(hash, side, age, hit).0;
            slot.check.store(high ^ data);
            slot.data.store(data);
        }
    }

    /// Empties the table.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flatten() {
            slot.check.store(0);
            slot.data.store(0);
        }
    }

    /// The number of used slots in a thousand, from a sample of the first ones.
    #[must_use]
    pub fn fill_permille(&self) -> u32 {
        let sample = self.buckets.iter().flatten().take(4096);
        let used = sample.filter(|slot| Data(slot.data.load()).is_used()).count();
        (used * 1000 / self.len().clamp(1, 4096)) as u32
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::collections::HashMap;
    use std::vec::Vec;

    use super::*;
    use crate::types::SplitMix64;

    const BLACK: Color = Color::Black;

    fn hash(random: &mut SplitMix64) -> Hash {
        Hash::from(random.next()) << 64 | Hash::from(random.next())
    }

    fn known(random: &mut SplitMix64) -> Hit {
        Hit {
            depth: random.below(61) as u8,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][random.below(3) as usize],
            value: random.below(4097) as i16 - 2048,
            best: Square::from_index(random.below(65) as usize),
            certainty: Certainty::ALL[random.below(7) as usize],
        }
    }

    #[test]
    fn a_slot_is_sixteen_bytes_and_a_bucket_a_cache_line() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Table<4096>>(), 65536);
        assert_eq!(align_of::<Table<4096>>(), 64);
    }

    #[test]
    fn everything_stored_comes_back_whole() {
        let table = Table::<1024>::new();
        let mut random = SplitMix64::new(1);
        for _ in 0..100_000 {
            let (hash, known) = (hash(&mut random), known(&mut random));
            table.view().clear_bucket(hash);
            assert_eq!(table.view().probe(hash, BLACK), None);
            table.view().store(hash, BLACK, random.next() as u8, known);
            assert_eq!(table.view().probe(hash, BLACK), Some(known));
        }
    }

    /// Whatever is found was stored for that very position, however full the table is.
    #[test]
    fn nothing_is_found_that_was_not_stored() {
        let table = Table::<64>::new();
        let mut random = SplitMix64::new(2);
        let hashes: Vec<Hash> = (0..500).map(|_| hash(&mut random)).collect();
        let mut stored: HashMap<Hash, Vec<Hit>> = HashMap::new();
        let mut found = 0;
        for round in 0..100_000_u32 {
            let hash = hashes[random.below(500) as usize];
            let mut new = known(&mut random);
            if let Some(old) = table.view().probe(hash, BLACK) {
                found += 1;
                // The best move may be inherited from an earlier entry of the same position.
                let same = |k: &Hit| Hit { best: None, ..*k } == Hit { best: None, ..old };
                assert!(stored[&hash].iter().any(same));
                assert!(old.best.is_none() || stored[&hash].iter().any(|k| k.best == old.best));
            }
            new.depth %= 20;
            table.view().store(hash, BLACK, (round / 5000) as u8, new);
            stored.entry(hash).or_default().push(new);
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn a_hash_is_another_position_with_the_other_side_to_move() {
        let table = Table::<64>::new();
        let mut random = SplitMix64::new(4);
        for _ in 0..10_000 {
            let hash = hash(&mut random);
            let (black, white) = (known(&mut random), known(&mut random));
            table.view().clear_bucket(hash);
            table.view().store(hash, Color::White, 1, white);
            assert_eq!(table.view().probe(hash, BLACK), None);
            table.view().store(hash, BLACK, 1, black);
            assert_eq!(table.view().probe(hash, Color::White), Some(white));
            assert_eq!(table.view().probe(hash, BLACK), Some(black));
        }
    }

    /// Hashes that fall into one bucket.
    fn bucketful() -> [Hash; 5] {
        core::array::from_fn(|i| (i as Hash + 1) << 64 | (i as Hash + 7) << 50)
    }

    fn at_depth(depth: u8) -> Hit {
        let (bound, certainty) = (Bound::Exact, Certainty::FULL);
        Hit { depth, bound, value: i16::from(depth), best: None, certainty }
    }

    #[test]
    fn the_shallowest_goes_first_and_the_old_before_it() {
        let table = Table::<64>::new();
        let [a, b, c, d, e] = bucketful();
        for (hash, depth) in [(a, 9), (b, 5), (c, 7), (d, 8)] {
            table.view().store(hash, BLACK, 1, at_depth(depth));
        }
        table.view().store(e, BLACK, 1, at_depth(2));
        assert_eq!(table.view().probe(b, BLACK), None);
        assert_eq!(table.view().probe(e, BLACK), Some(at_depth(2)));
        for (hash, depth) in [(c, 7), (d, 8), (e, 2)] {
            table.view().store(hash, BLACK, 2, at_depth(depth));
        }
        table.view().store(b, BLACK, 2, at_depth(1));
        assert_eq!(table.view().probe(a, BLACK), None, "deep but of an older search");
    }

    #[test]
    fn a_deeper_result_of_the_same_search_stays_and_moves_are_inherited() {
        let table = Table::<64>::new();
        let [a, ..] = bucketful();
        let best = Square::from_index(19);
        table.view().store(a, BLACK, 1, Hit { best, ..at_depth(9) });
        table.view().store(a, BLACK, 1, at_depth(4));
        assert_eq!(table.view().probe(a, BLACK).map(|known| known.depth), Some(9));
        table.view().store(a, BLACK, 2, at_depth(4));
        assert_eq!(table.view().probe(a, BLACK), Some(Hit { best, ..at_depth(4) }));
    }

    #[test]
    fn a_torn_slot_is_no_hit() {
        let table = Table::<64>::new();
        let [a, b, ..] = bucketful();
        table.view().store(a, BLACK, 1, at_depth(9));
        let old = table.view().buckets[0][0].data.load();
        table.view().store(a, BLACK, 1, at_depth(10));
        table.view().buckets[0][0].data.store(old);
        assert_eq!(table.view().probe(a, BLACK), None);
        assert_eq!(table.view().probe(b, BLACK), None);
    }

    /// The close parts of different threads do not overlap, and a part finds what it stored.
    #[test]
    fn close_parts_are_separate() {
        let large: Vec<Slot> = (0..1 << 14).map(|_| Slot::new()).collect();
        let (small, tiny) = (Table::<64>::new(), Table::<4>::new());
        let large = TableView::new(&large).unwrap();
        for (table, buckets, parts) in [(large, 1024, 4), (small.view(), 4, 4), (tiny.view(), 1, 1)]
        {
            let mut random = SplitMix64::new(6);
            let starts = |thread| table.close(thread).buckets.as_ptr();
            for thread in 0..parts {
                let close = table.close(thread);
                assert_eq!(close.buckets.len(), buckets);
                assert_eq!(starts(thread), table.buckets[thread * buckets..].as_ptr());
                assert_eq!(starts(thread), starts(thread + parts));
                let hash = hash(&mut random);
                close.store(hash, BLACK, 1, at_depth(8));
                for other in 0..parts {
                    let found = table.close(other).probe(hash, BLACK).is_some();
                    assert_eq!(found, other == thread);
                }
            }
        }
    }

    #[test]
    fn fill_and_clear() {
        let table = Table::<256>::new();
        let mut random = SplitMix64::new(3);
        for _ in 0..128 {
            table.view().store(hash(&mut random), BLACK, 1, at_depth(3));
        }
        assert!((300..=500).contains(&table.view().fill_permille()));
        table.view().clear();
        assert_eq!(table.view().fill_permille(), 0);
    }

    impl TableView<'_> {
        fn clear_bucket(&self, hash: Hash) {
            for slot in self.bucket(hash) {
                slot.check.store(0);
                slot.data.store(0);
            }
        }
    }
}
