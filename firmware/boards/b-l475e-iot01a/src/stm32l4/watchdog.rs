//! The independent watchdog, which resets the chip if the program hangs.

use stm32_metapac::iwdg::vals::{Key, Pr};
use stm32_metapac::{DBGMCU, IWDG};

/// A running watchdog. Once started, it cannot be stopped.
#[derive(Clone, Copy, Debug)]
pub struct Watchdog(());

impl Watchdog {
    /// Starts it with a timeout of eight seconds. It has its own 32 kHz oscillator, here divided by
    /// 64. The emulator has no watchdog; writes to it have no effect there.
    #[must_use]
    pub fn start() -> Self {
        // Frozen while a debugger has halted the program, or every breakpoint would end in a reset.
        DBGMCU.apb1fzr1().modify(|w| w.set_iwdg(true));
        IWDG.kr().write(|w| w.set_key(Key::START));
        IWDG.kr().write(|w| w.set_key(Key::ENABLE));
        IWDG.pr().write(|w| w.set_pr(Pr::DIVIDE_BY64));
        IWDG.rlr().write(|w| w.set_rl(4000));
        super::wait_for(|| IWDG.sr().read().0 == 0);
        Self::feed();
        Self(())
    }

    /// Restarts the timeout. Has no effect if no watchdog runs.
    pub fn feed() {
        IWDG.kr().write(|w| w.set_key(Key::RESET));
    }
}
