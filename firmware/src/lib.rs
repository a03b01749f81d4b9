//! The Othello console without its hardware: what a press does, what the 64 lights show.
//!
//! Everything here is `no_std`, generic over `embedded-hal`, and runs on a PC as well as on a
//! board, so that the same panel can be tested and played without one.
#![no_std]

pub use wedge_engine as engine;
