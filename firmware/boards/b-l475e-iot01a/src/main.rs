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
        Balance, Brightness, Console, Five, Frame, Hardware, Journal, Pressed, Received, Rgb8,
        SavedGame, TABLE_ENTRIES,
    };
    use wedge_firmware::dm163::{Dm163, Lines, Scale};
    use wedge_firmware::tick::{self, with};
    use wedge_firmware::{Lights, kept, stack};
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
        journal: Option<Journal<JournalFlash>>,
        /// The newest game in the journal, until it is loaded.
        game_in_flash: Option<SavedGame>,
        /// The most stack used so far, in bytes.
        max_stack: usize,
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
            let (journal, game_in_flash) = match JournalFlash::detect().map(Journal::open) {
                Some((journal, game)) => (Some(journal), game),
                None => (None, None),
            };
            let board = Self {
                serial: Serial::start(hz, 115_200),
                journal,
                game_in_flash,
                max_stack: 0,
                brightness: Brightness::default(),
                balance: Balance::default(),
            };
            if let Some(mut core) = cortex_m::Peripherals::take() {
                stm32l4::protect_stack(&mut core.MPU);
                stm32l4::start_systick(&mut core.SYST, hz);
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

        fn receive(&mut self) -> Option<Received> {
            self.serial.receive()
        }

        fn send(&mut self, byte: u8) {
            self.serial.send(byte);
        }

        fn load(&mut self) -> Option<SavedGame> {
            // After a power cut the RAM holds noise; the game is in flash.
            kept::load().or_else(|| self.game_in_flash.take())
        }

        fn load_other(&mut self, newest: &SavedGame) -> Option<SavedGame> {
            kept::load_other(newest).or_else(|| self.journal.as_ref()?.newest_other(newest))
        }

        fn save(&mut self, game: &SavedGame) {
            kept::save(game);
            if let Some(journal) = &mut self.journal
                && !journal.save(game)
            {
                defmt::warn!("the game could not be written to flash");
            }
            let used = stack::used();
            if used > self.max_stack {
                self.max_stack = used;
                defmt::info!("stack: {} of {} B", used, stack::size());
            }
        }

        fn feed_watchdog(&mut self) {
            Watchdog::feed();
        }

        fn wait_for_interrupt(&mut self) {
            cortex_m::asm::wfi();
            // The interrupt runs before anything it changes is read.
            cortex_m::asm::isb();
        }
    }

    #[entry]
    fn main() -> ! {
        // Statics, to leave the stack to the search.
        static mut BOARD: Option<Discovery> = None;
        static mut CONSOLE: Option<Console<'static, 'static, Discovery>> = None;
        stack::paint();
        start(BOARD, CONSOLE).run()
    }

    /// Not inlined, so that the stack for building these values is free again afterwards.
    #[inline(never)]
    fn start(
        board: &'static mut Option<Discovery>,
        console: &'static mut Option<Console<'static, 'static, Discovery>>,
    ) -> &'static mut Console<'static, 'static, Discovery> {
        console.insert(Console::new(board.insert(Discovery::start()), TABLE.view()))
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
        if stm32l4::begin_crash() {
            CrashRecord::keep(None);
            defmt::error!("the flash has an error that its ECC cannot correct");
        }
        crash(FAULT)
    }

    #[exception]
    unsafe fn DefaultHandler(interrupt: i16) -> ! {
        cortex_m::interrupt::disable();
        if stm32l4::begin_crash() {
            CrashRecord::keep(None);
            defmt::error!("unexpected interrupt {}", interrupt);
        }
        crash(FAULT)
    }

    #[panic_handler]
    fn panic(info: &PanicInfo<'_>) -> ! {
        cortex_m::interrupt::disable();
        // A fault while the logger was locked ends here once more, from the logger itself.
        if stm32l4::begin_crash() {
            defmt::error!("{}", defmt::Display2Format(info));
        }
        crash(PANIC)
    }

    /// Called by the library's fault handler, on an empty stack.
    #[unsafe(no_mangle)]
    extern "C" fn wedge_hard_fault(stack_pointer: usize) -> ! {
        cortex_m::interrupt::disable();
        if stm32l4::begin_crash() {
            let pc = stack::faulting_pc(stack_pointer);
            // First what cannot fail: the log's lock may be taken.
            let CrashRecord { cfsr, .. } = CrashRecord::keep(pc);
            match pc {
                Some(pc) => defmt::error!("hard fault at {:#010x}, cfsr {:#010x}", pc, cfsr),
                None => defmt::error!("hard fault: stack overflow, cfsr {:#010x}", cfsr),
            }
        }
        crash(FAULT)
    }

    // The upper halves of the signs: a cross and two rings.
    const PANIC: [u8; 4] = [0b1000_0001, 0b0100_0010, 0b0010_0100, 0b0001_1000];
    const FAULT: [u8; 4] = [0b1111_1111, 0b1000_0001, 0b1011_1101, 0b1010_0101];

    /// Shows a red sign for two seconds, then resets the board; the saved game survives. `sign` is
    /// the upper half, the lower half is its mirror image. Refreshes the matrix in a loop, since
    /// interrupts cannot be relied on after a crash.
    fn crash(sign: [u8; 4]) -> ! {
        let mut matrix = matrix();
        let mut delay = Delay::new(stm32l4::MAX_HZ);
        let Ok(()) = matrix.start(Scale::new(Brightness::default()), &mut delay);
        for tick in 0..2000 {
            let row = tick % 8;
            let line = sign.get(row.min(7 - row)).copied().unwrap_or(0);
            let colors = core::array::from_fn(|column| {
                if line >> column & 1 != 0 { Rgb8::new(255, 0, 0) } else { Rgb8::DARK }
            });
            let Ok(()) = matrix.show_row(row, &colors);
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
