//! The choice of a book to play from.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, anyhow};
use wedge_engine::{Book, SplitMix64};

use super::book_file::{BookFile, LONGEST};
use super::pack::pack;
use crate::io::container::checksum;
use crate::io::input_file;

/// A book by name: `built-in`, `none`, or a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookChoice {
    /// The book of the board.
    #[default]
    BuiltIn,
    /// None.
    None,
    /// A book from a file.
    File(&'static LoadedBook),
}

/// A book read from a file. It stays in memory until the program ends.
#[derive(Debug)]
pub struct LoadedBook {
    path: String,
    book: Book<'static>,
}

/// The files read so far: a match opens the same one for every game.
static KNOWN: Mutex<Vec<&'static LoadedBook>> = Mutex::new(Vec::new());

impl PartialEq for LoadedBook {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for LoadedBook {}

impl BookChoice {
    /// The book, if there is one.
    #[must_use]
    pub const fn book(self) -> Option<Book<'static>> {
        match self {
            Self::BuiltIn => Some(Book::built_in()),
            Self::None => None,
            Self::File(file) => Some(file.book),
        }
    }

    /// The checksum of a file's book; `None` for others.
    pub(crate) fn checksum(self) -> Option<u64> {
        match self {
            Self::BuiltIn | Self::None => None,
            Self::File(file) => Some(checksum(file.book.bytes())),
        }
    }
}

impl FromStr for BookChoice {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "built-in" => return Ok(Self::BuiltIn),
            "none" => return Ok(Self::None),
            _ => {}
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = known.iter().find(|file| file.path == text) {
            return Ok(Self::File(file));
        }
        // One message, since the command line shows only the outermost error of a chain.
        let book = read(text)
            .map_err(|error| anyhow!("book `{text}`: {error:#} (or built-in, or none)"))?;
        let file = Box::leak(Box::new(LoadedBook { path: text.to_owned(), book }));
        known.push(file);
        Ok(Self::File(file))
    }
}

/// A seed from the clock, for games that should differ from run to run.
#[must_use]
pub fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| SplitMix64::new(now.as_nanos() as u64).next())
}

/// Reads a book, packed or not.
fn read(path: &str) -> Result<Book<'static>> {
    let mut bytes = input_file::read(Path::new(path), LONGEST)?;
    if BookFile::is_book(&bytes) {
        bytes = pack(&BookFile::from_bytes(&bytes)?, usize::MAX);
    }
    Ok(Book::from_bytes(bytes.leak())?)
}

impl fmt::Display for BookChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BuiltIn => "built-in",
            Self::None => "none",
            Self::File(file) => &file.path,
        })
    }
}
