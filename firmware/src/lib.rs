//! What boards share: drivers for their lights, without a chip.
//!
//! A board is a package in `boards/`: it names its pins and implements
//! [`Hardware`](wedge_console::Hardware). The drivers build and are tested on a PC as well.
#![no_std]

pub mod dm163;
