//! Driver for a chain of 64 WS2812 LEDs.
//!
//! A peripheral of the chip makes the pulses: it is a [`Chain`] that takes a word for each LED.

use wedge_console::{Balance, Brightness, Frame};

use crate::Lights;
use crate::power::{dimmed, levels};

/// What a channel of an LED draws at full scale, in mA. Data sheets say 12 to 20.
pub const CHANNEL_MA: u32 = 20;
/// The most that the 64 LEDs draw, in mA: a USB port gives 500, and the board needs some of it.
pub const LIMIT_MA: u32 = 400;

/// The order of the LEDs in the chain, seen from the front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wiring {
    /// Every row runs from the left: most 8x8 panels.
    #[default]
    Rows,
    /// Every second row runs from the right.
    Zigzag,
}

/// What makes the pulses: a peripheral of the chip.
pub trait Chain {
    /// Why a word could not be sent.
    type Error;

    /// Sends the word of the next LED. A pause of 0.3 ms ends a picture.
    ///
    /// # Errors
    /// If the peripheral fails.
    fn send(&mut self, word: u32) -> Result<(), Self::Error>;
}

/// A picture goes out again after so many that are the same, a second at 60 pictures a second: an
/// LED that was disturbed or plugged in late shows it then.
const REPEAT: u8 = 60;

/// The LEDs.
#[derive(Debug)]
pub struct Ws2812<C> {
    chain: C,
    wiring: Wiring,
    brightness: Brightness,
    balance: Balance,
    /// What they show, and how often it was shown again without sending it.
    shown: Option<([u32; 64], u8)>,
}

impl<C> Ws2812<C> {
    /// LEDs at the default brightness.
    pub fn new(chain: C, wiring: Wiring) -> Self {
        let (brightness, balance) = (Brightness::default(), Balance::default());
        Self { chain, wiring, brightness, balance, shown: None }
    }

    /// Sets the brightness from the next picture on.
    pub const fn set_brightness(&mut self, brightness: Brightness) {
        self.brightness = brightness;
    }

    /// Sets the white balance from the next picture on.
    pub const fn set_balance(&mut self, balance: Balance) {
        self.balance = balance;
    }
}

impl<C: Chain> Lights for Ws2812<C> {
    type Error = C::Error;

    /// Sends a picture, which takes 2 ms, unless the LEDs show it already.
    fn show(&mut self, frame: &Frame) -> Result<(), C::Error> {
        let words = words(frame, self.brightness, self.balance, self.wiring);
        if let Some((shown, times)) = &mut self.shown
            && *shown == words
            && *times < REPEAT
        {
            *times += 1;
            return Ok(());
        }
        // Until all of it is out, they show something else.
        self.shown = None;
        words.iter().try_for_each(|&word| self.chain.send(word))?;
        self.shown = Some((words, 0));
        Ok(())
    }
}

/// The words of a picture in the order of the chain: green, red and blue from the highest bit down,
/// the lowest byte unused. The LEDs take the highest bit first.
///
/// Levels are scaled by the brightness and the white balance, and further if the picture would draw
/// more than [`LIMIT_MA`] without the balance.
#[must_use]
pub fn words(frame: &Frame, brightness: Brightness, balance: Balance, wiring: Wiring) -> [u32; 64] {
    let scale = u32::from(brightness.of_63());
    // A level of 255 in all places at full brightness is 255 * 63 of these units a channel.
    let load = levels(frame.0.iter().flatten()) * scale;
    let frame = dimmed(frame, load, LIMIT_MA * 255 * 63 / CHANNEL_MA);
    // Rounded up: an LED that is lit stays lit at every brightness.
    let [red, green, blue] = balance.shares().map(|share| scale * u32::from(share));
    let scaled =
        |level: u8, scale: u32| (u32::from(level) * scale).div_ceil(63 * u32::from(Balance::WHOLE));
    core::array::from_fn(|place| {
        let (row, along) = (place / 8, place % 8);
        let column = if wiring == Wiring::Zigzag && row % 2 == 1 { 7 - along } else { along };
        let led = frame.0[row % 8][column % 8];
        scaled(led.g, green) << 24 | scaled(led.r, red) << 16 | scaled(led.b, blue) << 8
    })
}

/// The current of the chain's words, in mA, without the LEDs' own electronics.
#[must_use]
pub fn current_ma(words: &[u32; 64]) -> u32 {
    let sum: u32 = words.iter().flat_map(|word| word.to_be_bytes()).map(u32::from).sum();
    sum * CHANNEL_MA / 255
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use proptest::prelude::*;
    use wedge_console::{BLACK, Rgb8, WHITE};

    use super::*;

    const FULL: Option<Brightness> = Brightness::new(Brightness::STEPS);

    /// A chain that takes so many words and then fails.
    struct Sent {
        words: Vec<u32>,
        most: usize,
    }

    impl Chain for Sent {
        type Error = ();

        fn send(&mut self, word: u32) -> Result<(), ()> {
            (self.words.len() < self.most).then(|| self.words.push(word)).ok_or(())
        }
    }

    #[test]
    fn a_picture_goes_out_once_a_second_or_when_it_changes() {
        let mut leds = Ws2812::new(Sent { words: Vec::new(), most: 1000 }, Wiring::Rows);
        let mut frame = Frame::default();
        for _ in 0..=REPEAT {
            leds.show(&frame).unwrap();
        }
        assert_eq!(leds.chain.words.len(), 64);
        leds.show(&frame).unwrap();
        assert_eq!(leds.chain.words.len(), 128);
        frame.0[0][0] = Rgb8::new(1, 2, 3);
        leds.show(&frame).unwrap();
        assert_eq!(leds.chain.words.len(), 192);
        leds.set_brightness(FULL.unwrap());
        leds.show(&frame).unwrap();
        assert_eq!(leds.chain.words[192..][..2], [0x0201_0300, 0]);
    }

    #[test]
    fn a_picture_that_was_cut_off_goes_out_again() {
        let mut leds = Ws2812::new(Sent { words: Vec::new(), most: 10 }, Wiring::Rows);
        assert_eq!(leds.show(&Frame::default()), Err(()));
        leds.chain.most = 100;
        leds.show(&Frame::default()).unwrap();
        assert_eq!(leds.chain.words.len(), 10 + 64);
    }

    #[test]
    fn a_colour_is_green_red_blue() {
        let mut frame = Frame::default();
        frame.0[0][0] = Rgb8::new(1, 2, 3);
        let words = words(&frame, FULL.unwrap(), Balance::default(), Wiring::Rows);
        assert_eq!(words[0], 0x0201_0300);
        assert!(words[1..].iter().all(|&word| word == 0));
    }

    #[test]
    fn the_white_balance_scales_each_colour_and_leaves_none_dark() {
        let mut frame = Frame::default();
        frame.0[0][0] = Rgb8::new(160, 160, 160);
        frame.0[0][1] = Rgb8::new(1, 1, 1);
        let balance = Balance::new([16, 8, 1]).unwrap();
        let words = words(&frame, FULL.unwrap(), balance, Wiring::Rows);
        assert_eq!(words[0], 80 << 24 | 160 << 16 | 10 << 8);
        assert_eq!(words[1], 0x0101_0100);
    }

    #[test]
    fn a_zigzag_panel_turns_every_second_row() {
        let mut frame = Frame::default();
        frame.0[1][0] = Rgb8::new(0, 9, 0);
        frame.0[2][0] = Rgb8::new(0, 8, 0);
        let words = words(&frame, FULL.unwrap(), Balance::default(), Wiring::Zigzag);
        assert_eq!((words[15] >> 24, words[16] >> 24), (9, 8));
    }

    #[test]
    fn a_real_board_is_not_dimmed_at_the_default() {
        // 48 discs, half of them white. A full board is dimmed by a twentieth.
        let mut frame = Frame::default();
        frame.0[..3].fill([WHITE; 8]);
        frame.0[3..6].fill([BLACK; 8]);
        let current = |frame: &Frame, brightness| {
            current_ma(&words(&frame.gamma(), brightness, Balance::default(), Wiring::Rows))
        };
        let default = current(&frame, Brightness::default());
        assert!((300..LIMIT_MA).contains(&default), "{default} mA");
        // All white is dimmed, and at full brightness everything is.
        for brightness in [Brightness::default(), FULL.unwrap()] {
            let full = current(&Frame([[WHITE; 8]; 8]), brightness);
            assert!((350..=LIMIT_MA + 15).contains(&full), "{full} mA");
        }
    }

    proptest! {
        /// Rounding up adds at most a level a channel: 192 of them draw 15 mA.
        #[test]
        fn no_picture_draws_more_than_the_limit(
            levels in proptest::collection::vec(any::<(u8, u8, u8)>(), 64),
            step in 1_u8..=5,
        ) {
            let mut frame = Frame::default();
            for (led, (r, g, b)) in frame.0.iter_mut().flatten().zip(levels) {
                *led = Rgb8::new(r, g, b);
            }
            let words = words(&frame, Brightness::new(step).unwrap(), Balance::default(), Wiring::Rows);
            prop_assert!(current_ma(&words) <= LIMIT_MA + 15);
        }
    }
}
