//! The Othello console without its hardware: what a press does, what the 64 lights show.
//!
//! Everything here is `no_std`, generic over `embedded-hal`, and runs on a PC as well as on a
//! board, so that the same panel can be tested and played without one.
//!
//! A press travels so: contact -> [`Button`] -> [`Action`] -> [`Panel`] -> [`Frame`] -> lights. While
//! the engine works for the panel ([`serve_request`]), the same way stays open, so that no press is lost and
//! a picture is never late; it thinks on while a person chooses ([`ponder`]). On a serial line a
//! [`LineBuffer`] makes lines of bytes, which [`engine::gtp`] answers.
//!
//! ```
//! use wedge_console::engine::{Options, Search, SplitMix64, Standard, Table};
//! use wedge_console::{Frame, OneButton, Panel, serve_request};
//!
//! # let mut clock = 0;
//! # let mut time = || { clock += 10; clock };
//! # let pressed = |now: u64| (100..800).contains(&now);
//! # let mut shown = Frame::default();
//! let table = Table::<2048>::new();
//! let mut search = Search::new(Standard, Some(table.view()), Options::default());
//! let mut random = SplitMix64::new(1);
//! let mut button = OneButton::default();
//! let mut panel: Panel = Panel::new();
//! // Everything that has to happen some fifty times a second, whatever else goes on.
//! let mut poll = |panel: &mut Panel| {
//!     let now = time();
//!     if let Some(action) = button.sample(pressed(now), now) {
//!         panel.handle(action, now);
//!     }
//!     panel.tick(now);
//!     shown = panel.render(now).gamma();
//!     now
//! };
//! while panel.game().moves().len() < 2 {
//!     poll(&mut panel);
//!     serve_request(&mut panel, &mut search, &mut random, &mut poll);
//! }
//! // A hold played the first legal square, and the engine has answered.
//! assert!(panel.game().to_string().starts_with("d3"));
//! ```
#![no_std]

mod book_move;
mod button;
mod console;
mod controls;
mod frame;
mod glyph;
mod hardware;
mod journal;
mod line_buffer;
mod menu;
mod panel;
mod ponder;
mod saved_game;
mod scene;
mod serial_player;
mod serve;

pub use book_move::serve_from_book;
pub use button::{Button, DEBOUNCE_MS, DOUBLE_MS, Gesture, HOLD_MS, LONG_HOLD_MS};
pub use console::{Console, TABLE_ENTRIES, board_search};
pub use controls::{Action, Five, FiveButtons, OneButton};
pub use frame::{Frame, FrameError, Rgb8};
pub use hardware::{Hardware, Pressed, Received};
pub use journal::{Flash, Journal};
pub use line_buffer::{LineBuffer, LineError};
pub use menu::{Entry as MenuEntry, Players, Settings};
pub use panel::{Panel, Request, Showing, Task};
pub use ponder::ponder;
pub use saved_game::SavedGame;
pub use scene::{BLACK, LEGAL, LIGHT, REFUSED, WHITE, hue};
pub use serve::{serve_request, serve_request_with_progress};
pub use wedge_engine as engine;
