//! The pins, the tick interrupt and the `Hardware` of this board.

use core::cell::RefCell;

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
    Balance, Brightness, Console, Five, Frame, Hardware, Pressed, Received, SavedGame,
    TABLE_ENTRIES,
};
use wedge_firmware::crash::Sign;
use wedge_firmware::kept::KeptGames;
use wedge_firmware::tick::{self, now_ms, with};
use wedge_firmware::{stack, start};

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
    games: KeptGames<JournalFlash>,
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
        let games = KeptGames::open(JournalFlash::detect());
        tick::start(&mut core.SYST, hz);
        Some(Self { watchdog, leds, ports, games })
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
        self.leds.show(frame);
    }

    fn set_brightness(&mut self, brightness: Brightness) {
        self.leds.set_brightness(brightness);
    }

    fn set_balance(&mut self, balance: Balance) {
        self.leds.set_balance(balance);
    }

    fn has_white_balance(&self) -> bool {
        Leds::HAS_WHITE_BALANCE
    }

    fn receive(&mut self) -> Option<Received> {
        self.ports.receive()
    }

    fn send(&mut self, byte: u8) {
        self.ports.send(byte);
    }

    fn load(&mut self) -> Option<SavedGame> {
        self.games.load()
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
        self.watchdog.feed();
    }

    fn wait_for_interrupt(&mut self) {
        tick::wait();
    }
}

#[entry]
fn main() -> ! {
    static mut BOARD: Option<Pico> = None;
    static mut CONSOLE: Option<Console<'static, 'static, Pico>> = None;
    stack::paint();
    match start::console(BOARD, CONSOLE, TABLE.view(), Pico::start) {
        Some(console) => console.run(),
        None => crate::crash::crash(Sign::FAULT),
    }
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
