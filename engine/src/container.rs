//! The header of the engine's binary files: magic, version, size, recipe, checksum.

/// The length of a header in bytes.
pub(crate) const HEADER: usize = 32;
/// The offset of the checksum, the last field of the header.
pub(crate) const CHECKSUM: usize = 24;

/// The fields of a header after the magic, all little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) version: u32,
    /// The size of the content, in a unit of the format's own.
    pub(crate) size: u32,
    /// The hash of the recipe that made the file.
    pub(crate) recipe: u64,
    pub(crate) checksum: u64,
}

impl Header {
    /// Reads a header, or returns `None` if the bytes do not begin with this magic. Fields beyond
    /// the end of the bytes are zero.
    pub(crate) fn read(bytes: &[u8], magic: &[u8; 8]) -> Option<Self> {
        if !bytes.starts_with(magic) {
            return None;
        }
        Some(Self {
            version: u32::from_le_bytes(bytes_at(bytes, 8)),
            size: u32::from_le_bytes(bytes_at(bytes, 12)),
            recipe: u64::from_le_bytes(bytes_at(bytes, 16)),
            checksum: u64::from_le_bytes(bytes_at(bytes, CHECKSUM)),
        })
    }

    /// The bytes of the header.
    pub(crate) fn to_bytes(self, magic: [u8; 8]) -> [u8; HEADER] {
        let fields = magic.into_iter().chain(self.version.to_le_bytes());
        let fields = fields.chain(self.size.to_le_bytes()).chain(self.recipe.to_le_bytes());
        let mut bytes = [0; HEADER];
        for (to, from) in bytes.iter_mut().zip(fields.chain(self.checksum.to_le_bytes())) {
            *to = from;
        }
        bytes
    }
}

/// The FNV-1a checksum of bytes, with 64 bits.
///
/// ```
/// assert_eq!(wedge_engine::checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    extend_checksum(0xcbf2_9ce4_8422_2325, bytes)
}

/// The checksum of bytes that follow those with the checksum `sum`.
pub(crate) fn extend_checksum(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The bytes at an offset; zeros beyond the end.
#[inline]
pub(crate) fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().unwrap_or([0; N])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_survives_its_bytes() {
        let header = Header { version: 1, size: 2, recipe: 3 << 40, checksum: !5 };
        let bytes = header.to_bytes(*b"WEDGETST");
        assert_eq!(Header::read(&bytes, b"WEDGETST"), Some(header));
        assert_eq!(Header::read(&bytes, b"WEDGETSU"), None);
        assert_eq!(Header::read(&bytes[..9], b"WEDGETST").map(|header| header.size), Some(0));
    }

    #[test]
    fn checksums_continue() {
        assert_eq!(extend_checksum(checksum(b"foo"), b"bar"), checksum(b"foobar"));
        assert_eq!(checksum(b"foobar"), 0x85944171f73967e8, "the published value");
    }
}
