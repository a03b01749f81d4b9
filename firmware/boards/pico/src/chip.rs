//! What is particular to the RP2040: everything else also serves the Pico 2.
#![allow(unsafe_code)] // The boot loader's place.

/// The board, for the log.
pub(crate) const NAME: &str = "Raspberry Pi Pico";

/// The second stage of the boot loader, which the chip's ROM runs: it sets up fast reads.
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

unsafe extern "C" {
    /// The start of the flash, from `memory.x`.
    static _flash_start: u64;
}

/// The number of the chip in its ROM's signature.
pub(crate) const ROM: u32 = 1;

/// Where the code is that sets up fast reads of the flash: the second stage of the boot loader.
pub(crate) fn read_setup() -> usize {
    (&raw const _flash_start).expose_provenance()
}

/// The registers and the memory of the USB controller.
macro_rules! usb {
    ($chip:expr) => {
        ($chip.USBCTRL_REGS, $chip.USBCTRL_DPRAM)
    };
}
pub(crate) use usb;
