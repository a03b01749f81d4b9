//! What is particular to the RP2350.
#![allow(unsafe_code)] // The place of the boot ROM's block.

use hal::block::ImageDef;

/// The board, for the log.
pub(crate) const NAME: &str = "Raspberry Pi Pico 2";

/// Tells the boot ROM that this is a program.
#[unsafe(link_section = ".start_block")]
#[used]
static IMAGE: ImageDef = ImageDef::secure_exe();

/// The number of the chip in its ROM's signature.
pub(crate) const ROM: u32 = 2;

/// Where the code is that sets up fast reads of the flash: the boot ROM leaves it at the start of the
/// boot RAM.
pub(crate) const fn read_setup() -> usize {
    0x400E_0000
}

/// The registers and the memory of the USB controller.
macro_rules! usb {
    ($chip:expr) => {
        ($chip.USB, $chip.USB_DPRAM)
    };
}
pub(crate) use usb;
