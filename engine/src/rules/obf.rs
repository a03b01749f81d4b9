//! OBF, the line format for Othello positions and their solutions.

use core::fmt;

use crate::rules::{ParsePositionError, Position};
use crate::types::{Eight, Move, Size};

/// One line of an OBF file: a position and, if the file has them, the scores of its moves.
///
/// The board is followed by `;` and any number of `MOVE:score;` fields, with the score in discs for
/// the player to move. `--:-127` is a filler. `%` starts a comment that lasts to the end of the
/// line and usually names the position.
///
/// ```
/// use wedge_engine::Obf;
///
/// let line = "---------------------------OX------XO--------------------------- X; d3:+0; % start";
/// let obf = Obf::<wedge_engine::Eight>::parse(line).unwrap().unwrap();
/// assert_eq!(obf.comment(), "start");
/// assert_eq!(obf.best_score(), Some(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obf<'a, S: Size = Eight> {
    position: Position<S>,
    fields: &'a str,
    comment: &'a str,
}

impl<'a, S: Size> Obf<'a, S> {
    /// Reads a line. A blank line or one with only a comment (`%` or `#`) gives `None`.
    ///
    /// # Errors
    /// The error of the board, or the first field that is not the `MOVE:score` of a legal move.
    pub fn parse(line: &'a str) -> Result<Option<Self>, ParseObfError> {
        if line.trim_start().starts_with('#') {
            return Ok(None);
        }
        let (text, comment) = line.split_once('%').unwrap_or((line, ""));
        if text.trim().is_empty() {
            return Ok(None);
        }
        let (board, fields) = text.split_once(';').unwrap_or((text, ""));
        let position: Position<S> = board.parse().map_err(ParseObfError::Board)?;
        let mut at = board.len() + 1;
        for field in fields.split(';') {
            check_field(&position, field, at)?;
            at += field.len() + 1;
        }
        Ok(Some(Self { position, fields, comment: comment.trim() }))
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> Position<S> {
        self.position
    }

    /// The text after the `%`, trimmed.
    #[must_use]
    pub const fn comment(&self) -> &'a str {
        self.comment
    }

    /// The moves with their scores in discs, in the order of the line, without fillers.
    pub fn scores(&self) -> impl Iterator<Item = (Move, i32)> + use<'a, S> {
        self.fields.split(';').filter_map(|field| match read_field(field) {
            Some(Field::Score(mv, score)) => Some((mv, score)),
            _ => None,
        })
    }

    /// The highest score of a move, or `None` if the line has no scores.
    #[must_use]
    pub fn best_score(&self) -> Option<i32> {
        self.scores().map(|(_, score)| score).max()
    }
}

enum Field {
    Nothing,
    Score(Move, i32),
}

fn read_field(field: &str) -> Option<Field> {
    if field.trim().is_empty() {
        return Some(Field::Nothing);
    }
    let (mv, score) = field.split_once(':')?;
    let (mv, score) = (mv.trim(), score.trim().parse().ok()?);
    let mv = match mv {
        "--" if score == -127 => return Some(Field::Nothing),
        _ => mv.parse().ok()?,
    };
    (-64..=64).contains(&score).then_some(Field::Score(mv, score))
}

fn check_field<S: Size>(
    position: &Position<S>,
    field: &str,
    at: usize,
) -> Result<(), ParseObfError> {
    let at = at + (field.len() - field.trim_start().len());
    match read_field(field) {
        Some(Field::Score(mv, _)) if position.play(mv).is_none() => {
            Err(ParseObfError::Illegal { mv, at })
        }
        Some(_) => Ok(()),
        None => Err(ParseObfError::Field { at }),
    }
}

/// The error of reading an OBF line. Offsets are in bytes of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseObfError {
    /// The board cannot be read.
    Board(ParsePositionError),
    /// A field does not have the form `MOVE:score`.
    Field {
        /// Where the field begins.
        at: usize,
    },
    /// A scored move is not legal in the position.
    Illegal {
        /// The move.
        mv: Move,
        /// Where its field begins.
        at: usize,
    },
}

impl fmt::Display for ParseObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::Field { at } => write!(
                f,
                "the field at character {} is no score of a move: expected one such as f5:+12",
                at + 1
            ),
            Self::Illegal { mv, at } => {
                write!(f, "{mv} at character {} is scored but not legal in this position", at + 1)
            }
        }
    }
}

impl core::error::Error for ParseObfError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;
    use crate::types::Six;

    const START: &str = "---------------------------OX------XO--------------------------- X";
    /// Black has no move; white plays h1.
    const PASS: &str = "OOOOOOX-OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X";

    fn parse(line: &str) -> Result<Option<Obf<'_>>, ParseObfError> {
        Obf::parse(line)
    }

    #[test]
    fn a_line_gives_the_position_and_its_scores_in_order() {
        let line = format!("{START}; D3:+2; C4:-4;f5:0; --:-127; --:-127 ; % FFO 0 ");
        let obf = parse(&line).unwrap().unwrap();
        assert_eq!(obf.position(), Position::default());
        let scores: Vec<_> = obf.scores().map(|(mv, score)| format!("{mv}:{score}")).collect();
        assert_eq!(scores, ["d3:2", "c4:-4", "f5:0"]);
        assert_eq!(obf.best_score(), Some(2));
        assert_eq!(obf.comment(), "FFO 0");
    }

    #[test]
    fn a_plain_board_has_no_scores() {
        let obf = parse(START).unwrap().unwrap();
        assert_eq!((obf.best_score(), obf.comment()), (None, ""));
        let six = "--------------OX----XO-------------- X;".to_string();
        assert_eq!(Obf::<Six>::parse(&six).unwrap().unwrap().position(), Position::start());
    }

    #[test]
    fn a_pass_may_be_scored_where_it_is_legal() {
        for pass in ["--", "ps", "PA", "Pass"] {
            let line = format!("{PASS}; {pass}:-64;");
            let obf = parse(&line).unwrap().unwrap();
            assert_eq!(obf.scores().collect::<Vec<_>>(), [(Move::Pass, -64)]);
        }
    }

    #[test]
    fn blank_lines_and_comments_hold_nothing() {
        for line in ["", "  \t", "% by hand", "# by hand; f5:+3", "   # indented"] {
            assert_eq!(parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let say = |fields: &str| parse(&format!("{START}{fields}")).unwrap_err().to_string();
        let field = |at| {
            format!(
                "the field at character {at} is no score of a move: expected one such as f5:+12"
            )
        };
        assert_eq!(say("; d3+2"), field(69));
        assert_eq!(say("; d3:+2; d9:+2"), field(76));
        assert_eq!(say("; d3:+65"), field(69));
        assert_eq!(say("; d3:"), field(69));
        assert_eq!(say("; a1:+2"), "a1 at character 69 is scored but not legal in this position");
        assert_eq!(say("; --:+2"), "pass at character 69 is scored but not legal in this position");
        let short = parse("XO- X; f5:+3").unwrap_err().to_string();
        assert_eq!(short, "4 squares: expected 64 and the player to move");
    }
}
