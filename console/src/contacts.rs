//! Button contacts as a timer interrupt records them.

use heapless::Deque;

use crate::button::DEBOUNCE_MS;
use crate::controls::Five;
use crate::hardware::Pressed;

/// Changes that wait for the console: more than a person makes in the longest pause between polls.
const CHANGES: usize = 16;

/// Records debounced changes of the contacts with their times, so that a press between two polls of
/// the console is not lost and no gesture is measured too long.
///
/// A timer interrupt calls [`Contacts::sample`] every millisecond or so; the board returns
/// [`Contacts::next_change`] from [`Hardware::next_change`](crate::Hardware::next_change).
///
/// ```
/// use wedge_console::{Contacts, Pressed};
///
/// let mut contacts = Contacts::new();
/// for now in 0..200 {
///     contacts.sample(Pressed { one: (100..150).contains(&now), ..Pressed::default() }, now);
/// }
/// let changes: Vec<_> = core::iter::from_fn(|| contacts.next_change()).collect();
/// assert_eq!(changes.iter().map(|(pressed, at)| (pressed.one, *at)).collect::<Vec<_>>(),
///     [(false, 0), (true, 100), (false, 150)]);
/// ```
#[derive(Clone, Debug)]
pub struct Contacts {
    raw: [bool; 6],
    /// When each raw contact last changed.
    raw_since: [u64; 6],
    stable: [bool; 6],
    changes: Deque<(Pressed, u64), CHANGES>,
}

impl Default for Contacts {
    fn default() -> Self {
        Self::new()
    }
}

impl Contacts {
    /// Contacts that have not been sampled. They count as pressed, as for
    /// [`Button::new`](crate::Button::new): one that is stuck from the start never changes.
    #[must_use]
    pub const fn new() -> Self {
        Self { raw: [true; 6], raw_since: [0; 6], stable: [true; 6], changes: Deque::new() }
    }

    /// Samples the raw contacts at a time in milliseconds.
    pub fn sample(&mut self, pressed: Pressed, now: u64) {
        let mut changed = None;
        let contacts = self.raw.iter_mut().zip(&mut self.raw_since).zip(&mut self.stable);
        for (((raw, since), stable), level) in contacts.zip(pressed.levels()) {
            if *raw != level {
                (*raw, *since) = (level, now);
            }
            if *raw != *stable && now.saturating_sub(*since) >= DEBOUNCE_MS {
                *stable = *raw;
                changed = Some(*since);
            }
        }
        if let Some(since) = changed {
            if self.changes.is_full() {
                // The oldest goes: the newest says what is pressed now.
                self.changes.pop_front();
            }
            let _ = self.changes.push_back((self.pressed(), since));
        }
    }

    /// The next change: the contacts after it, and when they changed.
    pub fn next_change(&mut self) -> Option<(Pressed, u64)> {
        self.changes.pop_front()
    }

    /// The debounced contacts.
    #[must_use]
    pub const fn pressed(&self) -> Pressed {
        let [one, up, down, left, right, select] = self.stable;
        Pressed { one, five: Five { up, down, left, right, select } }
    }
}

impl Pressed {
    const fn levels(self) -> [bool; 6] {
        let Five { up, down, left, right, select } = self.five;
        [self.one, up, down, left, right, select]
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::button::{DOUBLE_MS, HOLD_MS, LONG_HOLD_MS};
    use crate::controls::{Action, OneButton};

    const ONE: Pressed = Pressed {
        one: true,
        five: Five { up: false, down: false, left: false, right: false, select: false },
    };

    fn level(down: &[(u64, u64)], now: u64) -> Pressed {
        let one = down.iter().any(|&(from, to)| from <= now && now < to);
        Pressed { one, ..Pressed::default() }
    }

    /// The actions of a button whose contact is recorded every millisecond and read at the given
    /// times only, as the console reads it.
    fn recorded(down: &[(u64, u64)], polls: impl Iterator<Item = u64>) -> Vec<Action> {
        let (mut contacts, mut button) = (Contacts::new(), OneButton::default());
        let (mut actions, mut last, mut now) = (Vec::new(), true, 0);
        for poll in polls {
            while now <= poll {
                contacts.sample(level(down, now), now);
                now += 1;
            }
            while let Some((pressed, at)) = contacts.next_change() {
                actions.extend(button.sample(last, at));
                actions.extend(button.sample(pressed.one, at));
                last = pressed.one;
            }
            actions.extend(button.sample(contacts.pressed().one, poll));
        }
        actions
    }

    #[test]
    fn a_press_within_a_long_pause_is_kept() {
        // The poll sees nothing of the tap: it is over after 40 ms of a pause of 89 ms.
        let polls = || (0..100).chain([189]).chain(189..600);
        assert_eq!(recorded(&[(120, 160)], polls()), [Action::Touch, Action::Next]);
    }

    #[test]
    fn too_many_changes_keep_the_last() {
        let mut contacts = Contacts::new();
        for now in 0..3000_u64 {
            contacts.sample(if now / 50 % 2 == 1 { ONE } else { Pressed::default() }, now);
        }
        let changes: Vec<_> = core::iter::from_fn(|| contacts.next_change()).collect();
        assert_eq!(changes.len(), CHANGES);
        assert_eq!(changes.last().map(|&(pressed, _)| pressed), Some(contacts.pressed()));
    }

    #[test]
    fn noise_on_one_contact_does_not_hold_up_another() {
        let mut contacts = Contacts::new();
        for now in 0..100 {
            let five = Five { up: now % 2 == 0, select: now >= 50, ..Five::default() };
            contacts.sample(Pressed { one: false, five }, now);
        }
        assert!(contacts.pressed().five.select);
    }

    proptest! {
        /// Reading seldom gives the actions of reading every millisecond, apart from the extra
        /// touch-and-arm steps that only show while a button is down.
        #[test]
        fn pauses_lose_no_action(
            spans in proptest::collection::vec((15_u64..900, 15_u64..900), 1..6),
            pause in 1_usize..100,
        ) {
            // A release counts after the debounce time: a press or a pause that ends just before a
            // threshold may fall on either side of it.
            let clear = |length: u64| {
                [HOLD_MS, LONG_HOLD_MS, DOUBLE_MS].iter().all(|at| length.abs_diff(*at) > 15)
            };
            prop_assume!(spans.iter().all(|&(up, pressed)| clear(up) && clear(pressed)));
            let mut down = Vec::new();
            let mut at = 100;
            for (up, pressed) in spans {
                at += up;
                down.push((at, at + pressed));
                at += pressed;
            }
            let end = at + 3000;
            let acting = |actions: Vec<Action>| -> Vec<Action> {
                actions.into_iter().filter(|action| !matches!(action, Action::Arm)).collect()
            };
            let often = acting(recorded(&down, 0..end));
            prop_assert_eq!(acting(recorded(&down, (0..end).step_by(pause))), often);
        }
    }
}
