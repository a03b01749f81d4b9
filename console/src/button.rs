//! One button: debounces a contact and recognises gestures.

/// The debounce time: a level counts once it has been stable for this long. Ordinary switches bounce
/// for 1 to 5 ms.
pub const DEBOUNCE_MS: u64 = 10;
/// A press of at least this length is a hold.
pub const HOLD_MS: u64 = 500;
/// A hold of at least this length is a long hold.
pub const LONG_HOLD_MS: u64 = 1500;
/// The longest pause between the two taps of a double tap.
pub const DOUBLE_MS: u64 = 200;

/// A gesture on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gesture {
    /// The button went down.
    Press,
    /// It was released before [`HOLD_MS`].
    Tap,
    /// Two taps and no third. Reported [`DOUBLE_MS`] after the second tap, whose own
    /// [`Gesture::Tap`] is reported at once, so that taps have no delay.
    DoubleTap,
    /// It has been down for [`HOLD_MS`]: a release now is a hold.
    Arm,
    /// It was released after [`HOLD_MS`].
    Hold,
    /// It has been down for [`LONG_HOLD_MS`]; the release is not reported.
    LongHold,
}

/// The state of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Up,
    Down,
    Armed,
    /// Down, but with nothing left to report: after a long hold, or down since the first sample.
    Ignored,
}

/// Reads gestures from a raw contact.
///
/// Call [`Button::sample`] often, every millisecond from an interrupt or whenever there is time.
/// Durations are measured by the clock, not by the number of calls.
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
    state: State,
    /// When the button was pressed or released.
    since: u64,
    /// Taps with no more than [`DOUBLE_MS`] between them.
    taps: u8,
}

impl Default for Button {
    fn default() -> Self {
        Self::new()
    }
}

impl Button {
    /// A button that has not been sampled. If it is down at the first sample, it is ignored until it
    /// is released once, so that a stuck or shorted contact does not play.
    #[must_use]
    pub const fn new() -> Self {
        Self { raw: true, raw_since: 0, state: State::Ignored, since: 0, taps: 0 }
    }

    /// Samples the contact's level at a time in milliseconds; returns the gesture it completes, if any.
    pub fn sample(&mut self, pressed: bool, now: u64) -> Option<Gesture> {
        if pressed != self.raw {
            (self.raw, self.raw_since) = (pressed, now);
        }
        let stable = now.saturating_sub(self.raw_since) >= DEBOUNCE_MS;
        let pressed = stable && self.raw && self.state == State::Up;
        let released = stable && !self.raw && self.state != State::Up;
        if pressed {
            self.on_press()
        } else if released {
            self.on_release()
        } else {
            self.on_no_change(now)
        }
    }

    fn on_press(&mut self) -> Option<Gesture> {
        if self.raw_since.saturating_sub(self.since) > DOUBLE_MS {
            self.taps = 0;
        }
        (self.state, self.since) = (State::Down, self.raw_since);
        Some(Gesture::Press)
    }

    fn on_release(&mut self) -> Option<Gesture> {
        let held = self.raw_since.saturating_sub(self.since);
        let was = core::mem::replace(&mut self.state, State::Up);
        self.since = self.raw_since;
        match was {
            State::Down if held < HOLD_MS => {
                self.taps = self.taps.saturating_add(1);
                Some(Gesture::Tap)
            }
            State::Down | State::Armed => {
                self.taps = 0;
                Some(if held < LONG_HOLD_MS { Gesture::Hold } else { Gesture::LongHold })
            }
            State::Up | State::Ignored => {
                self.taps = 0;
                None
            }
        }
    }

    fn on_no_change(&mut self, now: u64) -> Option<Gesture> {
        // While the contact bounces, the button may be up already: no gesture advances.
        let lasted = now.saturating_sub(self.since);
        let steady = self.raw == (self.state != State::Up);
        match self.state {
            State::Armed if steady && lasted >= LONG_HOLD_MS => {
                self.state = State::Ignored;
                Some(Gesture::LongHold)
            }
            State::Down if steady && lasted >= HOLD_MS => {
                self.state = State::Armed;
                Some(Gesture::Arm)
            }
            State::Up if steady && self.taps > 0 && lasted > DOUBLE_MS => {
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
    fn gestures_are_told_apart_by_length() {
        assert_eq!(gestures(&[(100, 180)], 1, 1000), [Press, Tap]);
        assert_eq!(gestures(&[(100, 700)], 1, 1000), [Press, Arm, Hold]);
        assert_eq!(gestures(&[(100, 3000)], 1, 9000), [Press, Arm, LongHold]);
        assert_eq!(
            gestures(&[(100, 180), (300, 400)], 1, 1000),
            [Press, Tap, Press, Tap, DoubleTap]
        );
    }

    #[test]
    fn only_two_quick_taps_are_a_double_tap() {
        let quick = gestures(&[(100, 180), (300, 400), (500, 600)], 1, 2000);
        assert_eq!(quick, [Press, Tap, Press, Tap, Press, Tap]);
        let slow = gestures(&[(100, 180), (500, 600)], 1, 2000);
        assert_eq!(slow, [Press, Tap, Press, Tap]);
        let tap_then_hold = gestures(&[(100, 180), (300, 900)], 1, 2000);
        assert_eq!(tap_then_hold, [Press, Tap, Press, Arm, Hold]);
    }

    #[test]
    fn a_contact_stuck_from_the_start_is_ignored_until_released() {
        assert_eq!(gestures(&[(0, 5000)], 1, 6000), []);
        assert_eq!(gestures(&[(0, 5000), (5500, 5600)], 1, 6000), [Press, Tap]);
    }

    #[test]
    fn glitches_shorter_than_the_debounce_time_are_ignored() {
        let glitches: Vec<_> = (0..100).map(|n| (100 + n * 20, 109 + n * 20)).collect();
        assert_eq!(gestures(&glitches, 1, 4000), []);
    }

    #[test]
    fn a_press_is_reported_after_the_debounce_time() {
        let mut button = Button::new();
        let first = (0..200).find(|&now| button.sample(now >= 100, now).is_some());
        assert_eq!(first, Some(100 + DEBOUNCE_MS));
    }

    proptest! {
        /// Bounces at both edges do not change the gestures or their order.
        #[test]
        fn bouncing_changes_nothing(
            length in 60_u64..3000,
            bounces in proptest::collection::vec(1_u64..5, 0..8),
            step in 1_usize..4,
        ) {
            // Lengths close to a threshold may fall on either side of it.
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

        /// Whatever the contact does, the sequence of gestures is possible.
        #[test]
        fn noise_gives_a_possible_sequence_of_gestures(
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
            // A contact that stays down gives no more gestures.
            let stuck: Vec<_> = (0..2000).filter_map(|n| button.sample(true, now + n)).collect();
            prop_assert!(stuck.len() <= 4);
            let silent = (2000..9000).all(|n| button.sample(true, now + n).is_none());
            prop_assert!(silent);
        }
    }
}
