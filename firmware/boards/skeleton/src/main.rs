//! A board to copy. It builds and runs, with no lights, buttons or serial line: each function below
//! says what belongs there. `docs/guide/adding-a-board.md` has the checklist.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod board {
    #![allow(unsafe_code)] // The names of interrupt handlers.

    use core::convert::Infallible;
    use core::panic::PanicInfo;

    use cortex_m_rt::{entry, exception};
    use wedge_console::engine::Table;
    use wedge_console::{
        Brightness, Console, Frame, Hardware, Pressed, Received, SavedGame, TABLE_ENTRIES,
    };
    use wedge_firmware::{Lights, kept, start, tick};

    /// The clock after a reset; start the PLL and put its frequency here.
    const CLOCK_HZ: u32 = 4_000_000;

    /// The transposition table. 4096 entries of 16 bytes make the board play the moves that
    /// `wedge:chip` plays on a PC; any power of two from 4 on works.
    static TABLE: Table<TABLE_ENTRIES> = Table::new();

    /// Your lights: a driver of `wedge_firmware`, or your own.
    struct NoLights;

    impl Lights for NoLights {
        type Error = Infallible;

        fn show(&mut self, _frame: &Frame) -> Result<(), Infallible> {
            Ok(())
        }
    }

    struct Board {
        lights: NoLights,
    }

    impl Board {
        /// Starts the clock, the pins, the lights, the serial port, and a tick every millisecond.
        fn start() -> Self {
            if let Some(mut core) = cortex_m::Peripherals::take() {
                tick::start(&mut core.SYST, CLOCK_HZ);
            }
            Self { lights: NoLights }
        }
    }

    impl Hardware for Board {
        fn now_ms(&mut self) -> u64 {
            tick::now_ms()
        }

        fn pressed(&mut self) -> Pressed {
            tick::pressed()
        }

        fn next_change(&mut self) -> Option<(Pressed, u64)> {
            tick::next_change()
        }

        fn show(&mut self, frame: &Frame) {
            let Ok(()) = self.lights.show(frame);
        }

        /// Pass it to the driver of the lights. If they have three colours, write `set_balance` and
        /// `has_white_balance` as well.
        fn set_brightness(&mut self, _brightness: Brightness) {}

        /// The next byte from a queue that the serial port's interrupt fills.
        fn receive(&mut self) -> Option<Received> {
            None
        }

        /// Waits for the serial port, but not for ever.
        fn send(&mut self, _byte: u8) {}

        /// From RAM that a reset does not clear; after a power cut from flash, through a `Journal`.
        fn load(&mut self) -> Option<SavedGame> {
            kept::load()
        }

        fn save(&mut self, game: &SavedGame) {
            kept::save(game);
        }

        fn feed_watchdog(&mut self) {}

        fn wait_for_interrupt(&mut self) {
            tick::wait();
        }
    }

    #[entry]
    fn main() -> ! {
        static mut BOARD: Option<Board> = None;
        static mut CONSOLE: Option<Console<'static, 'static, Board>> = None;
        match start::console(BOARD, CONSOLE, TABLE.view(), || Some(Board::start())) {
            Some(console) => console.run(),
            None => cortex_m::peripheral::SCB::sys_reset(),
        }
    }

    /// Runs every millisecond: advances the time and records the buttons.
    #[exception]
    fn SysTick() {
        let now = tick::advance();
        // The levels of your pins: true when pressed.
        tick::sample(Pressed::default(), now);
    }

    /// Called after a fault on an empty stack, since the fault may be a stack overflow.
    #[unsafe(no_mangle)]
    extern "C" fn wedge_hard_fault(_stack_pointer: usize) -> ! {
        cortex_m::peripheral::SCB::sys_reset()
    }

    /// Shows a sign, if it can, and resets the chip.
    #[panic_handler]
    fn panic(_info: &PanicInfo<'_>) -> ! {
        cortex_m::peripheral::SCB::sys_reset()
    }
}

/// On a PC the program only explains itself.
#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!(
        "this program is a skeleton for a board: docs/guide/adding-a-board.md says how to use it"
    );
    std::process::exit(2);
}
