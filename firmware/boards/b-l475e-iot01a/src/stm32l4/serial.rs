//! USART1: an interrupt queues received bytes; sending polls.

use core::cell::RefCell;

use critical_section::Mutex;
use heapless::Deque;
use stm32_metapac::rcc::vals::Usart1sel;
use stm32_metapac::{Interrupt, RCC, USART1};

use super::pins::{pull_up, set_alternate_function};
use super::wait_for;
use wedge_console::Received;

/// Received bytes that have not been read, up to 44 ms at 115200 baud.
static RECEIVE_QUEUE: Mutex<RefCell<ReceiveQueue>> =
    Mutex::new(RefCell::new(ReceiveQueue { bytes: Deque::new(), lost: false }));

struct ReceiveQueue {
    bytes: Deque<u8, 512>,
    /// Whether bytes were lost, for lack of room or time.
    lost: bool,
}

/// The serial port on PB6 and PB7, which the Discovery board connects to USB.
#[derive(Debug)]
pub struct Serial(());

impl Serial {
    /// Starts the port with 8 bits, no parity, one stop bit. `clock_hz` is the system's clock, for
    /// the case that the port's own does not start.
    #[must_use]
    pub fn start(clock_hz: u32, baud: u32) -> Self {
        const USART1_FUNCTION: u8 = 7;
        set_alternate_function('B', 6, USART1_FUNCTION);
        set_alternate_function('B', 7, USART1_FUNCTION);
        // Without a cable the line would float, and noise would be received as bytes.
        pull_up('B', 7);
        // The 16 MHz oscillator is within 1 %; the system's (MSI) may be off by more than the 2 %
        // that a serial line tolerates.
        const HSI_HZ: u32 = 16_000_000;
        RCC.cr().modify(|w| w.set_hsion(true));
        let clock_hz = if wait_for(|| RCC.cr().read().hsirdy()) {
            RCC.ccipr().modify(|w| w.set_usart1sel(Usart1sel::HSI));
            HSI_HZ
        } else {
            clock_hz
        };
        RCC.apb2enr().modify(|w| w.set_usart1en(true));
        let _ = RCC.apb2enr().read();
        USART1.brr().write(|w| w.set_brr(((clock_hz + baud / 2) / baud.max(1)) as u16));
        USART1.cr1().write(|w| {
            w.set_te(true);
            w.set_re(true);
            w.set_rxneie(true);
            w.set_ue(true);
        });
        unmask();
        Self(())
    }

    /// The next received byte, or the report that some were lost.
    pub fn receive(&mut self) -> Option<Received> {
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
    pub fn send(&mut self, byte: u8) {
        if wait_for(|| USART1.isr().read().txe()) {
            USART1.tdr().write(|w| w.set_dr(byte.into()));
        }
    }

    /// To be called by the USART1 interrupt.
    pub fn on_interrupt() {
        let status = USART1.isr().read();
        critical_section::with(|token| {
            let Ok(mut queue) = RECEIVE_QUEUE.borrow(token).try_borrow_mut() else { return };
            if status.rxne() {
                let byte = USART1.rdr().read().dr() as u8;
                if status.fe() || status.ne() || queue.bytes.push_back(byte).is_err() {
                    queue.lost = true;
                }
            }
            if status.ore() {
                queue.lost = true;
            }
        });
        USART1.icr().write(|w| {
            w.set_ore(true);
            w.set_fe(true);
            w.set_ne(true);
        });
    }
}

/// Enables the interrupt.
#[allow(unsafe_code)]
fn unmask() {
    // SAFETY: unmasking could break critical sections that mask single interrupts. All critical
    // sections here disable interrupts globally.
    unsafe { cortex_m::peripheral::NVIC::unmask(Interrupt::USART1) }
}
