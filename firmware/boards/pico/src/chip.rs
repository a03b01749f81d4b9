//! What is particular to the RP2040: everything else also serves the Pico 2.
#![allow(unsafe_code)] // The boot loader's place.

pub(crate) use crate::flash::JournalFlash;

/// The board, for the log.
pub(crate) const NAME: &str = "Raspberry Pi Pico";

/// The second stage of the boot loader, which the chip's ROM runs: it sets up fast reads.
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// The registers and the memory of the USB controller.
macro_rules! usb {
    ($chip:expr) => {
        ($chip.USBCTRL_REGS, $chip.USBCTRL_DPRAM)
    };
}
pub(crate) use usb;
