//! The current that a picture draws, and dimming it to what the supply gives.

use wedge_console::{Frame, Rgb8};

/// The sum of the levels of some LEDs: 765 for one that is white at full scale.
pub(crate) fn levels<'a>(leds: impl IntoIterator<Item = &'a Rgb8>) -> u32 {
    leds.into_iter().map(|led| u32::from(led.r) + u32::from(led.g) + u32::from(led.b)).sum()
}

/// A picture dimmed so that a load shrinks to a limit, or as it is if the load is within it. The
/// levels are rounded down, so that the new load does not exceed the limit.
pub(crate) fn dimmed(frame: &Frame, load: u32, limit: u32) -> Frame {
    if load <= limit {
        return *frame;
    }
    let dim = |level: u8| (u64::from(level) * u64::from(limit) / u64::from(load)) as u8;
    Frame(frame.0.map(|row| row.map(|led| Rgb8::new(dim(led.r), dim(led.g), dim(led.b)))))
}
