//! What a program takes of the board's memory.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};

/// As in `memory.x`.
const FLASH: Range<u64> = 0x0800_0000..0x080F_F000;
const SRAM1: Range<u64> = 0x2000_0000..0x2001_8000;

/// The program may take this much of the flash, trained weights included.
const FLASH_LIMIT: u64 = 900 * 1024;

/// Bytes of flash, RAM and stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    flash: u64,
    ram: u64,
    stack: u64,
}

impl Budget {
    /// Reads it from a program's file.
    pub(crate) fn of(file: &Path) -> Result<Self> {
        let name = file.display();
        let bytes = fs::read(file).with_context(|| format!("{name} cannot be read"))?;
        let program =
            object::File::parse(&*bytes).with_context(|| format!("{name} is no ELF file"))?;
        let (mut flash, mut ram) = (0, 0);
        for section in program.sections() {
            // Symbols and debug information have no address.
            let in_ram = SRAM1.contains(&section.address());
            if in_ram {
                ram += section.size();
            }
            // Start values of variables are in RAM when the program runs and in flash before.
            let stored = section.kind() != SectionKind::UninitializedData;
            if FLASH.contains(&section.address()) || (in_ram && stored) {
                flash += section.size();
            }
        }
        let symbol = |wanted: &str| {
            let found = program.symbols().find(|symbol| symbol.name() == Ok(wanted));
            found.map(|symbol| symbol.address()).with_context(|| format!("{name} has no {wanted}"))
        };
        let stack = symbol("_stack_start")? - symbol("_stack_end")?;
        Ok(Self { flash, ram, stack })
    }

    /// Whether it fits.
    pub(crate) fn check(&self) -> Result<()> {
        if self.flash > FLASH_LIMIT {
            bail!("the program takes {} B of flash: {FLASH_LIMIT} B at most", self.flash);
        }
        Ok(())
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = |range: Range<u64>| range.end - range.start;
        let rows = [
            ("flash", self.flash, size(FLASH)),
            ("ram (SRAM1)", self.ram, size(SRAM1)),
            ("stack (SRAM2)", self.stack, self.stack),
        ];
        writeln!(f, "{:<14} {:>9} {:>9} {:>6}", "memory", "bytes", "of", "%")?;
        for (name, used, all) in rows {
            let share = used as f64 * 100.0 / all as f64;
            writeln!(f, "{name:<14} {used:>9} {all:>9} {share:>6.1}")?;
        }
        write!(f, "\nflash {} B, ram {} B, stack {} B", self.flash, self.ram, self.stack)
    }
}
