//! The container of the program's binary files: a magic number and a version in front, checksums
//! behind or before what they protect.

use anyhow::{Context, Result, ensure};
pub(crate) use wedge_engine::checksum;

/// The format of a file, known by its first bytes: eight letters and a version.
pub(crate) struct Container {
    magic: [u8; 8],
    version: u32,
    /// The error text for a file of another kind.
    expected: &'static str,
}

impl Container {
    /// The length of the header.
    pub(crate) const HEADER: usize = 12;

    /// A format; `expected` is the error text for a file of another kind.
    pub(crate) const fn new(magic: [u8; 8], version: u32, expected: &'static str) -> Self {
        Self { magic, version, expected }
    }

    /// The header, as the file begins with it.
    pub(crate) fn header(&self) -> Vec<u8> {
        self.magic.into_iter().chain(self.version.to_le_bytes()).collect()
    }

    /// Whether bytes begin with the letters of this format, whatever their version.
    pub(crate) fn matches(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(&self.magic)
    }

    /// Checks the header and returns the bytes after it.
    ///
    /// # Errors
    /// If the file is of another kind or version.
    pub(crate) fn strip_header<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8]> {
        let rest = bytes.strip_prefix(&self.magic).context(self.expected)?;
        let (version, rest) = rest.split_first_chunk().context(self.expected)?;
        let version = u32::from_le_bytes(*version);
        ensure!(version == self.version, "version {version}: expected version {}", self.version);
        Ok(rest)
    }
}

/// Appends the checksum of all bytes so far.
pub(crate) fn push_checksum(bytes: &mut Vec<u8>) {
    bytes.extend(checksum(bytes).to_le_bytes());
}

/// The bytes before the checksum at the end; `None` if it is wrong.
pub(crate) fn strip_checksum(bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_last_chunk()?;
    (u64::from_le_bytes(*sum) == checksum(body)).then_some(body)
}

/// Appends a text after its length.
pub(crate) fn push_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Container = Container::new(*b"WEDGETST", 2, "expected a test file");

    #[test]
    fn a_header_is_read_back_and_another_one_refused() {
        let mut bytes = FORMAT.header();
        assert_eq!(bytes.len(), Container::HEADER);
        bytes.extend(b"body");
        assert_eq!(FORMAT.strip_header(&bytes).unwrap(), b"body");
        let error = |bytes: &[u8]| FORMAT.strip_header(bytes).unwrap_err().to_string();
        assert_eq!(error(&bytes[..10]), "expected a test file");
        assert_eq!(error(b"something else"), "expected a test file");
        bytes[8] = 3;
        assert!(FORMAT.matches(&bytes));
        assert_eq!(error(&bytes), "version 3: expected version 2");
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let mut bytes = Vec::new();
        push_text(&mut bytes, "recipe");
        push_checksum(&mut bytes);
        assert_eq!(strip_checksum(&bytes), Some(&b"\x06\0\0\0recipe"[..]));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(strip_checksum(&damaged), None, "byte {at}");
        }
        assert_eq!(strip_checksum(&bytes[..7]), None);
    }

    /// The published test values of FNV-1a.
    #[test]
    fn the_checksum_is_fnv_1a() {
        assert_eq!(checksum(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(checksum(b"foobar"), 0x8594_4171_F739_67E8);
    }
}
