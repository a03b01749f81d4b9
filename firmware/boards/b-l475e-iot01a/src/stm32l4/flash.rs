//! The flash pages of the journal, which keep the game across power cuts.
#![allow(unsafe_code)]

use stm32_metapac::FLASH;

use super::flash_sequence::{self, FlashController, Operation};
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

/// The journal's pages, at the end of the second bank. The program's code is in the first bank, so
/// it does not stall while these pages are erased or written; `memory.x` asserts that.
#[derive(Debug)]
pub struct JournalFlash(());

impl JournalFlash {
    const WORDS: usize = <Self as Flash>::PAGES * <Self as Flash>::PAGE_WORDS;

    /// The pages, or nothing where the flash has no controller, as in the emulator: after a reset
    /// the controller says that it is locked.
    #[must_use]
    pub fn detect() -> Option<Self> {
        FLASH.cr().read().lock().then_some(Self(()))
    }

    /// To be called by the non-maskable interrupt, which reports a word with an uncorrectable ECC
    /// error. If the word is in the journal, clears the flag, so that the interrupted read returns;
    /// the journal's checksum then rejects the word. Returns whether it did.
    #[must_use]
    pub fn forgive_ecc_error() -> bool {
        let status = FLASH.eccr().read();
        let start = Self::offset();
        let journal = [start, start + 8 * Self::WORDS];
        let forgiven = status.eccd()
            && flash_sequence::is_in_journal(status.addr_ecc(), status.bk_ecc(), journal);
        if forgiven {
            FLASH.eccr().modify(|w| w.set_eccd(true));
        }
        forgiven
    }

    /// The journal's place in the flash, in bytes.
    fn offset() -> usize {
        (&raw const _journal_start).addr() - (&raw const _flash_start).addr()
    }

    /// The address of a word.
    fn address(at: usize) -> *mut u64 {
        let start = (&raw mut _journal_start).expose_provenance();
        core::ptr::with_exposed_provenance_mut(start + 8 * (at % Self::WORDS))
    }
}

impl FlashController for JournalFlash {
    fn set_data_cache(&mut self, on: bool) {
        FLASH.acr().modify(|w| w.set_dcen(on));
    }

    fn reset_data_cache(&mut self) {
        FLASH.acr().modify(|w| w.set_dcrst(true));
        FLASH.acr().modify(|w| w.set_dcrst(false));
    }

    fn unlock(&mut self) {
        if FLASH.cr().read().lock() {
            FLASH.keyr().write_value(0x4567_0123);
            FLASH.keyr().write_value(0xCDEF_89AB);
        }
        // Error flags of the last operation would block this one; writing ones clears them.
        FLASH.sr().modify(|_| ());
    }

    fn begin(&mut self, operation: Operation) {
        match operation {
            Operation::Program { at, word } => {
                let address = Self::address(at).cast::<u32>();
                FLASH.cr().modify(|w| w.set_pg(true));
                // SAFETY: aligned addresses within the pages, which hold nothing but the journal.
                // The flash takes a word as two halves, the lower one first.
                unsafe {
                    address.write_volatile(word as u32);
                    address.wrapping_add(1).write_volatile((word >> 32) as u32);
                }
            }
            Operation::Erase { page } => {
                let page = Self::offset() / (8 * Self::PAGE_WORDS) + page % Self::PAGES;
                FLASH.cr().modify(|w| {
                    w.set_per(true);
                    w.set_bker(page >= BANK_PAGES);
                    w.set_pnb((page % BANK_PAGES) as u8);
                });
                FLASH.cr().modify(|w| w.set_start(true));
            }
        }
    }

    fn finish(&mut self) -> bool {
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
        // SAFETY: the address is aligned and within the pages: flash, which always reads.
        unsafe { Self::address(at).read_volatile() }
    }

    fn write(&mut self, at: usize, word: u64) -> bool {
        flash_sequence::run(self, Operation::Program { at, word }) && self.read(at) == word
    }

    fn erase(&mut self, page: usize) -> bool {
        flash_sequence::run(self, Operation::Erase { page })
    }
}
