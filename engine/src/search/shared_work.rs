//! Shared work: the positions that threads are searching while they solve one together.

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
/// use wedge_engine::{Busy, Limits, Options, Position, Search, Standard, Table};
///
/// let (table, busy) = (Table::<4096>::new(), Busy::new());
/// let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
/// let position: Position = text.parse().unwrap();
/// std::thread::scope(|scope| {
///     for _ in 0..2 {
///         scope.spawn(|| {
///             let search = Search::new(Standard, Some(table.view()), Options::default());
///             let report = search.sharing(&busy).think(&position, &Limits::EXACT, &mut ());
///             assert_eq!(report.score.discs(), 6);
///         });
///     }
/// });
/// ```
#[derive(Debug)]
pub struct Busy {
    /// The high half of the hash of the position marked in each slot, or zero.
    marks: [Word; SLOTS],
}

/// 32 KiB: some thousand times as many slots as a few threads mark at the same time.
const SLOTS: usize = 1 << 12;

impl Busy {
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

impl Default for Busy {
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
        static BUSY: Busy = Busy::new();
        let (one, same_slot) = (5 << 64 | 7, 6 << 64 | 7);
        assert!(!BUSY.is_searched(one));
        BUSY.begin(one);
        assert!(BUSY.is_searched(one) && !BUSY.is_searched(same_slot));
        BUSY.begin(same_slot);
        BUSY.end(one);
        assert!(
            !BUSY.is_searched(one) && BUSY.is_searched(same_slot),
            "clearing one leaves the other"
        );
        BUSY.end(same_slot);
        assert!(!BUSY.is_searched(same_slot));
    }

    /// Marks only defer moves. A searcher alone visits the same nodes as without them; marks that
    /// are never cleared change the order of moves but not the score.
    #[test]
    fn marks_change_the_order_and_never_the_score() {
        static TABLE: Table<4096> = Table::new();
        static BUSY: Busy = Busy::new();
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let position: Position = text.parse().unwrap();
        let solve = |busy: Option<&'static Busy>| {
            TABLE.view().clear();
            let mut search = Search::new(Standard, Some(TABLE.view()), Options::default());
            if let Some(busy) = busy {
                search = search.sharing(busy);
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
        assert_eq!(solve(Some(&BUSY)), alone);
        // Three plies deep every move is tried, so the order shows in the node count.
        let two_plies = replies(&position).iter().flat_map(replies).collect::<Vec<_>>();
        for marked in two_plies.iter().flat_map(replies) {
            BUSY.begin(KEYS.hash(&marked));
        }
        let marked = solve(Some(&BUSY));
        assert_eq!(marked.0, 18);
        assert_ne!(marked.1, alone.1);
    }
}
