//! The memory of the emulated board: variables of its program, the logger, and the stack.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSymbol};
use serde_json::json;

use super::Emulator;
use crate::rtt::{CHANNEL, Rtt, control_block};

impl Emulator {
    /// Fills a variable of the program with a byte, to provoke faults.
    ///
    /// # Errors
    /// If the program has no such variable, or QEMU does not answer.
    pub fn fill_variable(&mut self, variable: &str, byte: u8) -> Result<()> {
        let (address, size) = find(&self.program, variable)?;
        self.qtest(&format!("memset {address:#x} {size:#x} {byte:#x}"))?;
        Ok(())
    }

    /// Writes bytes to a variable of the program.
    ///
    /// # Errors
    /// If the program has no such variable of this size, or QEMU does not answer.
    pub fn write_variable(&mut self, variable: &str, bytes: &[u8]) -> Result<()> {
        let (address, size) = find(&self.program, variable)?;
        ensure!(size == bytes.len() as u64, "{variable} has {size} bytes, not {}", bytes.len());
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.qtest(&format!("write {address:#x} {size:#x} 0x{digits}"))?;
        Ok(())
    }

    /// Takes the lock of the program's logger, as if it had been interrupted in the middle of a
    /// message: sets every flag of the logger's state.
    ///
    /// # Errors
    /// If the program has no such logger, or QEMU does not answer.
    pub fn lock_logger(&mut self) -> Result<()> {
        let bytes = fs::read(&self.program)?;
        let file = object::File::parse(&*bytes)?;
        let flags: Vec<u64> = file
            .symbols()
            .filter(|symbol| symbol.size() == 1)
            .filter(|symbol| symbol.name().is_ok_and(|name| name.contains("_ENCODER")))
            .map(|symbol| symbol.address())
            .collect();
        ensure!(!flags.is_empty(), "{} has no logger with a lock", self.program.display());
        for flag in flags {
            self.qtest(&format!("writeb {flag:#x} 0x1"))?;
        }
        Ok(())
    }

    /// Flips some bits in one byte of a variable, while the program is paused.
    ///
    /// # Errors
    /// If the program has no such variable, or QEMU does not answer.
    pub fn flip_bits(&mut self, variable: &str, at: u64, bits: u8) -> Result<()> {
        let (address, size) = find(&self.program, variable)?;
        let address = address + at % size;
        self.qmp.execute("stop", &json!({}))?;
        let response = self.qtest(&format!("readb {address:#x}"))?;
        let old = u64::from_str_radix(response.trim_start_matches("0x"), 16)
            .with_context(|| format!("QEMU responded `{response}`: expected a byte"))?;
        self.qtest(&format!("writeb {address:#x} {:#x}", old ^ u64::from(bits)))?;
        self.qmp.execute("cont", &json!({}))?;
        Ok(())
    }

    /// The messages in the RTT buffer of a program that logs to a debug probe: as much as fits, since
    /// nothing reads it.
    ///
    /// # Errors
    /// If the program has no such buffer, or QEMU does not answer.
    pub fn rtt_log(&mut self) -> Result<Vec<String>> {
        let program = self.program.clone();
        Rtt::default()
            .read(&program, |address, count| self.qtest(&format!("read {address:#x} {count:#x}")))
    }

    /// Leaves the RTT buffer as a probe does that is unplugged while the buffer is full: in the mode
    /// that blocks, with no byte free.
    ///
    /// # Errors
    /// If the program has no such buffer, or QEMU does not answer.
    pub fn abandon_rtt(&mut self) -> Result<()> {
        const BLOCK_IF_FULL: u32 = 2;
        let block = control_block(&self.program)?;
        let size = self.read_word(block + CHANNEL + 8)?;
        let written = self.read_word(block + CHANNEL + 12)?;
        let full = (written + 1) % size.max(1);
        self.qtest(&format!("writel {:#x} {full:#x}", block + CHANNEL + 16))?;
        self.qtest(&format!("writel {:#x} {BLOCK_IF_FULL:#x}", block + CHANNEL + 20))?;
        Ok(())
    }

    pub(super) fn read_word(&mut self, address: u64) -> Result<u64> {
        let response = self.qtest(&format!("readl {address:#x}"))?;
        u64::from_str_radix(response.trim_start_matches("0x"), 16)
            .with_context(|| format!("QEMU responded `{response}`: expected a word"))
    }
}

/// The stack of the program, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The most that was used.
    pub used: u32,
    /// The size.
    pub size: u32,
}

impl Stack {
    /// Reads a log message such as `stack: 20480 of 32768 B`.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let mut words = line.split("stack: ").nth(1)?.split(' ');
        let used = words.next()?.parse().ok()?;
        let size = words.nth(1)?.parse().ok()?;
        Some(Self { used, size })
    }

    /// Checks that an eighth of the stack has never been used.
    ///
    /// # Errors
    /// If more was used.
    pub fn check(self) -> Result<()> {
        let Self { used, size } = self;
        ensure!(used < size / 8 * 7, "{used} of {size} B of stack used: expected an eighth free");
        Ok(())
    }
}

/// The address and size of a variable of a program.
pub(super) fn find(program: &Path, variable: &str) -> Result<(u64, u64)> {
    let bytes = fs::read(program)?;
    let file = object::File::parse(&*bytes)?;
    let symbol = file.symbols().find(|symbol| symbol.name().is_ok_and(|n| n.contains(variable)));
    let symbol = symbol.with_context(|| format!("{} has no {variable}", program.display()))?;
    Ok((symbol.address(), symbol.size()))
}
