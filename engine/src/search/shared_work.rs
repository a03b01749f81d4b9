//! What the threads that solve a position together are busy with.

use crate::rules::zobrist::Hash;
use crate::search::word::Word;

/// Marks of the positions that threads are searching, so that others begin elsewhere.
///
/// The idea is Jean-Christophe Weill's ABDADA, with Tom Kerrigan's simplification: the marks stand
/// beside the table and not in it. A mark is only advice. Two positions that want the same place,
/// or two threads that write at once, cost some work done twice but never a wrong result; so plain
/// loads and stores do.
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
    /// The high half of the hash of the position marked at each place, or zero.
    marks: [Word; PLACES],
}

/// 32 KiB: some thousand times what a few threads mark at the same time.
const PLACES: usize = 1 << 12;

impl Busy {
    /// No marks.
    #[must_use]
    pub const fn new() -> Self {
        Self { marks: [const { Word::new(0) }; PLACES] }
    }

    #[inline]
    fn place(&self, hash: Hash) -> &Word {
        &self.marks[hash as usize % PLACES]
    }

    const fn mark(hash: Hash) -> u64 {
        (hash >> 64) as u64
    }

    /// A thread begins to search a position.
    #[inline]
    pub(super) fn begin(&self, hash: Hash) {
        self.place(hash).store(Self::mark(hash));
    }

    /// A thread is done with it.
    #[inline]
    pub(super) fn end(&self, hash: Hash) {
        let place = self.place(hash);
        if place.load() == Self::mark(hash) {
            place.store(0);
        }
    }

    /// Whether some thread is searching a position.
    #[inline]
    pub(super) fn has(&self, hash: Hash) -> bool {
        self.place(hash).load() == Self::mark(hash)
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
        let (one, same_place) = (5 << 64 | 7, 6 << 64 | 7);
        assert!(!BUSY.has(one));
        BUSY.begin(one);
        assert!(BUSY.has(one) && !BUSY.has(same_place));
        BUSY.begin(same_place);
        BUSY.end(one);
        assert!(!BUSY.has(one) && BUSY.has(same_place), "the end of another is not its end");
        BUSY.end(same_place);
        assert!(!BUSY.has(same_place));
    }

    /// Marks put moves off and nothing else: alone a searcher does as without, and what others
    /// mark for good changes the way but not the result.
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
        // Three plies deep: where every move has to be tried, so that the order shows.
        let two_plies = replies(&position).iter().flat_map(replies).collect::<Vec<_>>();
        for marked in two_plies.iter().flat_map(replies) {
            BUSY.begin(KEYS.hash(&marked));
        }
        let marked = solve(Some(&BUSY));
        assert_eq!(marked.0, 18);
        assert_ne!(marked.1, alone.1);
    }
}
