//! What is known about a crash, kept across the reset that follows it.
#![allow(unsafe_code)]

use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SCB;

/// The registers of a crash. A reset does not clear them; the first word tells whether they are valid.
#[unsafe(link_section = ".uninit.LAST_CRASH")]
static LAST_CRASH: [AtomicU32; 6] = [const { AtomicU32::new(0) }; 6];
const VALID: u32 = 0x0C0F_FEE5;

/// The registers of a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrashRecord {
    /// The program counter, 0 if it is not known.
    pub pc: u32,
    /// The configurable fault status register: what went wrong.
    pub cfsr: u32,
    /// The hard fault status register.
    pub hfsr: u32,
    /// The address that could not be accessed, valid if `cfsr` says so: of memory protection.
    pub mmfar: u32,
    /// The same of the bus.
    pub bfar: u32,
}

impl CrashRecord {
    /// Reads the fault registers and keeps them for the next start.
    pub fn keep(pc: Option<u32>) -> Self {
        // SAFETY: reads of registers without side effects.
        let scb = unsafe { &*SCB::PTR };
        let record = Self {
            pc: pc.unwrap_or(0),
            cfsr: scb.cfsr.read(),
            hfsr: scb.hfsr.read(),
            mmfar: scb.mmfar.read(),
            bfar: scb.bfar.read(),
        };
        let Self { pc, cfsr, hfsr, mmfar, bfar } = record;
        for (word, value) in LAST_CRASH.iter().zip([VALID, pc, cfsr, hfsr, mmfar, bfar]) {
            word.store(value, Ordering::Relaxed);
        }
        record
    }

    /// The record of a crash before the last reset, once.
    #[must_use]
    pub fn take() -> Option<Self> {
        let [valid, pc, cfsr, hfsr, mmfar, bfar] =
            LAST_CRASH.each_ref().map(|word| word.load(Ordering::Relaxed));
        LAST_CRASH[0].store(0, Ordering::Relaxed);
        (valid == VALID).then_some(Self { pc, cfsr, hfsr, mmfar, bfar })
    }
}
