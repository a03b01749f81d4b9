//! The console in a terminal: the board's panel on a screen with keys and mouse, or in plain lines.

pub(crate) mod analysis;
pub mod app;
pub mod dialog;
pub(crate) mod dialog_view;
pub mod engine_worker;
pub mod event_loop;
pub mod layout;
pub(crate) mod line_mode;
pub mod matrix;
pub mod palette;
pub mod screenshot;
pub mod search_info;
pub mod session;
pub mod space_bar;
pub mod start;
pub mod status;
pub mod tty;
