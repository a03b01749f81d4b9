//! How deep the stack has been, and a way out when it was too deep.
#![allow(unsafe_code)]

use core::arch::{asm, global_asm};
use core::ptr;

/// What untouched stack looks like: no valid address, and no small number.
const PAINT: u32 = 0xC0FF_EE11;

unsafe extern "C" {
    /// The end the stack grows towards, from `memory.x`.
    static mut _stack_end: u32;
    /// The end it starts at.
    static mut _stack_start: u32;
}

/// The words from the deepest possible one up to just below the caller's.
fn free() -> (*mut u32, usize) {
    let bottom = &raw mut _stack_end;
    let here: usize;
    // SAFETY: reads a register.
    unsafe { asm!("mov {}, sp", out(reg) here, options(nomem, nostack, preserves_flags)) };
    // A margin for the frame of the function that walks them, and for an interrupt.
    (bottom, here.saturating_sub(256).saturating_sub(bottom.addr()) / 4)
}

/// Paints the stack that is not in use, so that [`stack_used`] can tell how much of it ever was.
#[inline(never)]
pub fn paint_stack() {
    critical_section::with(|_| {
        let (bottom, words) = free();
        for word in 0..words {
            // SAFETY: aligned memory between the end of the stack and its pointer, with a margin;
            // no interrupt can use it meanwhile.
            unsafe { ptr::write_volatile(bottom.add(word), PAINT) };
        }
    });
}

/// The bytes of stack in use at the deepest moment since [`paint_stack`].
#[must_use]
pub fn stack_used() -> usize {
    let (bottom, words) = free();
    // SAFETY: reads aligned memory between the end of the stack and its pointer.
    let untouched =
        (0..words).take_while(|&word| unsafe { ptr::read_volatile(bottom.add(word)) } == PAINT);
    stack_size() - untouched.count() * 4
}

/// The bytes of stack there are.
#[must_use]
pub fn stack_size() -> usize {
    (&raw const _stack_start).addr() - (&raw const _stack_end).addr()
}

// A hard fault may come from a stack that has no room left, so the handler starts on a fresh one.
// It gives the old stack pointer to `wedge_hard_fault`, which the board defines.
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

/// The program counter at a fault, from the stack pointer that the fault handler was given; none
/// if the stack had run out.
#[must_use]
pub fn faulting_pc(stack_pointer: usize) -> Option<u32> {
    /// Where an exception keeps the program counter: after r0 to r3, r12 and lr.
    const PC: usize = 6;
    let top = (&raw const _stack_start).addr();
    let room = (&raw const _stack_end).addr()..top.saturating_sub(4 * (PC + 1));
    if !room.contains(&stack_pointer) || stack_pointer % 4 != 0 {
        return None;
    }
    // SAFETY: aligned memory within the stack.
    Some(unsafe { ptr::read_volatile(ptr::with_exposed_provenance::<u32>(stack_pointer).add(PC)) })
}
