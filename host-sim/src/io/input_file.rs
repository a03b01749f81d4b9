//! Input files: every reader has a limit, and text is the same whatever editor wrote it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use wedge_formats::plain;

/// The longest text that is read, in bytes: a million positions, or half a million games of a match.
pub const LONGEST_TEXT: u64 = 256 << 20;
/// How much is read at a time.
const PIECE: u64 = 1 << 20;

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read or is longer: names the file and the limit.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    read_while(path, limit, |_| Ok(())).with_context(|| path.display().to_string())
}

/// Reads a text, without a byte-order mark and with `\n` for every kind of line end.
///
/// # Errors
/// If it cannot be read, is longer than [`LONGEST_TEXT`], or is not text: names the file.
pub fn read_text(path: &Path) -> Result<String> {
    text_of(path).with_context(|| path.display().to_string())
}

/// The same; errors also name the option, if there is one, and say what was expected.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_of(expected: &str, option: Option<&str>, path: &Path) -> Result<String> {
    text_of(path).with_context(|| {
        let option = option.map_or_else(String::new, |option| format!("{option} "));
        format!("{option}{}: expected {expected}", path.display())
    })
}

fn text_of(path: &Path) -> Result<String> {
    // Text has no zero bytes, so that a device such as /dev/zero is refused at once.
    let bytes = read_while(path, LONGEST_TEXT, |piece| match piece.contains(&0) {
        true => bail!("a zero byte: expected text"),
        false => Ok(()),
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        anyhow!("byte {} is not UTF-8: expected text", error.utf8_error().valid_up_to() + 1)
    })?;
    Ok(plain(text))
}

/// Reads at most `limit` bytes; `check` sees each piece.
fn read_while(path: &Path, limit: u64, check: impl Fn(&[u8]) -> Result<()>) -> Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        let room = (limit + 1 - before as u64).min(PIECE);
        if (&mut file).take(room).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
        check(&bytes[before..])?;
        if bytes.len() as u64 > limit {
            bail!("more than {limit} bytes: expected at most that many");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_the_longest_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (length, fits) in [(0, true), (9, true), (10, true), (11, false), (3 << 20, false)] {
            std::fs::write(&path, vec![b'x'; length]).unwrap();
            match read(&path, 10) {
                Ok(bytes) => assert!(fits && bytes.len() == length, "{length}"),
                Err(error) => {
                    assert!(!fits, "{length}");
                    let shown = path.display();
                    let wanted = format!("{shown}: more than 10 bytes: expected at most that many");
                    assert_eq!(format!("{error:#}"), wanted);
                }
            }
        }
        std::fs::write(&path, vec![b'x'; 5 << 20]).unwrap();
        assert_eq!(read_text(&path).unwrap().len(), 5 << 20);
        std::fs::write(&path, b"a\0b").unwrap();
        assert!(
            format!("{:#}", read_text(&path).unwrap_err()).ends_with("a zero byte: expected text")
        );
    }
}
