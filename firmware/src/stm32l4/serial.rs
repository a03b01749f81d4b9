//! USART1: bytes come by interrupt into a queue and go out one by one.

use core::cell::RefCell;

use critical_section::Mutex;
use heapless::Deque;
use stm32_metapac::{Interrupt, RCC, USART1};

use super::pins::lend;
use super::wait_for;
use wedge_console::Received;

/// What has come in and was not read yet: at 115200 baud, 44 ms of it.
static INBOX: Mutex<RefCell<Inbox>> =
    Mutex::new(RefCell::new(Inbox { bytes: Deque::new(), lost: false }));

struct Inbox {
    bytes: Deque<u8, 512>,
    /// Whether bytes came that there was no room or time for.
    lost: bool,
}

/// The serial port on PB6 and PB7: the USB connector of the discovery board.
#[derive(Debug)]
pub struct Serial(());

impl Serial {
    /// Starts the port with 8 bits, no parity, one stop bit.
    #[must_use]
    pub fn start(clock_hz: u32, baud: u32) -> Self {
        const USART1_FUNCTION: u8 = 7;
        lend('B', 6, USART1_FUNCTION);
        lend('B', 7, USART1_FUNCTION);
        RCC.apb2enr().modify(|w| w.set_usart1en(true));
        let _ = RCC.apb2enr().read();
        USART1.brr().write(|w| w.set_brr((clock_hz / baud.max(1)) as u16));
        USART1.cr1().write(|w| {
            w.set_te(true);
            w.set_re(true);
            w.set_rxneie(true);
            w.set_ue(true);
        });
        unmask();
        Self(())
    }

    /// The next byte that came in, or the news that some were lost.
    pub fn receive(&mut self) -> Option<Received> {
        critical_section::with(|token| {
            // Nobody else has it: no interrupt comes in between.
            let mut inbox = INBOX.borrow(token).try_borrow_mut().ok()?;
            match inbox.bytes.pop_front() {
                Some(byte) => Some(Received::Byte(byte)),
                None => core::mem::take(&mut inbox.lost).then_some(Received::Lost),
            }
        })
    }

    /// Sends a byte; gives up on a port that does not take it.
    pub fn send(&mut self, byte: u8) {
        if wait_for(|| USART1.isr().read().txe()) {
            USART1.tdr().write(|w| w.set_dr(byte.into()));
        }
    }

    /// To be called by the USART1 interrupt.
    pub fn on_interrupt() {
        let status = USART1.isr().read();
        critical_section::with(|token| {
            let Ok(mut inbox) = INBOX.borrow(token).try_borrow_mut() else { return };
            if status.rxne() {
                let byte = USART1.rdr().read().dr() as u8;
                if status.fe() || status.ne() || inbox.bytes.push_back(byte).is_err() {
                    inbox.lost = true;
                }
            }
            if status.ore() {
                inbox.lost = true;
            }
        });
        USART1.icr().write(|w| {
            w.set_ore(true);
            w.set_fe(true);
            w.set_ne(true);
        });
    }
}

/// Lets the interrupt through.
#[allow(unsafe_code)]
fn unmask() {
    // SAFETY: unmasking can break a critical section that is made by masking; none here is: they
    // all switch interrupts off altogether.
    unsafe { cortex_m::peripheral::NVIC::unmask(Interrupt::USART1) }
}
