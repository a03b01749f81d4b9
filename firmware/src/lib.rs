//! Code that boards share: drivers for LED matrices over `embedded-hal`, and chip support.
//!
//! A board is a program in `boards/`: it names its pins and implements
//! [`Hardware`](wedge_console::Hardware). The drivers build and are tested on a PC as well.
#![no_std]

pub mod dm163;
#[cfg(target_os = "none")]
pub mod stm32l4;
