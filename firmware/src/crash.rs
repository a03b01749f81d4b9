//! What boards do alike when their program crashes.

use core::sync::atomic::{AtomicBool, Ordering};

use wedge_console::{Frame, Rgb8};

/// Whether the program is in its crash handler.
static CRASHING: AtomicBool = AtomicBool::new(false);

/// Marks the program as crashing. Returns true the first time: a crash inside a crash, such as a
/// fault while the logger was locked, must not log again. Interrupts are off by then.
#[must_use]
pub fn begin() -> bool {
    let first = !CRASHING.load(Ordering::Relaxed);
    CRASHING.store(true, Ordering::Relaxed);
    first
}

/// A sign that lights show in red: its upper half, of which the lower half is the mirror image.
#[derive(Clone, Copy, Debug)]
pub struct Sign([u8; 4]);

impl Sign {
    /// A cross: the program has panicked.
    pub const PANIC: Self = Self([0b1000_0001, 0b0100_0010, 0b0010_0100, 0b0001_1000]);
    /// Two rings: the chip has reported a fault.
    pub const FAULT: Self = Self([0b1111_1111, 0b1000_0001, 0b1011_1101, 0b1010_0101]);

    /// The sign as a picture.
    #[must_use]
    pub fn frame(self) -> Frame {
        let mut frame = Frame::default();
        for (row, leds) in frame.0.iter_mut().enumerate() {
            let line = self.0.get(row.min(7 - row % 8)).copied().unwrap_or(0);
            for (column, led) in leds.iter_mut().enumerate() {
                if line >> column & 1 != 0 {
                    *led = Rgb8::new(255, 0, 0);
                }
            }
        }
        frame
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::String;

    use super::*;

    fn picture(sign: Sign) -> String {
        let lit = |led: &Rgb8| if *led == Rgb8::DARK { '.' } else { '#' };
        let row = |row: &[Rgb8; 8]| row.iter().map(lit).chain(['\n']).collect::<String>();
        sign.frame().0.iter().map(row).collect()
    }

    #[test]
    fn a_panic_is_a_cross_and_a_fault_two_rings() {
        let cross =
            "#......#\n.#....#.\n..#..#..\n...##...\n...##...\n..#..#..\n.#....#.\n#......#\n";
        let rings =
            "########\n#......#\n#.####.#\n#.#..#.#\n#.#..#.#\n#.####.#\n#......#\n########\n";
        assert_eq!((picture(Sign::PANIC).as_str(), picture(Sign::FAULT).as_str()), (cross, rings));
    }

    #[test]
    fn only_the_first_crash_logs() {
        assert!(begin());
        assert!(!begin());
    }
}
