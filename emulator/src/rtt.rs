//! Reads the log from the buffer that a debug probe would read (RTT), without emptying it.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSymbol};

use crate::log::decode;

/// Where the only channel begins in the control block: after a name of 16 bytes and two counts.
pub(crate) const CHANNEL: u64 = 24;

/// The bytes of the log that have been read.
#[derive(Debug, Default)]
pub(crate) struct Rtt {
    block: Option<u64>,
}

impl Rtt {
    /// All messages in the buffer: as many as fit, since it is never emptied. `read` gives bytes of
    /// the board's memory in hexadecimal.
    pub(crate) fn read(
        &mut self,
        program: &Path,
        mut read: impl FnMut(u64, u64) -> Result<String>,
    ) -> Result<Vec<String>> {
        let block = match self.block {
            Some(block) => block,
            None => *self.block.insert(control_block(program)?),
        };
        let mut word = |address: u64| -> Result<u64> {
            let bytes = bytes(&read(address, 4)?)?;
            let bytes: [u8; 4] = bytes.try_into().ok().context("expected four bytes")?;
            Ok(u32::from_le_bytes(bytes).into())
        };
        let (buffer, size) = (word(block + CHANNEL + 4)?, word(block + CHANNEL + 8)?);
        let written = word(block + CHANNEL + 12)?;
        ensure!(written <= size, "the buffer of the log is damaged: {written} of {size} bytes");
        if written == 0 {
            return Ok(Vec::new());
        }
        decode(program, &bytes(&read(buffer, written)?)?)
    }
}

/// The address of the control block.
pub(crate) fn control_block(program: &Path) -> Result<u64> {
    let file = std::fs::read(program)?;
    let file = object::File::parse(&*file)?;
    let block = file.symbols().find(|symbol| symbol.name() == Ok("_SEGGER_RTT"));
    let block =
        block.with_context(|| format!("{} has no buffer for a probe", program.display()))?;
    Ok(block.address())
}

fn bytes(hex: &str) -> Result<Vec<u8>> {
    let digits = hex.trim_start_matches("0x").as_bytes();
    let byte = |pair: &[u8]| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?);
    digits.chunks(2).map(byte).collect()
}
