//! The independent watchdog: if the program hangs, the chip starts again.

use stm32_metapac::IWDG;
use stm32_metapac::iwdg::vals::{Key, Pr};

/// A running watchdog. Once started, it cannot be stopped.
#[derive(Clone, Copy, Debug)]
pub struct Watchdog(());

impl Watchdog {
    /// Starts it with eight seconds of patience: it runs from a 32 kHz oscillator of its own, here
    /// divided by 64. (The emulator has none; writing to it does nothing there.)
    #[must_use]
    pub fn start() -> Self {
        IWDG.kr().write(|w| w.set_key(Key::START));
        IWDG.kr().write(|w| w.set_key(Key::ENABLE));
        IWDG.pr().write(|w| w.set_pr(Pr::DIVIDE_BY64));
        IWDG.rlr().write(|w| w.set_rl(4000));
        super::wait_for(|| IWDG.sr().read().0 == 0);
        Self::feed();
        Self(())
    }

    /// Says that the program is alive. Harmless when no watchdog runs.
    pub fn feed() {
        IWDG.kr().write(|w| w.set_key(Key::RESET));
    }
}
