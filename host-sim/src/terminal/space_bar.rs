//! The board's one button on the space bar.
//!
//! Terminals with the kitty keyboard protocol report key releases: there the space bar is the button,
//! with the board's own timing. Other terminals report only presses, which count as taps; Enter and
//! `m` replace the two holds there.

use std::collections::VecDeque;

use wedge_console::{Action, DEBOUNCE_MS, OneButton};

/// The length of a press whose release is not reported: just longer than the debounce time.
const TAP_MS: u64 = DEBOUNCE_MS + 2;
/// Presses closer together than this come from key repeat.
const REPEAT_MS: u64 = 60;
/// Time beyond this is skipped, as after a suspended program resumes.
const LONGEST_GAP_MS: u64 = 3000;

/// The space bar as the contact of the button.
#[derive(Clone, Debug)]
pub struct SpaceBar {
    /// Its time is [`DEBOUNCE_MS`] ahead.
    button: OneButton,
    /// Upcoming levels of the contact, with their times.
    edges: VecDeque<(u64, bool)>,
    down: bool,
    sampled: u64,
    pressed_at: Option<u64>,
}

impl Default for SpaceBar {
    /// A key that is up. A button ignores a contact that is closed from the start, since it may be
    /// stuck; a key that is pressed right after the start was pressed on purpose.
    fn default() -> Self {
        let mut button = OneButton::default();
        button.sample(false, 0);
        button.sample(false, DEBOUNCE_MS);
        Self { button, edges: VecDeque::new(), down: false, sampled: 0, pressed_at: None }
    }
}

impl SpaceBar {
    /// The key went down; `reports_release` says whether its release will be reported.
    pub fn press(&mut self, now: u64, reports_release: bool) {
        let last = self.pressed_at.replace(now);
        if !reports_release && last.is_some_and(|last| now.saturating_sub(last) < REPEAT_MS) {
            return;
        }
        self.edges.push_back((now, true));
        if !reports_release {
            self.edges.push_back((now + TAP_MS, false));
        }
    }

    /// The key came up.
    pub fn release(&mut self, now: u64) {
        let earliest = self.pressed_at.map_or(now, |pressed| pressed + TAP_MS);
        self.edges.push_back((now.max(earliest), false));
    }

    /// Whether a gesture is under way, so that the next tick should come soon.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.down || !self.edges.is_empty()
    }

    /// The actions of a tap that is under way; none while the key may still be down.
    pub fn finish_tap(&mut self, now: u64) -> Vec<Action> {
        match self.edges.back() {
            Some(&(end, false)) => {
                let later = now.max(end + DEBOUNCE_MS);
                self.advance(later).into_iter().map(|(_, action)| action).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The actions of the button until now, with their times.
    pub fn advance(&mut self, now: u64) -> Vec<(u64, Action)> {
        let from = self.sampled.max(now.saturating_sub(LONGEST_GAP_MS)) + 1;
        let mut actions = Vec::new();
        for at in from..=now {
            while let Some(&(when, down)) = self.edges.front()
                && when <= at
            {
                self.down = down;
                self.edges.pop_front();
            }
            let action = self.button.sample(self.down, at + DEBOUNCE_MS);
            actions.extend(action.map(|action| (at, action)));
        }
        self.sampled = self.sampled.max(now);
        actions
    }
}

#[cfg(test)]
mod tests {
    use wedge_console::Action::{Arm, Menu, Next, Select, TakeBack, Touch};

    use super::*;

    fn said(bar: &mut SpaceBar, until: u64) -> Vec<Action> {
        bar.advance(until).into_iter().map(|(_, action)| action).collect()
    }

    #[test]
    fn with_releases_it_is_the_boards_button() {
        let mut bar = SpaceBar::default();
        assert_eq!(said(&mut bar, 1000), []);
        bar.press(1000, true);
        bar.release(1080);
        assert_eq!(said(&mut bar, 2000), [Touch, Next]);
        bar.press(2000, true);
        assert_eq!(said(&mut bar, 2600), [Touch, Arm]);
        bar.release(2700);
        assert_eq!(said(&mut bar, 3000), [Select]);
        bar.press(3000, true);
        assert_eq!(said(&mut bar, 5000), [Touch, Arm, Menu]);
        bar.release(5000);
        for at in [6000, 6150] {
            bar.press(at, true);
            bar.release(at + 60);
        }
        assert_eq!(said(&mut bar, 7000), [Touch, Next, Touch, Next, TakeBack]);
    }

    /// Press and release can come in one piece.
    /// A key is up when the program starts, however soon it is pressed.
    #[test]
    fn a_tap_right_after_the_start_counts() {
        for at in 0..50 {
            let mut bar = SpaceBar::default();
            bar.press(at, false);
            assert_eq!(said(&mut bar, at + 100), [Touch, Next], "after {at} ms");
        }
    }

    #[test]
    fn a_press_of_no_length_is_a_tap() {
        let mut bar = SpaceBar::default();
        bar.advance(100);
        bar.press(100, true);
        bar.release(100);
        assert_eq!(said(&mut bar, 500), [Touch, Next]);
    }

    #[test]
    fn without_releases_it_taps_and_repetition_is_left_out() {
        let mut bar = SpaceBar::default();
        bar.advance(100);
        bar.press(100, false);
        assert!(bar.is_busy());
        assert_eq!(said(&mut bar, 140), [Touch, Next]);
        assert!(!bar.is_busy());
        bar.advance(1000);
        // Held: the first repetition comes late, the others fast.
        for at in [1000, 1500, 1530, 1560, 1590, 1620] {
            bar.press(at, false);
        }
        assert_eq!(said(&mut bar, 3000), [Touch, Next, Touch, Next]);
        for at in [4000, 4150] {
            bar.press(at, false);
        }
        assert_eq!(said(&mut bar, 5000), [Touch, Next, Touch, Next, TakeBack]);
    }

    #[test]
    fn another_key_does_not_overtake_a_tap() {
        let mut bar = SpaceBar::default();
        bar.advance(100);
        bar.press(100, false);
        assert_eq!(bar.finish_tap(101), [Touch, Next]);
        assert_eq!(said(&mut bar, 1000), []);
        assert_eq!(bar.finish_tap(1000), []);
    }
}
