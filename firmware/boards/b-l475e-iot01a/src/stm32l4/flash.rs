//! The flash pages of the journal, which keep the game across power cuts.
#![allow(unsafe_code)]

use stm32_metapac::FLASH;

use super::wait_for;
use wedge_console::Flash;

unsafe extern "C" {
    /// The start of the flash, from `memory.x`.
    static _flash_start: u64;
    /// The start of the journal's pages, from `memory.x`.
    static mut _journal_start: u64;
}

/// Pages of one of the two banks.
const BANK_PAGES: usize = 256;

/// The journal's pages, at the end of the second bank. The program runs from the first bank, so it
/// does not stall while these pages are erased or written.
#[derive(Debug)]
pub struct JournalFlash(());

impl JournalFlash {
    const WORDS: usize = <Self as Flash>::PAGES * <Self as Flash>::PAGE_WORDS;

    /// The pages, or nothing in the emulator, whose flash cannot be written.
    #[must_use]
    pub fn detect() -> Option<Self> {
        (!super::is_emulated()).then_some(Self(()))
    }

    /// To be called by the non-maskable interrupt, which reports a word with an uncorrectable ECC
    /// error. Clears the flag, so that the interrupted read returns; the journal's checksum then
    /// rejects the word.
    pub fn clear_ecc_error() {
        FLASH.eccr().modify(|w| w.set_eccd(true));
    }

    fn unlock() {
        if FLASH.cr().read().lock() {
            FLASH.keyr().write_value(0x4567_0123);
            FLASH.keyr().write_value(0xCDEF_89AB);
        }
        // Error flags of the last operation would block this one; writing ones clears them.
        FLASH.sr().modify(|_| ());
    }

    /// Waits for the end of an operation and locks the flash. Returns whether it succeeded.
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

impl Flash for JournalFlash {
    const PAGES: usize = 2;
    const PAGE_WORDS: usize = 256;

    fn read(&self, at: usize) -> u64 {
        let address = (&raw const _journal_start).wrapping_add(at % Self::WORDS);
        // SAFETY: the address is aligned and within the pages: flash, which always reads.
        unsafe { address.read_volatile() }
    }

    fn write(&mut self, at: usize, word: u64) -> bool {
        let address = (&raw mut _journal_start).wrapping_add(at % Self::WORDS).cast::<u32>();
        Self::unlock();
        FLASH.cr().modify(|w| w.set_pg(true));
        // SAFETY: aligned addresses within the pages, which hold nothing but the journal. The
        // flash takes a word as two halves, the lower one first.
        unsafe {
            address.write_volatile(word as u32);
            address.wrapping_add(1).write_volatile((word >> 32) as u32);
        }
        Self::finish() && self.read(at) == word
    }

    fn erase(&mut self, page: usize) -> bool {
        let offset = (&raw const _journal_start).addr() - (&raw const _flash_start).addr();
        let page = offset / (8 * Self::PAGE_WORDS) + page % Self::PAGES;
        Self::unlock();
        FLASH.cr().modify(|w| {
            w.set_per(true);
            w.set_bker(page >= BANK_PAGES);
            w.set_pnb((page % BANK_PAGES) as u8);
        });
        FLASH.cr().modify(|w| w.set_start(true));
        Self::finish()
    }
}
