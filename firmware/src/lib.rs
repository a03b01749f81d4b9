//! What boards share: drivers for their lights, without a chip.
//!
//! | lights | driver |
//! |---|---|
//! | 8x8 RGB matrix behind a DM163, such as the Colors Shield | [`dm163`] |
//! | 64 WS2812 ("NeoPixel") LEDs | [`ws2812`] |
//! | 8x8 matrix of one colour behind a MAX7219 | [`max7219`] |
//! | a pixel display with an `embedded-graphics` driver | [`pixels`] |
//!
//! Each is a [`Lights`]. A pixel display can also show the game with letters, numbers and words:
//! [`screen`]. A board with a Cortex-M takes its start, its tick, its saved games and its stack from
//! `start`, `tick`, `kept` and `stack`, which only such a chip has; [`crash`] is what it shows when its
//! program ends.
//!
//! A board is a package in `boards/`: it names its pins and implements
//! [`Hardware`](wedge_console::Hardware). The drivers build and are tested on a PC as well.
#![no_std]

pub mod crash;
pub mod dm163;
#[cfg(all(target_arch = "arm", target_os = "none"))]
pub mod kept;
mod lights;
pub mod max7219;
pub mod pixels;
mod power;
pub mod screen;
#[cfg(all(target_arch = "arm", target_os = "none"))]
pub mod stack;
#[cfg(all(target_arch = "arm", target_os = "none"))]
pub mod start;
#[cfg(all(target_arch = "arm", target_os = "none"))]
pub mod tick;
pub mod ws2812;

pub use lights::Lights;
