//! Protocols by which other programs drive the engine, one folder each.

pub mod gtp;
pub(crate) mod inbox;
pub mod nboard;
pub(crate) mod ponder;
