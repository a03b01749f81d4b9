//! Colours, kinds and pieces.

use core::fmt;
use core::str::FromStr;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Written in capitals.
    Red,
    /// Written in small letters.
    Black,
}

impl Color {
    /// Both, red first.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Black];

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}

/// A kind of piece, the highest rank first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Takes everything but pawns. `K`, one a side.
    King,
    /// `G`, two a side.
    Guard,
    /// `M`, two a side.
    Minister,
    /// `R`, two a side.
    Rook,
    /// `N`, two a side.
    Knight,
    /// Takes by a jump over one piece. `C`, two a side.
    Cannon,
    /// Takes pawns and the king. `P`, five a side.
    Pawn,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 7;
    /// All kinds, the highest rank first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::King,
        Self::Guard,
        Self::Minister,
        Self::Rook,
        Self::Knight,
        Self::Cannon,
        Self::Pawn,
    ];

    /// The number of pieces of this kind that a side starts with.
    #[must_use]
    pub const fn per_side(self) -> u8 {
        match self {
            Self::King => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// Whether it takes a piece of the other kind: by a step, or a cannon by a jump.
    ///
    /// ```
    /// use wedge_dark_chess::Kind;
    ///
    /// assert!(Kind::King.takes(Kind::Guard) && !Kind::King.takes(Kind::Pawn));
    /// assert!(Kind::Pawn.takes(Kind::King) && !Kind::Pawn.takes(Kind::Cannon));
    /// assert!(Kind::Cannon.takes(Kind::King));
    /// ```
    #[inline]
    #[must_use]
    pub const fn takes(self, other: Self) -> bool {
        self.prey() >> (other as u8) & 1 == 1
    }

    /// The kinds that it takes, as bits.
    #[inline]
    pub(crate) const fn prey(self) -> u8 {
        match self {
            Self::King => 0b011_1111,
            Self::Guard => 0b111_1110,
            Self::Minister => 0b111_1100,
            Self::Rook => 0b111_1000,
            Self::Knight => 0b111_0000,
            Self::Cannon => 0b111_1111,
            Self::Pawn => 0b100_0001,
        }
    }
}

/// A piece: a colour and a kind, in one byte below 14.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// How many different pieces there are.
    pub const COUNT: usize = 14;
    /// Some piece, where there has to be one.
    pub(crate) const ANY: Self = Self(0);
    const LETTERS: &'static [u8; 16] = b"KGMRNCPkgmrncp??";

    /// The piece of this colour and kind.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self(match color {
            Color::Red => kind as u8,
            Color::Black => kind as u8 + 7,
        })
    }

    /// All pieces: red from the king down to the pawn, then black.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The index, below 14 and so below 16: red's kinds, then black's.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The piece with this index, or `None` from 14 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Its colour.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0 < 7 { Color::Red } else { Color::Black }
    }

    /// Its kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self.0 % 7 {
            0 => Kind::King,
            1 => Kind::Guard,
            2 => Kind::Minister,
            3 => Kind::Rook,
            4 => Kind::Knight,
            5 => Kind::Cannon,
            _ => Kind::Pawn,
        }
    }

    /// Its letter: a capital for red.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS[self.index()] as char
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the letter of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePieceError;

impl fmt::Display for ParsePieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a piece: K G M R N C P for red, k g m r n c p for black")
    }
}

impl core::error::Error for ParsePieceError {}

impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let &[letter] = text.as_bytes() else { return Err(ParsePieceError) };
        Self::all().find(|piece| piece.letter() == letter as char).ok_or(ParsePieceError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule in words, against the bits.
    #[test]
    fn who_takes_whom() {
        for a in Kind::ALL {
            for b in Kind::ALL {
                let expected = match (a, b) {
                    (Kind::Cannon, _) | (Kind::Pawn, Kind::King) => true,
                    (Kind::King, Kind::Pawn) => false,
                    _ => a <= b,
                };
                assert_eq!(a.takes(b), expected, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn pieces_are_what_they_are_made_of() {
        let mut count = 0;
        for color in Color::BOTH {
            for kind in Kind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
                assert_eq!(Piece::from_index(piece.index()), Some(piece));
                count += u32::from(kind.per_side());
            }
        }
        assert_eq!(count, 32);
    }
}
