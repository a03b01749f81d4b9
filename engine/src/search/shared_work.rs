//! Shared work: the positions that threads are searching while they search one together.

use crate::rules::zobrist::Hash;
use crate::search::word::Word;

/// Marks of the positions that threads are searching, so that other threads start elsewhere.
///
/// The idea is Jean-Christophe Weill's ABDADA, in Tom Kerrigan's simplification: the marks are kept
/// beside the transposition table, not in it. A mark is only advice. Two positions with the same
/// slot, or two threads that write at once, may cause work to be done twice but never a wrong
/// result, so relaxed loads and stores suffice.
///
/// ```
/// use wedge_engine::{SharedWork, Limits, Options, Position, Search, Standard, Table};
///
/// let (table, shared_work) = (Table::<4096>::new(), SharedWork::new());
/// let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
/// let position: Position = text.parse().unwrap();
/// std::thread::scope(|scope| {
///     for thread in 0..2 {
///         let (table, shared_work) = (&table, &shared_work);
///         scope.spawn(move || {
///             let search = Search::new(Standard, Some(table.view()), Options::default());
///             let report = search.with_shared_work(shared_work, thread).think(&position, &Limits::EXACT, &mut ());
///             assert_eq!(report.score.discs(), 6);
///         });
///     }
/// });
/// ```
#[derive(Debug)]
pub struct SharedWork {
    /// The high half of the hash of the position marked in each slot, or zero.
    marks: [Word; SLOTS],
}

/// 32 KiB: some thousand times as many slots as a few threads mark at the same time.
const SLOTS: usize = 1 << 12;

impl SharedWork {
    /// No marks.
    #[must_use]
    pub const fn new() -> Self {
        Self { marks: [const { Word::new(0) }; SLOTS] }
    }

    #[inline]
    fn slot(&self, hash: Hash) -> &Word {
        &self.marks[hash as usize % SLOTS]
    }

    const fn mark(hash: Hash) -> u64 {
        (hash >> 64) as u64
    }

    /// Marks a position that a thread begins to search.
    #[inline]
    pub(super) fn begin(&self, hash: Hash) {
        self.slot(hash).store(Self::mark(hash));
    }

    /// Clears the mark of a position.
    #[inline]
    pub(super) fn end(&self, hash: Hash) {
        let slot = self.slot(hash);
        if slot.load() == Self::mark(hash) {
            slot.store(0);
        }
    }

    /// Whether a thread is searching a position.
    #[inline]
    pub(super) fn is_searched(&self, hash: Hash) -> bool {
        self.slot(hash).load() == Self::mark(hash)
    }
}

impl Default for SharedWork {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;
    use crate::evaluation::Standard;
    use crate::rules::Position;
    use crate::rules::zobrist::KEYS;
    use crate::search::{Limits, Options, Search, Table};
    use crate::types::Move;

    #[test]
    fn a_mark_lasts_from_begin_to_end() {
        static SHARED: SharedWork = SharedWork::new();
        let (one, same_slot) = (5 << 64 | 7, 6 << 64 | 7);
        assert!(!SHARED.is_searched(one));
        SHARED.begin(one);
        assert!(SHARED.is_searched(one) && !SHARED.is_searched(same_slot));
        SHARED.begin(same_slot);
        SHARED.end(one);
        assert!(
            !SHARED.is_searched(one) && SHARED.is_searched(same_slot),
            "clearing one leaves the other"
        );
        SHARED.end(same_slot);
        assert!(!SHARED.is_searched(same_slot));
    }

    /// Marks only defer moves. A searcher alone visits the same nodes as without them; marks that
    /// are never cleared change the order of moves but not the score.
    #[test]
    fn marks_change_the_order_and_never_the_score() {
        static TABLE: Table<4096> = Table::new();
        static SHARED: SharedWork = SharedWork::new();
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let position: Position = text.parse().unwrap();
        let solve = |shared: Option<&'static SharedWork>| {
            TABLE.view().clear();
            let mut search = Search::new(Standard, Some(TABLE.view()), Options::default());
            if let Some(shared) = shared {
                search = search.with_shared_work(shared, 0);
            }
            let report = search.think(&position, &Limits::EXACT, &mut ());
            (report.score.discs(), report.nodes)
        };
        let replies = |position: &Position| -> Vec<Position> {
            let moves = position.board().legal_moves().into_iter();
            moves.filter_map(|square| position.play(Move::Play(square))).collect()
        };
        let alone = solve(None);
        assert_eq!(alone.0, 18);
        assert_eq!(solve(Some(&SHARED)), alone);
        // Three plies deep every move is tried, so the order shows in the node count. Every other
        // reply is marked: if all were, all would be deferred, in the order they had.
        let two_plies = replies(&position).iter().flat_map(replies).collect::<Vec<_>>();
        for marked in two_plies.iter().flat_map(replies).step_by(2) {
            SHARED.begin(KEYS.hash(&marked));
        }
        let marked = solve(Some(&SHARED));
        assert_eq!(marked.0, 18);
        assert_ne!(marked.1, alone.1);
    }
}
