//! The time and the buttons, which a timer interrupt advances every millisecond.

use core::cell::{Cell, RefCell};

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use critical_section::Mutex;
use wedge_console::{Contacts, Pressed};

static CONTACTS: Mutex<RefCell<Contacts>> = Mutex::new(RefCell::new(Contacts::new()));
static NOW_MS: Mutex<Cell<u64>> = Mutex::new(Cell::new(0));

/// Works on something that an interrupt shares. It is never borrowed elsewhere at that point, since
/// interrupts are off.
pub fn with<T, R: Default>(shared: &Mutex<RefCell<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    critical_section::with(|token| {
        shared.borrow(token).try_borrow_mut().map_or_else(|_| R::default(), |mut it| work(&mut it))
    })
}

/// Starts the interrupt `SysTick`, every millisecond of a clock of so many hertz.
pub fn start(timer: &mut SYST, hz: u32) {
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(hz / 1000 - 1);
    timer.clear_current();
    timer.enable_counter();
    timer.enable_interrupt();
}

/// Sleeps until the next interrupt.
pub fn wait() {
    cortex_m::asm::wfi();
    // The interrupt runs before anything it changes is read.
    cortex_m::asm::isb();
}

/// Advances the time by a millisecond; returns the new time. Call it first in the interrupt.
pub fn advance() -> u64 {
    critical_section::with(|token| {
        let now = NOW_MS.borrow(token);
        now.set(now.get() + 1);
        now.get()
    })
}

/// Records the contacts of the buttons. Call it in the interrupt.
pub fn sample(pressed: Pressed, now: u64) {
    with(&CONTACTS, |contacts| contacts.sample(pressed, now));
}

/// Milliseconds since the start.
#[must_use]
pub fn now_ms() -> u64 {
    critical_section::with(|token| NOW_MS.borrow(token).get())
}

/// The contacts now.
#[must_use]
pub fn pressed() -> Pressed {
    with(&CONTACTS, |contacts| contacts.pressed())
}

/// The next change of the contacts since the last call, and when it happened.
pub fn next_change() -> Option<(Pressed, u64)> {
    with(&CONTACTS, Contacts::next_change)
}
