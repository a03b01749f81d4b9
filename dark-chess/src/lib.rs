//! Chinese dark chess (banqi) for microcontrollers and PCs.
#![no_std]

mod rules;
mod types;

pub use rules::*;
pub use types::*;
