//! The keys, the tick interrupt, the crash handling and the `Hardware` of this board.
#![allow(unsafe_code)] // The names of interrupt handlers.

use core::panic::PanicInfo;

use cortex_m::peripheral::SCB;
use cortex_m_rt::{entry, exception};
use defmt_semihosting as _;
use wedge_console::engine::Table;
use wedge_console::{
    Brightness, Console, Five, Frame, Hardware, Panel, Pressed, Received, SavedGame,
};
use wedge_firmware::screen::Screen;
use wedge_firmware::{crash, kept, stack, start, tick};

use crate::oled::Oled;
use crate::registers::{GPIO_E, GPIO_F, HZ, make_inputs, pins, start_clock};
use crate::serial::Serial;

/// Entries of the transposition table: 16 KB, a quarter of the RAM.
const TABLE_ENTRIES: usize = 1024;

static TABLE: Table<TABLE_ENTRIES> = Table::new();

/// The keys: up, down, left and right on port E, select on port F.
const ARROWS: u32 = 0b1111;
const SELECT: u32 = 1 << 1;

fn keys() -> Pressed {
    let arrows = pins(GPIO_E, ARROWS).read();
    let is_low = |pin: u32| arrows >> pin & 1 == 0;
    let select = pins(GPIO_F, SELECT).read() & SELECT == 0;
    let five = Five { up: is_low(0), down: is_low(1), left: is_low(2), right: is_low(3), select };
    Pressed { one: false, five }
}

struct Board {
    screen: Screen<Oled>,
    serial: Serial,
}

impl Board {
    fn start() -> Self {
        start_clock();
        defmt::info!("Wedge on lm3s6965evb at {} Hz", HZ);
        make_inputs(GPIO_E, ARROWS);
        make_inputs(GPIO_F, SELECT);
        if let Some(mut core) = cortex_m::Peripherals::take() {
            tick::start(&mut core.SYST, HZ);
        }
        Self { screen: Screen::new(Oled::start()), serial: Serial::start() }
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

    /// Never called: the display shows the panel itself.
    fn show(&mut self, _frame: &Frame) {}

    fn show_panel(&mut self, panel: &Panel, now: u64) {
        if self.screen.show(panel, now) == Ok(true) {
            self.screen.display().flush();
        }
    }

    fn set_brightness(&mut self, brightness: Brightness) {
        self.screen.display().set_brightness(brightness);
    }

    fn receive(&mut self) -> Option<Received> {
        self.serial.receive()
    }

    fn send(&mut self, byte: u8) {
        self.serial.send(byte);
    }

    fn load(&mut self) -> Option<SavedGame> {
        kept::load()
    }

    /// Across resets only: writing flash is not emulated, and has not been written.
    fn save(&mut self, game: &SavedGame) {
        kept::save(game);
        if let Some(used) = stack::growth() {
            defmt::info!("stack: {} of {} B", used, stack::size());
        }
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
    stack::paint();
    match start::console(BOARD, CONSOLE, TABLE.view(), || Some(Board::start())) {
        Some(console) => console.run(),
        None => crash("no start"),
    }
}

/// Runs every millisecond: advances the time and records the keys.
#[exception]
fn SysTick() {
    let now = tick::advance();
    tick::sample(keys(), now);
}

/// Turns interrupts off; true for the first crash.
fn begin_crash() -> bool {
    cortex_m::interrupt::disable();
    crash::begin()
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    if begin_crash() {
        defmt::error!("{}", defmt::Display2Format(info));
    }
    crash("panic")
}

/// Runs for every interrupt of the chip: only the serial port's is enabled.
#[exception]
unsafe fn DefaultHandler(interrupt: i16) {
    if interrupt == Serial::INTERRUPT {
        return Serial::on_interrupt();
    }
    if begin_crash() {
        defmt::error!("unexpected interrupt {}", interrupt);
    }
    crash("unexpected interrupt")
}

/// Called by the library's fault handler, on an empty stack.
#[unsafe(no_mangle)]
extern "C" fn wedge_hard_fault(stack_pointer: usize) -> ! {
    if begin_crash() {
        match stack::faulting_pc(stack_pointer) {
            Some(pc) => defmt::error!("hard fault at {:#010x}", pc),
            None => defmt::error!("hard fault: stack overflow"),
        }
    }
    crash("hard fault")
}

/// Says what happened for two seconds, then resets the chip; the saved game survives.
fn crash(words: &str) -> ! {
    let mut screen = Screen::new(Oled::start());
    let Ok(()) = screen.say(words);
    screen.display().flush();
    cortex_m::asm::delay(2 * HZ);
    SCB::sys_reset()
}

defmt::timestamp!("{=u64:ms}", tick::now_ms());
