//! Hostile input for every reader and protocol, and the engine against slow, obvious twins.
//!
//! A target is a function that takes any bytes and panics if a promise is broken. Three things run
//! them: `cargo fuzz` with libFuzzer, which looks for inputs that reach new code; the test beside
//! this library, over the seeds and inputs made from them ([`Inputs`]), on any compiler; and
//! `cargo xtask fuzz`, which does either for as long as you like.

mod games;
mod inputs;
mod play;
mod readers;
mod sessions;

pub use games::{rules, solver, table};
pub use inputs::Inputs;
pub use play::{console, saved};
pub use readers::{board, csv, ggf, log, obf, sgf, transcript, wthor};
pub use sessions::{gtp, nboard};

/// A function that takes any bytes, and how many made inputs take about two seconds in a test.
pub struct Target {
    /// Its name, and that of its folder of seeds.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&[u8]),
    /// Inputs for a test of every change.
    pub usual: u64,
}

/// All of them.
pub const TARGETS: [Target; 15] = [
    Target { name: "board", run: board, usual: 500_000 },
    Target { name: "transcript", run: transcript, usual: 500_000 },
    Target { name: "obf", run: obf, usual: 100_000 },
    Target { name: "ggf", run: ggf, usual: 100_000 },
    Target { name: "sgf", run: sgf, usual: 100_000 },
    Target { name: "wthor", run: wthor, usual: 200_000 },
    Target { name: "csv", run: csv, usual: 10_000 },
    Target { name: "log", run: log, usual: 20_000 },
    Target { name: "gtp", run: gtp, usual: 30_000 },
    Target { name: "nboard", run: nboard, usual: 5_000 },
    Target { name: "console", run: console, usual: 500_000 },
    Target { name: "rules", run: rules, usual: 20_000 },
    Target { name: "table", run: table, usual: 200_000 },
    Target { name: "solver", run: solver, usual: 20_000 },
    Target { name: "saved", run: saved, usual: 100_000 },
];
