//! A fixed set of searches whose node count is the signature of the search.

use wedge_engine::{Limits, TableView};

use super::{Entry, Options, Report, Search};
use crate::endings::PackedEndings;
use crate::evaluation::Relations;
use crate::rules::{Game, Rules};

/// The slots of the table, as on the board.
pub const TABLE_ENTRIES: usize = 4096;

/// Positions from the opening to the ending, from random play, and the depth to search each to. The last
/// reaches the endgame tables.
const POSITIONS: [(&str, u8); 7] = [
    ("????/????/????/?g??/????/????/????/???? r KGGMMRRNNCCPPPPPkgmmrrnnccppppp 0", 3),
    ("??.?/??r?/?PcP/.pm?/.MpM/p.?n/G..r/KRpc b GRNNkggmn 0", 5),
    (".n?r/p.??/..MG/g?../..../kP../..../.pgN b GPPp 0", 6),
    ("R..m/.g.p/ppG./...M/..R./.p../p..N/g... b - 0", 7),
    (".G../K.../...M/...M/...P/..../gP../..G. r - 0", 7),
    ("p.../..p./g.../.G../..../..../..NR/.N.M b - 0", 8),
    ("K.../..g./..../.p../..../..G./..../...M b - 0", 9),
];

/// Searches every position with a fresh table of [`TABLE_ENTRIES`] and calls a function with each
/// report. Returns the nodes of all.
pub fn run(table: TableView<'_, Entry>, mut on_each: impl FnMut(&Game, &Report)) -> u64 {
    let mut nodes = 0;
    for (text, depth) in POSITIONS {
        // Every text is a position: a test counts the reports.
        let Ok(position) = text.parse() else { continue };
        let game = Game::new(position, Rules::default());
        table.clear();
        let mut search = Search::new(Relations, Some(table), Options::default())
            .with_endings(PackedEndings::built_in());
        let report = search.think(&game, &Limits::depth(depth), &mut ());
        nodes += report.nodes;
        on_each(&game, &report);
    }
    nodes
}
