//! Lines from a person or another program, on their own thread, in bounded memory.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// The longest line, in bytes: GGF games and paths are far shorter.
pub const LONGEST_LINE: usize = 1 << 16;
/// Lines that may wait to be taken; further ones wait in the pipe.
const LINES_AHEAD: usize = 1000;

/// A line that was longer than [`LONGEST_LINE`] and was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTooLong;

impl fmt::Display for LineTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a line of more than {LONGEST_LINE} bytes was skipped")
    }
}

/// A line without its end.
pub type Line = Result<String, LineTooLong>;

/// Starts a thread that reads lines until the input ends or nobody takes them any more.
pub fn read_lines(mut input: impl BufRead + Send + 'static) -> Receiver<Line> {
    let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        while let Ok(Some(line)) = next_line(&mut input) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// The next line; `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    // One byte more for the line's end.
    let most = LONGEST_LINE as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineTooLong)));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&line).trim_end().to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_read() {
        let long = |length: usize| "x".repeat(length);
        let text = format!(
            "one\r\n\n{}\n{}\n{}\nlast",
            long(LONGEST_LINE),
            long(LONGEST_LINE + 1),
            long(10 * LONGEST_LINE)
        );
        let mut input = text.as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        let wanted = [
            Ok("one".to_owned()),
            Ok(String::new()),
            Ok(long(LONGEST_LINE)),
            Err(LineTooLong),
            Err(LineTooLong),
            Ok("last".to_owned()),
        ];
        assert_eq!(lines, wanted);
    }
}
