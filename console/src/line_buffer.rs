//! Assembles lines from the bytes of a serial line.

use core::fmt;

use heapless::String;

/// Collects bytes into lines of at most `N` characters.
///
/// A carriage return or a line feed ends a line. Backspace and delete remove a character, control-U
/// the whole line. A line that is too long or damaged gives an error when it ends, and the next line
/// starts clean.
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
/// assert_eq!(lines, [Ok("name".into()), Err(LineError::TooLong { max: 8 }), Ok("quit".into())]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct LineBuffer<const N: usize> {
    line: String<N>,
    fault: Option<LineError>,
    /// Whether the line has been returned, so that the next byte starts a new one.
    complete: bool,
}

/// Why a line is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// It has more characters than the buffer holds.
    TooLong {
        /// The capacity of the buffer.
        max: usize,
    },
    /// It contains a byte that is not ASCII.
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
            Self::TooLong { max } => write!(f, "line too long: at most {max} characters"),
            Self::NotAscii { byte } => write!(f, "byte {byte:#04x} in the line: expected ASCII"),
            Self::Lost => f.write_str("bytes of the line were lost: send it again"),
        }
    }
}

impl core::error::Error for LineError {}

impl<const N: usize> LineBuffer<N> {
    /// An empty buffer.
    #[must_use]
    pub const fn new() -> Self {
        Self { line: String::new(), fault: None, complete: false }
    }

    /// Adds a byte; returns the line that it ends, if any.
    ///
    /// # Errors
    /// If it ends a line that is too long, damaged, or not ASCII.
    pub fn push(&mut self, byte: u8) -> Option<Result<&str, LineError>> {
        const BACKSPACE: u8 = 0x08;
        const KILL: u8 = 0x15;
        const DELETE: u8 = 0x7F;
        if core::mem::take(&mut self.complete) {
            self.line.clear();
        }
        match byte {
            b'\n' | b'\r' => {
                self.complete = true;
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
            _ if !byte.is_ascii() => self.set_fault(LineError::NotAscii { byte }),
            _ => {
                if self.line.push(byte.into()).is_err() {
                    self.set_fault(LineError::TooLong { max: N });
                }
            }
        }
        None
    }

    /// Marks the current line as damaged, because the receiver has lost bytes of it.
    pub fn mark_lost(&mut self) {
        self.set_fault(LineError::Lost);
    }

    /// The first fault of a line is the one reported.
    fn set_fault(&mut self, fault: LineError) {
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
    fn editing_keys_work() {
        assert_eq!(
            lines::<16>(b"plag\x08y x\x15\x7F\x08undo\r\n"),
            [Ok("undo".to_string()), Ok(String::new())]
        );
    }

    #[test]
    fn faults_are_reported_once_and_the_next_line_is_clean() {
        assert_eq!(
            lines::<4>(b"12345\n1234\n"),
            [Err(LineError::TooLong { max: 4 }), Ok("1234".to_string())]
        );
        assert_eq!(
            lines::<4>(b"\xFF\xC3\nok\n"),
            [Err(LineError::NotAscii { byte: 0xFF }), Ok("ok".to_string())]
        );
        let mut buffer = LineBuffer::<8>::new();
        assert!(buffer.push(b'g').is_none());
        buffer.mark_lost();
        assert!(buffer.push(b'e').is_none());
        assert_eq!(buffer.push(b'\n'), Some(Err(LineError::Lost)));
        assert_eq!(buffer.push(b'\n'), Some(Ok("")));
    }

    proptest! {
        /// Every line end gives exactly one result.
        #[test]
        fn any_bytes_give_one_result_per_line(bytes: Vec<u8>) {
            let ends = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
            let got = lines::<16>(&bytes);
            prop_assert_eq!(got.len(), ends);
            for line in got.into_iter().flatten() {
                prop_assert!(line.is_ascii() && line.len() <= 16);
            }
        }

        #[test]
        fn printable_lines_are_unchanged(text in "[ -~]{0,40}") {
            let got = lines::<40>((text.clone() + "\n").as_bytes());
            prop_assert_eq!(got, [Ok(text)]);
        }
    }
}
