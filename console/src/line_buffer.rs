//! The serial line: bytes in, lines out, whatever the wire does.

use core::fmt;

use heapless::String;

/// Collects bytes into lines of at most `N` characters.
///
/// A carriage return or a line feed ends a line; backspace and delete take back a character,
/// control-U the whole line. A line that was too long or damaged is told as such when it ends, and
/// the next one starts clean.
///
/// ```
/// use wedge_console::{LineBuffer, LineError};
///
/// let mut buffer = LineBuffer::<8>::new();
/// let mut lines = Vec::new();
/// for &byte in b"name\nmuch too long\nquiz\x08t\n" {
///     if let Some(line) = buffer.push(byte) {
///         lines.push(line.map(String::from));
///     }
/// }
/// assert_eq!(lines, [Ok("name".into()), Err(LineError::TooLong { most: 8 }), Ok("quit".into())]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct LineBuffer<const N: usize> {
    line: String<N>,
    fault: Option<LineError>,
    /// The line was handed out; the next byte starts a new one.
    told: bool,
}

/// Why a line cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// It has more characters than the console keeps.
    TooLong {
        /// How many it keeps.
        most: usize,
    },
    /// It has a byte that is not ASCII.
    NotAscii {
        /// The byte.
        byte: u8,
    },
    /// The receiver lost bytes of it.
    Lost,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { most } => write!(f, "line too long: at most {most} characters"),
            Self::NotAscii { byte } => write!(f, "byte {byte:#04x} in the line: expected ASCII"),
            Self::Lost => f.write_str("bytes of the line were lost: send it again"),
        }
    }
}

impl core::error::Error for LineError {}

impl<const N: usize> LineBuffer<N> {
    /// A console that has heard nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { line: String::new(), fault: None, told: false }
    }

    /// Takes a byte; gives the line it ends.
    ///
    /// # Errors
    /// When it ends a line that was too long, damaged, or not ASCII.
    pub fn push(&mut self, byte: u8) -> Option<Result<&str, LineError>> {
        const BACKSPACE: u8 = 0x08;
        const KILL: u8 = 0x15;
        const DELETE: u8 = 0x7F;
        if core::mem::take(&mut self.told) {
            self.line.clear();
        }
        match byte {
            b'\n' | b'\r' => {
                self.told = true;
                return Some(match self.fault.take() {
                    Some(fault) => Err(fault),
                    None => Ok(&self.line),
                });
            }
            BACKSPACE | DELETE => {
                self.line.pop();
            }
            KILL => {
                self.line.clear();
                self.fault = None;
            }
            _ if !byte.is_ascii() => self.damage(LineError::NotAscii { byte }),
            _ => {
                if self.line.push(byte.into()).is_err() {
                    self.damage(LineError::TooLong { most: N });
                }
            }
        }
        None
    }

    /// Says that the receiver has lost bytes: the line under way will not be believed.
    pub fn lost(&mut self) {
        self.damage(LineError::Lost);
    }

    /// The first fault of a line is the one told.
    fn damage(&mut self, fault: LineError) {
        self.fault.get_or_insert(fault);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    fn lines<const N: usize>(bytes: &[u8]) -> Vec<Result<String, LineError>> {
        let mut buffer = LineBuffer::<N>::new();
        bytes
            .iter()
            .filter_map(|&byte| buffer.push(byte).map(|line| line.map(ToString::to_string)))
            .collect()
    }

    #[test]
    fn editing_keys_edit() {
        assert_eq!(
            lines::<16>(b"plag\x08y x\x15\x7F\x08undo\r\n"),
            [Ok("undo".to_string()), Ok(String::new())]
        );
    }

    #[test]
    fn faults_are_told_once_and_the_next_line_is_clean() {
        assert_eq!(
            lines::<4>(b"12345\n1234\n"),
            [Err(LineError::TooLong { most: 4 }), Ok("1234".to_string())]
        );
        assert_eq!(
            lines::<4>(b"\xFF\xC3\nok\n"),
            [Err(LineError::NotAscii { byte: 0xFF }), Ok("ok".to_string())]
        );
        let mut buffer = LineBuffer::<8>::new();
        assert!(buffer.push(b'g').is_none());
        buffer.lost();
        assert!(buffer.push(b'e').is_none());
        assert_eq!(buffer.push(b'\n'), Some(Err(LineError::Lost)));
        assert_eq!(buffer.push(b'\n'), Some(Ok("")));
    }

    proptest! {
        /// Every line end gives exactly one line, and lines without editing come out as they are.
        #[test]
        fn any_bytes_give_one_result_a_line(bytes: Vec<u8>) {
            let ends = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
            let got = lines::<16>(&bytes);
            prop_assert_eq!(got.len(), ends);
            for line in got.into_iter().flatten() {
                prop_assert!(line.is_ascii() && line.len() <= 16);
            }
        }

        #[test]
        fn plain_lines_pass_unchanged(text in "[ -~]{0,40}") {
            let got = lines::<40>((text.clone() + "\n").as_bytes());
            prop_assert_eq!(got, [Ok(text)]);
        }
    }
}
