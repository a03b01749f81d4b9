//! The system clock, the millisecond tick and delays.

use embedded_hal::delay::DelayNs;
use stm32_metapac::rcc::vals::{Pllm, Plln, Pllr, Pllsrc, Sw};
use stm32_metapac::{FLASH, RCC};

use super::wait_for;

/// The clock after reset: the internal oscillator (MSI).
const RESET_HZ: u32 = 4_000_000;
/// The highest clock frequency of the chip, which [`start_clock`] sets.
pub const MAX_HZ: u32 = 80_000_000;

/// Raises the clock to [`MAX_HZ`] and returns the frequency reached. If the PLL does not lock, the
/// chip stays at 4 MHz: the matrix flickers, but the game can be played.
pub fn start_clock() -> u32 {
    // Flash needs four wait states at 80 MHz; prefetch and both caches hide most of them.
    FLASH.acr().modify(|w| {
        w.set_latency(4);
        w.set_prften(true);
        w.set_icen(true);
        w.set_dcen(true);
    });
    // On silicon the setting takes effect within a few cycles; the emulator always reads 0.
    let _ = (0..1000).any(|_| FLASH.acr().read().latency() == 4);
    // 4 MHz / 1 x 40 / 2.
    RCC.pllcfgr().write(|w| {
        w.set_pllsrc(Pllsrc::MSI);
        w.set_pllm(Pllm::DIV1);
        w.set_plln(Plln::MUL40);
        w.set_pllr(Pllr::DIV2);
        w.set_pllren(true);
    });
    RCC.cr().modify(|w| w.set_pllon(true));
    if !wait_for(|| RCC.cr().read().pllrdy()) {
        return RESET_HZ;
    }
    RCC.cfgr().modify(|w| w.set_sw(Sw::PLL1_R));
    if wait_for(|| RCC.cfgr().read().sws() == Sw::PLL1_R) { MAX_HZ } else { RESET_HZ }
}

/// A busy-wait delay. It counts cycles, needs no timer, and lasts at least as long as requested.
#[derive(Clone, Copy, Debug)]
pub struct Delay {
    cycles_per_us: u32,
}

impl Delay {
    /// A delay for a chip that runs at `hz`.
    #[must_use]
    pub const fn new(hz: u32) -> Self {
        Self { cycles_per_us: hz.div_ceil(1_000_000) }
    }
}

impl DelayNs for Delay {
    fn delay_ns(&mut self, ns: u32) {
        cortex_m::asm::delay(ns.div_ceil(1000).saturating_mul(self.cycles_per_us));
    }
}
