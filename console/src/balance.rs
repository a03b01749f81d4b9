//! The white balance of the lights, a setting of the menu and of the serial port.

/// The share of each colour's current, in sixteenths: LEDs of different colours differ in how much
/// light they give, and panels differ from each other. The menu has a few to choose from, the serial
/// port sets any.
///
/// ```
/// use wedge_console::Balance;
///
/// assert_eq!(Balance::default().shares(), [16, 16, 16]);
/// assert_eq!(Balance::default().name(), Some("neutral"));
/// assert_eq!(Balance::new([16, 12, 8]).unwrap().shares(), [16, 12, 8]);
/// assert_eq!(Balance::new([16, 0, 8]), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Balance {
    /// What red, green and blue lack of the whole, so that bytes of zero are the default.
    missing: [u8; 3],
}

/// The balances of the menu: steps of a few sixteenths, to be compared by eye. `less green` is the
/// correction that the library FastLED has for WS2812 (255, 176, 240).
const PRESETS: [(&str, [u8; 3]); 6] = [
    ("neutral", [16, 16, 16]),
    ("warm", [16, 14, 11]),
    ("warmer", [16, 11, 7]),
    ("less green", [16, 11, 15]),
    ("cooler", [9, 12, 16]),
    ("cool", [13, 14, 16]),
];

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

    /// The name of one of the menu's balances; any other one has none.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        PRESETS.get(self.preset()?).map(|&(name, _)| name)
    }

    /// The menu's next balance; after the last, or any other one, comes the default.
    #[must_use]
    pub fn up(self) -> Self {
        self.stepped(1)
    }

    /// The menu's balance before this one; before any other one comes the default.
    #[must_use]
    pub fn down(self) -> Self {
        self.stepped(PRESETS.len() - 1)
    }

    fn preset(self) -> Option<usize> {
        PRESETS.iter().position(|&(_, shares)| shares == self.shares())
    }

    fn stepped(self, steps: usize) -> Self {
        let at = self.preset().map_or(0, |at| (at + steps) % PRESETS.len());
        PRESETS.get(at).and_then(|&(_, shares)| Self::new(shares)).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_go_around_and_any_other_leads_to_the_default() {
        let mut balance = Balance::default();
        for (name, shares) in PRESETS {
            assert_eq!((balance.name(), balance.shares()), (Some(name), shares));
            assert_eq!(balance.up().down(), balance);
            balance = balance.up();
        }
        assert_eq!(balance, Balance::default());
        let own = Balance::new([16, 12, 8]).unwrap();
        assert_eq!((own.name(), own.up(), own.down()), (None, balance, balance));
    }
}
