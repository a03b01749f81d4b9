//! Fuzz targets for every parser and protocol, and for the engine against slow reference code.
//!
//! A target is a function that takes any bytes and panics if a guarantee is broken. There are three
//! ways to run the targets: `cargo fuzz` with libFuzzer, guided by coverage; the test of this crate,
//! with the seeds and mutations of them ([`Mutator`]), on any compiler; and `cargo xtask fuzz`, which
//! runs either with any number of inputs.

mod console;
mod dark_chess;
mod engine;
mod mutator;
mod page;
mod parsers;
mod protocols;

pub use console::{line_buffer, saved_game};
pub use dark_chess::{dark_chess_position, dark_chess_protocol, dark_chess_record};
pub use engine::{rules, solver, table};
pub use mutator::Mutator;
pub use page::page;
pub use parsers::{board, csv, ggf, log, obf, sgf, transcript, wthor};
pub use protocols::{gtp, nboard};

/// A fuzz target.
pub struct Target {
    /// The name, also of its folder of seeds.
    pub name: &'static str,
    /// The function that takes any bytes.
    pub run: fn(&[u8]),
    /// Mutated inputs in the test of this crate, about two seconds of them.
    pub default_inputs: u64,
}

/// All targets.
pub const TARGETS: [Target; 19] = [
    Target { name: "board", run: board, default_inputs: 500_000 },
    Target { name: "transcript", run: transcript, default_inputs: 500_000 },
    Target { name: "obf", run: obf, default_inputs: 100_000 },
    Target { name: "ggf", run: ggf, default_inputs: 100_000 },
    Target { name: "sgf", run: sgf, default_inputs: 100_000 },
    Target { name: "wthor", run: wthor, default_inputs: 200_000 },
    Target { name: "csv", run: csv, default_inputs: 10_000 },
    Target { name: "log", run: log, default_inputs: 20_000 },
    Target { name: "gtp", run: gtp, default_inputs: 30_000 },
    Target { name: "nboard", run: nboard, default_inputs: 5_000 },
    Target { name: "line_buffer", run: line_buffer, default_inputs: 500_000 },
    Target { name: "rules", run: rules, default_inputs: 20_000 },
    Target { name: "table", run: table, default_inputs: 200_000 },
    Target { name: "solver", run: solver, default_inputs: 20_000 },
    Target { name: "saved_game", run: saved_game, default_inputs: 100_000 },
    Target { name: "dark_chess_position", run: dark_chess_position, default_inputs: 200_000 },
    Target { name: "dark_chess_record", run: dark_chess_record, default_inputs: 50_000 },
    Target { name: "dark_chess_protocol", run: dark_chess_protocol, default_inputs: 5_000 },
    Target { name: "page", run: page, default_inputs: 5_000 },
];
