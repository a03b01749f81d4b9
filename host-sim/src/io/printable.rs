//! Text for a terminal: control characters from files and engines are shown, not obeyed.

use std::io::{self, Write};

/// Escapes control characters, of which `keep` are left as they are.
fn escape(c: char, keep: &[char]) -> Option<String> {
    (c.is_control() && !keep.contains(&c)).then(|| c.escape_default().to_string())
}

/// A text without control characters: a line break becomes `\n`.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(|c| escape(c, &[]).unwrap_or_else(|| c.to_string())).collect()
}

/// Escapes the control characters of all that is written, line breaks and tabs aside.
pub struct Printable<W> {
    out: W,
    /// The first byte of a character of two bytes, which may be a control character.
    first: Option<u8>,
}

/// The first byte of U+0080 to U+00BF in UTF-8; up to U+009F they are control characters.
const FIRST: u8 = 0xC2;

impl<W: Write> Printable<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, first: None }
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut escaped = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            let c = match self.first.take() {
                Some(_) if (0x80..0xA0).contains(&byte) => Some(char::from(byte)),
                first => {
                    escaped.extend(first);
                    byte.is_ascii().then(|| char::from(byte))
                }
            };
            match c.and_then(|c| escape(c, &['\n', '\t'])) {
                Some(text) => escaped.extend(text.bytes()),
                None if byte == FIRST => self.first = Some(byte),
                None => escaped.push(byte),
            }
        }
        self.out.write_all(&escaped)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(first) = self.first.take() {
            self.out.write_all(&[first])?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_wherever_writes_are_cut() {
        let text = "a\tb\n\u{1b}[2J\u{9b}31m\u{7f}\u{c3}\u{a0}é●\u{80}x";
        let wanted = "a\tb\n\\u{1b}[2J\\u{9b}31m\\u{7f}\u{c3}\u{a0}é●\\u{80}x";
        for size in 1..=text.len() {
            let mut out = Vec::new();
            let mut writer = Printable::new(&mut out);
            text.as_bytes().chunks(size).for_each(|part| writer.write_all(part).unwrap());
            writer.flush().unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), wanted, "{size} bytes at a time");
        }
        assert_eq!(printable("a\n\u{1b}b\u{9b}é"), "a\\n\\u{1b}b\\u{9b}é");
    }
}
