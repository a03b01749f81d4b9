//! Measures stack use by painting, and handles stack overflows.
#![allow(unsafe_code)]

use core::arch::{asm, global_asm};
use core::ptr;

/// The paint of unused stack: neither a valid address nor a small number.
const PAINT: u32 = 0xC0FF_EE11;

unsafe extern "C" {
    /// The lowest address of the stack, from `memory.x`.
    static mut _stack_end: u32;
    /// The highest address, where the stack starts.
    static mut _stack_start: u32;
}

/// The unused words of the stack: the lowest address and the number of words up to just below the
/// caller's frame.
fn unused() -> (*mut u32, usize) {
    let bottom = &raw mut _stack_end;
    let here: usize;
    // SAFETY: reads a register.
    unsafe { asm!("mov {}, sp", out(reg) here, options(nomem, nostack, preserves_flags)) };
    // The margin covers the frame of the calling loop and an interrupt.
    (bottom, here.saturating_sub(256).saturating_sub(bottom.addr()) / 4)
}

/// Paints the unused stack, so that [`stack_used`] can find how much of it was used later.
#[inline(never)]
pub fn paint_stack() {
    critical_section::with(|_| {
        let (bottom, words) = unused();
        for word in 0..words {
            // SAFETY: aligned memory between the stack's lowest address and its pointer, with a
            // margin; interrupts are off.
            unsafe { ptr::write_volatile(bottom.add(word), PAINT) };
        }
    });
}

/// The most stack used since [`paint_stack`], in bytes.
#[must_use]
pub fn stack_used() -> usize {
    let (bottom, words) = unused();
    // SAFETY: reads aligned memory between the stack's lowest address and its pointer.
    let untouched =
        (0..words).take_while(|&word| unsafe { ptr::read_volatile(bottom.add(word)) } == PAINT);
    stack_size() - untouched.count() * 4
}

/// The size of the stack in bytes.
#[must_use]
pub fn stack_size() -> usize {
    (&raw const _stack_start).addr() - (&raw const _stack_end).addr()
}

// A hard fault may be a stack overflow, so the handler starts on an empty stack. It passes the old
// stack pointer to `wedge_hard_fault`, which the board's program defines.
global_asm!(
    ".section .HardFault.user, \"ax\"",
    ".global HardFault",
    ".type HardFault,%function",
    ".thumb_func",
    "HardFault:",
    "mrs r0, MSP",
    "ldr r1, =_stack_start",
    "msr MSP, r1",
    "b wedge_hard_fault",
    ".ltorg",
);

/// The program counter at a fault, from the stack pointer that the fault handler received. `None`
/// after a stack overflow.
#[must_use]
pub fn faulting_pc(stack_pointer: usize) -> Option<u32> {
    /// The index of the program counter in an exception frame: after r0 to r3, r12 and lr.
    const PC: usize = 6;
    let top = (&raw const _stack_start).addr();
    let room = (&raw const _stack_end).addr()..top.saturating_sub(4 * (PC + 1));
    if !room.contains(&stack_pointer) || stack_pointer % 4 != 0 {
        return None;
    }
    // SAFETY: aligned memory within the stack.
    Some(unsafe { ptr::read_volatile(ptr::with_exposed_provenance::<u32>(stack_pointer).add(PC)) })
}
