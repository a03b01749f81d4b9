//! The boards that QEMU emulates, and their buttons.

/// The board's buttons: the user button, and five on header pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The blue button on the board.
    User,
    /// Moves the cursor up.
    Up,
    /// Moves the cursor down.
    Down,
    /// Moves the cursor left.
    Left,
    /// Moves the cursor right.
    Right,
    /// Plays; opens the menu when held.
    Select,
}

impl Button {
    /// All buttons.
    pub const ALL: [Self; 6] =
        [Self::User, Self::Up, Self::Down, Self::Left, Self::Right, Self::Select];

    /// The key of the lm3s6965evb, by QEMU's name; it has no button besides the five.
    pub(super) const fn key(self) -> Option<&'static str> {
        match self {
            Self::User => None,
            Self::Up => Some("up"),
            Self::Down => Some("down"),
            Self::Left => Some("left"),
            Self::Right => Some("right"),
            Self::Select => Some("ctrl"),
        }
    }

    /// The GPIO port and pin of the L475.
    pub(super) const fn pin(self) -> (char, u32) {
        match self {
            Self::User => ('c', 13),
            Self::Up => ('a', 0),
            Self::Down => ('a', 1),
            Self::Left => ('b', 8),
            Self::Right => ('b', 9),
            Self::Select => ('b', 4),
        }
    }
}

/// A board that QEMU emulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// ST's B-L475E-IOT01A with the LED matrix.
    L475,
    /// The LM3S6965 evaluation board with its grey display.
    Lm3s,
}

impl Model {
    /// QEMU's name of the machine.
    pub(super) const fn machine(self) -> &'static str {
        match self {
            Self::L475 => "b-l475e-iot01a",
            Self::Lm3s => "lm3s6965evb",
        }
    }

    /// The RAM: addresses and sizes.
    pub(super) const fn ram(self) -> &'static [(u32, u32)] {
        match self {
            Self::L475 => &[(0x2000_0000, 96 * 1024), (0x1000_0000, 32 * 1024)],
            Self::Lm3s => &[(0x2000_0000, 64 * 1024)],
        }
    }
}
