//! The console in a terminal: the panel of the board, a screen, keys and mouse, or plain lines.

pub(crate) mod analysis;
pub mod app;
pub mod button;
pub mod console;
pub mod dialog;
pub(crate) mod lines;
pub mod matrix;
pub mod palette;
pub mod picture;
pub mod screen;
pub mod screen_loop;
pub(crate) mod sheet;
pub mod start;
pub mod status;
pub mod thinker;
pub mod thought;
