//! Dark chess on the matrix: the second game of the console.
//!
//! The board lies on its side: a column of LEDs is a rank, and a square has two LEDs, one above the
//! other. The upper one has the owner's hue, the lower one the hue of the piece's rank. A face-down
//! piece is dim, an empty square dark. A piece that is picked up or revealed fills the matrix with
//! its letter.
//!
//! | step | type |
//! |---|---|
//! | the deal, the game and the plies that can be taken back | [`DealtGame`] |
//! | apply actions, render the picture | [`Panel`] |
//! | search for the panel | [`serve_request`], [`board_search`] |
//!
//! ```
//! use wedge_console::Action;
//! use wedge_console::dark_chess::{Panel, board_search, serve_request};
//! use wedge_console::engine::Table;
//!
//! let table = Table::<4096>::new();
//! let mut search = board_search(table.view());
//! let mut panel = Panel::new();
//! panel.handle(Action::Select, 0); // flips the first piece
//! let mut now = 0;
//! while panel.dealt().plies() < 2 {
//!     serve_request(&mut panel, &mut search, &mut |panel: &mut Panel| {
//!         now += 10;
//!         panel.tick(now);
//!         now
//!     });
//!     now += 10;
//!     panel.tick(now);
//! }
//! ```

mod actions;
mod console;
mod dealt_game;
mod letters;
mod panel;
mod render;
mod saved;
mod serve;

pub use dealt_game::DealtGame;
pub use letters::{FACE_DOWN, owner_hue, rank_hue};
pub use panel::{Panel, Request, Showing};
pub use serve::{board_search, serve_request};
pub use wedge_dark_chess as engine;

pub(crate) use console::Player;
