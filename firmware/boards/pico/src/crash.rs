//! Crash handling: a red sign for two seconds, then a reset; the saved game survives.
#![allow(unsafe_code)] // The name of the fault handler, and peripherals that others own.

use core::panic::PanicInfo;
use core::sync::atomic::{AtomicBool, Ordering};

use cortex_m::peripheral::SCB;
use cortex_m_rt::exception;
use hal::pac;
use wedge_console::{Frame, Rgb8};

use crate::lights::show_after_crash;

// The upper halves of the signs: a cross and two rings.
pub(crate) const PANIC: [u8; 4] = [0b1000_0001, 0b0100_0010, 0b0010_0100, 0b0001_1000];
pub(crate) const FAULT: [u8; 4] = [0b1111_1111, 0b1000_0001, 0b1011_1101, 0b1010_0101];

/// Whether the program is in its crash handler.
static CRASHING: AtomicBool = AtomicBool::new(false);

/// Marks the program as crashing. Returns true the first time: a crash inside a crash, such as a
/// fault while the logger was locked, must not log again. Interrupts are off by then.
fn begin_crash() -> bool {
    let first = !CRASHING.load(Ordering::Relaxed);
    CRASHING.store(true, Ordering::Relaxed);
    first
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    if begin_crash() {
        defmt::error!("{}", defmt::Display2Format(info));
    }
    crash(PANIC)
}

#[exception]
unsafe fn DefaultHandler(interrupt: i16) -> ! {
    cortex_m::interrupt::disable();
    if begin_crash() {
        defmt::error!("unexpected interrupt {}", interrupt);
    }
    crash(FAULT)
}

/// Called by the library's fault handler, on an empty stack.
#[unsafe(no_mangle)]
extern "C" fn wedge_hard_fault(stack_pointer: usize) -> ! {
    cortex_m::interrupt::disable();
    if begin_crash() {
        defmt::error!("hard fault, the stack at {:#010x}", stack_pointer);
    }
    crash(FAULT)
}

/// Shows a sign for two seconds, then resets the chip. `sign` is the upper half, the lower half is
/// its mirror image.
pub(crate) fn crash(sign: [u8; 4]) -> ! {
    cortex_m::interrupt::disable();
    let mut frame = Frame::default();
    for (row, leds) in frame.0.iter_mut().enumerate() {
        let line = sign.get(row.min(7 - row % 8)).copied().unwrap_or(0);
        for (column, led) in leds.iter_mut().enumerate() {
            if line >> column & 1 != 0 {
                *led = Rgb8::new(255, 0, 0);
            }
        }
    }
    show_after_crash(&frame);
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
