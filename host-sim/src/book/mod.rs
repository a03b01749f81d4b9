//! Opening books, which the engine builds by its own searches.

pub(crate) mod book_file;
pub(crate) mod build;
pub mod choice;
pub(crate) mod expansion;
pub(crate) mod graph;
pub(crate) mod learn;
pub(crate) mod pack;
pub(crate) mod round;
pub(crate) mod show;
pub(crate) mod verify;

use anyhow::{Result, bail};

use wedge_engine::Level;

use crate::engine::limit::{Limit, LimitArgs};

/// The level of the searches of a book unless an option sets another limit.
const LEVEL: Level = Level::new(12).unwrap();

/// How far positions are searched: level 12 unless said otherwise. The outcome of a search by time
/// would be another one each time.
fn limit(args: &LimitArgs) -> Result<Limit> {
    match args.limit().unwrap_or(Limit::Level(LEVEL)) {
        Limit::Time(_) => bail!("--time: expected --level, --depth or --nodes for a book"),
        limit => Ok(limit),
    }
}
