//! Crash handling: a red sign for two seconds, then a reset; the saved game survives.
#![allow(unsafe_code)] // The name of the fault handler, and peripherals that others own.

use core::panic::PanicInfo;

use cortex_m::peripheral::SCB;
use cortex_m_rt::exception;
use hal::pac;
use wedge_firmware::crash::{self, Sign};

use crate::lights::show_after_crash;

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    if crash::begin() {
        defmt::error!("{}", defmt::Display2Format(info));
    }
    crash(Sign::PANIC)
}

#[exception]
unsafe fn DefaultHandler(interrupt: i16) -> ! {
    cortex_m::interrupt::disable();
    if crash::begin() {
        defmt::error!("unexpected interrupt {}", interrupt);
    }
    crash(Sign::FAULT)
}

/// Called by the library's fault handler, on an empty stack.
#[unsafe(no_mangle)]
extern "C" fn wedge_hard_fault(stack_pointer: usize) -> ! {
    cortex_m::interrupt::disable();
    if crash::begin() {
        defmt::error!("hard fault, the stack at {:#010x}", stack_pointer);
    }
    crash(Sign::FAULT)
}

/// Shows a sign for two seconds, then resets the chip.
pub(crate) fn crash(sign: Sign) -> ! {
    cortex_m::interrupt::disable();
    show_after_crash(&sign.frame());
    // SAFETY: the program has ended: nothing else uses the watchdog any more.
    let watchdog = unsafe { &*pac::WATCHDOG::PTR };
    for _ in 0..2000 {
        // At least a millisecond at 125 MHz, and at the Pico 2's 150.
        cortex_m::asm::delay(150_000);
        // SAFETY: any number of microseconds is valid; this is eight seconds.
        watchdog.load().write(|w| unsafe { w.bits(0x00FF_FFFF) });
    }
    SCB::sys_reset()
}
