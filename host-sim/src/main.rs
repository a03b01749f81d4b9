//! Wedge on a PC.
fn main() {}
