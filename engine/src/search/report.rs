//! The result of a search.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use heapless::Vec;

use super::{Bound, Certainty};
use crate::types::{Move, Score, Square};

/// A line of play: its squares, without passes as in transcripts. No game has more than 60.
///
/// ```
/// use wedge_engine::{Line, Square};
///
/// let line: Line = "f5d6c3".parse().unwrap();
/// assert_eq!(line.first(), Some(&Square::F5));
/// assert_eq!(line.to_string(), "f5d6c3");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Line(Vec<Square, MAX_LINE>);

const MAX_LINE: usize = 60;

impl Line {
    /// An empty line.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a square. Returns false if the line is full.
    pub(super) fn push(&mut self, square: Square) -> bool {
        self.0.push(square).is_ok()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Replaces the line by a move and the line after it.
    pub(super) fn set(&mut self, square: Square, rest: Option<&Self>) {
        self.0.clear();
        // Sixty squares fit, and no game has more moves.
        let _ = self.0.push(square);
        let _ = self.0.extend_from_slice(rest.map_or(&[], |rest| rest.0.as_slice()));
    }
}

impl Deref for Line {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.0
    }
}

impl<'l> IntoIterator for &'l Line {
    type Item = &'l Square;
    type IntoIter = core::slice::Iter<'l, Square>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl FromIterator<Square> for Line {
    /// Collects at most 60 squares.
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(squares.into_iter().take(MAX_LINE).collect())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|square| write!(f, "{square}"))
    }
}

/// The text at this byte offset is not a square, or beyond the sixtieth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLineError {
    /// The byte offset.
    pub at: usize,
}

impl fmt::Display for ParseLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: expected at most 60 squares such as f5", self.at + 1)
    }
}

impl core::error::Error for ParseLineError {}

impl FromStr for Line {
    type Err = ParseLineError;

    /// Reads squares; white space between them is skipped.
    fn from_str(text: &str) -> Result<Self, ParseLineError> {
        let mut line = Self::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let error = ParseLineError { at: text.len() - rest.len() };
            let square = rest.get(..2).and_then(|name| name.parse().ok()).ok_or(error)?;
            if !line.push(square) {
                return Err(error);
            }
            rest = rest.get(2..).unwrap_or_default().trim_start();
        }
        Ok(line)
    }
}

/// The result of a search, or of its last finished depth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Report {
    /// The best move: a pass only if there is no other.
    pub best: Move,
    /// The score of the position for the mover.
    pub score: Score,
    /// How the score bounds the true one. It is exact unless the search was stopped in the middle
    /// of a depth or reached the [score cap](crate::Options::score_cap).
    pub bound: Bound,
    /// The last finished depth.
    pub depth: u8,
    /// The certainty of that depth.
    pub certainty: Certainty,
    /// Whether the score is the final result with best play.
    pub solved: bool,
    /// The number of nodes: moves tried.
    pub nodes: u64,
    /// The principal variation, the best move first.
    pub line: Line,
}

impl Report {
    /// The report of a move with an exact score that took no search.
    #[must_use]
    pub const fn new(best: Move, score: Score) -> Self {
        Self {
            best,
            score,
            bound: Bound::Exact,
            depth: 0,
            certainty: Certainty::FULL,
            solved: false,
            nodes: 0,
            line: Line::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn lines_survive_their_text() {
        for text in ["", "f5", "f5d6c3"] {
            assert_eq!(text.parse::<Line>().unwrap().to_string(), text);
        }
        assert_eq!(" F5 d6\n".parse(), "f5d6".parse::<Line>());
        assert_eq!("f5d9".parse::<Line>(), Err(ParseLineError { at: 2 }));
        assert_eq!("f5d".parse::<Line>(), Err(ParseLineError { at: 2 }));
        assert_eq!("f5".repeat(60).parse::<Line>().unwrap().len(), 60);
        assert_eq!("f5".repeat(61).parse::<Line>(), Err(ParseLineError { at: 120 }));
    }
}
