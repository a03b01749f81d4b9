//! The guard below the stack.
#![allow(unsafe_code)]

use cortex_m::peripheral::MPU;

unsafe extern "C" {
    /// The guard below the stack, 256 bytes that nothing may touch, from `memory.x`.
    static _stack_guard: u32;
}

/// Forbids every access to the guard below the stack, so that an overflow faults at once.
pub fn protect_stack(mpu: &mut MPU) {
    /// 2^(7+1) bytes, no access, no code, enabled.
    const NO_ACCESS_256: u32 = 1 << 28 | 7 << 1 | 1;
    /// The protection on, with the default map for everything else.
    const ENABLE: u32 = 1 << 2 | 1;
    // SAFETY: nothing but an overflowing stack uses the guard.
    unsafe {
        mpu.rnr.write(0);
        mpu.rbar.write((&raw const _stack_guard).addr() as u32);
        mpu.rasr.write(NO_ACCESS_256);
        mpu.ctrl.write(ENABLE);
    }
    cortex_m::asm::dsb();
    cortex_m::asm::isb();
}
