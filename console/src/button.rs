//! One button: from a bouncing contact to what the finger meant.

/// A contact must be quiet for this long to be believed. Ordinary switches bounce for 1 to 5 ms.
pub const DEBOUNCE_MS: u64 = 10;
/// From here on a press is a hold.
pub const HOLD_MS: u64 = 500;
/// From here on a hold is a very long one.
pub const LONG_HOLD_MS: u64 = 1500;
/// Two taps with no more than this between them belong together.
pub const DOUBLE_MS: u64 = 200;

/// What a finger did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gesture {
    /// The button went down.
    Press,
    /// It came up soon.
    Tap,
    /// Two taps, and not a third: comes [`DOUBLE_MS`] after the second, whose own [`Gesture::Tap`]
    /// was told at once, so that a tap never waits.
    DoubleTap,
    /// It has been down for [`HOLD_MS`]: let go now, and it is a hold.
    Arm,
    /// It came up after [`HOLD_MS`].
    Hold,
    /// It has been down for [`LONG_HOLD_MS`]; letting go tells nothing more.
    LongHold,
}

/// How far a press has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finger {
    Up,
    Down,
    Armed,
    /// The press is told in full, or was there before anyone looked.
    Spent,
}

/// Reads gestures from a raw contact.
///
/// Call [`Button::sample`] often (every millisecond from an interrupt, or whenever there is time):
/// durations come from the clock, not from the number of calls.
///
/// ```
/// use wedge_console::{Button, Gesture};
///
/// let mut button = Button::new();
/// let gestures: Vec<_> = (0..1000)
///     .filter_map(|now| button.sample((100..200).contains(&now), now))
///     .collect();
/// assert_eq!(gestures, [Gesture::Press, Gesture::Tap]);
/// ```
#[derive(Clone, Debug)]
pub struct Button {
    raw: bool,
    /// When the raw contact last changed.
    raw_since: u64,
    finger: Finger,
    /// When the finger went down or came up.
    since: u64,
    /// Taps that followed each other quickly.
    taps: u8,
}

impl Default for Button {
    fn default() -> Self {
        Self::new()
    }
}

impl Button {
    /// A button nobody has touched yet. One that is down at the first sample is ignored until it
    /// has come up once: a stuck or shorted contact does not play.
    #[must_use]
    pub const fn new() -> Self {
        Self { raw: true, raw_since: 0, finger: Finger::Spent, since: 0, taps: 0 }
    }

    /// Takes the contact's level at a time in milliseconds; tells what it completes, if anything.
    pub fn sample(&mut self, pressed: bool, now: u64) -> Option<Gesture> {
        if pressed != self.raw {
            (self.raw, self.raw_since) = (pressed, now);
        }
        let quiet = now.saturating_sub(self.raw_since) >= DEBOUNCE_MS;
        let went_down = quiet && self.raw && self.finger == Finger::Up;
        let came_up = quiet && !self.raw && self.finger != Finger::Up;
        if went_down {
            self.went_down()
        } else if came_up {
            self.came_up()
        } else {
            self.stays(now)
        }
    }

    fn went_down(&mut self) -> Option<Gesture> {
        if self.raw_since.saturating_sub(self.since) > DOUBLE_MS {
            self.taps = 0;
        }
        (self.finger, self.since) = (Finger::Down, self.raw_since);
        Some(Gesture::Press)
    }

    fn came_up(&mut self) -> Option<Gesture> {
        let held = self.raw_since.saturating_sub(self.since);
        let was = core::mem::replace(&mut self.finger, Finger::Up);
        self.since = self.raw_since;
        match was {
            Finger::Down if held < HOLD_MS => {
                self.taps = self.taps.saturating_add(1);
                Some(Gesture::Tap)
            }
            Finger::Down | Finger::Armed => {
                self.taps = 0;
                Some(if held < LONG_HOLD_MS { Gesture::Hold } else { Gesture::LongHold })
            }
            Finger::Up | Finger::Spent => {
                self.taps = 0;
                None
            }
        }
    }

    fn stays(&mut self, now: u64) -> Option<Gesture> {
        // While the contact bounces, the finger may be up already: nothing grows.
        let lasted = now.saturating_sub(self.since);
        let steady = self.raw == (self.finger != Finger::Up);
        match self.finger {
            Finger::Armed if steady && lasted >= LONG_HOLD_MS => {
                self.finger = Finger::Spent;
                Some(Gesture::LongHold)
            }
            Finger::Down if steady && lasted >= HOLD_MS => {
                self.finger = Finger::Armed;
                Some(Gesture::Arm)
            }
            Finger::Up if steady && self.taps > 0 && lasted > DOUBLE_MS => {
                let taps = core::mem::take(&mut self.taps);
                (taps == 2).then_some(Gesture::DoubleTap)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::Gesture::{Arm, DoubleTap, Hold, LongHold, Press, Tap};
    use super::*;

    /// The gestures of a contact that is down in the given spans, sampled every `step` ms.
    fn gestures(down: &[(u64, u64)], step: usize, until: u64) -> Vec<Gesture> {
        let mut button = Button::new();
        (0..until)
            .step_by(step)
            .filter_map(|now| {
                button.sample(down.iter().any(|&(from, to)| from <= now && now < to), now)
            })
            .collect()
    }

    #[test]
    fn each_gesture_by_its_length() {
        assert_eq!(gestures(&[(100, 180)], 1, 1000), [Press, Tap]);
        assert_eq!(gestures(&[(100, 700)], 1, 1000), [Press, Arm, Hold]);
        assert_eq!(gestures(&[(100, 3000)], 1, 9000), [Press, Arm, LongHold]);
        assert_eq!(
            gestures(&[(100, 180), (300, 400)], 1, 1000),
            [Press, Tap, Press, Tap, DoubleTap]
        );
    }

    #[test]
    fn three_quick_taps_are_steps_and_slow_ones_are_too() {
        let quick = gestures(&[(100, 180), (300, 400), (500, 600)], 1, 2000);
        assert_eq!(quick, [Press, Tap, Press, Tap, Press, Tap]);
        let slow = gestures(&[(100, 180), (500, 600)], 1, 2000);
        assert_eq!(slow, [Press, Tap, Press, Tap]);
        let tap_then_hold = gestures(&[(100, 180), (300, 900)], 1, 2000);
        assert_eq!(tap_then_hold, [Press, Tap, Press, Arm, Hold]);
    }

    #[test]
    fn a_contact_stuck_from_the_start_tells_nothing_until_it_was_up() {
        assert_eq!(gestures(&[(0, 5000)], 1, 6000), []);
        assert_eq!(gestures(&[(0, 5000), (5500, 5600)], 1, 6000), [Press, Tap]);
    }

    #[test]
    fn glitches_shorter_than_the_debounce_time_are_nothing() {
        let glitches: Vec<_> = (0..100).map(|n| (100 + n * 20, 109 + n * 20)).collect();
        assert_eq!(gestures(&glitches, 1, 4000), []);
    }

    #[test]
    fn a_press_is_told_within_the_debounce_time() {
        let mut button = Button::new();
        let first = (0..200).find(|&now| button.sample(now >= 100, now).is_some());
        assert_eq!(first, Some(100 + DEBOUNCE_MS));
    }

    proptest! {
        /// Bounces at both edges change neither which gestures come nor their order.
        #[test]
        fn bouncing_changes_nothing(
            length in 60_u64..3000,
            bounces in proptest::collection::vec(1_u64..5, 0..8),
            step in 1_usize..4,
        ) {
            // Lengths next to a threshold may fall on either side of it.
            let edge = |at: u64| length.abs_diff(at) > 40;
            prop_assume!(edge(HOLD_MS) && edge(LONG_HOLD_MS));
            let clean = gestures(&[(1000, 1000 + length)], 1, 8000);
            let mut down = Vec::new();
            let mut at = 1000;
            for pair in bounces.chunks_exact(2) {
                down.push((at, at + pair[0]));
                at += pair[0] + pair[1];
            }
            down.push((at, 1000 + length));
            let mut at = 1000 + length + 2;
            for pair in bounces.chunks_exact(2) {
                down.push((at, at + pair[0]));
                at += pair[0] + pair[1];
            }
            prop_assert_eq!(gestures(&down, step, 8000), clean);
        }

        /// Whatever the contact does, the story makes sense: a press, then one way to end it.
        #[test]
        fn any_noise_tells_a_possible_story(
            spans in proptest::collection::vec((1_u64..2500, any::<bool>()), 1..60),
            step in 1_u64..30,
        ) {
            let mut button = Button::new();
            let mut now = 0;
            let mut last = None;
            for (length, pressed) in spans {
                let end = now + length;
                while now < end {
                    if let Some(gesture) = button.sample(pressed, now) {
                        let possible = match gesture {
                            Press => !matches!(last, Some(Press | Arm)),
                            Tap | Arm => last == Some(Press),
                            Hold | LongHold => matches!(last, Some(Press | Arm)),
                            DoubleTap => last == Some(Tap),
                        };
                        prop_assert!(possible, "{:?} after {:?}", gesture, last);
                        last = Some(gesture);
                    }
                    now += step;
                }
            }
            // A contact stuck down for good ends the story.
            let stuck: Vec<_> = (0..2000).filter_map(|n| button.sample(true, now + n)).collect();
            prop_assert!(stuck.len() <= 4);
            let silent = (2000..9000).all(|n| button.sample(true, now + n).is_none());
            prop_assert!(silent);
        }
    }
}
