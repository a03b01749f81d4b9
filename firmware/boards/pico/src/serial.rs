//! UART0 on GP0 and GP1: an interrupt queues received bytes; sending polls.

use core::cell::RefCell;

use critical_section::Mutex;
use hal::fugit::{HertzU32, RateExtU32};
use hal::gpio::bank0::{Gpio0, Gpio1};
use hal::gpio::{FunctionUart, Pin, PullDown, PullUp};
use hal::pac::{self, RESETS, UART0, interrupt};
use hal::uart::{
    DataBits, Enabled, Reader, StopBits, UartConfig, UartPeripheral, ValidUartPinout, Writer,
};
use heapless::Deque;
use wedge_console::Received;

/// Transmit and receive.
type UartPins = (Pin<Gpio0, FunctionUart, PullDown>, Pin<Gpio1, FunctionUart, PullUp>);

/// Received bytes that have not been read, up to 44 ms at 115200 baud.
struct ReceiveQueue {
    reader: Option<Reader<UART0, UartPins>>,
    bytes: Deque<u8, 512>,
    /// Whether bytes were lost, for lack of room or time.
    lost: bool,
}

static RECEIVE_QUEUE: Mutex<RefCell<ReceiveQueue>> =
    Mutex::new(RefCell::new(ReceiveQueue { reader: None, bytes: Deque::new(), lost: false }));

/// The serial port, 115200 baud.
pub(crate) struct Serial(Writer<UART0, UartPins>);

impl Serial {
    /// Starts the port with 8 bits, no parity, one stop bit. `None` if the clock does not allow it.
    #[allow(unsafe_code)]
    pub(crate) fn start(
        uart: UART0,
        pins: UartPins,
        clock: HertzU32,
        resets: &mut RESETS,
    ) -> Option<Self>
    where
        UartPins: ValidUartPinout<UART0>,
    {
        let config = UartConfig::new(115_200.Hz(), DataBits::Eight, None, StopBits::One);
        let port: UartPeripheral<Enabled, _, _> =
            UartPeripheral::new(uart, pins, resets).enable(config, clock).ok()?;
        let (mut reader, writer) = port.split();
        reader.enable_rx_interrupt();
        critical_section::with(|token| {
            if let Ok(mut queue) = RECEIVE_QUEUE.borrow(token).try_borrow_mut() {
                queue.reader = Some(reader);
            }
        });
        // SAFETY: unmasking could break critical sections that mask single interrupts. All critical
        // sections here disable interrupts globally.
        unsafe { cortex_m::peripheral::NVIC::unmask(pac::Interrupt::UART0_IRQ) };
        Some(Self(writer))
    }

    /// The next received byte, or the report that some were lost.
    pub(crate) fn receive(&mut self) -> Option<Received> {
        critical_section::with(|token| {
            // Never borrowed elsewhere at this point: interrupts are off.
            let mut queue = RECEIVE_QUEUE.borrow(token).try_borrow_mut().ok()?;
            match queue.bytes.pop_front() {
                Some(byte) => Some(Received::Byte(byte)),
                None => core::mem::take(&mut queue.lost).then_some(Received::Lost),
            }
        })
    }

    /// Sends a byte; drops it if the port does not accept it in time.
    pub(crate) fn send(&mut self, byte: u8) {
        const TRIES: u32 = 1_000_000;
        let _ = (0..TRIES).any(|_| self.0.write_raw(&[byte]).is_ok());
    }
}

#[interrupt]
fn UART0_IRQ() {
    critical_section::with(|token| {
        let Ok(mut queue) = RECEIVE_QUEUE.borrow(token).try_borrow_mut() else { return };
        let ReceiveQueue { reader: Some(reader), bytes, lost } = &mut *queue else { return };
        let mut buffer = [0; 32];
        match reader.read_raw(&mut buffer) {
            Ok(count) => {
                for &byte in buffer.iter().take(count) {
                    *lost |= bytes.push_back(byte).is_err();
                }
            }
            Err(nb::Error::WouldBlock) => {}
            Err(nb::Error::Other(error)) => {
                for &byte in error.discarded {
                    *lost |= bytes.push_back(byte).is_err();
                }
                *lost = true;
            }
        }
    });
}
