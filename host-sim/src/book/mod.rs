//! Opening books, which the engine builds by its own searches.

pub(crate) mod book_file;
pub(crate) mod build;
pub mod choice;
pub(crate) mod expansion;
pub(crate) mod graph;
pub(crate) mod learn;
pub(crate) mod pack;
pub(crate) mod show;
pub(crate) mod verify;

use anyhow::{Result, bail};

use crate::engine::limit::{Limit, LimitArgs};

/// The search limit of positions: level 12 by default. A time limit is refused, since the book would
/// differ from run to run.
fn limit(args: &LimitArgs) -> Result<Limit> {
    match args.limit().unwrap_or(Limit::Level(12)) {
        Limit::Time(_) => bail!("--time: expected --level, --depth or --nodes for a book"),
        limit => Ok(limit),
    }
}
