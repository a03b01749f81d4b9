//! 64 WS2812 LEDs on a state machine of the chip's programmable I/O.

use core::convert::Infallible;

use hal::pac::{PIO0, RESETS};
use hal::pio::{Buffers, PIOBuilder, PIOExt, PinDir, SM0, ShiftDirection, Tx};
use pio::{Assembler, JmpCondition, OutDestination, SideSet};
use wedge_console::{Balance, Brightness, Frame};
use wedge_firmware::Lights as _;
use wedge_firmware::ws2812::{Chain, Wiring, Ws2812, words};

/// The state machine's clock: ten cycles a bit of 1.25 us.
const BIT_CYCLES_HZ: u32 = 8_000_000;
/// The queue of the state machine.
struct Fifo(Tx<(PIO0, SM0)>);

impl Chain for Fifo {
    type Error = Infallible;

    /// Waits for room, bounded: the FIFO takes a word every 30 us.
    fn send(&mut self, word: u32) -> Result<(), Infallible> {
        const TRIES: u32 = 100_000;
        let _ = (0..TRIES).any(|_| self.0.write(word));
        Ok(())
    }
}

/// The LEDs.
pub(crate) struct Leds(Ws2812<Fifo>);

impl Leds {
    pub(crate) const HAS_WHITE_BALANCE: bool = true;

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
        Some(Self(Ws2812::new(Fifo(fifo), Wiring::Rows)))
    }

    pub(crate) const fn set_brightness(&mut self, brightness: Brightness) {
        self.0.set_brightness(brightness);
    }

    pub(crate) const fn set_balance(&mut self, balance: Balance) {
        self.0.set_balance(balance);
    }

    pub(crate) fn show(&mut self, frame: &Frame) {
        let Ok(()) = self.0.show(frame);
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
