//! The engine's own table (`engine/src/search/transposition_table.rs`, not a copy), on words that
//! loom watches: the tests try every order in which threads can meet in an entry.
#![allow(dead_code, missing_docs, unreachable_pub)]

#[path = "../../src/types"]
mod types {
    mod bitboard;
    mod color;
    mod square;
    pub use bitboard::Bitboard;
    pub use color::Color;
    pub use square::Square;
}

mod rules {
    pub mod zobrist {
        pub type Hash = u128;
    }
}

#[path = "../../src/search"]
mod search {
    mod certainty;
    mod transposition_table;
    pub use certainty::Certainty;
    pub use transposition_table::{Bound, Hit, Table};
    pub(crate) mod word {
        pub(crate) use crate::word::{Word, prefetch};
    }
}

/// Words as in `engine/src/search/word.rs`, the same loads and stores in the same order.
mod word {
    use std::sync::OnceLock;

    #[cfg(feature = "halves")]
    use loom::sync::atomic::AtomicU32;
    #[cfg(not(feature = "halves"))]
    use loom::sync::atomic::AtomicU64;
    use loom::sync::atomic::Ordering::Relaxed;

    #[cfg(not(feature = "halves"))]
    type Atomic = AtomicU64;
    #[cfg(feature = "halves")]
    type Atomic = [AtomicU32; 2];

    /// Loom makes atomics only while a model runs, so a word is made when it is first used.
    #[derive(Debug, Default)]
    pub(crate) struct Word(u64, OnceLock<Atomic>);

    // SAFETY: a claim that the table's derive wants. No word is ever made of zeroes here.
    #[allow(unsafe_code)]
    unsafe impl bytemuck::Zeroable for Word {}

    impl Word {
        pub(crate) const fn new(value: u64) -> Self {
            Self(value, OnceLock::new())
        }

        #[cfg(not(feature = "halves"))]
        fn atomic(&self) -> &Atomic {
            self.1.get_or_init(|| AtomicU64::new(self.0))
        }

        #[cfg(feature = "halves")]
        fn atomic(&self) -> &Atomic {
            self.1.get_or_init(|| [self.0, self.0 >> 32].map(|half| AtomicU32::new(half as u32)))
        }

        #[cfg(not(feature = "halves"))]
        pub(crate) fn load(&self) -> u64 {
            self.atomic().load(Relaxed)
        }

        #[cfg(not(feature = "halves"))]
        pub(crate) fn store(&self, value: u64) {
            self.atomic().store(value, Relaxed);
        }

        #[cfg(feature = "halves")]
        pub(crate) fn load(&self) -> u64 {
            let [low, high] = self.atomic();
            u64::from(low.load(Relaxed)) | u64::from(high.load(Relaxed)) << 32
        }

        #[cfg(feature = "halves")]
        pub(crate) fn store(&self, value: u64) {
            let [low, high] = self.atomic();
            low.store(value as u32, Relaxed);
            high.store((value >> 32) as u32, Relaxed);
        }
    }

    pub(crate) fn prefetch<T>(_: &T) {}
}

pub use search::{Bound, Certainty, Hit, Table};
pub use types::{Color, Square};
