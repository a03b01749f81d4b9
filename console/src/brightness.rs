//! The brightness of the lights, a setting of the menu.

/// How bright the lights are, in five steps; each is about twice as bright as the one before.
///
/// A board scales the current of its LEDs by [`Brightness::of_63`]. Step 3, the default, is a
/// quarter of full scale: bright indoors, and a full board stays far below what a USB port supplies.
///
/// ```
/// use wedge_console::Brightness;
///
/// assert_eq!(Brightness::default().of_63(), 16);
/// assert_eq!(Brightness::new(6), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Brightness(u8);

impl Default for Brightness {
    fn default() -> Self {
        Self(3)
    }
}

impl Brightness {
    /// The number of steps.
    pub const STEPS: u8 = 5;

    /// A step from 1 to [`Brightness::STEPS`].
    #[must_use]
    pub const fn new(step: u8) -> Option<Self> {
        if step >= 1 && step <= Self::STEPS { Some(Self(step)) } else { None }
    }

    /// The step, from 1.
    #[must_use]
    pub const fn step(self) -> u8 {
        self.0
    }

    /// The share of full scale, in 63rds: the six bits of a DM163's current setting.
    #[must_use]
    pub const fn of_63(self) -> u8 {
        match self.0 {
            1 => 4,
            2 => 8,
            3 => 16,
            4 => 32,
            _ => 63,
        }
    }

    /// The next step; after the last comes the first.
    #[must_use]
    pub const fn up(self) -> Self {
        Self(self.0 % Self::STEPS + 1)
    }

    /// The step before; before the first comes the last.
    #[must_use]
    pub const fn down(self) -> Self {
        Self((self.0 + Self::STEPS - 2) % Self::STEPS + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_around_and_grow() {
        let mut step = Brightness::default();
        for _ in 0..Brightness::STEPS {
            assert_eq!(step.up().down(), step);
            assert!(step.up().of_63() > step.of_63() || step.up().step() == 1);
            assert_eq!(Brightness::new(step.step()), Some(step));
            step = step.up();
        }
        assert_eq!(step, Brightness::default());
        assert_eq!(Brightness::new(0), None);
    }
}
