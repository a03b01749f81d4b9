//! The few registers of the LM3S6965 that the console uses, from its data sheet.
#![allow(unsafe_code)] // Registers at fixed addresses.

use core::ptr;

/// A register of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Register(usize);

impl Register {
    /// The register at an offset of a peripheral.
    pub(crate) const fn at(peripheral: usize, offset: usize) -> Self {
        Self(peripheral + offset)
    }

    pub(crate) fn read(self) -> u32 {
        // SAFETY: the constants below are the addresses of registers of this chip.
        unsafe { ptr::read_volatile(ptr::with_exposed_provenance(self.0)) }
    }

    pub(crate) fn write(self, value: u32) {
        // SAFETY: as above; no register here changes memory.
        unsafe { ptr::write_volatile(ptr::with_exposed_provenance_mut(self.0), value) };
    }

    pub(crate) fn set(self, bits: u32) {
        self.write(self.read() | bits);
    }

    pub(crate) fn clear(self, bits: u32) {
        self.write(self.read() & !bits);
    }
}

/// Waits for a condition, up to a limit; returns whether it came true.
pub(crate) fn wait_for(mut condition: impl FnMut() -> bool) -> bool {
    const TRIES: u32 = 1_000_000;
    (0..TRIES).any(|_| condition())
}

/// System control.
pub(crate) const SYSCTL: usize = 0x400F_E000;
pub(crate) const UART0: usize = 0x4000_C000;
pub(crate) const SSI0: usize = 0x4000_8000;
pub(crate) const GPIO_A: usize = 0x4000_4000;
pub(crate) const GPIO_C: usize = 0x4000_6000;
pub(crate) const GPIO_D: usize = 0x4000_7000;
pub(crate) const GPIO_E: usize = 0x4002_4000;
pub(crate) const GPIO_F: usize = 0x4002_5000;

/// The data register of some pins of a port: its address masks the others.
pub(crate) const fn pins(port: usize, mask: u32) -> Register {
    Register::at(port, (mask as usize) << 2)
}

/// Makes pins outputs.
pub(crate) fn make_outputs(port: usize, mask: u32) {
    Register::at(port, 0x400).set(mask); // DIR
    Register::at(port, 0x51C).set(mask); // DEN
}

/// Makes pins inputs with pull-ups.
pub(crate) fn make_inputs(port: usize, mask: u32) {
    Register::at(port, 0x400).clear(mask); // DIR
    Register::at(port, 0x510).set(mask); // PUR
    Register::at(port, 0x51C).set(mask); // DEN
}

/// Gives pins to a peripheral.
pub(crate) fn make_peripheral(port: usize, mask: u32) {
    Register::at(port, 0x420).set(mask); // AFSEL
    Register::at(port, 0x51C).set(mask); // DEN
}

/// The clock after [`start_clock`].
pub(crate) const HZ: u32 = 50_000_000;

/// Starts the PLL from the 8 MHz crystal, divides its 200 MHz by four, and powers what is used.
pub(crate) fn start_clock() {
    const SYSDIV: u32 = 0xF << 23;
    const USESYSDIV: u32 = 1 << 22;
    const POWER_DOWN: u32 = 1 << 13;
    const BYPASS: u32 = 1 << 11;
    const CRYSTAL: u32 = 0xF << 6;
    const SOURCE: u32 = 3 << 4;
    const NO_MAIN_OSCILLATOR: u32 = 1;
    let rcc = Register::at(SYSCTL, 0x060);
    rcc.set(BYPASS);
    rcc.clear(USESYSDIV);
    rcc.clear(NO_MAIN_OSCILLATOR);
    let eight_mhz = 0xE << 6;
    rcc.write(rcc.read() & !(CRYSTAL | SOURCE | POWER_DOWN) | eight_mhz);
    let by_four = 3 << 23;
    rcc.write(rcc.read() & !SYSDIV | by_four | USESYSDIV);
    let status = Register::at(SYSCTL, 0x050);
    if wait_for(|| status.read() & 1 << 6 != 0) {
        rcc.clear(BYPASS);
    }
    Register::at(SYSCTL, 0x104).set(1 << 4 | 1); // SSI0 and UART0
    Register::at(SYSCTL, 0x108).set(0b11_1101); // GPIO A, C, D, E and F
    // The peripherals need a few cycles after their clocks start.
    cortex_m::asm::delay(16);
}
