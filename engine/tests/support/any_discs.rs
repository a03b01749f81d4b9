//! Random boards for property tests.

use proptest::prelude::*;

/// Two disjoint sets, crowded or sparse: also boards that no game reaches.
pub(crate) fn any_discs() -> impl Strategy<Value = (u64, u64)> {
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..3_u8).prop_map(|(discs, owner, sieve, sparse)| {
        let discs = match sparse {
            0 => discs & sieve,
            1 => discs,
            _ => discs | sieve,
        };
        (discs & owner, discs & !owner)
    })
}
