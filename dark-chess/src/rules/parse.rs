//! Positions as text, in four words: ranks from 8 to 1, the side, what is face down, quiet plies.

use core::fmt;
use core::str::FromStr;

use heapless::Vec;

use super::Position;
use crate::types::{Color, Piece, Square, Squares};

/// The text is not a position. The variants are in the order in which they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// There are not four words.
    Words,
    /// The board is not eight ranks of four squares.
    Board,
    /// The side is none of `r`, `b` and `-`.
    Side,
    /// The face-down pieces are not letters of pieces, or not as many as `?` on the board.
    FaceDown,
    /// The quiet plies are not a number from 0 to 255.
    Quiet,
    /// There are more of this piece than a side has.
    TooMany(Piece),
    /// The side is `-`, but it is not the start; or the start has a side.
    Start,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words => f.write_str("expected four words: board, side, face-down pieces, quiet plies"),
            Self::Board => f.write_str(
                "board: expected ranks 8 to 1 separated by /, four squares each: a letter of \
                 KGMRNCPkgmrncp, ? face down, . empty",
            ),
            Self::Side => f.write_str("side: expected r, b or - before the first flip"),
            Self::FaceDown => f.write_str(
                "face-down pieces: expected a letter of KGMRNCPkgmrncp for each ? on the board, or -",
            ),
            Self::Quiet => f.write_str("quiet plies: expected a number from 0 to 255"),
            Self::TooMany(piece) => {
                write!(f, "{piece}: expected at most {} of it", piece.kind().per_side())
            }
            Self::Start => f.write_str("side: expected - exactly if all 32 pieces are face down"),
        }
    }
}

impl core::error::Error for ParsePositionError {}

/// Four words, as [`Position::from_str`] reads them.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for square in (4 * rank..4 * rank + 4).filter_map(Square::from_index) {
                write!(f, "{}", self.letter_at(square))?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.side() {
            Some(Color::Red) => "r ",
            Some(Color::Black) => "b ",
            None => "- ",
        })?;
        if self.face_down().is_empty() {
            f.write_str("-")?;
        }
        for piece in Piece::all() {
            (0..self.unseen(piece)).try_for_each(|_| write!(f, "{piece}"))?;
        }
        write!(f, " {}", self.quiet())
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let mut words = text.split_whitespace();
        let (Some(board), Some(side), Some(hidden), Some(quiet), None) =
            (words.next(), words.next(), words.next(), words.next(), words.next())
        else {
            return Err(ParsePositionError::Words);
        };
        let (pieces, face_down) = read_board(board).ok_or(ParsePositionError::Board)?;
        let side = match side {
            "r" => Some(Color::Red),
            "b" => Some(Color::Black),
            "-" => None,
            _ => return Err(ParsePositionError::Side),
        };
        let mut unseen = [0_u8; 16];
        for letter in hidden.chars().filter(|_| hidden != "-") {
            let piece = piece(letter).ok_or(ParsePositionError::FaceDown)?;
            unseen[piece.index()] = unseen[piece.index()].saturating_add(1);
        }
        let total: u32 = unseen.iter().copied().map(u32::from).sum();
        if total != face_down.len() {
            return Err(ParsePositionError::FaceDown);
        }
        let quiet = quiet.parse().map_err(|_| ParsePositionError::Quiet)?;
        for piece in Piece::all() {
            let shown = pieces.iter().filter(|(one, _)| *one == piece).count();
            if shown + usize::from(unseen[piece.index()]) > usize::from(piece.kind().per_side()) {
                return Err(ParsePositionError::TooMany(piece));
            }
        }
        if side.is_none() != (face_down == Squares::ALL) {
            return Err(ParsePositionError::Start);
        }
        Ok(Self::set_up(&pieces, face_down, unseen, side, quiet))
    }
}

fn piece(letter: char) -> Option<Piece> {
    Piece::all().find(|piece| piece.letter() == letter)
}

fn read_board(text: &str) -> Option<(Vec<(Piece, Square), 32>, Squares)> {
    let (mut pieces, mut face_down) = (Vec::new(), Squares::EMPTY);
    let mut ranks = 0_usize;
    for (line, rank) in text.split('/').zip((0..8).rev()) {
        if line.chars().count() != 4 {
            return None;
        }
        for (letter, file) in line.chars().zip(0..) {
            let square = Square::from_index(4 * rank + file)?;
            match letter {
                '.' => {}
                '?' => face_down = face_down.or(square.set()),
                _ => pieces.push((piece(letter)?, square)).ok()?,
            }
        }
        ranks += 1;
    }
    (ranks == 8 && text.split('/').count() == 8).then_some((pieces, face_down))
}
