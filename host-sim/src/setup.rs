//! How the engine is set up: search, ordering, evaluation, table size.

use clap::Args;
use wedge_engine::{Algorithm, Options, Ordering, Search, Size};

use crate::eval::Eval;
use crate::table::{HeapTable, TableBits};
use crate::words;

/// The choices that the engine leaves open.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// How the tree is walked
    #[arg(long, default_value = "negascout", value_parser = words::parser::<Algorithm>())]
    pub search: Algorithm,
    /// Which moves are tried first
    #[arg(long, default_value = "full", value_parser = words::parser::<Ordering>())]
    pub ordering: Ordering,
    /// What a position is worth without looking further
    #[arg(long, default_value = "stability", value_parser = words::parser::<Eval>())]
    pub eval: Eval,
    /// Entries of the table as a power of two, 16 bytes each: 22 takes 64 MiB, 26 takes 1 GiB
    #[arg(long, value_name = "B", default_value_t)]
    pub tt_bits: TableBits,
}

impl Setup {
    /// A searcher that has learnt nothing yet.
    #[must_use]
    pub fn searcher<'t, S: Size>(&self, table: &'t HeapTable) -> Search<'t, Eval, S> {
        let options =
            Options { algorithm: self.search, ordering: self.ordering, ..Options::default() };
        Search::new(self.eval, Some(table.view()), options)
    }
}
