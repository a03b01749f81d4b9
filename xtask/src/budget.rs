//! What a program takes of the board's memory.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail};
use object::elf::SHF_ALLOC;
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind};

/// The program may take this much of the flash, trained weights included.
const FLASH_LIMIT: u64 = 900 * 1024;

/// Bytes of flash, RAM and stack that a program takes, each with what the board has. The limits are
/// symbols of the program, which `memory.x` defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    flash: Use,
    ram: Use,
    stack: u64,
}

/// Bytes used of a memory, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Use {
    used: u64,
    size: u64,
}

impl Budget {
    /// Reads it from a program's file.
    pub(crate) fn of(file: &Path) -> Result<Self> {
        let name = file.display();
        let bytes = fs::read(file).with_context(|| format!("{name} cannot be read"))?;
        let program =
            object::File::parse(&*bytes).with_context(|| format!("{name} is no ELF file"))?;
        let symbol = |wanted: &str| {
            let found = program.symbols().find(|symbol| symbol.name() == Ok(wanted));
            found.map(|symbol| symbol.address()).with_context(|| format!("{name} has no {wanted}"))
        };
        let flash_range = symbol("_flash_start")?..symbol("_flash_end")?;
        let ram_range = symbol("_sram1_start")?..symbol("_sram1_end")?;
        let (mut flash, mut ram) = (0, 0);
        // Symbols and debug information are not loaded; their address is 0, where some chips have flash.
        let is_loaded = |section: &object::Section<'_, '_>| match section.flags() {
            SectionFlags::Elf { sh_flags, .. } => sh_flags & u64::from(SHF_ALLOC) != 0,
            _ => false,
        };
        for section in program.sections().filter(is_loaded) {
            let in_ram = ram_range.contains(&section.address());
            if in_ram {
                ram += section.size();
            }
            // Start values of variables are in RAM when the program runs and in flash before.
            let stored = section.kind() != SectionKind::UninitializedData;
            if flash_range.contains(&section.address()) || (in_ram && stored) {
                flash += section.size();
            }
        }
        let size = |range: Range<u64>| range.end - range.start;
        Ok(Self {
            flash: Use { used: flash, size: size(flash_range) },
            ram: Use { used: ram, size: size(ram_range) },
            stack: symbol("_stack_start")? - symbol("_stack_end")?,
        })
    }

    /// Whether it fits.
    pub(crate) fn check(&self) -> Result<()> {
        let limit = FLASH_LIMIT.min(self.flash.size);
        if self.flash.used > limit {
            bail!("the program takes {} B of flash: {limit} B at most", self.flash.used);
        }
        Ok(())
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { flash, ram, stack } = *self;
        let rows = [("flash", flash), ("ram", ram), ("stack", Use { used: stack, size: stack })];
        writeln!(f, "{:<14} {:>9} {:>9} {:>6}", "memory", "bytes", "of", "%")?;
        for (name, Use { used, size }) in rows {
            let share = used as f64 * 100.0 / size as f64;
            writeln!(f, "{name:<14} {used:>9} {size:>9} {share:>6.1}")?;
        }
        write!(f, "\nflash {} B, ram {} B, stack {} B", flash.used, ram.used, stack)
    }
}
