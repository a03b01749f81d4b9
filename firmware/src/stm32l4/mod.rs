//! Chip support for the STM32L4: clock, pins, serial port, watchdog, flash and stack.
//!
//! Every wait is bounded: the emulator only has stubs for some peripherals, and a broken crystal or a
//! stuck status bit should disable a feature, not the game.

mod clock;
mod flash;
mod pins;
mod serial;
mod stack;
mod watchdog;

pub use clock::{Delay, MAX_HZ, start_clock, start_systick};
pub use flash::JournalFlash;
pub use pins::{ErasedOutput, Input, Output};
pub use serial::Serial;
pub use stack::{faulting_pc, paint_stack, stack_size, stack_used};
pub use watchdog::Watchdog;

/// Whether the program runs in the emulator, whose device ID register reads 0.
#[must_use]
pub fn is_emulated() -> bool {
    stm32_metapac::DBGMCU.idcode().read().dev_id() == 0
}

/// Waits for a condition, up to a limit; returns whether it came true.
fn wait_for(mut condition: impl FnMut() -> bool) -> bool {
    /// Longer than any operation of the chip (the slowest, a page erase, takes 25 ms at 80 MHz).
    const TRIES: u32 = 1_000_000;
    (0..TRIES).any(|_| condition())
}
