//! The format of an answer: `=id text` or `?id message`, then an empty line.

use core::fmt::{self, Write};

use super::failure::Failure;

/// Writes one answer. The text may come in pieces. The mark and the id are written before the first,
/// and empty lines are dropped, since they would end the answer.
pub struct Answer<'a> {
    out: &'a mut dyn Write,
    id: &'a str,
    started: bool,
    line_ended: bool,
}

impl<'a> Answer<'a> {
    pub(super) fn new(out: &'a mut dyn Write, id: &'a str) -> Self {
        Self { out, id, started: false, line_ended: false }
    }

    /// Ends the answer, also one without text.
    pub(super) fn end(mut self) -> fmt::Result {
        self.start('=')?;
        self.out.write_str("\n\n")
    }

    /// Makes the answer a failure with a reason in words: `return Err(answer.refuse(&error))`. If
    /// text of a success is already written, the answer just ends.
    pub fn refuse(&mut self, reason: &dyn fmt::Display) -> Failure {
        if self.started {
            return Failure::Written;
        }
        match self.start('?').and_then(|()| write!(self, "{reason}")) {
            Ok(()) => Failure::Written,
            Err(fmt::Error) => Failure::Output,
        }
    }

    fn start(&mut self, mark: char) -> fmt::Result {
        if !self.started {
            self.started = true;
            write!(self.out, "{mark}{}", self.id)?;
            if !self.line_ended {
                return self.out.write_char(' ');
            }
        }
        Ok(())
    }
}

impl Write for Answer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (n, part) in text.split('\n').enumerate() {
            self.line_ended |= n > 0;
            if !part.is_empty() {
                self.start('=')?;
                if core::mem::take(&mut self.line_ended) {
                    self.out.write_char('\n')?;
                }
                self.out.write_str(part)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::String;

    use super::*;

    fn answered(id: &str, write: impl FnOnce(&mut Answer<'_>)) -> String {
        let mut out = String::new();
        let mut answer = Answer::new(&mut out, id);
        write(&mut answer);
        answer.end().unwrap();
        out
    }

    #[test]
    fn empty_lines_are_dropped() {
        let got = answered("7", |answer| write!(answer, "a\n\nb\n\n\n").unwrap());
        assert_eq!(got, "=7 a\nb\n\n");
        assert_eq!(answered("", |answer| write!(answer, "\nboard\n").unwrap()), "=\nboard\n\n");
        assert_eq!(answered("", |_| {}), "= \n\n");
    }

    #[test]
    fn a_failure_has_its_mark() {
        let mut out = String::new();
        let mut answer = Answer::new(&mut out, "3");
        assert_eq!(answer.refuse(&"no such file:\n\nx"), Failure::Written);
        answer.end().unwrap();
        assert_eq!(out, "?3 no such file:\nx\n\n");
    }
}
