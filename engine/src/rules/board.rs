//! The board, seen by the player to move.

use core::marker::PhantomData;

use crate::rules::moves;
use crate::types::{Bitboard, Color, Eight, Size, Square};

/// Two sets of discs: the mover's and the opponent's. A [`Position`] adds the mover's colour.
///
/// Making a move returns a new board, seen by the other player. There is no undo.
///
/// ```
/// use wedge_engine::{Board, Square};
///
/// let board = Board::default();
/// let after = board.play("f5".parse().unwrap()).unwrap();
/// assert_eq!(after.mover().len(), 1);
/// assert_eq!(after.opponent().len(), 4);
/// ```
///
/// [`Position`]: crate::Position
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<S: Size = Eight> {
    mover: u64,
    opponent: u64,
    size: PhantomData<S>,
}

impl Default for Board {
    /// The start position of the 8x8 board.
    fn default() -> Self {
        Self::start()
    }
}

impl<S: Size> Board<S> {
    /// The start position of this size, black to move.
    #[must_use]
    pub const fn start() -> Self {
        Self { mover: S::START_BLACK, opponent: S::START_WHITE, size: PhantomData }
    }

    /// A board of two sets, or `None` if they overlap or leave the board.
    #[must_use]
    pub const fn new(mover: Bitboard, opponent: Bitboard) -> Option<Self> {
        if mover.0 & opponent.0 == 0 && (mover.0 | opponent.0) & !S::MASK == 0 {
            Some(Self { mover: mover.0, opponent: opponent.0, size: PhantomData })
        } else {
            None
        }
    }

    /// The discs of the player to move.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Bitboard {
        Bitboard(self.mover)
    }

    /// The discs of the other player.
    #[inline]
    #[must_use]
    pub const fn opponent(&self) -> Bitboard {
        Bitboard(self.opponent)
    }

    /// All discs.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.mover | self.opponent)
    }

    /// The squares without a disc.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> Bitboard {
        Bitboard(!(self.mover | self.opponent) & S::MASK)
    }

    /// The number of squares without a disc.
    #[inline]
    #[must_use]
    pub const fn empties(&self) -> u32 {
        self.empty().len()
    }

    /// The squares where the mover may play.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> Bitboard {
        Bitboard(moves::legal(self.mover, self.opponent) & S::MASK)
    }

    /// The discs that flip when the mover plays here: empty if the move is not legal.
    #[inline]
    #[must_use]
    pub fn flips(&self, square: Square) -> Bitboard {
        if self.empty().has(square) { self.flips_on_empty(square) } else { Bitboard::EMPTY }
    }

    /// [`Board::flips`] for a square known to be empty.
    #[inline]
    pub(crate) fn flips_on_empty(&self, square: Square) -> Bitboard {
        Bitboard(moves::flips(square.index(), self.mover, self.opponent))
    }

    /// The board after a move, seen by the other player, or `None` if the move is not legal.
    #[inline]
    #[must_use]
    pub fn play(&self, square: Square) -> Option<Self> {
        let flips = self.flips(square);
        if flips.is_empty() { None } else { Some(self.after(square, flips)) }
    }

    /// The board after a move whose flips are known, seen by the other player. The square is empty
    /// and the flips are the opponent's discs, so that no square gets two discs.
    #[inline]
    #[must_use]
    pub(crate) const fn after(&self, square: Square, flips: Bitboard) -> Self {
        Self {
            mover: self.opponent ^ flips.0,
            opponent: self.mover ^ flips.0 ^ square.bit().0,
            size: PhantomData,
        }
    }

    /// The same discs, seen by the other player: the board after a pass.
    #[inline]
    #[must_use]
    pub const fn pass(&self) -> Self {
        Self { mover: self.opponent, opponent: self.mover, size: PhantomData }
    }

    /// Whether neither player can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.pass().legal_moves().is_empty()
    }

    /// The final score for the mover: the difference in discs, with the empty squares given to the
    /// winner as in tournament play.
    #[inline]
    #[must_use]
    pub const fn result(&self) -> i32 {
        let margin = self.mover().len() as i32 - self.opponent().len() as i32;
        let empties = self.empties() as i32;
        if margin > 0 {
            margin + empties
        } else if margin < 0 {
            margin - empties
        } else {
            0
        }
    }

    /// The board with both sets transformed; `transform` keeps disjoint sets disjoint.
    pub(crate) fn map(&self, transform: impl Fn(Bitboard) -> Bitboard) -> Self {
        Self {
            mover: transform(self.mover()).0,
            opponent: transform(self.opponent()).0,
            size: PhantomData,
        }
    }

    /// The discs of a colour, when `side` is to move.
    #[inline]
    #[must_use]
    pub const fn of(&self, color: Color, side: Color) -> Bitboard {
        if color as u8 == side as u8 { self.mover() } else { self.opponent() }
    }
}
