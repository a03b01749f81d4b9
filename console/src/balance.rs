//! The white balance of the lights, a setting of the serial port.

/// The share of each colour's current, in sixteenths: LEDs of different colours differ in how much
/// light they give, and panels differ from each other.
///
/// ```
/// use wedge_console::Balance;
///
/// assert_eq!(Balance::default().shares(), [16, 16, 16]);
/// assert_eq!(Balance::new([16, 12, 8]).unwrap().shares(), [16, 12, 8]);
/// assert_eq!(Balance::new([16, 0, 8]), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Balance {
    /// What red, green and blue lack of the whole, so that bytes of zero are the default.
    missing: [u8; 3],
}

impl Balance {
    /// The share of a colour at its full current.
    pub const WHOLE: u8 = 16;

    /// The shares of red, green and blue, 1 to [`Balance::WHOLE`] each.
    #[must_use]
    pub fn new(shares: [u8; 3]) -> Option<Self> {
        let valid = shares.iter().all(|share| (1..=Self::WHOLE).contains(share));
        valid.then(|| Self { missing: shares.map(|share| Self::WHOLE - share) })
    }

    /// The shares of red, green and blue.
    #[must_use]
    pub fn shares(self) -> [u8; 3] {
        self.missing.map(|missing| Self::WHOLE - missing)
    }

    /// Three numbers of four bits, for a saved game.
    pub(crate) const fn nibbles(self) -> [u8; 3] {
        self.missing
    }

    /// The balance of three such numbers.
    pub(crate) fn from_nibbles(missing: [u8; 3]) -> Self {
        Self { missing: missing.map(|missing| missing & 0xF) }
    }
}
