//! The players, one file each.

mod first;
mod gtp;
mod random;
mod wedge;

pub use first::First;
pub use gtp::Gtp;
pub use random::Random;
pub use wedge::Wedge;
