//! The players, one file each.

mod first;
mod random;
mod wedge;

pub use first::First;
pub use random::Random;
pub use wedge::Wedge;
