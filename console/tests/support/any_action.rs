//! Actions as a player may make them, for tests with random ones.

use proptest::prelude::*;
use wedge_console::Action;
use wedge_console::engine::Square;

/// Any action; a selection twice as often as each of the others.
pub(crate) fn any_action() -> impl Strategy<Value = Action> {
    let led = (0_usize..64).prop_map(|n| Square::from_index(n).unwrap());
    prop_oneof![
        Just(Action::Next),
        Just(Action::Up),
        Just(Action::Down),
        Just(Action::Left),
        Just(Action::Right),
        Just(Action::Touch),
        Just(Action::Arm),
        Just(Action::Select),
        Just(Action::Select),
        Just(Action::TakeBack),
        Just(Action::Menu),
        led.prop_map(Action::Point),
    ]
}
