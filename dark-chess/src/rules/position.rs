//! A position: the pieces on the board, those still face down, and the side to move.

use core::fmt;

use super::zobrist::{self, Hash};
use crate::types::{Color, Kind, Piece, Square, Squares};

/// A position. Sets of squares by piece, the face-down squares, and how many pieces of each kind
/// are still face down.
///
/// ```
/// use wedge_dark_chess::{Position, Ply};
///
/// let start = Position::START;
/// let after = start.after("b5(N)".parse().unwrap()).unwrap();
/// assert_eq!(after.actions().iter().count(), 31);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pieces: [Squares; 16],
    colors: [Squares; 2],
    face_down: Squares,
    unseen: [u8; 16],
    side: Option<Color>,
    quiet: u8,
    hash: Hash,
}

impl Position {
    /// All pieces face down, the side to move without a colour yet.
    pub const START: Self = {
        let mut unseen = [0; 16];
        let mut index = 0;
        while index < Piece::COUNT {
            if let Some(piece) = Piece::from_index(index) {
                unseen[index] = piece.kind().per_side();
            }
            index += 1;
        }
        Self {
            pieces: [Squares::EMPTY; 16],
            colors: [Squares::EMPTY; 2],
            face_down: Squares::ALL,
            unseen,
            side: None,
            quiet: 0,
            hash: zobrist::START,
        }
    };

    /// The squares of a piece.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, piece: Piece) -> Squares {
        self.pieces[piece.index()]
    }

    /// The squares of a side's face-up pieces.
    #[inline]
    #[must_use]
    pub const fn of(&self, color: Color) -> Squares {
        self.colors[color as usize & 1]
    }

    /// The squares of face-down pieces.
    #[inline]
    #[must_use]
    pub const fn face_down(&self) -> Squares {
        self.face_down
    }

    /// The squares that are not empty.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Squares {
        self.colors[0].or(self.colors[1]).or(self.face_down)
    }

    /// How many of this piece are still face down.
    #[inline]
    #[must_use]
    pub const fn unseen(&self, piece: Piece) -> u8 {
        self.unseen[piece.index()]
    }

    /// How many of this piece are left, face up or down.
    #[inline]
    #[must_use]
    pub const fn left(&self, piece: Piece) -> u32 {
        self.pieces(piece).len() + self.unseen(piece) as u32
    }

    /// How many pieces a side has left, face up or down.
    #[must_use]
    pub fn pieces_left(&self, color: Color) -> u32 {
        let unseen = Kind::ALL.map(|kind| u32::from(self.unseen(Piece::new(color, kind))));
        self.of(color).len() + unseen.iter().sum::<u32>()
    }

    /// The side to move; `None` before the first flip.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Option<Color> {
        self.side
    }

    /// Plies since the last capture or flip, at most 255.
    #[inline]
    #[must_use]
    pub const fn quiet(&self) -> u8 {
        self.quiet
    }

    /// The Zobrist hash. It leaves out [`Position::quiet`].
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> Hash {
        self.hash
    }

    /// The face-up piece on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.of(Color::Red).has(square) {
            Color::Red
        } else if self.of(Color::Black).has(square) {
            Color::Black
        } else {
            return None;
        };
        let pieces = Kind::ALL.map(|kind| Piece::new(color, kind));
        pieces.into_iter().find(|&piece| self.pieces(piece).has(square))
    }

    /// The position after moving the piece from one square to another. What stands there is captured.
    /// The caller answers for legality.
    #[inline]
    pub(crate) fn after_step(&self, from: Square, to: Square) -> Self {
        let mut next = self.clone();
        next.quiet = next.quiet.saturating_add(1);
        if let Some(taken) = self.piece_at(to) {
            next.lift(taken, to);
            next.quiet = 0;
        }
        if let Some(piece) = self.piece_at(from) {
            next.lift(piece, from);
            next.put(piece, to);
        }
        next.pass_turn();
        next
    }

    /// The position after a flip that revealed this piece. The caller answers for legality.
    #[inline]
    pub(crate) fn after_flip(&self, square: Square, piece: Piece) -> Self {
        let mut next = self.clone();
        next.quiet = 0;
        next.face_down = next.face_down.without(square.set());
        let count = self.unseen(piece);
        next.unseen[piece.index()] = count.saturating_sub(1);
        next.hash ^= zobrist::face_down(square)
            ^ zobrist::unseen(piece, count)
            ^ zobrist::unseen(piece, count.saturating_sub(1));
        next.put(piece, square);
        if next.side.is_none() {
            // The first flip gives the first player that colour.
            next.side = Some(piece.color());
            if piece.color() == Color::Black {
                next.hash ^= zobrist::side();
            }
        }
        next.pass_turn();
        next
    }

    /// The same position with the other side to move, as after a flip that changed nothing.
    #[inline]
    pub(crate) fn after_pass(&self) -> Self {
        let mut next = self.clone();
        next.quiet = 0;
        next.pass_turn();
        next
    }

    fn pass_turn(&mut self) {
        self.side = self.side.map(Color::other);
        self.hash ^= zobrist::side();
    }

    fn lift(&mut self, piece: Piece, square: Square) {
        let index = piece.index();
        self.pieces[index] = self.pieces[index].without(square.set());
        let color = piece.color() as usize & 1;
        self.colors[color] = self.colors[color].without(square.set());
        self.hash ^= zobrist::piece(piece, square);
    }

    fn put(&mut self, piece: Piece, square: Square) {
        let index = piece.index();
        self.pieces[index] = self.pieces[index].or(square.set());
        let color = piece.color() as usize & 1;
        self.colors[color] = self.colors[color].or(square.set());
        self.hash ^= zobrist::piece(piece, square);
    }

    /// A position of face-up pieces only, or `None` if two are on one square or there are too many of
    /// a kind.
    ///
    /// ```
    /// use wedge_dark_chess::{Color, Position};
    ///
    /// let pieces = [("K".parse().unwrap(), "a1".parse().unwrap())];
    /// let position = Position::face_up(pieces, Color::Red).unwrap();
    /// assert_eq!(position.actions().len(), 2);
    /// ```
    pub fn face_up(pieces: impl IntoIterator<Item = (Piece, Square)>, side: Color) -> Option<Self> {
        let mut position = Self::empty(Some(side));
        for (piece, square) in pieces {
            let full = position.left(piece) >= u32::from(piece.kind().per_side());
            if position.occupied().has(square) || full {
                return None;
            }
            position.put(piece, square);
        }
        position.hash = zobrist::hash(&position);
        Some(position)
    }

    /// A position from its face-up pieces, its face-down pieces, the side to move and the plies since
    /// the last capture or flip. `None` if two pieces are on one square, if there are too many of a
    /// kind, or if the side is missing elsewhere than at the start.
    pub fn new(
        face_up: impl IntoIterator<Item = (Piece, Square)>,
        face_down: impl IntoIterator<Item = (Piece, Square)>,
        side: Option<Color>,
        quiet: u8,
    ) -> Option<Self> {
        let mut position = Self { quiet, ..Self::empty(side) };
        let up = face_up.into_iter().map(|one| (one, false));
        let down = face_down.into_iter().map(|one| (one, true));
        for ((piece, square), is_down) in up.chain(down) {
            let full = position.left(piece) >= u32::from(piece.kind().per_side());
            if position.occupied().has(square) || full {
                return None;
            }
            if is_down {
                position.face_down = position.face_down.or(square.set());
                position.unseen[piece.index()] += 1;
            } else {
                position.put(piece, square);
            }
        }
        if side.is_none() != (position.face_down == Squares::ALL) {
            return None;
        }
        position.hash = zobrist::hash(&position);
        Some(position)
    }

    pub(super) fn empty(side: Option<Color>) -> Self {
        Self {
            pieces: [Squares::EMPTY; 16],
            colors: [Squares::EMPTY; 2],
            face_down: Squares::EMPTY,
            unseen: [0; 16],
            side,
            quiet: 0,
            hash: 0,
        }
    }

    /// Sets up what a text describes; the caller checks the numbers.
    pub(super) fn set_up(
        pieces: &[(Piece, Square)],
        face_down: Squares,
        unseen: [u8; 16],
        side: Option<Color>,
        quiet: u8,
    ) -> Self {
        let mut position = Self { face_down, unseen, quiet, ..Self::empty(side) };
        for &(piece, square) in pieces {
            position.put(piece, square);
        }
        position.hash = zobrist::hash(&position);
        position
    }

    /// The board as a picture of eight lines, rank 8 first.
    #[must_use]
    pub const fn picture(&self) -> Picture<'_> {
        Picture(self)
    }

    /// The character of a square: a piece's letter, `?` face down, `.` empty.
    #[must_use]
    pub fn letter_at(&self, square: Square) -> char {
        match self.piece_at(square) {
            Some(piece) => piece.letter(),
            None if self.face_down.has(square) => '?',
            None => '.',
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A board drawn in letters, with its files and ranks.
#[derive(Debug)]
pub struct Picture<'p>(&'p Position);

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            write!(f, "{}", rank + 1)?;
            for square in (4 * rank..4 * rank + 4).filter_map(Square::from_index) {
                write!(f, " {}", self.0.letter_at(square))?;
            }
            writeln!(f)?;
        }
        f.write_str("  a b c d")
    }
}
