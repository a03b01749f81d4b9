//! A cup: groups, then knock-out.

pub(crate) mod draw;
pub(crate) mod table;

pub use table::{Cup, Duel, Group, Round};
