//! A position: a board with its colours, and its text format.

use core::fmt;
use core::str::FromStr;

use rand_core::Rng;

use crate::rules::Board;
use crate::types::{Bitboard, Color, Eight, Move, Size, Square};

/// A board and the colour of the player to move.
///
/// The text format has one letter per square from a1 to h8, row by row, then the player to move.
/// `X`, `*` and `1` are black, `O` and `2` are white, `-`, `.` and `0` are empty. White space is
/// skipped.
///
/// ```
/// use wedge_engine::{Color, Position};
///
/// let text = "---------------------------OX------XO--------------------------- X";
/// let position: Position = text.parse().unwrap();
/// assert_eq!(position, Position::default());
/// assert_eq!(position.to_string(), text);
/// assert_eq!(position.side(), Color::Black);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<S: Size = Eight> {
    board: Board<S>,
    side: Color,
}

impl Default for Position {
    /// The start position of the 8x8 board.
    fn default() -> Self {
        Self::start()
    }
}

impl<S: Size> Position<S> {
    /// The start position of this size, black to move.
    #[must_use]
    pub const fn start() -> Self {
        Self { board: Board::start(), side: Color::Black }
    }

    /// A board whose mover is `side`.
    #[must_use]
    pub const fn new(board: Board<S>, side: Color) -> Self {
        Self { board, side }
    }

    /// The board, seen by the player to move.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board<S> {
        self.board
    }

    /// The player to move.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The discs of a colour.
    #[must_use]
    pub const fn discs(&self, color: Color) -> Bitboard {
        self.board.of(color, self.side)
    }

    /// The colour of the disc on a square, or `None` if the square is empty.
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<Color> {
        if self.discs(Color::Black).has(square) {
            Some(Color::Black)
        } else if self.discs(Color::White).has(square) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// The position after a move, or `None` if the move is not legal. A pass is legal if there is
    /// no square to play and the game is not over.
    #[must_use]
    pub fn play(&self, mv: Move) -> Option<Self> {
        let board = match mv {
            Move::Play(square) => self.board.play(square)?,
            Move::Pass if self.must_pass() => self.board.pass(),
            Move::Pass => return None,
        };
        Some(Self { board, side: self.side.other() })
    }

    /// The legal moves: the squares to play in the order a1, b1, ..., h8, or the pass if there is
    /// none. A finished game has no moves.
    ///
    /// ```
    /// use wedge_engine::{Move, Position};
    ///
    /// let moves: Vec<String> = Position::default().moves().map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
    /// let pass: Position = ("OOOOOOX-".to_string() + &"O".repeat(56) + " X").parse().unwrap();
    /// assert!(pass.moves().eq([Move::Pass]));
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<S> {
        let pass = self.must_pass().then_some(Move::Pass);
        self.board.legal_moves().into_iter().map(Move::Play).chain(pass)
    }

    /// One of [`Position::moves`] at random, or `None` if the game is over. Takes one number from
    /// the generator, whatever the position.
    ///
    /// ```
    /// use wedge_engine::{Position, SplitMix64};
    ///
    /// let (mut position, mut random) = (Position::default(), SplitMix64::new(1));
    /// while let Some(mv) = position.random_move(&mut random) {
    ///     position = position.play(mv).unwrap();
    /// }
    /// assert!(position.board().is_over());
    /// ```
    pub fn random_move(&self, random: &mut impl Rng) -> Option<Move> {
        let square = self.board.legal_moves().pick(random);
        square.map(Move::Play).or_else(|| self.moves().next())
    }

    /// The positions of a random game from this one to its end, this one included.
    ///
    /// ```
    /// use wedge_engine::{Position, SplitMix64};
    ///
    /// let mut random = SplitMix64::new(1);
    /// let last = Position::default().random_game(&mut random).last().unwrap();
    /// assert!(last.board().is_over());
    /// ```
    pub fn random_game<R: Rng>(self, random: &mut R) -> impl Iterator<Item = Self> + use<'_, R, S> {
        core::iter::successors(Some(self), |position| position.play(position.random_move(random)?))
    }

    /// Whether the player to move has no square to play while the opponent has one.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.board.legal_moves().is_empty() && !self.board.pass().legal_moves().is_empty()
    }

    /// The final score for black, with the empty squares given to the winner.
    #[must_use]
    pub const fn result_for_black(&self) -> i32 {
        match self.side {
            Color::Black => self.board.result(),
            Color::White => -self.board.result(),
        }
    }

    /// Draws the board for a person, with coordinates and the legal moves as dots.
    #[must_use]
    pub const fn picture(&self) -> Picture<'_, S> {
        Picture(self)
    }

    /// Reads the squares and the player to move from the front of a text. Returns the rest of the
    /// text as well.
    ///
    /// # Errors
    /// The first unexpected character, or what is missing.
    pub fn parse_prefix(text: &str) -> Result<(Self, &str), ParsePositionError> {
        let (mut black, mut white, mut count) = (0_u64, 0_u64, 0);
        for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let disc = Disc::from_char(c);
            if count == S::AREA {
                let Some(Disc::Of(side)) = disc else {
                    return Err(ParsePositionError::Side { found: c, at });
                };
                let (mover, opponent) = match side {
                    Color::Black => (black, white),
                    Color::White => (white, black),
                };
                let board = Board::new(Bitboard(mover), Bitboard(opponent))
                    .ok_or(ParsePositionError::Square { found: c, at })?;
                return Ok((Self { board, side }, &text[at + c.len_utf8()..]));
            }
            let bit = 1 << (count / S::WIDTH * 8 + count % S::WIDTH);
            match disc {
                Some(Disc::Of(Color::Black)) => black |= bit,
                Some(Disc::Of(Color::White)) => white |= bit,
                Some(Disc::None) => {}
                None => return Err(ParsePositionError::Square { found: c, at }),
            }
            count += 1;
        }
        Err(ParsePositionError::Short { squares: count, wanted: S::AREA })
    }
}

enum Disc {
    Of(Color),
    None,
}

impl Disc {
    const fn from_char(c: char) -> Option<Self> {
        match c {
            'X' | 'x' | '*' | '1' | 'B' | 'b' => Some(Self::Of(Color::Black)),
            'O' | 'o' | '2' | 'W' | 'w' => Some(Self::Of(Color::White)),
            '-' | '.' | '0' | '_' => Some(Self::None),
            _ => None,
        }
    }
}

/// The error of reading a [`Position`] from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// A character among the squares stands for neither a disc nor an empty square.
    Square {
        /// The character.
        found: char,
        /// The byte offset in the text.
        at: usize,
    },
    /// The character after the squares is not a player.
    Side {
        /// The character.
        found: char,
        /// The byte offset in the text.
        at: usize,
    },
    /// The text ends too early.
    Short {
        /// The number of squares found.
        squares: usize,
        /// The number of squares of the board.
        wanted: usize,
    },
    /// There is text after the player to move.
    Rest {
        /// The byte offset in the text.
        at: usize,
    },
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square { found, at } => {
                write!(f, "`{found}` at character {} is no square: expected X, O or -", at + 1)
            }
            Self::Side { found, at } => {
                write!(f, "`{found}` at character {} is no player: expected X or O", at + 1)
            }
            Self::Short { squares, wanted } if squares == wanted => {
                write!(
                    f,
                    "the player to move is missing: expected X or O after the {wanted} squares"
                )
            }
            Self::Short { squares, wanted } => {
                write!(f, "{squares} squares: expected {wanted} and the player to move")
            }
            Self::Rest { at } => {
                write!(f, "unexpected text from character {}, after the player to move", at + 1)
            }
        }
    }
}

impl core::error::Error for ParsePositionError {}

impl<S: Size> FromStr for Position<S> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let (position, rest) = Self::parse_prefix(text)?;
        match rest.trim_start() {
            "" => Ok(position),
            unread => Err(ParsePositionError::Rest { at: text.len() - unread.len() }),
        }
    }
}

impl<S: Size> fmt::Display for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for row in 0..S::HEIGHT {
            for column in 0..S::WIDTH {
                let disc = Square::new(column, row).and_then(|square| self.at(square));
                f.write_char(disc.map_or('-', Color::letter))?;
            }
        }
        write!(f, " {}", self.side.letter())
    }
}

/// A drawing of a position, made by [`Position::picture`].
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a, S: Size>(&'a Position<S>);

impl<S: Size> fmt::Display for Picture<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = |f: &mut fmt::Formatter<'_>| {
            f.write_str(" ")?;
            for column in 0..S::WIDTH {
                write!(f, " {}", (b'a' + column as u8) as char)?;
            }
            writeln!(f)
        };
        let legal = self.0.board.legal_moves();
        files(f)?;
        for row in 0..S::HEIGHT {
            write!(f, "{}", row + 1)?;
            for column in 0..S::WIDTH {
                let square = Square::new(column, row);
                let mark = match square.and_then(|square| self.0.at(square)) {
                    Some(color) => color.letter(),
                    None if square.is_some_and(|square| legal.has(square)) => '.',
                    None => '-',
                };
                write!(f, " {mark}")?;
            }
            writeln!(f, " {}", row + 1)?;
        }
        files(f)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;
    use crate::types::Six;

    #[test]
    fn every_alphabet_gives_the_same_position() {
        let start = Position::default();
        let texts = [
            "........\n........\n........\n...O*...\n...*O...\n........\n........\n........ *",
            "0000000000000000000000000002100000012000000000000000000000000000 1",
            "___________________________WB______BW___________________________b",
        ];
        for text in texts {
            assert_eq!(text.parse(), Ok(start), "{text}");
        }
    }

    #[test]
    fn texts_round_trip_on_both_sizes() {
        let six = Position::<Six>::start();
        assert_eq!(six.to_string(), "--------------OX----XO-------------- X");
        assert_eq!(six.to_string().parse(), Ok(six));
        let moved = six.play(Move::Play(Square::new(1, 2).unwrap())).unwrap();
        assert_eq!(moved.to_string(), "-------------XXX----XO-------------- O");
        assert_eq!(moved.to_string().parse(), Ok(moved));
    }

    #[test]
    fn errors_say_what_and_where() {
        let say = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        assert_eq!(say("XO?"), "`?` at character 3 is no square: expected X, O or -");
        assert_eq!(say("XO"), "2 squares: expected 64 and the player to move");
        let full = "X".repeat(64);
        assert_eq!(
            say(&full),
            "the player to move is missing: expected X or O after the 64 squares"
        );
        assert_eq!(
            say(&(full.clone() + " -")),
            "`-` at character 66 is no player: expected X or O"
        );
        assert_eq!(
            say(&(full + " X X")),
            "unexpected text from character 68, after the player to move"
        );
    }

    #[test]
    fn the_picture_has_coordinates_and_moves() {
        let picture = Position::<Six>::start().picture().to_string();
        let wanted = "  a b c d e f\n\
                      1 - - - - - - 1\n\
                      2 - - . - - - 2\n\
                      3 - . O X - - 3\n\
                      4 - - X O . - 4\n\
                      5 - - - . - - 5\n\
                      6 - - - - - - 6\n  a b c d e f\n";
        assert_eq!(picture, wanted);
    }
}
