//! Maps buttons to actions: one button with several gestures, or five buttons.

use wedge_engine::Square;

use crate::button::{Button, Gesture};

/// A player's action, whatever input it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Moves the cursor to the next legal square, or the menu to the next entry.
    Next,
    /// Moves the cursor up, or increases a menu value.
    Up,
    /// Moves the cursor down, or decreases a menu value.
    Down,
    /// Moves the cursor left, or the menu to the previous entry.
    Left,
    /// Moves the cursor right, or the menu to the next entry.
    Right,
    /// The button went down. The action that follows refers to what is shown now.
    Touch,
    /// The button is held long enough for [`Action::Select`] on release, which the panel shows.
    Arm,
    /// Plays at the cursor, selects the menu entry, or makes the engine move at once.
    Select,
    /// Takes back a move, or leaves the menu.
    TakeBack,
    /// Opens or closes the menu.
    Menu,
    /// Plays on a square that was clicked.
    Point(Square),
}

/// An unmodified board with one button: tap for the next square, hold to play it, double tap to take
/// back, long hold for the menu.
#[derive(Clone, Debug, Default)]
pub struct OneButton(Button);

impl OneButton {
    /// Samples the button's level (true when pressed) at a time in milliseconds.
    pub fn sample(&mut self, pressed: bool, now: u64) -> Option<Action> {
        self.0.sample(pressed, now).map(Self::action)
    }

    /// The action of a gesture.
    #[must_use]
    pub const fn action(gesture: Gesture) -> Action {
        match gesture {
            Gesture::Press => Action::Touch,
            Gesture::Tap => Action::Next,
            Gesture::DoubleTap => Action::TakeBack,
            Gesture::Arm => Action::Arm,
            Gesture::Hold => Action::Select,
            Gesture::LongHold => Action::Menu,
        }
    }
}

/// One value for each of five buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Five<T> {
    /// Cursor up.
    pub up: T,
    /// Cursor down.
    pub down: T,
    /// Cursor left.
    pub left: T,
    /// Cursor right.
    pub right: T,
    /// Play; when held, the menu.
    pub select: T,
}

/// Five buttons: four that move the cursor when pressed, and select, which opens the menu when held.
#[derive(Clone, Debug, Default)]
pub struct FiveButtons(Five<Button>);

impl FiveButtons {
    /// Samples the five levels at a time in milliseconds; returns at most one action.
    pub fn sample(&mut self, pressed: Five<bool>, now: u64) -> Option<Action> {
        let direction = |button: &mut Button, pressed, action| {
            (button.sample(pressed, now) == Some(Gesture::Press)).then_some(action)
        };
        let up = direction(&mut self.0.up, pressed.up, Action::Up);
        let down = direction(&mut self.0.down, pressed.down, Action::Down);
        let left = direction(&mut self.0.left, pressed.left, Action::Left);
        let right = direction(&mut self.0.right, pressed.right, Action::Right);
        let select = match self.0.select.sample(pressed.select, now) {
            Some(Gesture::Press) => Some(Action::Touch),
            Some(Gesture::Tap) => Some(Action::Select),
            Some(Gesture::Arm) => Some(Action::Menu),
            _ => None,
        };
        select.or(up).or(down).or(left).or(right)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn one_button_gives_every_action() {
        let mut button = OneButton::default();
        let down = [(100, 150), (600, 650), (700, 750), (1500, 2200), (3000, 5000)];
        let actions: Vec<_> = (0..6000)
            .filter_map(|now| {
                button.sample(down.iter().any(|&(from, to)| from <= now && now < to), now)
            })
            .collect();
        use Action::{Arm, Menu, Next, Select, TakeBack, Touch};
        let taps = [Touch, Next, Touch, Next, Touch, Next, TakeBack];
        let holds = [Touch, Arm, Select, Touch, Arm, Menu];
        assert_eq!(actions, [&taps[..], &holds].concat());
    }

    #[test]
    fn five_buttons_act_independently() {
        let mut buttons = FiveButtons::default();
        let actions: Vec<_> = (0..3000)
            .filter_map(|now| {
                let pressed = Five {
                    up: (100..900).contains(&now),
                    down: (200..300).contains(&now),
                    left: (400..500).contains(&now),
                    right: (600..700).contains(&now),
                    select: (1000..1100).contains(&now) || (1500..2500).contains(&now),
                };
                buttons.sample(pressed, now)
            })
            .collect();
        use Action::{Down, Left, Menu, Right, Select, Touch, Up};
        assert_eq!(actions, [Up, Down, Left, Right, Touch, Select, Touch, Menu]);
    }
}
