//! The transposition table on the heap, of any size.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail, ensure};
use wedge_engine::{SharedWork, Slot, TableView};

use super::{huge_pages, memory};

/// The size of a table as a power of two: `22` for 2^22 entries of 16 bytes, 64 MiB; or `auto`, the
/// original's 2^26 entries where the machine has 1 GiB to give, and otherwise as many as fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableBits {
    bits: u8,
    /// Whether fewer will do.
    at_most: bool,
}

impl TableBits {
    const SMALLEST: u8 = 2;
    const LARGEST: u8 = 32;
    /// The size of the original's table.
    const AUTO: Self = Self { bits: 26, at_most: true };

    const fn exactly(bits: u8) -> Self {
        Self { bits, at_most: false }
    }

    /// The number of entries.
    #[must_use]
    pub const fn entries(self) -> usize {
        1 << self.bits
    }

    /// The size for this much free memory: `auto` takes at most half of it.
    fn within(self, available: u64) -> Self {
        let mut size = self;
        while size.at_most && size.bits > Self::SMALLEST && size.bytes() > available / 2 {
            size.bits -= 1;
        }
        Self::exactly(size.bits)
    }

    /// The smallest table with at least this many entries.
    #[must_use]
    pub const fn of_entries(entries: usize) -> Self {
        let bits = entries.next_power_of_two().trailing_zeros() as u8;
        Self::exactly(if bits < Self::SMALLEST { Self::SMALLEST } else { bits })
    }

    const fn bytes(self) -> u64 {
        (self.entries() * size_of::<Slot>()) as u64
    }
}

impl Default for TableBits {
    fn default() -> Self {
        Self::AUTO
    }
}

impl fmt::Display for TableBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at_most { f.pad("auto") } else { self.bits.fmt(f) }
    }
}

impl FromStr for TableBits {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.parse() {
            _ if text == "auto" => Ok(Self::AUTO),
            Ok(bits @ Self::SMALLEST..=Self::LARGEST) => Ok(Self::exactly(bits)),
            _ => bail!(
                "table size `{text}`: expected {} to {}, the number of entries as a power of two \
                 (22 takes 64 MiB, 26 takes 1 GiB), or auto",
                Self::SMALLEST,
                Self::LARGEST
            ),
        }
    }
}

/// A table on the heap, aligned to cache lines. The system provides zeroed pages on first access, so
/// even 1 GiB costs nothing until it is used.
pub struct HeapTable {
    /// Up to three slots more than the table needs, so that it can begin at a cache line.
    entries: Box<[Slot]>,
    bits: TableBits,
    pages: Pages,
    shared_work: Box<SharedWork>,
}

/// The pages of a table. A search touches its table all over: with large pages even a short search
/// makes the system zero the whole table, which takes a second for 1 GiB; with small pages a long
/// search waits for address translation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pages {
    /// Large pages for small tables only.
    Mixed,
    /// Large pages.
    Large,
}

/// Zeroing more than 256 MiB takes longer than a short search.
const LARGE: u64 = 256 << 20;
const LINE: usize = 64;
const SPARE: usize = LINE / size_of::<Slot>() - 1;

impl HeapTable {
    /// Its size.
    #[must_use]
    pub const fn bits(&self) -> TableBits {
        self.bits
    }

    /// An empty table. If `auto` gets less than 2^26 entries, a line on standard error says so.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(wanted: TableBits) -> Result<Self> {
        Self::of_pages(wanted, Pages::Mixed)
    }

    /// The same for long searches, which fill it.
    ///
    /// # Errors
    /// If the machine has not that much memory to give.
    pub fn for_long_searches(wanted: TableBits) -> Result<Self> {
        Self::of_pages(wanted, Pages::Large)
    }

    fn of_pages(wanted: TableBits, pages: Pages) -> Result<Self> {
        let available = memory::available();
        let bits = wanted.within(available.unwrap_or(u64::MAX));
        if bits.bits < wanted.bits {
            eprintln!(
                "table: 2^{bits} entries in place of 2^{}, since only {} MiB of memory are free",
                wanted.bits,
                available.unwrap_or_default() >> 20
            );
        }
        if let Some(available) = available {
            ensure!(
                bits.bytes() <= available,
                "table size {bits}: {} MiB, but only {} MiB of memory are free: expected at most \
                 {}",
                bits.bytes() >> 20,
                available >> 20,
                (available / size_of::<Slot>() as u64).max(1).ilog2()
            );
        }
        Ok(Self { entries: Self::zeroed(bits, pages)?, bits, pages, shared_work: Box::default() })
    }

    fn zeroed(bits: TableBits, pages: Pages) -> Result<Box<[Slot]>> {
        match bytemuck::try_zeroed_slice_box(bits.entries() + SPARE) {
            Ok(entries) => {
                if pages == Pages::Large || bits.bytes() <= LARGE {
                    huge_pages::advise(&entries);
                }
                Ok(entries)
            }
            Err(()) => {
                bail!("table size {bits}: the system cannot allocate {} bytes", bits.bytes())
            }
        }
    }

    /// The size of its entries in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bits.bytes()
    }

    /// The view that the search uses.
    #[must_use]
    pub fn view(&self) -> TableView<'_> {
        let skip = self.entries.as_ptr().align_offset(LINE).min(SPARE);
        let entries = self.entries.get(skip..skip + self.bits.entries());
        // The number is a power of two of at least four by `TableBits`.
        TableView::new(entries.unwrap_or_default()).expect("a power of two of entries")
    }

    /// The marks of several threads that search with this table.
    #[must_use]
    pub const fn shared_work(&self) -> &SharedWork {
        &self.shared_work
    }

    /// Clears the table.
    ///
    /// It is cleared in place, so that the next search need not wait for new pages; but a large table
    /// that is almost empty is replaced by a new one.
    ///
    /// # Errors
    /// If the system has no memory left.
    pub fn clear(&mut self) -> Result<()> {
        if self.bits.bytes() > LARGE {
            self.entries = Box::default();
            self.entries = Self::zeroed(self.bits, self.pages)?;
        } else {
            self.view().clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wedge_engine::{Bound, Certainty, Color, Hit};

    #[test]
    fn a_table_is_aligned_stores_entries_and_clears_them() {
        for bits in ["2", "3", "10", "22"] {
            let bits: TableBits = bits.parse().unwrap();
            let mut table = HeapTable::new(bits).unwrap();
            assert_eq!(table.view().len(), bits.entries());
            let skip = table.entries.as_ptr().align_offset(LINE);
            assert!(skip <= SPARE);
            let known = Hit {
                depth: 3,
                bound: Bound::Exact,
                value: 7,
                best: None,
                certainty: Certainty::FULL,
            };
            table.view().store(12345, Color::Black, 1, known);
            assert_eq!(table.view().probe(12345, Color::Black), Some(known));
            table.clear().unwrap();
            assert_eq!(table.view().probe(12345, Color::Black), None);
        }
    }

    #[test]
    fn auto_is_the_originals_size_or_what_fits_in_half_of_the_free_memory() {
        let auto = TableBits::default();
        assert_eq!((auto.to_string(), "auto".parse::<TableBits>().unwrap()), ("auto".into(), auto));
        for (available, wanted) in [
            (u64::MAX, "26"),
            (2 << 30, "26"),
            ((2 << 30) - 1, "25"),
            (128 << 20, "22"),
            (100, "2"),
            (0, "2"),
        ] {
            assert_eq!(auto.within(available), wanted.parse().unwrap(), "{available} bytes");
        }
        let chosen: TableBits = "22".parse().unwrap();
        assert_eq!(chosen.within(100), chosen, "what was chosen is not changed");
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        for text in ["0", "1", "33", "70", "-3", "", "many"] {
            let error = text.parse::<TableBits>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("table size `{text}`: expected 2 to 32")),
                "{error}"
            );
        }
    }
}
