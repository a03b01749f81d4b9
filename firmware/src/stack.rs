//! Measures stack use by painting, and handles stack overflows.
//!
//! The linker script of the board defines `_stack_start`, the highest address, and `_stack_end`, the
//! lowest one. The board's program defines
//! `extern "C" fn wedge_hard_fault(stack_pointer: usize) -> !`.
#![allow(unsafe_code)]

use core::arch::{asm, global_asm};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The paint of unused stack: neither a valid address nor a small number.
const PAINT: u32 = 0xC0FF_EE11;

unsafe extern "C" {
    /// The lowest address of the stack, from `memory.x`.
    static mut _stack_end: u32;
    /// The highest address, where the stack starts.
    static mut _stack_start: u32;
}

/// The address of a word of the stack. The symbols of `memory.x` are addresses, not variables: the
/// pointer comes from the address, since one to a single `u32` may not be moved.
fn word(at: usize) -> *mut u32 {
    ptr::with_exposed_provenance_mut((&raw mut _stack_end).expose_provenance() + 4 * at)
}

/// The unused words of the stack, from the lowest address up to just below the caller's frame.
fn unused() -> usize {
    let bottom = (&raw mut _stack_end).addr();
    let here: usize;
    // SAFETY: reads a register.
    unsafe { asm!("mov {}, sp", out(reg) here, options(nomem, nostack, preserves_flags)) };
    // The margin covers the frame of the calling loop and an interrupt.
    here.saturating_sub(256).saturating_sub(bottom) / 4
}

/// Paints the unused stack, so that [`used`] can find how much of it was used later.
#[inline(never)]
pub fn paint() {
    critical_section::with(|_| {
        for at in 0..unused() {
            // SAFETY: aligned memory between the stack's lowest address and its pointer, with a
            // margin; interrupts are off.
            unsafe { ptr::write_volatile(word(at), PAINT) };
        }
    });
}

/// The most stack used since [`paint`], in bytes.
#[must_use]
pub fn used() -> usize {
    // SAFETY: reads aligned memory between the stack's lowest address and its pointer.
    let untouched =
        (0..unused()).take_while(|&at| unsafe { ptr::read_volatile(word(at)) } == PAINT);
    size() - untouched.count() * 4
}

/// The most stack used since [`paint`], in bytes, if it is more than at the last call.
pub fn growth() -> Option<usize> {
    static MOST: AtomicUsize = AtomicUsize::new(0);
    let used = used();
    let has_grown = used > MOST.load(Ordering::Relaxed);
    has_grown.then(|| {
        MOST.store(used, Ordering::Relaxed);
        used
    })
}

/// The size of the stack in bytes.
#[must_use]
pub fn size() -> usize {
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
    "ldr r1, =wedge_hard_fault",
    "bx r1",
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
    if !room.contains(&stack_pointer) || !stack_pointer.is_multiple_of(4) {
        return None;
    }
    // SAFETY: aligned memory within the stack.
    Some(unsafe { ptr::read_volatile(ptr::with_exposed_provenance::<u32>(stack_pointer).add(PC)) })
}
