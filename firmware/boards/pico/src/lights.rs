//! 64 WS2812 LEDs on a state machine of the chip's programmable I/O.

use hal::pac::{PIO0, RESETS};
use hal::pio::{Buffers, PIOBuilder, PIOExt, PinDir, SM0, ShiftDirection, Tx};
use pio::{Assembler, JmpCondition, OutDestination, SideSet};
use wedge_console::{Balance, Brightness, Frame};
use wedge_firmware::ws2812::{Wiring, words};

/// The state machine's clock: ten cycles a bit of 1.25 us.
const BIT_CYCLES_HZ: u32 = 8_000_000;
/// A picture goes out again after this time even if it has not changed: an LED that was disturbed or
/// plugged in late shows it then.
const REPEAT_MS: u64 = 1000;

/// The LEDs.
pub(crate) struct Leds {
    fifo: Tx<(PIO0, SM0)>,
    brightness: Brightness,
    balance: Balance,
    /// What they show, and since when.
    shown: Option<([u32; 64], u64)>,
}

impl Leds {
    /// Starts a state machine that sends words to the LEDs at a pin. `None` if its program does not
    /// fit, which it does.
    pub(crate) fn start(pio: PIO0, pin: u8, hz: u32, resets: &mut RESETS) -> Option<Self> {
        // A bit is high for 3 cycles of 0.125 us (a zero) or for 6 (a one), and low for the rest of 10.
        let mut program = Assembler::<32>::new_with_side_set(SideSet::new(false, 1, false));
        let (mut next, mut zero, mut end) = (program.label(), program.label(), program.label());
        program.bind(&mut next);
        program.out_with_delay_and_side_set(OutDestination::X, 1, 3, 0);
        program.jmp_with_delay_and_side_set(JmpCondition::XIsZero, &mut zero, 2, 1);
        program.jmp_with_delay_and_side_set(JmpCondition::Always, &mut next, 2, 1);
        program.bind(&mut zero);
        program.nop_with_delay_and_side_set(2, 0);
        program.bind(&mut end);
        let program = program.assemble_with_wrap(end, next);
        let (mut pio, sm0, _, _, _) = pio.split(resets);
        let program = pio.install(&program).ok()?;
        let divisor = hz / (BIT_CYCLES_HZ / 256);
        let (mut machine, _, fifo) = PIOBuilder::from_installed_program(program)
            .buffers(Buffers::OnlyTx)
            .side_set_pin_base(pin)
            .out_shift_direction(ShiftDirection::Left)
            .autopull(true)
            .pull_threshold(24)
            .clock_divisor_fixed_point((divisor >> 8) as u16, divisor as u8)
            .build(sm0);
        machine.set_pindirs([(pin, PinDir::Output)]);
        machine.start();
        let (brightness, balance) = (Brightness::default(), Balance::default());
        Some(Self { fifo, brightness, balance, shown: None })
    }

    /// Sets the brightness from the next picture on.
    pub(crate) const fn set_brightness(&mut self, brightness: Brightness) {
        self.brightness = brightness;
    }

    /// Sets the white balance from the next picture on.
    pub(crate) const fn set_balance(&mut self, balance: Balance) {
        self.balance = balance;
    }

    /// Shows a picture. Sending takes 2 ms, so a picture that is shown already is not sent again.
    pub(crate) fn show(&mut self, frame: &Frame, now: u64) {
        let words = words(frame, self.brightness, self.balance, Wiring::Rows);
        if let Some((shown, since)) = &self.shown
            && *shown == words
            && now.saturating_sub(*since) < REPEAT_MS
        {
            return;
        }
        self.shown = Some((words, now));
        for word in words {
            self.send(word);
        }
    }

    /// Waits for room, bounded: the FIFO takes a word every 30 us.
    fn send(&mut self, word: u32) {
        const TRIES: u32 = 100_000;
        let _ = (0..TRIES).any(|_| self.fifo.write(word));
    }
}

/// Shows a picture after a crash, when nothing else uses the state machine any more.
#[allow(unsafe_code)]
pub(crate) fn show_after_crash(frame: &Frame) {
    // SAFETY: the program has ended.
    let pio = unsafe { &*PIO0::PTR };
    // The end of a picture that the crash has cut off: the LEDs take the next one from the start.
    cortex_m::asm::delay(100_000);
    for word in words(frame, Brightness::default(), Balance::default(), Wiring::Rows) {
        let room = || pio.fstat().read().txfull().bits() & 1 == 0;
        let _ = (0..100_000).any(|_| room());
        // SAFETY: any word is valid.
        pio.txf(0).write(|w| unsafe { w.bits(word) });
    }
}
