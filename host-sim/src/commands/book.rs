//! `host-sim book`: opening books that the engine builds itself.
//!
//! A book grows in a file that keeps every position with its search results (`book_file`). To be
//! played from, it is packed into the engine's form (`pack`), for the chip or as a whole.

use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::book::build::{self, BuildArgs};
use crate::book::learn::{self, LearnArgs};
use crate::book::pack::{self, PackArgs};
use crate::book::show::{self, ShowArgs};
use crate::book::verify::{self, VerifyArgs};
use crate::io::exit_status::ExitStatus;

/// The options of `host-sim book`.
#[derive(Args, Clone, Debug)]
pub struct BookArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand, Clone, Debug)]
enum Step {
    /// Build a book from the start position
    Build(BuildArgs),
    /// Add games or more positions to a book
    Learn(LearnArgs),
    /// Pack a book into the bytes that players read, for the chip or as a whole
    Pack(PackArgs),
    /// Show the moves of a book in a position
    Show(ShowArgs),
    /// Check a book
    Verify(VerifyArgs),
}

/// Runs the command.
///
/// # Errors
/// On bad input, before anything is written; on a file that cannot be read or written.
pub fn run(args: &BookArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    match &args.step {
        Step::Build(args) => build::run(args, out),
        Step::Learn(args) => learn::run(args, out),
        Step::Pack(args) => pack::run(args, out),
        Step::Show(args) => show::run(args, out),
        Step::Verify(args) => verify::run(args, out),
    }
}
