//! What is particular to the RP2350.
#![allow(unsafe_code)] // The place of the boot ROM's block.

use hal::block::ImageDef;
use wedge_console::Flash;

/// The board, for the log.
pub(crate) const NAME: &str = "Raspberry Pi Pico 2";

/// Tells the boot ROM that this is a program.
#[unsafe(link_section = ".start_block")]
#[used]
static IMAGE: ImageDef = ImageDef::secure_exe();

/// The registers and the memory of the USB controller.
macro_rules! usb {
    ($chip:expr) => {
        ($chip.USB, $chip.USB_DPRAM)
    };
}
pub(crate) use usb;

/// A place in the flash for the game, which this board does not have yet: no emulator runs its boot ROM,
/// whose functions write the flash. A reset keeps the game, a power cut does not.
#[derive(Debug)]
pub(crate) enum JournalFlash {}

impl JournalFlash {
    pub(crate) const fn detect() -> Option<Self> {
        None
    }
}

impl Flash for JournalFlash {
    const PAGES: usize = 2;
    const PAGE_WORDS: usize = 512;

    fn read(&self, _at: usize) -> u64 {
        match *self {}
    }

    fn write(&mut self, _at: usize, _word: u64) -> bool {
        match *self {}
    }

    fn erase(&mut self, _page: usize) -> bool {
        match *self {}
    }
}
