//! `serial`: a board at a serial port, which speaks GTP.

use anyhow::Result;
use wedge_engine::Size;

use super::Kind;
use super::gtp::Gtp;
use crate::players::player::{Player, PlayerSpec};

pub(super) const KIND: Kind = Kind::with_address(
    "serial",
    "a board at a serial port, which speaks GTP",
    "the name of a serial port, such as /dev/ttyACM0 or COM3",
);

pub(super) fn player<S: Size>(spec: &PlayerSpec) -> Result<Box<dyn Player<S>>> {
    Ok(Box::new(Gtp::at_port(spec.address())?))
}
