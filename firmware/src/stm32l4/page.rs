//! The last two pages of flash, which keep the game when the power goes.

use stm32_metapac::FLASH;

use super::wait_for;
use wedge_console::Flash;

/// The last 4 KB of the second bank: `memory.x` keeps the program out of them. The program runs
/// from the first bank, so it goes on while these pages are erased or written.
const START: usize = 0x080F_F000;
/// The number of the first of them within the bank.
const FIRST: u8 = 254;

/// The pages, on a chip whose flash can be written.
#[derive(Debug)]
pub struct Pages(());

impl Pages {
    /// The pages, unless this is the emulator: its flash cannot be written.
    #[must_use]
    pub fn find() -> Option<Self> {
        (!super::is_emulated()).then_some(Self(()))
    }

    /// To be called by the non-maskable interrupt: a word that cannot be corrected was read. Clears
    /// the flag, so that the reader goes on with what it got, and judges that by its checksum.
    pub fn forgive_torn_word() {
        FLASH.eccr().modify(|w| w.set_eccd(true));
    }

    fn unlock() {
        if FLASH.cr().read().lock() {
            FLASH.keyr().write_value(0x4567_0123);
            FLASH.keyr().write_value(0xCDEF_89AB);
        }
        // Errors of the last operation would stop this one; writing ones clears them.
        FLASH.sr().modify(|_| ());
    }

    fn finish() -> bool {
        let done = wait_for(|| !FLASH.sr().read().bsy());
        FLASH.cr().modify(|w| {
            w.set_pg(false);
            w.set_per(false);
            w.set_lock(true);
        });
        // All bits of the status but "end of operation" and "busy" are errors.
        done && FLASH.sr().read().0 & !0x0001_0001 == 0
    }
}

#[allow(unsafe_code)]
impl Flash for Pages {
    const PAGES: usize = 2;
    const WORDS: usize = 256;

    fn read(&self, at: usize) -> u64 {
        let address = (START as *const u64).wrapping_add(at % (Self::PAGES * Self::WORDS));
        // SAFETY: the address is aligned and within the pages: flash, which always reads.
        unsafe { address.read_volatile() }
    }

    fn write(&mut self, at: usize, word: u64) -> bool {
        let address = (START as *mut u32).wrapping_add(at % (Self::PAGES * Self::WORDS) * 2);
        Self::unlock();
        FLASH.cr().modify(|w| w.set_pg(true));
        // SAFETY: aligned addresses within the pages, which hold nothing but the journal; the
        // flash takes a word as two halves, the lower one first.
        unsafe {
            address.write_volatile(word as u32);
            address.wrapping_add(1).write_volatile((word >> 32) as u32);
        }
        Self::finish() && self.read(at) == word
    }

    fn erase(&mut self, page: usize) -> bool {
        Self::unlock();
        FLASH.cr().modify(|w| {
            w.set_per(true);
            w.set_bker(true);
            w.set_pnb(FIRST + (page % Self::PAGES) as u8);
        });
        FLASH.cr().modify(|w| w.set_start(true));
        Self::finish()
    }
}
