//! An Othello console without its hardware: buttons, menu, an 8x8 LED picture, a serial line and
//! saved games.
//!
//! A board implements [`Hardware`] and runs a [`Console`]. Everything else is independent of the
//! hardware, so it also runs on a PC, in tests or behind another user interface:
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
//! // The work of each iteration, which also runs during a search.
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
//! // Holding the button has played the first legal square, and the engine has replied.
//! assert!(panel.game().to_string().starts_with("d3"));
//! ```
//!
//! # How a press becomes light
//!
//! | step | type |
//! |---|---|
//! | record the contacts in a timer interrupt | [`Contacts`] |
//! | debounce the contact and recognise gestures | [`Button`], [`Gesture`] |
//! | map gestures to actions | [`OneButton`], [`FiveButtons`], [`Action`] |
//! | apply actions to the game, the cursor and the menu | [`Panel`], [`Settings`] |
//! | search for the panel, from the book or with the engine | [`serve_from_book`], [`serve_request`], [`Request`] |
//! | search while a person chooses | [`ponder`] |
//! | render the picture | [`Panel::render`], [`Frame`], [`Rgb8`] |
//! | drive the LEDs | [`Hardware::show`] |
//!
//! # How a command becomes a move
//!
//! [`Hardware::receive`] gives bytes, [`LineBuffer`] makes lines of them, and
//! [`engine::gtp`] answers each line. It plays the panel's own game.
//!
//! # How a game survives a power cut
//!
//! [`Panel::save`] encodes the game as a [`SavedGame`]. A board keeps it in RAM that a reset does not
//! clear, and in the pages of a [`Flash`], where a [`Journal`] spreads the wear.
//!
//! # Features and limits
//!
//! The feature `dark-chess` adds the second game, `dark_chess`: the menu switches between the two, and
//! both are saved. The crate is `no_std`, does not allocate, and has no `unsafe` code. A
//! [`Console`] takes about 8 KB of RAM besides its table of [`TABLE_ENTRIES`] entries, and a search
//! at most 20 KB of stack. Board sizes 8x8 and 6x6 are a type parameter of [`Panel`].
#![no_std]

mod balance;
mod book_move;
mod brightness;
mod button;
mod console;
mod contacts;
mod controls;
#[cfg(feature = "dark-chess")]
pub mod dark_chess;
mod frame;
mod glyph;
mod hardware;
mod journal;
mod line_buffer;
mod menu;
mod panel;
mod panel_state;
mod ponder;
mod saved_game;
mod scene;
mod screen;
mod serial_player;
mod serve;

pub use balance::Balance;
pub use book_move::serve_from_book;
pub use brightness::Brightness;
pub use button::{Button, DEBOUNCE_MS, DOUBLE_MS, Gesture, HOLD_MS, LONG_HOLD_MS};
pub use console::{Console, TABLE_ENTRIES, board_search};
pub use contacts::Contacts;
pub use controls::{Action, Five, FiveButtons, OneButton};
pub use frame::{Frame, FrameError, Rgb8};
pub use hardware::{Hardware, Pressed, Received};
pub use journal::{Flash, Journal};
pub use line_buffer::{LineBuffer, LineError};
pub use menu::{Entry as MenuEntry, Players, Settings};
pub use panel::{Panel, Request, Showing, Task};
pub use ponder::ponder;
pub use saved_game::{GameKind, SavedGame};
pub use scene::{BLACK, LEGAL, LIGHT, REFUSED, WHITE, hue};
pub use serve::{serve_request, serve_request_with_progress};
pub use wedge_engine as engine;
