//! Protocols by which other programs drive the engine, and the parts they share.

pub(crate) mod agent;
pub mod gtp;
pub(crate) mod inbox;
pub mod nboard;
pub(crate) mod ponder;
