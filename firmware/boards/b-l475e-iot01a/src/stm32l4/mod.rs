//! Chip support for the STM32L4: clock, pins, serial port, watchdog, flash and stack.
//!
//! Every wait is bounded: the emulator only has stubs for some peripherals, and a broken crystal or a
//! stuck status bit should disable a feature, not the game.

#[cfg(target_os = "none")]
mod clock;
#[cfg(target_os = "none")]
mod flash;
#[cfg(target_os = "none")]
mod pins;
#[cfg(target_os = "none")]
mod serial;
#[cfg(target_os = "none")]
mod stack;
#[cfg(target_os = "none")]
mod watchdog;

#[cfg(target_os = "none")]
pub use {
    clock::{Delay, MAX_HZ, start_clock, start_systick},
    flash::JournalFlash,
    pins::{ErasedOutput, Input, Output},
    serial::Serial,
    stack::{faulting_pc, paint_stack, stack_size, stack_used},
    watchdog::Watchdog,
};

/// Whether the program runs in the emulator, whose device ID register reads 0.
#[cfg(target_os = "none")]
#[must_use]
pub fn is_emulated() -> bool {
    stm32_metapac::DBGMCU.idcode().read().dev_id() == 0
}

/// Waits for a condition, up to a limit; returns whether it came true.
#[cfg(target_os = "none")]
fn wait_for(mut condition: impl FnMut() -> bool) -> bool {
    /// Longer than any operation of the chip (the slowest, a page erase, takes 25 ms at 80 MHz).
    const TRIES: u32 = 1_000_000;
    (0..TRIES).any(|_| condition())
}
