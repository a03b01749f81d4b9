//! The Othello console without its hardware: what a press does, what the 64 lights show.
//!
//! Everything here is `no_std`, generic over `embedded-hal`, and runs on a PC as well as on a
//! board, so that the same panel can be tested and played without one.
#![no_std]

mod button;
mod console;
mod controls;
mod frame;
mod glyph;
mod menu;
mod panel;
mod saved;
mod scene;
mod work;

pub use button::{Button, DEBOUNCE_MS, DOUBLE_MS, Gesture, HOLD_MS, LONG_HOLD_MS};
pub use console::{Console, LineError};
pub use controls::{Action, Five, FiveButtons, OneButton};
pub use frame::{Frame, FrameError, Rgb8};
pub use menu::{Players, Settings};
pub use panel::{Panel, Request, Task};
pub use saved::SavedGame;
pub use scene::{BLACK, LEGAL, LIGHT, REFUSED, WHITE, hue};
pub use wedge_engine as engine;
pub use work::work;
