//! Buttons to wishes: one button with four gestures, or five with their own meanings.

use wedge_engine::Square;

use crate::button::{Button, Gesture};

/// What the player wants of the panel, whichever way it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// On to the next legal square or menu entry.
    Next,
    /// The cursor up, or a menu value up.
    Up,
    /// The cursor down, or a menu value down.
    Down,
    /// The cursor left, or to the menu entry before.
    Left,
    /// The cursor right, or to the menu entry after.
    Right,
    /// A finger is on the button: what it will say is about what is shown now.
    Touch,
    /// The button is held long enough: the panel shows that letting go will select.
    Arm,
    /// Play here, choose this entry, move now.
    Select,
    /// Take back a move; leave the menu.
    TakeBack,
    /// Open or close the menu.
    Menu,
    /// Play on this square: a click or a touch.
    Point(Square),
}

/// The board as bought: tap for the next square, hold to play it, double tap to take back, very
/// long hold for the menu.
#[derive(Clone, Debug, Default)]
pub struct OneButton(Button);

impl OneButton {
    /// Takes the button's level (true when pressed) at a time in milliseconds.
    pub fn sample(&mut self, pressed: bool, now: u64) -> Option<Action> {
        self.0.sample(pressed, now).map(Self::action)
    }

    /// What a gesture of the only button means.
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

/// The levels of five buttons, true when pressed.
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
    /// Play; held: the menu.
    pub select: T,
}

/// A free cursor: four directions that act as they go down, and select, which held opens the menu.
#[derive(Clone, Debug, Default)]
pub struct FiveButtons(Five<Button>);

impl FiveButtons {
    /// Takes the five levels at a time in milliseconds; tells at most one action a call.
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
    fn one_button_says_everything() {
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
    fn five_buttons_act_each_for_itself() {
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
