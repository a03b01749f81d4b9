//! The pins, the tick interrupt and the `Hardware` of this board.

use core::cell::RefCell;

use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::{entry, exception};
use critical_section::Mutex;
use defmt_rtt as _;
use hal::clocks::init_clocks_and_plls;
use hal::fugit::ExtU32;
#[cfg(not(feature = "max7219"))]
use hal::gpio::FunctionPio0;
use hal::gpio::{DynPinId, FunctionSioInput, FunctionUart, Pin, Pins, PullUp};
use hal::usb::UsbBus;
use hal::{Clock, Sio, Watchdog, pac};
use wedge_console::engine::Table;
use wedge_console::{
    Balance, Brightness, Console, Five, Frame, Hardware, Journal, Pressed, Received, SavedGame,
    TABLE_ENTRIES,
};
use wedge_firmware::tick::{self, now_ms, with};
use wedge_firmware::{kept, stack};

use crate::chip;
use crate::flash::JournalFlash;
use crate::lights::Leds;
use crate::ports::Ports;
use crate::serial::Serial;
use crate::usb::UsbSerial;

/// The frequency of the crystal.
const CRYSTAL_HZ: u32 = 12_000_000;

/// As many entries as on the L475, so that both visit the same nodes.
static TABLE: Table<TABLE_ENTRIES> = Table::new();

// Shared with the tick interrupt.
static BUTTONS: Mutex<RefCell<Option<Buttons>>> = Mutex::new(RefCell::new(None));

/// The buttons, each between its pin and ground: the one, then up, down, left, right and select.
struct Buttons([Pin<DynPinId, FunctionSioInput, PullUp>; 6]);

impl Buttons {
    fn pressed(&mut self) -> Pressed {
        use embedded_hal::digital::InputPin;
        let [one, up, down, left, right, select] =
            self.0.each_mut().map(|pin| pin.is_low().unwrap_or(false));
        Pressed { one, five: Five { up, down, left, right, select } }
    }
}

struct Pico {
    watchdog: Watchdog,
    leds: Leds,
    ports: Ports,
    journal: Option<Journal<JournalFlash>>,
    /// The newest game in the journal, until it is loaded.
    game_in_flash: Option<SavedGame>,
    /// The most stack used so far, in bytes.
    max_stack: usize,
}

impl Pico {
    /// `None` if the crystal or a PLL does not start, or somebody else has taken the peripherals.
    fn start() -> Option<Self> {
        let mut chip = pac::Peripherals::take()?;
        let mut core = cortex_m::Peripherals::take()?;
        let mut watchdog = Watchdog::new(chip.WATCHDOG);
        let clocks = init_clocks_and_plls(
            CRYSTAL_HZ,
            chip.XOSC,
            chip.CLOCKS,
            chip.PLL_SYS,
            chip.PLL_USB,
            &mut chip.RESETS,
            &mut watchdog,
        )
        .ok()?;
        let hz = clocks.system_clock.freq().to_Hz();
        defmt::info!("Wedge on a {=str} at {} Hz", chip::NAME, hz);
        watchdog.pause_on_debug(true);
        watchdog.start(8.secs());
        let sio = Sio::new(chip.SIO);
        let pins = Pins::new(chip.IO_BANK0, chip.PADS_BANK0, sio.gpio_bank0, &mut chip.RESETS);
        let buttons = Buttons([
            pins.gpio15.into_pull_up_input().into_dyn_pin(),
            pins.gpio10.into_pull_up_input().into_dyn_pin(),
            pins.gpio11.into_pull_up_input().into_dyn_pin(),
            pins.gpio12.into_pull_up_input().into_dyn_pin(),
            pins.gpio13.into_pull_up_input().into_dyn_pin(),
            pins.gpio14.into_pull_up_input().into_dyn_pin(),
        ]);
        with(&BUTTONS, |place| *place = Some(buttons));
        #[cfg(not(feature = "max7219"))]
        let leds = Leds::start(
            chip.PIO0,
            pins.gpio16.into_function::<FunctionPio0>().id().num,
            hz,
            &mut chip.RESETS,
        )?;
        #[cfg(feature = "max7219")]
        let leds = Leds::start(
            chip.SPI0,
            (pins.gpio19.into_function(), pins.gpio18.into_function()),
            pins.gpio17.into_push_pull_output(),
            clocks.peripheral_clock.freq(),
            &mut chip.RESETS,
        )?;
        let serial = Serial::start(
            chip.UART0,
            (
                pins.gpio0.into_function::<FunctionUart>(),
                // Without a cable the line would float, and noise would be received as bytes.
                pins.gpio1.into_function::<FunctionUart>().into_pull_type::<PullUp>(),
            ),
            clocks.peripheral_clock.freq(),
            &mut chip.RESETS,
        )?;
        let (registers, memory) = chip::usb!(chip);
        let bus = UsbBus::new(registers, memory, clocks.usb_clock, true, &mut chip.RESETS);
        let ports = Ports::new(UsbSerial::start(bus)?, serial);
        let (journal, game_in_flash) = match JournalFlash::detect().map(Journal::open) {
            Some((journal, game)) => (Some(journal), game),
            None => (None, None),
        };
        core.SYST.set_clock_source(SystClkSource::Core);
        core.SYST.set_reload(hz / 1000 - 1);
        core.SYST.clear_current();
        core.SYST.enable_counter();
        core.SYST.enable_interrupt();
        Some(Self { watchdog, leds, ports, journal, game_in_flash, max_stack: 0 })
    }
}

impl Hardware for Pico {
    fn now_ms(&mut self) -> u64 {
        now_ms()
    }

    fn pressed(&mut self) -> Pressed {
        tick::pressed()
    }

    fn next_change(&mut self) -> Option<(Pressed, u64)> {
        tick::next_change()
    }

    fn show(&mut self, frame: &Frame) {
        self.leds.show(frame, now_ms());
    }

    fn set_brightness(&mut self, brightness: Brightness) {
        self.leds.set_brightness(brightness);
    }

    fn set_balance(&mut self, balance: Balance) {
        self.leds.set_balance(balance);
    }

    fn receive(&mut self) -> Option<Received> {
        self.ports.receive()
    }

    fn send(&mut self, byte: u8) {
        self.ports.send(byte);
    }

    fn load(&mut self) -> Option<SavedGame> {
        // After a power cut the RAM holds noise; the game is in flash.
        kept::load().or_else(|| self.game_in_flash.take())
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
        self.watchdog.feed();
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
    static mut BOARD: Option<Pico> = None;
    static mut CONSOLE: Option<Console<'static, 'static, Pico>> = None;
    stack::paint();
    match start(BOARD, CONSOLE) {
        Some(console) => console.run(),
        None => crate::crash::crash(crate::crash::FAULT),
    }
}

/// Not inlined, so that the stack for building these values is free again afterwards.
#[inline(never)]
fn start(
    board: &'static mut Option<Pico>,
    console: &'static mut Option<Console<'static, 'static, Pico>>,
) -> Option<&'static mut Console<'static, 'static, Pico>> {
    Some(console.insert(Console::new(board.insert(Pico::start()?), TABLE.view())))
}

/// Runs every millisecond: advances the time and records the buttons.
#[exception]
fn SysTick() {
    let now = tick::advance();
    if let Some(pressed) = with(&BUTTONS, |buttons| buttons.as_mut().map(Buttons::pressed)) {
        tick::sample(pressed, now);
    }
}

defmt::timestamp!("{=u64:ms}", now_ms());
