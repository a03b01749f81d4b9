//! The serial port UART0 with a receive queue that an interrupt fills.
#![allow(unsafe_code)] // The number of the interrupt, and unmasking it.

use core::cell::RefCell;

use critical_section::Mutex;
use heapless::Deque;
use wedge_console::Received;
use wedge_firmware::tick::with;

use crate::registers::{GPIO_A, HZ, Register, UART0, make_peripheral, wait_for};

/// Bytes that were received and not yet read: 22 ms at 115200 baud.
struct ReceiveQueue {
    bytes: Deque<u8, 256>,
    /// Whether bytes were lost, for lack of room or time.
    lost: bool,
}

static RECEIVE_QUEUE: Mutex<RefCell<ReceiveQueue>> =
    Mutex::new(RefCell::new(ReceiveQueue { bytes: Deque::new(), lost: false }));

const DATA: Register = Register::at(UART0, 0x00);
const FLAGS: Register = Register::at(UART0, 0x18);
const RECEIVE_EMPTY: u32 = 1 << 4;
const TRANSMIT_FULL: u32 = 1 << 5;
/// Interrupts on reception: at a filled half of the FIFO, and after a pause.
const RECEIVED: u32 = 1 << 6 | 1 << 4;

/// UART0's interrupt.
#[derive(Clone, Copy)]
struct Uart0;

impl Serial {
    /// The number of its interrupt.
    pub(crate) const INTERRUPT: i16 = 5;
}

// SAFETY: 5 is the number in the data sheet's table of interrupts.
unsafe impl cortex_m::interrupt::InterruptNumber for Uart0 {
    fn number(self) -> u16 {
        Serial::INTERRUPT as u16
    }
}

/// The serial port, 115200 baud, 8N1.
pub(crate) struct Serial;

impl Serial {
    pub(crate) fn start() -> Self {
        make_peripheral(GPIO_A, 0b11);
        // The divisor in 64ths.
        let divisor = (HZ * 4 + 115_200 / 2) / 115_200;
        Register::at(UART0, 0x30).write(0); // CTL: off
        Register::at(UART0, 0x24).write(divisor / 64);
        Register::at(UART0, 0x28).write(divisor % 64);
        Register::at(UART0, 0x2C).write(0b11 << 5 | 1 << 4); // LCRH: eight bits, FIFOs
        Register::at(UART0, 0x38).write(RECEIVED); // IM
        Register::at(UART0, 0x30).write(1 << 9 | 1 << 8 | 1); // CTL: receive, transmit, on
        // SAFETY: unmasking could break critical sections that mask single interrupts. All critical
        // sections here disable interrupts globally.
        unsafe { cortex_m::peripheral::NVIC::unmask(Uart0) };
        Self
    }

    /// The next received byte, or the report that some were lost.
    pub(crate) fn receive(&mut self) -> Option<Received> {
        with(&RECEIVE_QUEUE, |queue| match queue.bytes.pop_front() {
            Some(byte) => Some(Received::Byte(byte)),
            None => core::mem::take(&mut queue.lost).then_some(Received::Lost),
        })
    }

    /// Sends a byte; drops it if the port does not accept it in time.
    pub(crate) fn send(&mut self, byte: u8) {
        if wait_for(|| FLAGS.read() & TRANSMIT_FULL == 0) {
            DATA.write(byte.into());
        }
    }
}

impl Serial {
    /// Moves received bytes to the queue. Called by the interrupt.
    pub(crate) fn on_interrupt() {
        Register::at(UART0, 0x44).write(RECEIVED); // ICR
        with(&RECEIVE_QUEUE, |queue| {
            while FLAGS.read() & RECEIVE_EMPTY == 0 {
                // Bits 8 to 11 are errors, the last of them an overrun.
                let [byte, errors, ..] = DATA.read().to_le_bytes();
                queue.lost |= errors & 0xF != 0 || queue.bytes.push_back(byte).is_err();
            }
        });
    }
}
