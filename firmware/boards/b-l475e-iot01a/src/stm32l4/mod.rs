//! Chip support for the STM32L4: clock, pins, serial port, watchdog and flash.
//!
//! Every wait is bounded: the emulator only has stubs for some peripherals, and a broken crystal or a
//! stuck status bit should disable a feature, not the game.

#[cfg(target_os = "none")]
mod clock;
#[cfg(target_os = "none")]
mod fault;
#[cfg(target_os = "none")]
mod flash;
pub mod flash_sequence;
#[cfg(target_os = "none")]
mod pins;
mod reset_cause;
#[cfg(target_os = "none")]
mod serial;
#[cfg(target_os = "none")]
mod stack_guard;
#[cfg(target_os = "none")]
mod watchdog;

#[cfg(target_os = "none")]
pub use {
    clock::{Delay, MAX_HZ, start_clock},
    fault::CrashRecord,
    flash::JournalFlash,
    pins::{ErasedOutput, Input, Output},
    serial::Serial,
    stack_guard::protect_stack,
    watchdog::Watchdog,
};

pub use reset_cause::reset_cause;

/// Why the chip was reset; asking again after the next reset gives that one's cause.
#[cfg(target_os = "none")]
#[must_use]
pub fn take_reset_cause() -> &'static str {
    use stm32_metapac::RCC;
    let cause = reset_cause(RCC.csr().read().0);
    RCC.csr().modify(|w| w.set_rmvf(true));
    RCC.csr().modify(|w| w.set_rmvf(false));
    cause
}

/// Waits for a condition, up to a limit; returns whether it came true.
#[cfg(target_os = "none")]
fn wait_for(mut condition: impl FnMut() -> bool) -> bool {
    /// Longer than any operation of the chip (the slowest, a page erase, takes 25 ms at 80 MHz).
    const TRIES: u32 = 1_000_000;
    (0..TRIES).any(|_| condition())
}
