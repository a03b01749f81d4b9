//! Skipping subtrees of a book: most of the book, in a lookup.
//!
//! Each list of moves has one last move, so a subtree ends where all lists that began in it have
//! ended. Counting entry by entry is enough to find that place. An index of the built-in book lets
//! a chip count whole blocks of entries instead.

use super::{BUILT_IN, ENTRY, HEADER};

/// The bit of an entry from which positions follow.
pub(super) const HAS_NEXT: u8 = 1 << 6;
/// The bit of an entry that is the last of its list.
pub(super) const IS_LAST: u8 = 1 << 7;

/// Entries in a block.
const BLOCK: usize = 16;

/// What a block of entries does to the number of open lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The change from before its first entry to after its last.
    change: i8,
    /// The lowest change on the way.
    lowest: i8,
}

/// The index of the built-in book. A PC counts entries fast enough and does without.
static INDEX: [Block; INDEXED] = index(BUILT_IN);
const INDEXED: usize = if cfg!(target_os = "none") {
    BUILT_IN.len().saturating_sub(HEADER) / ENTRY / BLOCK
} else {
    0
};

/// The index of a book's entries; it may stop short of the last ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Index<'b>(pub(super) &'b [Block]);

impl Index<'static> {
    pub(super) const fn built_in() -> Self {
        Self(&INDEX)
    }
}

impl Index<'_> {
    /// The place after everything that follows from a position, whose moves begin at `at`.
    pub(super) fn end_of_subtree(self, entries: &[[u8; ENTRY]], at: usize) -> usize {
        self.end_of_lists(entries, at, 1)
    }

    /// The place after the ends of so many lists of moves, of which the innermost one continues at
    /// `at`, and of all lists within them.
    #[inline]
    pub(super) fn end_of_lists(
        self,
        entries: &[[u8; ENTRY]],
        mut at: usize,
        lists: usize,
    ) -> usize {
        let mut open = lists as i32;
        loop {
            // To the end of the last list, or of the block.
            let end = (at / BLOCK + 1) * BLOCK;
            let rest = entries.get(at..end).or_else(|| entries.get(at..)).unwrap_or_default();
            for &[place, _] in rest {
                at += 1;
                open += change(place);
                if open == 0 {
                    return at;
                }
            }
            if at < end {
                return at;
            }
            for block in self.0.get(at / BLOCK..).unwrap_or_default() {
                if open + i32::from(block.lowest) <= 0 {
                    break;
                }
                open += i32::from(block.change);
                at += BLOCK;
            }
        }
    }
}

/// How far the first moves of the current subtree lead.
#[derive(Default)]
pub(super) struct Reach {
    /// Positions follow from all entries from the current one up to this.
    end: usize,
}

impl Reach {
    /// Whether the subtree of an entry is at least so many plies deep. The first of several moves
    /// leads deepest, and is the next entry.
    #[inline]
    pub(super) fn is_deep(&mut self, entries: &[[u8; ENTRY]], entry: usize, plies: usize) -> bool {
        let wanted = entry + plies;
        if self.end < wanted {
            self.end = end_of_run(entries, self.end.max(entry), wanted);
        }
        self.end >= wanted
    }
}

/// The first entry from which nothing follows, or `end` if there is none before it.
#[inline]
fn end_of_run(entries: &[[u8; ENTRY]], at: usize, end: usize) -> usize {
    let run = entries.get(at..end).unwrap_or_default().iter();
    at + run.take_while(|[place, _]| place & HAS_NEXT != 0).count()
}

/// What an entry does to the number of open lists.
const fn change(place: u8) -> i32 {
    (place & HAS_NEXT != 0) as i32 - (place & IS_LAST != 0) as i32
}

/// The index of the first `N` blocks of a book.
pub(super) const fn index<const N: usize>(book: &[u8]) -> [Block; N] {
    let mut blocks = [Block { change: 0, lowest: 0 }; N];
    let mut number = 0;
    while number < N {
        let (mut open, mut lowest) = (0, 0);
        let mut at = 0;
        while at < BLOCK {
            open += change(book[HEADER + (number * BLOCK + at) * ENTRY]);
            if open < lowest {
                lowest = open;
            }
            at += 1;
        }
        // Within the number of entries in a block, either way.
        blocks[number] = Block { change: open as i8, lowest: lowest as i8 };
        number += 1;
    }
    blocks
}
