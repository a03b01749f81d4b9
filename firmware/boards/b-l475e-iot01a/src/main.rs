//! The console on ST's B-L475E-IOT01A with the 8x8 RGB Colors Shield.
//!
//! The pin assignment, the interrupt handlers and the crash handling of this board. Everything else
//! is in the libraries: another board is another program like this one.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod board {
    #![allow(unsafe_code)] // The names of interrupt handlers, and memory that survives a reset.

    use core::cell::RefCell;
    use core::panic::PanicInfo;

    use cortex_m::peripheral::SCB;
    use cortex_m_rt::{entry, exception};
    use critical_section::Mutex;
    #[cfg(all(feature = "rtt", not(feature = "semihosting")))]
    use defmt_rtt as _;
    #[cfg(feature = "semihosting")]
    use defmt_semihosting as _;
    use embedded_hal::delay::DelayNs;
    use wedge_console::engine::Table;
    use wedge_console::{
        Balance, Brightness, Console, Five, Frame, Hardware, Pressed, Received, SavedGame,
        TABLE_ENTRIES,
    };
    use wedge_firmware::crash::{self, Sign};
    use wedge_firmware::dm163::{Dm163, Lines, Scale};
    use wedge_firmware::kept::KeptGames;
    use wedge_firmware::tick::{self, with};
    use wedge_firmware::{Lights, stack, start};
    use wedge_l475::stm32l4::{
        self, CrashRecord, Delay, ErasedOutput, Input, JournalFlash, Output, Serial, Watchdog,
    };

    static TABLE: Table<TABLE_ENTRIES> = Table::new();

    // Shared with the tick interrupt: the matrix and the buttons.
    static MATRIX: Mutex<RefCell<Option<(Matrix, Buttons)>>> = Mutex::new(RefCell::new(None));

    type Matrix = Dm163<
        Output<'A', 4>,
        Output<'B', 1>,
        Output<'C', 3>,
        Output<'C', 4>,
        Output<'C', 5>,
        ErasedOutput,
    >;

    /// The shield's wiring. (EN_B is not connected: the matrix is always enabled.)
    fn matrix() -> Matrix {
        let lines = Lines {
            data: Output::new(),
            clock: Output::new(),
            reset: Output::new(),
            latch: Output::new(),
            bank: Output::new(),
        };
        let rows = [
            Output::<'B', 2>::new().erase(),
            Output::<'A', 15>::new().erase(),
            Output::<'A', 2>::new().erase(),
            Output::<'A', 7>::new().erase(),
            Output::<'A', 6>::new().erase(),
            Output::<'A', 5>::new().erase(),
            Output::<'B', 0>::new().erase(),
            Output::<'A', 3>::new().erase(),
        ];
        Dm163::new(lines, rows)
    }

    /// The buttons, in the tick interrupt.
    struct Buttons {
        user: Input<'C', 13>,
        up: Input<'A', 0>,
        down: Input<'A', 1>,
        left: Input<'B', 8>,
        right: Input<'B', 9>,
        select: Input<'B', 4>,
    }

    impl Buttons {
        fn new() -> Self {
            Self {
                user: Input::new(),
                up: Input::new(),
                down: Input::new(),
                left: Input::new(),
                right: Input::new(),
                select: Input::new(),
            }
        }

        fn pressed(&self) -> Pressed {
            let five = Five {
                up: self.up.is_pressed(),
                down: self.down.is_pressed(),
                left: self.left.is_pressed(),
                right: self.right.is_pressed(),
                select: self.select.is_pressed(),
            };
            Pressed { one: self.user.is_pressed(), five }
        }
    }

    struct Discovery {
        serial: Serial,
        games: KeptGames<JournalFlash>,
        brightness: Brightness,
        balance: Balance,
    }

    impl Discovery {
        fn start() -> Self {
            let hz = stm32l4::start_clock();
            let cause = stm32l4::take_reset_cause();
            defmt::info!("Wedge on B-L475E-IOT01A at {} Hz, reset by {=str}", hz, cause);
            if let Some(CrashRecord { pc, cfsr, hfsr, mmfar, bfar }) = CrashRecord::take() {
                defmt::warn!(
                    "the last crash: pc {:#010x}, cfsr {:#010x}, hfsr {:#010x}, mmfar {:#010x}, bfar {:#010x}",
                    pc,
                    cfsr,
                    hfsr,
                    mmfar,
                    bfar
                );
            }
            let _watchdog = Watchdog::start();
            let mut matrix = matrix();
            let Ok(()) = matrix.start(Scale::new(Brightness::default()), &mut Delay::new(hz));
            let buttons = Buttons::new();
            with(&MATRIX, |place| *place = Some((matrix, buttons)));
            let board = Self {
                serial: Serial::start(hz, 115_200),
                games: KeptGames::open(JournalFlash::detect()),
                brightness: Brightness::default(),
                balance: Balance::default(),
            };
            if let Some(mut core) = cortex_m::Peripherals::take() {
                stm32l4::protect_stack(&mut core.MPU);
                tick::start(&mut core.SYST, hz);
            }
            board
        }

        /// Sets the current of the matrix's colours.
        fn set_scale(&self) {
            let scale = Scale::balanced(self.brightness, self.balance);
            with(&MATRIX, |place| {
                if let Some((matrix, _)) = place {
                    let Ok(()) = matrix.set_scale(scale);
                }
            });
        }
    }

    impl Hardware for Discovery {
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
            with(&MATRIX, |place| {
                if let Some((matrix, _)) = place {
                    let Ok(()) = matrix.show(frame);
                }
            });
        }

        fn set_brightness(&mut self, brightness: Brightness) {
            self.brightness = brightness;
            self.set_scale();
        }

        fn set_balance(&mut self, balance: Balance) {
            self.balance = balance;
            self.set_scale();
        }

        fn has_white_balance(&self) -> bool {
            true
        }

        fn receive(&mut self) -> Option<Received> {
            self.serial.receive()
        }

        fn send(&mut self, byte: u8) {
            self.serial.send(byte);
        }

        fn load(&mut self) -> Option<SavedGame> {
            self.games.load()
        }

        fn load_other(&mut self, newest: &SavedGame) -> Option<SavedGame> {
            self.games.load_other(newest)
        }

        fn save(&mut self, game: &SavedGame) {
            if !self.games.save(game) {
                defmt::warn!("the game could not be written to flash");
            }
            if let Some(used) = stack::growth() {
                defmt::info!("stack: {} of {} B", used, stack::size());
            }
        }

        fn feed_watchdog(&mut self) {
            Watchdog::feed();
        }

        fn wait_for_interrupt(&mut self) {
            tick::wait();
        }
    }

    #[entry]
    fn main() -> ! {
        static mut BOARD: Option<Discovery> = None;
        static mut CONSOLE: Option<Console<'static, 'static, Discovery>> = None;
        stack::paint();
        match start::console(BOARD, CONSOLE, TABLE.view(), || Some(Discovery::start())) {
            Some(console) => console.run(),
            None => crash(Sign::FAULT),
        }
    }

    /// Runs every millisecond: advances the time, lights the next row of the matrix, and records the
    /// buttons.
    #[exception]
    fn SysTick() {
        let now = tick::advance();
        let pressed = with(&MATRIX, |place| {
            let (matrix, buttons) = place.as_mut()?;
            let Ok(()) = matrix.refresh();
            Some(buttons.pressed())
        });
        if let Some(pressed) = pressed {
            tick::sample(pressed, now);
        }
    }

    #[unsafe(no_mangle)]
    extern "C" fn USART1() {
        Serial::on_interrupt();
    }

    /// Runs when a flash word that a power cut left half-written is read: the journal's checksum
    /// rejects it. Anywhere else the program is damaged.
    #[exception]
    unsafe fn NonMaskableInt() {
        if JournalFlash::forgive_ecc_error() {
            return;
        }
        cortex_m::interrupt::disable();
        if crash::begin() {
            CrashRecord::keep(None);
            defmt::error!("the flash has an error that its ECC cannot correct");
        }
        crash(Sign::FAULT)
    }

    #[exception]
    unsafe fn DefaultHandler(interrupt: i16) -> ! {
        cortex_m::interrupt::disable();
        if crash::begin() {
            CrashRecord::keep(None);
            defmt::error!("unexpected interrupt {}", interrupt);
        }
        crash(Sign::FAULT)
    }

    #[panic_handler]
    fn panic(info: &PanicInfo<'_>) -> ! {
        cortex_m::interrupt::disable();
        // A fault while the logger was locked ends here once more, from the logger itself.
        if crash::begin() {
            defmt::error!("{}", defmt::Display2Format(info));
        }
        crash(Sign::PANIC)
    }

    /// Called by the library's fault handler, on an empty stack.
    #[unsafe(no_mangle)]
    extern "C" fn wedge_hard_fault(stack_pointer: usize) -> ! {
        cortex_m::interrupt::disable();
        if crash::begin() {
            let pc = stack::faulting_pc(stack_pointer);
            // First what cannot fail: the log's lock may be taken.
            let CrashRecord { cfsr, .. } = CrashRecord::keep(pc);
            match pc {
                Some(pc) => defmt::error!("hard fault at {:#010x}, cfsr {:#010x}", pc, cfsr),
                None => defmt::error!("hard fault: stack overflow, cfsr {:#010x}", cfsr),
            }
        }
        crash(Sign::FAULT)
    }

    /// Shows a red sign for two seconds, then resets the board; the saved game survives. Refreshes the
    /// matrix in a loop, since interrupts cannot be relied on after a crash.
    fn crash(sign: Sign) -> ! {
        let frame = sign.frame();
        let mut matrix = matrix();
        let mut delay = Delay::new(stm32l4::MAX_HZ);
        let Ok(()) = matrix.start(Scale::new(Brightness::default()), &mut delay);
        for (row, colors) in frame.0.iter().enumerate().cycle().take(2000) {
            let Ok(()) = matrix.show_row(row, colors);
            delay.delay_ms(1);
            Watchdog::feed();
        }
        SCB::sys_reset()
    }

    defmt::timestamp!("{=u64:ms}", tick::now_ms());
}

/// On a PC the program only explains itself.
#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("this program runs on the board: use `cargo xtask emulate` to emulate it");
    std::process::exit(2);
}
