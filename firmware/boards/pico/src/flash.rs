//! The last two sectors of the flash, which keep the game across power cuts.
#![allow(unsafe_code)]

use hal::rom_data;
use wedge_console::Flash;

use crate::chip;

unsafe extern "C" {
    /// The start of the flash, from `memory.x`.
    static _flash_start: u64;
    /// The start of the journal's sectors, from `memory.x`.
    static _journal_start: u64;
}

/// What the flash programs at once.
const PROGRAM_BYTES: usize = 256;

/// The journal's sectors.
#[derive(Debug)]
pub(crate) struct JournalFlash(());

impl JournalFlash {
    const WORDS: usize = <Self as Flash>::PAGES * <Self as Flash>::PAGE_WORDS;

    /// The sectors, or nothing without the chip's ROM, whose functions write the flash: the emulator
    /// has neither.
    pub(crate) fn detect() -> Option<Self> {
        /// The ROM's signature at its 16th byte: `Mu`, then the number of the chip.
        const SIGNATURE: u32 = 0x0000_754D | chip::ROM << 16;
        // SAFETY: the ROM is always readable.
        let found = unsafe { core::ptr::with_exposed_provenance::<u32>(0x10).read_volatile() };
        (found & 0x00FF_FFFF == SIGNATURE).then_some(Self(()))
    }

    /// The journal's place in the flash, in bytes.
    fn offset() -> usize {
        (&raw const _journal_start).addr() - (&raw const _flash_start).addr()
    }
}

/// What to do to the flash; offsets are bytes from its start.
enum Operation<'a> {
    Program { offset: u32, block: &'a [u8; PROGRAM_BYTES] },
    Erase { offset: u32 },
}

/// The functions of the chip's ROM, looked up while the flash can still be read.
struct Rom {
    connect: unsafe extern "C" fn(),
    leave_xip: unsafe extern "C" fn(),
    erase: unsafe extern "C" fn(u32, usize, u32, u8),
    program: unsafe extern "C" fn(u32, *const u8, usize),
    flush: unsafe extern "C" fn(),
}

/// Runs an operation. The flash cannot be read meanwhile, not even for instructions: this function
/// is in RAM, interrupts are off, and the other core sleeps in the ROM. `set_up_reads` is a copy of
/// the code that sets up fast reads again.
///
/// # Safety
/// Interrupts must be off, and the range must hold nothing but the journal.
#[inline(never)]
#[unsafe(link_section = ".data.run_in_ram")]
unsafe fn run_in_ram(rom: &Rom, operation: &Operation<'_>, set_up_reads: unsafe extern "C" fn()) {
    /// A sector, and the command that erases one.
    const SECTOR: usize = 4096;
    const ERASE_SECTOR: u8 = 0x20;
    // SAFETY: the order of the ROM's functions is that of the data sheets: section 2.8.3 for the
    // RP2040, 5.4.8 for the RP2350.
    unsafe {
        (rom.connect)();
        (rom.leave_xip)();
        match operation {
            Operation::Program { offset, block } => {
                (rom.program)(*offset, block.as_ptr(), PROGRAM_BYTES);
            }
            Operation::Erase { offset } => {
                (rom.erase)(*offset, SECTOR, SECTOR as u32, ERASE_SECTOR);
            }
        }
        (rom.flush)();
        set_up_reads();
    }
}

/// Looks up what the operation needs and runs it with interrupts off.
fn run(operation: &Operation<'_>) {
    let rom = Rom {
        connect: rom_data::connect_internal_flash::ptr(),
        leave_xip: rom_data::flash_exit_xip::ptr(),
        erase: rom_data::flash_range_erase::ptr(),
        program: rom_data::flash_range_program::ptr(),
        flush: rom_data::flash_flush_cache::ptr(),
    };
    let code: [u32; 64] = core::array::from_fn(|word| {
        let address = chip::read_setup() + 4 * word;
        // SAFETY: aligned, within the 256 bytes of that code.
        unsafe { core::ptr::with_exposed_provenance::<u32>(address).read_volatile() }
    });
    // SAFETY: it is Thumb code (hence the lowest bit), runs at any address, and returns if it was
    // called.
    let call = unsafe {
        core::mem::transmute::<usize, unsafe extern "C" fn()>(code.as_ptr().expose_provenance() | 1)
    };
    // SAFETY: interrupts are off; the callers stay within the journal.
    critical_section::with(|_| unsafe { run_in_ram(&rom, operation, call) });
}

impl Flash for JournalFlash {
    const PAGES: usize = 2;
    const PAGE_WORDS: usize = 512;

    fn read(&self, at: usize) -> u64 {
        let start = (&raw const _journal_start).expose_provenance();
        let address = core::ptr::with_exposed_provenance::<u64>(start + 8 * (at % Self::WORDS));
        // SAFETY: the address is aligned and within the sectors: flash, which always reads.
        unsafe { address.read_volatile() }
    }

    fn write(&mut self, at: usize, word: u64) -> bool {
        let byte = 8 * (at % Self::WORDS);
        // Ones leave the flash as it is.
        let mut block = [0xFF; PROGRAM_BYTES];
        let place = byte % PROGRAM_BYTES;
        if let Some(to) = block.get_mut(place..place + 8) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        let offset = (Self::offset() + byte - place) as u32;
        run(&Operation::Program { offset, block: &block });
        self.read(at) == word
    }

    fn erase(&mut self, page: usize) -> bool {
        let sector = (8 * Self::PAGE_WORDS) as u32;
        let offset = Self::offset() as u32 + (page % Self::PAGES) as u32 * sector;
        run(&Operation::Erase { offset });
        let first = (page % Self::PAGES) * Self::PAGE_WORDS;
        (first..first + Self::PAGE_WORDS).all(|at| self.read(at) == u64::MAX)
    }
}
