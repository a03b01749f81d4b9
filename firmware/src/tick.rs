//! The time and the buttons, which a timer interrupt advances every millisecond.

use core::cell::{Cell, RefCell};

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
