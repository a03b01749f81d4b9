//! What a board's flash holds, taken from its ELF file, and the forms in which tools write it to
//! boards: Intel HEX, UF2, or the bare bytes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use object::Endianness;
use object::elf::PT_LOAD;
use object::read::elf::{ElfFile32, ProgramHeader as _};

/// No board has more flash. A program with parts further apart has one outside of it.
const LARGEST: usize = 4 << 20;

/// The bytes of a program and the address where they begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image {
    start: u32,
    bytes: Vec<u8>,
}

impl Image {
    /// Takes it from a program's ELF file. Gaps become 0xFF, as erased flash is.
    pub(crate) fn of(elf: &Path) -> Result<Self> {
        let name = elf.display();
        let file = fs::read(elf).with_context(|| format!("{name} cannot be read"))?;
        let program = ElfFile32::<Endianness>::parse(&*file)
            .with_context(|| format!("{name} is no 32-bit ELF file"))?;
        let endian = program.endian();
        let mut parts = Vec::new();
        for header in program.elf_program_headers() {
            if header.p_type(endian) != PT_LOAD {
                continue;
            }
            let data = header.data(endian, &*file);
            let data = data.ok().with_context(|| format!("{name} is damaged"))?;
            if !data.is_empty() {
                // Where the data is stored, which differs from where variables are at run time.
                parts.push((header.p_paddr(endian), data));
            }
        }
        Self::join(&parts).with_context(|| name.to_string())
    }

    /// Joins the parts of a program.
    fn join(parts: &[(u32, &[u8])]) -> Result<Self> {
        let Some(start) = parts.iter().map(|&(at, _)| at).min() else {
            bail!("nothing to write into a flash");
        };
        let mut bytes = Vec::new();
        for &(at, data) in parts {
            let from = (at - start) as usize;
            let to = from + data.len();
            ensure!(to <= LARGEST, "parts at {start:#x} and {at:#x}: expected one flash for both");
            if bytes.len() < to {
                bytes.resize(to, 0xFF);
            }
            bytes[from..to].copy_from_slice(data);
        }
        Ok(Self { start, bytes })
    }

    /// The bytes alone; the tool that writes them has to know the address.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The address of the first byte.
    pub(crate) fn start(&self) -> u32 {
        self.start
    }

    /// As Intel HEX.
    pub(crate) fn hex(&self) -> String {
        let mut text = String::new();
        let mut upper = None;
        for (number, data) in (0..).zip(self.bytes.chunks(16)) {
            let address = self.start + 16 * number;
            if upper != Some(address >> 16) {
                upper = Some(address >> 16);
                record(&mut text, 0, 4, &((address >> 16) as u16).to_be_bytes());
            }
            record(&mut text, address as u16, 0, data);
        }
        record(&mut text, 0, 1, &[]);
        text
    }

    /// As UF2, for drag and drop onto a board in boot mode.
    pub(crate) fn uf2(&self, family: u32) -> Vec<u8> {
        /// Data of a block: a page of the flash.
        const DATA: usize = 256;
        let pages = self.bytes.chunks(DATA);
        let count = pages.len() as u32;
        let mut file = Vec::with_capacity(count as usize * 512);
        for (number, page) in (0..).zip(pages) {
            let address = self.start + number * DATA as u32;
            let head =
                [0x0A32_4655, 0x9E5D_5157, 0x2000, address, DATA as u32, number, count, family];
            file.extend(head.iter().flat_map(|word: &u32| word.to_le_bytes()));
            file.extend(page);
            file.resize(file.len() + (476 - page.len()), 0);
            file.extend(0x0AB1_6F30_u32.to_le_bytes());
        }
        file
    }
}

/// Adds a record of Intel HEX; the checksum makes the sum of all its bytes zero.
fn record(text: &mut String, address: u16, kind: u8, data: &[u8]) {
    let [high, low] = address.to_be_bytes();
    let mut bytes = vec![data.len() as u8, high, low, kind];
    bytes.extend(data);
    bytes.push(bytes.iter().fold(0, |sum: u8, &byte| sum.wrapping_sub(byte)));
    text.push(':');
    for byte in bytes {
        let _ = write!(text, "{byte:02X}");
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(start: u32, length: usize) -> Image {
        Image { start, bytes: (0..length).map(|n| n as u8).collect() }
    }

    #[test]
    fn blocks_hold_the_image_in_order() {
        let image = image(0x1000_0000, 600);
        let file = image.uf2(0xE48B_FF56);
        assert_eq!(file.len(), 3 * 512);
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
        for block in 0..3 {
            let at = block * 512;
            assert_eq!(
                (word(at), word(at + 4), word(at + 508)),
                (0x0A32_4655, 0x9E5D_5157, 0x0AB1_6F30)
            );
            assert_eq!((word(at + 8), word(at + 28)), (0x2000, 0xE48B_FF56));
            assert_eq!(word(at + 12), 0x1000_0000 + 256 * block as u32);
            assert_eq!((word(at + 20), word(at + 24)), (block as u32, 3));
            let data = &file[at + 32..at + 32 + 256.min(600 - 256 * block)];
            assert_eq!(data, &image.bytes[256 * block..(256 * block + 256).min(600)]);
        }
    }

    #[test]
    fn hex_is_what_the_format_describes() {
        // The example of every description of the format: 16 bytes at 0x0100.
        let data = [
            0x21, 0x46, 0x01, 0x36, 0x01, 0x21, 0x47, 0x01, 0x36, 0x00, 0x7E, 0xFE, 0x09, 0xD2,
            0x19, 0x01,
        ];
        let mut text = String::new();
        record(&mut text, 0x0100, 0, &data);
        assert_eq!(text, ":10010000214601360121470136007EFE09D2190140\n");
        let text = image(0x0800_FFF0, 20).hex();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[0], ":020000040800F2", "the upper half of the address comes first");
        assert!(lines[1].starts_with(":10FFF00000010203"));
        assert_eq!(lines[2], ":020000040801F1", "and again when it changes");
        assert!(lines[3].starts_with(":0400000010111213"));
        assert_eq!(lines[4], ":00000001FF");
    }

    #[test]
    fn parts_are_joined_as_the_flash_holds_them() {
        let joined = Image::join(&[(0x104, &[3, 4]), (0x100, &[1, 2])]).unwrap();
        assert_eq!(joined, Image { start: 0x100, bytes: vec![1, 2, 0xFF, 0xFF, 3, 4] });
        assert!(Image::join(&[]).is_err());
        assert!(Image::join(&[(0x0800_0000, &[1]), (0x2000_0000, &[2])]).is_err());
    }
}
