//! The chip: clock, pins, serial port, watchdog and the flash page for the game, on an STM32L4.
//!
//! Every wait is bounded: the emulator has only stubs for some of the parts, and a broken crystal
//! or a missing bit should cost a feature, not the game.

mod clock;
mod flash;
mod pins;
mod serial;
mod stack;
mod watchdog;

pub use clock::{Delay, start_clock, start_ticks};
pub use flash::JournalFlash;
pub use pins::{Input, Output, Switch};
pub use serial::Serial;
pub use stack::{faulting_pc, paint_stack, stack_size, stack_used};
pub use watchdog::Watchdog;

/// Whether this is the emulator: it leaves the chip's identity blank.
#[must_use]
pub fn is_emulated() -> bool {
    stm32_metapac::DBGMCU.idcode().read().dev_id() == 0
}

/// Waits until something holds, but not for ever: says whether it came true.
fn wait_for(mut holds: impl FnMut() -> bool) -> bool {
    /// Longer than any of the chip's own waits (the slowest, a page erase, is 25 ms at 80 MHz).
    const TRIES: u32 = 1_000_000;
    (0..TRIES).any(|_| holds())
}
