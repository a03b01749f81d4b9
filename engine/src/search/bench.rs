//! A fixed set of searches whose total node count is the engine's signature.
//!
//! The signature is the same on every machine. A change that keeps it changes no behaviour; one that
//! moves it has to show its benefit. The set is small enough for a microcontroller.
//!
//! ```
//! use wedge_engine::{Table, bench};
//!
//! let table = Table::<{ bench::TABLE_ENTRIES }>::new();
//! let mut searches = 0;
//! let nodes = bench::run(table.view(), |_, _| searches += 1);
//! assert_eq!(searches, bench::POSITIONS.len());
//! assert_eq!(nodes, bench::SIGNATURE);
//! ```

use crate::evaluation::Standard;
use crate::rules::Position;
use crate::search::{Limits, Options, Report, Search, TableView};

pub use super::cross_check::{CrossCheck, cross_checks, run_cross_check, run_cross_check_with};

/// What [`run`] returns: set anew, with the reason in the commit, whenever the search changes.
pub const SIGNATURE: u64 = 33_649;

/// The depth of each search, in plies.
pub const DEPTH: u8 = 7;

/// The number of table entries for which the signature holds: 64 KiB.
pub const TABLE_ENTRIES: usize = 1 << 12;

/// The start, tournament positions of every phase, and two positions that are solved.
pub const POSITIONS: [&str; 10] = [
    "---------------------------OX------XO--------------------------- X",
    "--------------------X-O---XXXOX---OXOO------OO------O----------- X",
    "----------XO-----OOOX----OXXXO---OXXXX---O-O-------------------- X",
    "-------------------OXX-----OOXO----OOOXO---XOXOO--X-OO-O----O--- X",
    "---XXX----OOOX----OOOXX---OXOOO--OOOOOO---XXOO-----XOO---------- X",
    "-----------OOO--XXOOOOO--XOOXOX-XOOXOOX-OOOOXOOX--OOOO-----OOO-- X",
    "-XXXX-O----OXO---OOOOXXX-OOOOXOO--OOXOXX--XOXXXX--XXOX-----XXXX- X",
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
    "OOOOOOX-OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X",
];

/// Searches every position with an empty table, passes each result to `on_each`, and returns the
/// total number of nodes: the signature, if the table has [`TABLE_ENTRIES`] entries.
pub fn run(table: TableView<'_>, mut on_each: impl FnMut(&Position, &Report)) -> u64 {
    let mut total = 0;
    for position in POSITIONS.iter().filter_map(|text| text.parse::<Position>().ok()) {
        table.clear();
        let report = Search::new(Standard, Some(table), Options::default()).think(
            &position,
            &Limits::depth(DEPTH),
            &mut (),
        );
        total += report.nodes;
        on_each(&position, &report);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Table;

    static TABLE: Table<TABLE_ENTRIES> = Table::new();

    #[test]
    fn the_signature_is_kept_and_repeatable() {
        for _ in 0..2 {
            let mut searched = 0;
            let nodes = run(TABLE.view(), |position, report| {
                let depth = position.board().empties().min(DEPTH.into());
                assert_eq!(u32::from(report.depth), depth, "{position}");
                searched += 1;
            });
            assert_eq!(searched, POSITIONS.len());
            assert_eq!(nodes, SIGNATURE, "the search visits other nodes than before");
        }
    }
}
