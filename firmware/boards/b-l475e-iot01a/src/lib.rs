//! Chip support of the B-L475E-IOT01A, for its console and for the program that measures the engine.
//!
//! What does not touch a register builds and is tested on a PC as well.
#![no_std]

pub mod stm32l4;
