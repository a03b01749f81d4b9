//! UF2: the file format for drag and drop onto a Pico in boot mode.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use object::{Object, ObjectSegment};

/// Data of a block: a page of the flash.
const DATA: usize = 256;
const FLASH: std::ops::Range<u64> = 0x1000_0000..0x1020_0000;
/// The family of the RP2040.
const RP2040: u32 = 0xE48B_FF56;

/// Writes a program next to its ELF file as UF2.
pub(crate) fn write(elf: &Path) -> Result<PathBuf> {
    let name = elf.display();
    let bytes = fs::read(elf).with_context(|| format!("{name} cannot be read"))?;
    let program = object::File::parse(&*bytes).with_context(|| format!("{name} is no ELF file"))?;
    let mut image = Vec::new();
    for segment in program.segments() {
        let data = segment.data().with_context(|| format!("{name} is damaged"))?;
        // Where the data is stored, which differs from where variables are at run time.
        let Some(address) = physical_address(&bytes, segment.file_range().0) else { continue };
        if data.is_empty() || !FLASH.contains(&address) {
            continue;
        }
        let start = (address - FLASH.start) as usize;
        if image.len() < start + data.len() {
            image.resize(start + data.len(), 0xFF);
        }
        image[start..start + data.len()].copy_from_slice(data);
    }
    if image.is_empty() {
        bail!("{name} has nothing in the flash of an RP2040");
    }
    let file = elf.with_extension("uf2");
    fs::write(&file, blocks(&image))
        .with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(file)
}

/// The physical address of the segment whose data is at an offset of a 32-bit ELF file.
fn physical_address(elf: &[u8], offset: u64) -> Option<u64> {
    let word = |at: usize| Some(u32::from_le_bytes(elf.get(at..at + 4)?.try_into().ok()?));
    let half = |at: usize| Some(u16::from_le_bytes(elf.get(at..at + 2)?.try_into().ok()?));
    let (headers, size, count) = (word(28)? as usize, half(42)? as usize, half(44)? as usize);
    (0..count).map(|n| headers + n * size).find_map(|at| {
        let is_it = word(at)? == 1 && u64::from(word(at + 4)?) == offset && word(at + 16)? > 0;
        is_it.then(|| word(at + 12)).flatten().map(u64::from)
    })
}

/// The blocks of an image that begins at the start of the flash.
fn blocks(image: &[u8]) -> Vec<u8> {
    let pages = image.chunks(DATA);
    let count = pages.len() as u32;
    let mut file = Vec::with_capacity(count as usize * 512);
    for (number, page) in (0..).zip(pages) {
        let address = FLASH.start as u32 + number * DATA as u32;
        let head = [0x0A32_4655, 0x9E5D_5157, 0x2000, address, DATA as u32, number, count, RP2040];
        file.extend(head.iter().flat_map(|word: &u32| word.to_le_bytes()));
        file.extend(page);
        file.resize(file.len() + (476 - page.len()), 0);
        file.extend(0x0AB1_6F30_u32.to_le_bytes());
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_the_image_in_order() {
        let image: Vec<u8> = (0..600).map(|n| n as u8).collect();
        let file = blocks(&image);
        assert_eq!(file.len(), 3 * 512);
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
        for block in 0..3 {
            let at = block * 512;
            assert_eq!(
                (word(at), word(at + 4), word(at + 508)),
                (0x0A32_4655, 0x9E5D_5157, 0x0AB1_6F30)
            );
            assert_eq!(word(at + 12), 0x1000_0000 + 256 * block as u32);
            assert_eq!((word(at + 20), word(at + 24)), (block as u32, 3));
            let data = &file[at + 32..at + 32 + 256.min(600 - 256 * block)];
            assert_eq!(data, &image[256 * block..(256 * block + 256).min(600)]);
        }
    }
}
