//! The pins, the tick interrupt and the `Hardware` of this board.
#![allow(unsafe_code)] // The boot loader's place, and memory that survives a reset.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::{entry, exception};
use critical_section::Mutex;
use defmt_rtt as _;
use rp2040_hal::clocks::init_clocks_and_plls;
use rp2040_hal::fugit::ExtU32;
use rp2040_hal::gpio::{DynPinId, FunctionPio0, FunctionSioInput, FunctionUart, Pin, Pins, PullUp};
use rp2040_hal::{Clock, Sio, Watchdog, pac};
use wedge_console::engine::Table;
use wedge_console::{
    Brightness, Console, Contacts, Five, Frame, Hardware, Journal, Pressed, Received, SavedGame,
    TABLE_ENTRIES,
};

use crate::flash::JournalFlash;
use crate::lights::Leds;
use crate::serial::Serial;

#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// The frequency of the Pico's crystal.
const CRYSTAL_HZ: u32 = 12_000_000;

/// As many entries as on the L475, so that both visit the same nodes.
static TABLE: Table<TABLE_ENTRIES> = Table::new();

// Shared with the tick interrupt: the buttons and the time.
static BUTTONS: Mutex<RefCell<Option<Buttons>>> = Mutex::new(RefCell::new(None));
static CONTACTS: Mutex<RefCell<Contacts>> = Mutex::new(RefCell::new(Contacts::new()));
static NOW_MS: Mutex<Cell<u64>> = Mutex::new(Cell::new(0));

/// The saved game. A reset does not clear it; its checksum shows whether it is valid.
#[unsafe(link_section = ".uninit.SAVED")]
static SAVED: [AtomicU32; SavedGame::SIZE / 4] = [const { AtomicU32::new(0) }; SavedGame::SIZE / 4];

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

/// Works on something that the tick interrupt shares. It is never borrowed elsewhere at that point,
/// since interrupts are off.
fn with<T, R: Default>(shared: &Mutex<RefCell<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    critical_section::with(|token| {
        shared.borrow(token).try_borrow_mut().map_or_else(|_| R::default(), |mut it| work(&mut it))
    })
}

struct Pico {
    watchdog: Watchdog,
    leds: Leds,
    serial: Serial,
    journal: Option<Journal<JournalFlash>>,
    /// The newest game in the journal, until it is loaded.
    game_in_flash: Option<SavedGame>,
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
        defmt::info!("Wedge on a Raspberry Pi Pico at {} Hz", hz);
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
        let leds = Leds::start(
            chip.PIO0,
            pins.gpio16.into_function::<FunctionPio0>().id().num,
            hz,
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
        let (journal, game_in_flash) = match JournalFlash::detect().map(Journal::open) {
            Some((journal, game)) => (Some(journal), game),
            None => (None, None),
        };
        core.SYST.set_clock_source(SystClkSource::Core);
        core.SYST.set_reload(hz / 1000 - 1);
        core.SYST.clear_current();
        core.SYST.enable_counter();
        core.SYST.enable_interrupt();
        Some(Self { watchdog, leds, serial, journal, game_in_flash })
    }
}

impl Hardware for Pico {
    fn now_ms(&mut self) -> u64 {
        now_ms()
    }

    fn pressed(&mut self) -> Pressed {
        with(&CONTACTS, |contacts| contacts.pressed())
    }

    fn next_change(&mut self) -> Option<(Pressed, u64)> {
        with(&CONTACTS, Contacts::next_change)
    }

    fn show(&mut self, frame: &Frame) {
        self.leds.show(frame, now_ms());
    }

    fn set_brightness(&mut self, brightness: Brightness) {
        self.leds.set_brightness(brightness);
    }

    fn receive(&mut self) -> Option<Received> {
        self.serial.receive()
    }

    fn send(&mut self, byte: u8) {
        self.serial.send(byte);
    }

    fn load(&mut self) -> Option<SavedGame> {
        let mut bytes = [0; SavedGame::SIZE];
        for (to, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(&SAVED) {
            *to = word.load(Ordering::Relaxed).to_le_bytes();
        }
        let in_ram = SavedGame::from_bytes(bytes);
        // After a power cut the RAM holds noise; the game is in flash.
        let valid = in_ram.has_valid_checksum();
        if valid { Some(in_ram) } else { self.game_in_flash.take() }
    }

    fn save(&mut self, game: &SavedGame) {
        for (word, bytes) in SAVED.iter().zip(game.as_bytes().as_chunks::<4>().0) {
            word.store(u32::from_le_bytes(*bytes), Ordering::Relaxed);
        }
        if let Some(journal) = &mut self.journal
            && !journal.save(game)
        {
            defmt::warn!("the game could not be written to flash");
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
    let now = critical_section::with(|token| {
        let now = NOW_MS.borrow(token);
        now.set(now.get() + 1);
        now.get()
    });
    if let Some(pressed) = with(&BUTTONS, |buttons| buttons.as_mut().map(Buttons::pressed)) {
        with(&CONTACTS, |contacts| contacts.sample(pressed, now));
    }
}

fn now_ms() -> u64 {
    critical_section::with(|token| NOW_MS.borrow(token).get())
}

defmt::timestamp!("{=u64:ms}", now_ms());
