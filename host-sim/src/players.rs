//! The players, one file each.
//!
//! A new player is a file with its `KIND` and a function `player` that seats one, and its name in
//! the two lists below.

mod first;
mod gtp;
mod kind;
mod random;
pub(crate) mod wedge;

use anyhow::{Result, bail};
use wedge_engine::Size;

use crate::player::{Player, PlayerSpec};

pub use kind::{Choosable, Form, Kind, Takes};

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// Every kind of player, in the order in which people are shown them.
        pub static KINDS: &[Kind] = &[wedge::KIND, $($kind::KIND),*];

        /// A player that needs no memory outside itself: any but the engine.
        pub(crate) fn seat<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
            match spec.kind().name {
                $(name if name == $kind::KIND.name => $kind::player(spec),)*
                name => bail!("a player of the kind `{name}` needs memory"),
            }
        }
    };
}

kinds![gtp, first, random];
